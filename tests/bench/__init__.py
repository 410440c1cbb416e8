"""What the audit costs beside the floor and beside other people's engines: `python -m tests.bench`."""
