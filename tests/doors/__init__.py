"""Situations that the rule notes settle, put through every door that can be asked them: all must say the same."""
