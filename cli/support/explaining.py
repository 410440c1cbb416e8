"""What `paipu explain` says of codes, clauses, options, sheets, refusals, statistics and words, and `paipu rules` of sheets."""

import json
from collections.abc import Iterable, Iterator

from paipu.analytics.keys import EXPLAINED, NAMES, keys_of
from paipu.cli.support.errors import UsageError
from paipu.cli.support.terminal import cells, pad
from paipu.cli.support.terms import TERMS, USED, Term, terms_of
from paipu.cli.text import text
from paipu.ingest.rejection import REASONS
from paipu.replay.catalogue import clauses, elsewhere, evidence
from paipu.replay.checks import CHECKS
from paipu.replay.checks.renamed import RENAMED, codes_now
from paipu.replay.options import Option
from paipu.replay.sheets import SHEETS, options_called
from paipu.replay.text import Lang, in_language, near


def explain(name: str, lang: Lang) -> Iterator[str]:
    """Everything that goes by a name or a player's word, written in any case. Raises UsageError where nothing does.

    Of a code that has another name now, that one is said, and everything that goes by it; of a case (`CODE/case`) its clauses.
    """
    cases = [key for sheet in SHEETS for clause in clauses(sheet).values() for key in (*clause.enforced, *clause.bears)]
    known = {known.casefold(): known for known in (*names(), *RENAMED, *cases)}
    exact = known.get(name.strip().casefold(), "")
    terms, statistics = terms_of(name), keys_of(name)
    if not exact and not terms and not statistics:
        words = [word for term in TERMS for word in term.names] + [each for named in NAMES.values() for each in named]
        raise UsageError("explain.unknown", name=name, near=near(name.strip(), [*names(), *words]))
    parts = [*(_term(term, lang) for term in terms), *(_statistic(key, lang) for key in statistics)]
    if exact in RENAMED:
        parts.append(iter([text("explain.renamed", lang, old=exact, new=", ".join(RENAMED[exact]))]))
    code, _, case = exact.partition("/")
    parts += [_check(each, case, lang) for each in codes_now(code) if each in CHECKS]
    parts += [_clause(each, lang) for each in _clause_ids(exact)]
    options: dict[str, tuple[Option, list[str]]] = {}
    for sheet, option in options_called(exact).items():
        options.setdefault(repr(option), (option, []))[1].append(sheet)
    parts += [_option(option, sheets, lang) for option, sheets in options.values()]
    if exact in SHEETS:
        parts.append(_sheet(exact, lang))
    if exact in REASONS:
        parts.append(_reason(exact, lang))
    for number, part in enumerate(parts):
        if number:
            yield ""
        yield from part


def names() -> list[str]:
    """Every name that can be explained, in order: codes, clauses, options by id and by key, sheets, reasons for refusal,
    statistics.
    """
    options = [option for sheet in SHEETS.values() for option in sheet.options]
    ids = [identifier for option in options for identifier in option.ids]
    keys = [option.key for option in options]
    settled = [clause.settles for sheet in SHEETS for clause in clauses(sheet).values() if clause.settles is not None]
    return list(dict.fromkeys([*CHECKS, *_clause_ids(), *ids, *keys, *settled, *SHEETS, *REASONS, *NAMES]))


def _clause_ids(name: str | None = None) -> list[str]:
    """The ids of all clauses, or of those that go by a name: their id, or the key of what they settle."""
    listed = [clause for sheet in SHEETS for clause in clauses(sheet).values()]
    return list(dict.fromkeys(clause.id for clause in listed if name is None or name in {clause.id, clause.settles}))


def _named(identifier: str) -> str:
    """A clause by its id, and the key of what it settles."""
    key = clauses(_sheets_with(identifier)[0])[identifier].settles
    return identifier if key is None else f"{identifier}  {key}"


def _sheets_with(identifier: str) -> list[str]:
    return [sheet for sheet in SHEETS if identifier in clauses(sheet)]


def _titles(sheets: Iterable[str], lang: Lang) -> str:
    """Sheets by their keys, with what people call them."""
    return ", ".join(f"{key} {in_language(SHEETS[key].title, lang)}" for key in sheets)


def _table(rows: Iterable[tuple[str, str]], lang: Lang) -> Iterator[str]:
    """Labels, by their keys, and values in two columns; a label stands once for the values that follow it."""
    table = [(text(f"label.{key}", lang), value) for key, value in rows]
    width = max((cells(label) for label, _ in table), default=0)
    last = ""
    for label, value in table:
        yield f"  {pad('' if label == last else label, width)}  {value}".rstrip()
        last = label


def _check(code: str, case: str, lang: Lang) -> Iterator[str]:
    """A code, with its clauses, each with the cases that are its; of one case only those of that."""
    check = CHECKS[code]
    yield f"{code}  {in_language(check.title, lang)}"
    rows = [
        ("severity", text(f"severity.{check.severity}", lang)),
        ("kind", f"{text(f'kind.{check.kind}', lang)} ({check.kind})"),
        ("message", in_language(check.message, lang)),
    ]
    enforced: dict[str, list[str]] = {}
    used: dict[str, list[str]] = {}
    for sheet in SHEETS:
        for clause in clauses(sheet).values():
            cases = [key.partition("/")[2] for key in clause.enforced if key.startswith(f"{code}/")]
            if case and case not in cases:
                continue
            named = "".join([clause.id, *(f" /{each}" for each in cases)])
            said = f"{named} ({text(f'basis.{clause.basis}', lang)}) {in_language(clause, lang)}"
            if code in clause.checks:
                enforced.setdefault(said, []).append(sheet)
            elif code in (*clause.defines, *(key.partition("/")[0] for key in clause.bears)):
                used.setdefault(said, []).append(sheet)
    for label, found in (("clause", enforced), ("defines", used)):
        rows += [(label, f"{said} [{', '.join(sheets)}]") for said, sheets in found.items()]
    rows.append(("remedy", in_language(check.remedy, lang)))
    yield from _table(rows, lang)


def _clause(identifier: str, lang: Lang) -> Iterator[str]:
    sheets = _sheets_with(identifier)
    clause = clauses(sheets[0])[identifier]
    yield "  ".join(filter(None, (identifier, clause.settles, in_language(clause, lang))))
    rows = [("sheet", _titles(sheets, lang))]
    bears = dict.fromkeys(code for sheet in sheets for code in clauses(sheet)[identifier].bears)
    bases: dict[str, list[str]] = {}
    for sheet in sheets:
        bases.setdefault(text(f"basis.{clauses(sheet)[identifier].basis}", lang), []).append(sheet)
    rows += [("basis", f"{basis} [{', '.join(of)}]" if len(bases) > 1 else basis) for basis, of in bases.items()]
    for label, codes in (("checks", clause.checks), ("defines_for", (*clause.defines, *bears))):
        rows += [(label, f"{code}  {in_language(CHECKS[code.partition('/')[0]].title, lang)}") for code in codes]
    if clause.not_checkable is not None:
        rows.append(("not_checkable", in_language(clause.not_checkable, lang)))
    if clause.settles is not None:
        rows.append(("evidence", in_language(evidence()[identifier], lang)))
    if identifier in elsewhere():
        rows.append(("alike", in_language(elsewhere()[identifier], lang)))
    yield from _table(rows, lang)


def _option(option: Option, sheets: list[str], lang: Lang) -> Iterator[str]:
    yield f"{', '.join(option.ids)}  {option.key}  {in_language(option, lang)}"
    rows = [
        ("sheet", _titles(sheets, lang)),
        ("basis", text(f"basis.{option.mark}", lang)),
        ("default", option.default),
    ]
    rows += [("values", f"{value}  {words}") for value, words in _values(option, lang)]
    rows.append(("evidence", in_language(evidence()[option.ids[0]], lang)))
    yield from _table(rows, lang)


def _values(option: Option, lang: Lang) -> Iterator[tuple[str, str]]:
    """What an option may be set to, and what that means."""
    yield from ((value, in_language(choice, lang)) for value, choice in option.choices.items())
    if option.slot is not None:
        yield f"{option.low}…{option.high}", text("rules.number", lang)
    if option.parse is not None:
        yield option.written, text("rules.table", lang)


def _sheet(key: str, lang: Lang) -> Iterator[str]:
    yield _head(key, lang)
    listed = [("clause", f"{len(clauses(key))}  paipu rules {key}"), ("option", f"paipu rules {key} --options")]
    yield from _table([("source", in_language(SHEETS[key].source, lang)), *listed], lang)


def _reason(code: str, lang: Lang) -> Iterator[str]:
    yield f"{code}  {in_language(REASONS[code], lang)}"
    yield from _table([("kind", text("kind.rejection", lang))], lang)


def _statistic(key: str, lang: Lang) -> Iterator[str]:
    """A statistic: what is counted of what, what a high value means, where it misleads, and how its hands are listed."""
    yield f"{key}  {in_language(NAMES[key], lang)}"
    rows = [(part, in_language(said[key], lang)) for part, said in EXPLAINED.items()]
    yield from _table([*rows, ("hands", f"paipu stats --player … --hands {key}")], lang)


def _term(term: Term, lang: Lang) -> Iterator[str]:
    """The words for a thing, what it is, and the clauses and options that speak of it."""
    yield f"{' = '.join(term.words)}  {', '.join(term.english)}".rstrip()
    sheets: dict[str, None] = {}
    rows: dict[tuple[str, str], None] = {}
    for key, sheet in SHEETS.items():
        if term not in USED[sheet.family]:
            continue
        found = [("clause", f"{clause.id}  {in_language(clause, lang)}", clause.zh) for clause in clauses(key).values()]
        for option in sheet.options:
            said = "".join((option.zh, *(choice.zh for choice in option.choices.values())))
            named = f"{', '.join(option.ids)} {option.key}  {in_language(option, lang)}"
            found.append(("option", named, said))
        for label, line, said in found:
            if any(word in said for word in term.words):
                sheets[key] = rows[label, line] = None
    told = [("meaning", in_language(term, lang)), *([("sheet", _titles(sheets, lang))] if sheets else [])]
    yield from _table([*told, *sorted(rows, key=lambda row: row[0] != "clause")], lang)


def index(lang: Lang) -> Iterator[str]:
    """Every name with a few words on it."""
    options = {(option.ids, option.key): option for sheet in SHEETS.values() for option in sheet.options}
    groups = (
        ("index.codes", [(code, in_language(check.title, lang)) for code, check in CHECKS.items()]),
        ("index.clauses", [(_named(each), in_language(clauses(_sheets_with(each)[0])[each], lang)) for each in _clause_ids()]),
        ("index.options", [(f"{', '.join(o.ids)}  {o.key}", in_language(o, lang)) for o in options.values()]),
        ("index.sheets", [(key, in_language(sheet.title, lang)) for key, sheet in SHEETS.items()]),
        ("index.statistics", [(key, in_language(name, lang)) for key, name in NAMES.items()]),
        ("index.reasons", [(code, in_language(reason, lang)) for code, reason in REASONS.items()]),
        ("index.terms", [(" = ".join(term.words), in_language(term, lang)) for term in TERMS]),
    )
    for number, (title, rows) in enumerate(groups):
        if number:
            yield ""
        yield text(title, lang)
        width = max(cells(name) for name, _ in rows)
        for name, words in rows:
            yield f"  {pad(name, width)}  {words}"


def sheets(lang: Lang) -> Iterator[str]:
    """The sheets that there are."""
    rows = [(sheet.key, in_language(sheet.title, lang), in_language(sheet.source, lang)) for sheet in SHEETS.values()]
    widths = [max(cells(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        yield "  ".join(pad(value, width) for value, width in zip(row, widths, strict=True)).rstrip()


def rules(key: str, lang: Lang, *, options: bool) -> Iterator[str]:
    """A sheet, and its clauses or its options."""
    yield _head(key, lang)
    yield in_language(SHEETS[key].source, lang)
    yield ""
    yield from _options(key, lang) if options else _clauses(key, lang)


def _head(key: str, lang: Lang) -> str:
    sheet = SHEETS[key]
    return f"{key}  {in_language(sheet.title, lang)}  {text('rules.version', lang, version=sheet.version)}"


def _clauses(key: str, lang: Lang) -> Iterator[str]:
    rows = clauses(key)
    width = max(map(len, rows))
    for clause in rows.values():
        yield f"{clause.id:<{width}}  {in_language(clause, lang)}"
        codes = ", ".join(clause.checks or (*clause.defines, *clause.bears))
        if codes:
            yield f"{'':<{width}}  → {codes}"
        if clause.not_checkable is not None:
            yield f"{'':<{width}}  ∅ {in_language(clause.not_checkable, lang)}"


def _options(key: str, lang: Lang) -> Iterator[str]:
    listed = SHEETS[key].options
    example = next(({option.key: list(option.choices)[-1]} for option in listed if len(option.choices) > 1), {})
    yield text("rules.how", lang, example=json.dumps({"options": example}))
    for option in listed:
        yield ""
        yield f"{option.key}  ({', '.join(option.ids)}; {text(f'basis.{option.mark}', lang)})  {in_language(option, lang)}"
        values = list(_values(option, lang))
        width = max(cells(value) for value, _ in values)
        for value, words in values:
            mark = "*" if value == option.default else " "
            yield f"  {mark} {pad(value, width)}  {words}"
    settled = [clause for clause in clauses(key).values() if clause.settles is not None]
    yield from ("", text("rules.settled", lang)) if settled else ()
    for clause in settled:
        yield f"  {clause.settles}  ({clause.id}; {text(f'basis.{clause.basis}', lang)})  {in_language(clause, lang)}"
