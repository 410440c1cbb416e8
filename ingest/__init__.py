"""From bytes to game records: reading, validating, and importing other formats."""
