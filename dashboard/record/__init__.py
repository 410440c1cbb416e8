"""The page on which a record is made or mended: what is typed becomes a record, and the audit answers at once."""
