"""Slips of a clerk's pen: how many the audit finds, names first, and folds into one (`python -m tests.slips`)."""
