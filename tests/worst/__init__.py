"""Records that cost the audit as much as so many bytes can: made from a seed, measured, and searched for."""
