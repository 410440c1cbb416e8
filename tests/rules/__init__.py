"""The rule sheets under test: worked cases, every clause, every option, and an independent referee beside the engine."""
