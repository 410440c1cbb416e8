"""Events: forms, ranking, standings, the audit of an event."""
