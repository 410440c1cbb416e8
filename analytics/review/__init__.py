"""What each play was worth by what its player could know: a review, never a ground for a ruling.

`knowledge_*.py` is what a seat knew, `worlds.py` draws deals that fit it, `policy_*.py` are the rule players that play them
out, `judge.py` compares, `accuracy.py` adds up. `tricks.py` and `climbing.py` are what the judge asks of each family.
"""
