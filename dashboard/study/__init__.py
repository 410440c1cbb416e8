"""Studying: what the page of players asks, its figures, and how a figure is shown."""
