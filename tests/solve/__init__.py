"""The exact solver, against brute force and against the audit."""
