"""Tests of the dashboard: its pages, its card table, and what a browser makes of them."""
