"""Make `data/PERFORMANCE.md`: `python -m tests.bench.performance [out/bench.json] [--sessions-for 60] [--render]`.

What `make bench` wrote, and how cost grows, go into `history.json` as the figures of this release; the page shows those of the
last releases beside each other. Nearly all are ratios of one run, for times differ two-fold between machines.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from tests.bench import growth
from tests.bench.__main__ import CHESS, FLOOR, POKER, SINGLES

PAGE: Final = Path(__file__).parents[2] / "data" / "PERFORMANCE.md"
HISTORY: Final = Path(__file__).parent / "history.json"
SHOWN: Final = 10
"""Releases beside each other."""

Figures = Mapping[str, Mapping[str, float]]
"""By section, by what is measured."""

HEAD: Final = """# 性能 Performance

What things cost, by release: made by `make performance`, which runs `make bench` and measures how cost grows. CPU time of one
core in pure Python unless it says otherwise. **floor** is the least that any audit must do: `json.loads` of the record and a
look-up of each card. pokerkit and python-chess parse and replay games of their own in the same run. A machine differs from
another two-fold and more in seconds, and little in ratios; seconds are told once, to say how fast the machine was.

"""


def figures(result: Mapping[str, Any], grown: growth.Grown) -> Iterator[tuple[str, Mapping[str, float]]]:
    """The figures of a release, section by section."""
    speeds, ratios, load = result["speeds"], result["ratios"], result["load"]
    yield "Speed of the audit, that of the floor being 1", {name: each[FLOOR] for name, each in ratios.items()}
    yield (
        "Plays a second, those of others being 1",
        {f"{SINGLES}, {other.partition(':')[0]}": ratios[SINGLES][other] for other in (POKER, CHESS)},
    )
    yield "Speed compiled, that in pure Python being 1", result["compiled"]
    yield (
        "A load, sample matches of every sheet, one in twenty faulty",
        {
            "CPU a hand, the audit alone being 1": load["× audit"],
            "CPU a hand, the floor being 1": load["× floor"],
            **{said: load[key] for key, said in OF_WORKERS.items() if key in load},
        },
    )
    yield (
        "Seconds of CPU until a command answers, files in the cache",
        {name: took["cpu"] for name, took in result["starting"].items()},
    )
    yield (
        "A match with one fault, without it being 1: the middle class",
        {k: each["middle"] for k, each in result["faulty"].items()},
    )
    yield "The same: the dearest class", {k: each["dearest"] for k, each in result["faulty"].items()}
    yield "The worst record known, clean ones of its size being 1", {k: each["hostile"] for k, each in result["faulty"].items()}
    for what, costs in grown.items():
        yield f"How cost grows: {what}", costs
    yield (
        "The machine: µs of CPU a hand",
        {
            FLOOR: 1e6 / speeds[FLOOR]["records_per_second"],
            SINGLES: 1e6 / speeds[SINGLES]["records_per_second"],
            "audit, the matches of the load": 1e6 * load["seconds"]["audit"],
            "load": 1e6 * load["seconds"]["load"],
        },
    )


OF_WORKERS: Final = {"two workers": "two workers, times as fast as one", "MB": "MB of memory in a process, two workers"}


def machine() -> str:
    """What it was measured on, and how busy that was: alone, one process makes a load average of 1."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
    busy = os.getloadavg()[0]
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, load average {busy:.1f}"


def page(history: Mapping[str, Any]) -> str:
    """The whole page: a table a section, a column a release, the newest first."""
    releases = list(history)[-SHOWN:][::-1]
    parts = [HEAD, "| release | machine |\n|---|---|\n", *(f"| {each} | {history[each]['machine']} |\n" for each in releases)]
    sections = {section: None for each in releases for section in history[each]["figures"]}
    for section in sections:
        told: list[Mapping[str, float]] = [history[each]["figures"].get(section, {}) for each in releases]
        names = {name: None for each in told for name in each}
        if names:
            parts.append(f"\n## {section}\n\n| | {' | '.join(releases)} |\n|---|{'--:|' * len(releases)}\n")
            parts += [f"| {name} | {' | '.join(written(each.get(name)) for each in told)} |\n" for name in names]
    return "".join(parts)


def written(figure: float | None) -> str:
    """Three digits that count; whole numbers where there are more.

    >>> written(0.51749), written(38.61), written(1528.7), written(None)
    ('0.517', '38.6', '1,529', '')
    """
    if figure is None:
        return ""
    return (
        f"{figure:,.0f}"
        if figure >= 100
        else f"{figure:.1f}"
        if figure >= 10
        else f"{figure:.2f}"
        if figure >= 1
        else f"{figure:.3f}"
    )


def read() -> dict[str, Any]:
    """The history, the oldest release first."""
    history: dict[str, Any] = json.loads(HISTORY.read_text(encoding="utf-8"))
    return history


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.performance", description=__doc__)
    parser.add_argument("bench", type=Path, nargs="?", default=Path("out/bench.json"), help="what make bench wrote")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sessions-for", type=float, default=60, metavar="SECONDS", help="how long sessions walk; 0: none do")
    parser.add_argument("--render", action="store_true", help="the page alone, from the figures that are there")
    given = parser.parse_args(arguments)
    history = read() if HISTORY.exists() else {}
    if not given.render:
        result = json.loads(given.bench.read_text(encoding="utf-8"))
        found = dict(figures(result, growth.measure(given.seed, given.sessions_for)))
        history[version("paipu")] = {"machine": machine(), "figures": rounded(found)}
        HISTORY.write_text(json.dumps(history, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(history), encoding="utf-8")
    return 0


def rounded(found: Figures) -> Figures:
    """Four digits are more than the noise leaves."""
    return {section: {name: float(f"{figure:.4g}") for name, figure in each.items()} for section, each in found.items() if each}


if __name__ == "__main__":
    sys.exit(main())
