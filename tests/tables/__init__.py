"""The tables of README.md and `data/*.md` that the code decides: made here, by `make tables`, and tested to be up to date."""
