"""The sample files, one for each sheet that has players, and the commands of `data/samples/README.md` that make them."""

import re
from typing import Final

from paipu.samples import FAULTS, sample, to_line

SEED: Final = 26
SHARE: Final = 0.5
FIRST: Final = next(iter(FAULTS))


def matches(sheet: str) -> int:
    """How many matches: more of the first sheet, whose file README opens with."""
    return 12 if sheet == FIRST else 6


def made(sheet: str, most: int | None = None) -> str:
    """The file of a sheet, or its first matches."""
    return b"".join(map(to_line, sample(SEED, min(matches(sheet), most or matches(sheet)), SHARE, sheet=sheet))).decode()


def command(sheet: str) -> str:
    """The command that makes it."""
    named = "" if sheet == FIRST else f"--sheet {sheet} "
    counts = f"--seed {SEED} --matches {matches(sheet)} --faults {SHARE}"
    return f"paipu sample {named}{counts} --output data/samples/{sheet}.ndjson\n"


def rewritten(document: str) -> str:
    """README with the commands made anew."""
    return re.sub(
        r"(```\n)(?:paipu sample .*\n)+(```)", lambda found: found[1] + "".join(map(command, FAULTS)) + found[2], document
    )
