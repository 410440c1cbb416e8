"""Score sheets, from cells to records and back."""
