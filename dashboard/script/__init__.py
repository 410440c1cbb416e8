"""A folder for one script alone; see `run.py`."""
