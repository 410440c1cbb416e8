"""Tests of the made-up matches: the audit finds nothing in the legal ones, and each fault exactly where it was put."""
