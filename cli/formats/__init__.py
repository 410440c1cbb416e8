"""The forms in which an audit is given: one file a form."""
