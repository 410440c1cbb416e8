"""Fuzz one target: `python -m tests.fuzz records --runs 10000`. It begins with the seeds and the corpus, and ends at the first
input that raises something, which is then a file in `out/fuzz/<target>`.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import atheris

with atheris.instrument_imports(include=["paipu"], enable_loader_override=False):
    from tests.fuzz import targets
    from tests.fuzz.mutate import changed
    from tests.fuzz.seeds import seeds

CORPUS: Final = Path(__file__).parent / "corpus"
OUT: Final = Path("out") / "fuzz"
LONGEST: Final = {
    "records": 1536,
    "events": 1024,
    "scoresheets": 768,
    "workbooks": 3072,
    "rulings": 2048,
    "judge": 512,
    "foreign": 1024,
    "notes": 512,
}
"""Bytes of an input: what is slow to read finds little."""
SECONDS: Final = 120
"""How long one input may take by the clock, which goes on where others take the processor."""
AS_IT_LOOKS: Final = 0.9
"""How many of the changes leave an input what it looks like."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=targets.TARGETS)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="the same seed and runs find the same")
    parser.add_argument("--keep", metavar="DIR", help="a folder for inputs that reach new code; by default none is kept")
    asked = parser.parse_args(arguments)
    target = targets.TARGETS[asked.target]
    found = OUT / asked.target
    found.mkdir(parents=True, exist_ok=True)

    def mutated(raw: bytes, longest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        made = changed(asked.target, raw, rng) if rng.random() < AS_IT_LOOKS else None
        if made is None or len(made) > longest:
            return bytes(atheris.Mutate(raw, longest))
        return made

    with ExitStack() as folders:
        if asked.keep:
            Path(asked.keep).mkdir(parents=True, exist_ok=True)
        kept = asked.keep or folders.enter_context(tempfile.TemporaryDirectory())
        begun = folders.enter_context(tempfile.TemporaryDirectory())
        for number, raw in enumerate(seeds(asked.target)):
            (Path(begun) / f"seed-{number}").write_bytes(raw)
        told = (
            *(f"-runs={asked.runs}", f"-seed={asked.seed}", f"-max_len={LONGEST[asked.target]}", f"-timeout={SECONDS}"),
            *("-rss_limit_mb=2000", "-len_control=0", "-print_final_stats=1", f"-artifact_prefix={found}/"),
        )
        corpus = CORPUS / asked.target
        atheris.Setup(
            [sys.argv[0], *told, kept, begun, *([str(corpus)] if corpus.is_dir() else [])], target, custom_mutator=mutated
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
