"""The rule notes of `data/RULES.md`, from the catalogues: every clause and question of every sheet."""

from collections.abc import Iterable, Iterator

from paipu.replay.catalogue import Clause, catalogue_of, clauses, evidence
from paipu.replay.findings import Basis
from paipu.replay.options import Choice, Option
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.text import Text


def notes(sheet: Sheet) -> Iterator[str]:
    """What there is to know of a sheet, a line at a time."""
    yield from (f"## {sheet.title.zh} {sheet.title.en}: `{sheet.key}`", "", both(sheet.source), "")
    own = catalogue_of(sheet.key)
    if own != sheet.key:
        yield from (f"条文即 `{own}` 的，没有未定的问题。· The clauses are those of `{own}`; nothing is open.", "")
        return
    listed = clauses(sheet.key).values()
    yield from ("### 条文 Clauses", "", "| id | 意思 | meaning | 检查 checks |", "|---|---|---|---|")
    yield from (
        f"| {clause.id} | {clause.zh} | {clause.en} | {checks(clause)} |" for clause in listed if clause.settles is None
    )
    yield from ("", "### 未定 Open", "")
    for option in sheet.options:
        yield from (*question(option), "")
    yield from (
        "### 已定 Settled",
        "",
        "| id | 意思 | meaning | 依据 basis | 理由 because | 检查 checks |",
        "|---|---|---|---|---|---|",
    )
    for clause in listed:
        if clause.settles is not None:
            said = f"{clause.zh} | {clause.en} | {clause.basis} | {both(evidence()[clause.id])}"
            yield f"| {clause.id} `{clause.settles}` | {said} | {checks(clause)} |"
    yield ""


def question(option: Option) -> Iterator[str]:
    """An open question: its readings, the default first, and why that was taken."""
    yield f"#### {' '.join(option.ids)} `{option.key}` ({option.mark})"
    yield ""
    yield both(option)
    readings = [choice for choice in option.choices.values() if not choice.setting]
    yield from (f"- `{choice.value}`: {both(choice)}" for choice in readings)
    values = codes(value for value, choice in option.choices.items() if choice.setting)
    if option.slot is not None:
        values = f"`{option.low}`–`{option.high}`"
    elif option.parse is not None:
        values = f"`{option.written}`"
    if values:
        yield f"- 可设 may be set: {values}"
    yield f"- 理由 because: {both(evidence()[option.ids[0]])}"


def checks(clause: Clause) -> str:
    """The codes that enforce a clause, with their cases and what they rest on where that is not the sheet's word."""
    if clause.not_checkable is not None:
        return f"不可查 none: {both(clause.not_checkable)}"
    by_basis = {basis: codes(key for key, rests in clause.enforced.items() if rests is basis) for basis in Basis}
    said = [found if basis is Basis.STATED else f"{basis}: {found}" for basis, found in by_basis.items() if found]
    if clause.permits:
        said.append(f"许可 permits: {codes(clause.permits)}")
    return "; ".join((*said, *uses(clause)))


def uses(clause: Clause) -> Iterator[str]:
    """The codes that a clause defines the words of, or that rest on it."""
    if clause.defines or clause.bears:
        yield f"用于 used by: {codes((*clause.defines, *clause.bears))}"


def codes(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def both(said: Text | Option | Choice | Clause) -> str:
    return f"{said.zh} · {said.en}"


def rewritten(document: str) -> str:
    """RULES.md with all that it says of the sheets made anew."""
    lines = (line for sheet in SHEETS.values() for line in notes(sheet))
    return f"{document.partition('## ')[0]}{chr(10).join(lines)}"
