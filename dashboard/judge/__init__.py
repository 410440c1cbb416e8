"""The page of questions: what is asked in which fields, and the answer as it is shown."""
