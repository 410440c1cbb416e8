"""The card table: one component, stepped in the browser."""
