"""Fuzzing by coverage (`make fuzz`): functions of bytes that may answer or refuse, and nothing else.

`targets.py` has the functions, `seeds.py` what each begins with, `mutate.py` how an input is changed so that it still looks
like one, `__main__.py` runs one of them under atheris. `corpus/` keeps odd cases, small ones; `test_corpus.py` replays them
in every run of the tests, and runs a million inputs a target in the deep one.
"""
