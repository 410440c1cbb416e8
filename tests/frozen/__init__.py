"""What the engine says today, frozen: whoever rebuilds it sees at every step what it says otherwise.

`python -m tests.frozen` makes all texts anew and names the sheets and sources whose hash is not the one in `hashes.toml`;
`--write` puts the new hashes there; `--against REV` shows line by line what differs from a commit. `sources.py` has what is
frozen, `heard.py` how what the tests ask is overheard.
"""
