"""An organiser's papers on the page Data: what the columns of his score sheets are, and the event that they make.

Both ask what the commands ask (`convert --map`, `event new`); what they make is kept as the files that the commands take.
"""

import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Final, NamedTuple

import streamlit as st

from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.text import t
from paipu.dashboard.uploads import Upload, safe_name
from paipu.ingest.event_book import BadTerm, Made, Terms, choices, expected, made_of
from paipu.ingest.event_draw import FORMS, entries_typed
from paipu.ingest.rejection import Rejection
from paipu.ingest.scoresheet import Reading
from paipu.ingest.scoresheet.apart import grids_apart, read_apart
from paipu.ingest.scoresheet.grid import Grid
from paipu.ingest.scoresheet.heads import TOTALS
from paipu.ingest.scoresheet.mapping import Guess, Mapped, guess_at, guesses, likeliest, mapping_of, names_of_columns, written
from paipu.ingest.scoresheet.values import key
from paipu.ingest.source import SHEET_SUFFIXES
from paipu.replay.event_rules import KEYS
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Lang, in_language
from paipu.replay.words import FIGURE_NAMES

MOST_TABLES: Final = 6
ROWS: Final = 12
COLUMNS: Final = 40
LONGEST: Final = 60
"""Of a table, as it is shown."""
SAID: Final = 12
ABREAST: Final = 4
CONSTANTS: Final = ("event", "round")
_READ: Final = "papers.read"
_MADE: Final = "papers.made"
_GRIDS: Final = "papers.grids"
_ENTRANTS: Final = "papers.columns"
MOST_ENTRANTS: Final = 1_500


class File(NamedTuple):
    """A file that is made here, as one that was sent."""

    name: str
    raw: bytes

    @property
    def size(self) -> int:
        """Its bytes."""
        return len(self.raw)

    def getbuffer(self) -> memoryview:
        """What is in it."""
        return memoryview(self.raw)


def papers(files: Sequence[Upload], lang: Lang) -> list[File] | None:
    """Show the columns of the score sheets among some files, and the event they make; what is to be loaded with them."""
    sheets = [file for file in files if PurePath(file.name).suffix.lower() in SHEET_SUFFIXES]
    if not sheets:
        return None
    keys: list[str] = list(SHEETS)
    rules = st.selectbox(
        t("papers.rules", lang),
        keys,
        key="papers.rules",
        format_func=lambda key: in_language(SHEETS[key].title, lang),
        width=320,
    )
    mapping: File | None = None
    with st.expander(t("papers.columns", lang)):
        mapping, load_mapped = _columns(sheets, rules, lang)
    with st.expander(t("papers.event", lang)):
        event = _event(sheets, rules, mapping if st.session_state.get("papers.mapped") else None, lang)
    if load_mapped and mapping is not None:
        return [mapping]
    return [event, *([mapping] if mapping is not None and st.session_state.get("papers.mapped") else [])] if event else None


# --- What the columns are ------------------------------------------------------------------------------------


def _columns(sheets: Sequence[Upload], rules: str, lang: Lang) -> tuple[File | None, bool]:
    """The mapping as it is chosen, and whether the files are to be loaded by it."""
    file = sheets[0]
    if len(sheets) > 1:
        at = st.selectbox(t("papers.file", lang), range(len(sheets)), format_func=lambda at: sheets[at].name, key="papers.file")
        file = sheets[at]
    raw = bytes(file.getbuffer())
    digest = sha256(raw).hexdigest()[:12]
    grids = _grids(raw, file.name, digest)
    if isinstance(grids, Rejection):
        say("error", *_refused([grids], lang))
        return None, False
    by_name = {grid.sheet or grid.file: grid for grid in grids}
    tables: list[Guess] = []
    for number, guess in enumerate([*guesses(grids, rules)][:MOST_TABLES]):
        grid = by_name.get(guess.worksheet or grids[0].file, grids[0])
        tables.append(_table(grid, guess, f"papers.{digest}.{rules}.{number}", rules, lang))
    constants: dict[str, str] = {}
    with st.container(horizontal=True, gap="small"):
        for name in CONSTANTS:
            value = st.text_input(t(f"papers.constant.{name}", lang), key=f"papers.{digest}.{name}", width=180).strip()
            constants |= {name: value} if value else {}
    made = File("map.toml", written(rules, tables, constants).encode())
    mapped = mapping_of(made.raw, made.name)
    if isinstance(mapped, Rejection):
        say("error", *_refused([mapped], lang))
        return None, False
    with st.container(horizontal=True, gap="small"):
        tried = st.button(t("papers.try", lang), key="papers.try")
        st.download_button(t("papers.keep", lang), made.raw, made.name, key="papers.keep", on_click="ignore")
        load = st.button(t("papers.load", lang), key="papers.load")
    st.checkbox(t("papers.with_event", lang), key="papers.mapped")
    if tried:
        st.session_state[_READ] = made.raw, _tried(raw, file.name, rules, mapped, lang)
    said = st.session_state.get(_READ)
    if said is not None and said[0] == made.raw:
        say(*said[1])
    return made, load


def _grids(raw: bytes, name: str, digest: str) -> Sequence[Grid] | Rejection:
    """The tables of a file, read once."""
    kept = st.session_state.get(_GRIDS)
    if kept is None or kept[0] != digest:
        kept = st.session_state[_GRIDS] = digest, grids_apart(raw, safe_name(name))
    found: Sequence[Grid] | Rejection = kept[1]
    return found


def _table(grid: Grid, guess: Guess, key: str, rules: str, lang: Lang) -> Guess:
    """A table with its columns to be chosen."""
    title = grid.sheet or grid.file
    first = max(1, guess.head[0] - 2)
    rows = [
        (number, [(text or "")[:LONGEST] for text in grid.rows[number - 1][:COLUMNS]])
        for number in range(first, min(first + ROWS, len(grid.rows)) + 1)
    ]
    draw("sheet.html", lang, title=title, letters=grid.letters[:COLUMNS], rows=rows, head=guess.head)
    if guess.whole:
        st.caption(t("papers.whole", lang, first=guess.head[0], last=guess.head[1]))
        return guess
    span = guess.head[1] - guess.head[0]
    at = st.number_input(t("papers.head", lang), 1, len(grid.rows), guess.head[0], key=f"{key}.head", width=160)
    head = (int(at), min(int(at) + span, len(grid.rows)))
    shown = guess if head == guess.head else guess_at(grid, rules, head)
    names = dict(names_of_columns(rules))
    chosen = []
    for start in range(0, len(shown.columns[:COLUMNS]), ABREAST):
        beside = st.columns(ABREAST)
        for place, (letters, name, said) in zip(beside, shown.columns[start : start + ABREAST], strict=False):
            options = ["", *names]
            meant = place.selectbox(
                f"{letters} {name[:LONGEST]}",
                options,
                index=options.index(said) if said in names else 0,
                key=f"{key}.{head[0]}.{letters}",
                format_func=lambda each: in_language(names[each], lang) if each else t("papers.none", lang),
            )
            chosen.append((letters, name, meant))
    return shown._replace(head=head, columns=tuple(chosen))


def _tried(raw: bytes, name: str, rules: str, mapped: Mapped, lang: Lang) -> tuple[str, ...]:
    """What a file is read as by a mapping."""
    found = read_apart(raw, safe_name(name), rules, mapped)
    if isinstance(found, Rejection):
        return ("error", *_refused([found], lang))
    lines = [t("papers.matches", lang, n=len(found.documents)), *reading_lines(found, lang), *_refused(found.rejections, lang)]
    return ("warning" if found.rejections else "note", *lines)


def reading_lines(reading: Reading, lang: Lang) -> Iterator[str]:
    """The rows of a score sheet, which add up, and what was read after a second look."""
    tally = reading.tally
    skipped = sum(tally.skipped.values())
    counts = {"read": tally.read, "taken": tally.taken, "quarantined": tally.quarantined, "skipped": skipped}
    yield t("data.upload.rows", lang, file=reading.file, **counts)
    kinds = reading.kinds_of_notes()
    for note, count in kinds[:SAID]:
        said = f"{note.grid.place(note.cell)} {in_language(note.message, lang)}"
        yield said if count == 1 else t("data.upload.like", lang, said=said, n=count)
    if len(kinds) > SAID:
        yield t("data.upload.notes", lang, n=len(kinds) - SAID)


def _refused(rejections: Sequence[Rejection], lang: Lang) -> Iterator[str]:
    """What was refused, cell by cell; what is missing is said once a file."""
    seen: dict[tuple[str, str], list[str]] = {}
    for rejection in rejections:
        for each in rejection.errors:
            words = " ".join(filter(None, (in_language(each.message, lang), each.expected and f"≠ {each.expected}")))
            seen.setdefault((words, each.found or ""), []).append(each.pointer or "")
    for (words, found), places in [*seen.items()][:SAID]:
        more = t("papers.more_cells", lang, n=len(places) - 1) if len(places) > 1 else ""
        yield " ".join(filter(None, (places[0], words, found and f"({found})", more)))
    if len(seen) > SAID:
        yield t("papers.more", lang, n=len(seen) - SAID)


# --- The event -----------------------------------------------------------------------------------------------


def _event(sheets: Sequence[Upload], rules: str, mapping: File | None, lang: Lang) -> File | None:
    """The event that the score sheets make, by what is said of it here; given back where it is to be loaded with them."""
    forms = choices("form")
    with st.container(horizontal=True, gap="small"):
        form = st.selectbox(
            t("papers.form", lang), FORMS, key="papers.form", format_func=lambda each: in_language(forms[each], lang), width=220
        )
        identifier = st.text_input(t("papers.id", lang), key="papers.id", placeholder="event", width=160)
        name = st.text_input(t("papers.name", lang), key="papers.name", width=260)
    ranked = st.multiselect(
        t("papers.rank_by", lang),
        KEYS,
        key="papers.rank_by",
        format_func=lambda each: in_language(FIGURE_NAMES[each], lang),
        placeholder=t("papers.rank_by.printed", lang),
    )
    with st.container(horizontal=True, gap="small"):
        points = st.text_input(t("papers.match_points", lang), key="papers.match_points", placeholder="2,1,0", width=200)
        difference = st.text_input(t("papers.difference", lang), key="papers.difference", placeholder="13", width=160)
        bye = st.text_input(t("papers.bye", lang), key="papers.bye", placeholder="points=18", width=200)
    higher = st.checkbox(t("papers.higher_level", lang), key="papers.higher_level")
    typed = st.text_area(t("papers.entrants", lang), key="papers.entrants", placeholder=t("papers.entrants.shape", lang))
    columns = _of_entrants(sheets)
    column = st.selectbox(
        t("papers.entrants.column", lang), ["", *columns], key="papers.entrants.column", format_func=lambda each: each or "–"
    )
    typed = typed if typed.strip() or not column else "\n".join(columns[column])
    terms = Terms(
        id=identifier.strip() or None,
        name=name.strip() or None,
        sheet=rules,
        form=form,
        rank_by=",".join(ranked) or None,
        match_points=points.strip() or None,
        difference=difference.strip() or None,
        bye=bye.strip() or None,
        higher_level="yes" if higher else None,
    )
    if st.button(t("papers.make", lang), key="papers.make", type="primary"):
        mapped = mapping_of(mapping.raw, mapping.name) if mapping is not None else None
        st.session_state[_MADE] = terms, _made(sheets, terms, typed, None if isinstance(mapped, Rejection) else mapped, lang)
    kept = st.session_state.get(_MADE)
    if kept is None or kept[0] != terms:
        return None
    raw, said = kept[1]
    say(*said)
    if raw is None:
        return None
    made = File(f"{safe_name(terms.id or 'event')}.json", raw)
    with st.container(horizontal=True, gap="small"):
        st.download_button(t("papers.event.keep", lang), made.raw, made.name, key="papers.event.keep", on_click="ignore")
        return made if st.button(t("papers.event.load", lang), key="papers.event.load") else None


def _of_entrants(sheets: Sequence[Upload]) -> dict[str, Sequence[str]]:
    """The columns of the sheets that may have the names of entrants, each text once, by file, worksheet, and what heads it."""
    raws = [bytes(file.getbuffer()) for file in sheets]
    digest = sha256(b"".join(sha256(raw).digest() for raw in raws)).hexdigest()
    kept = st.session_state.get(_ENTRANTS)
    if kept is None or kept[0] != digest:
        kept = st.session_state[_ENTRANTS] = digest, dict(_named_columns(sheets, raws))
    found: dict[str, Sequence[str]] = kept[1]
    return found


def _named_columns(sheets: Sequence[Upload], raws: Sequence[bytes]) -> Iterator[tuple[str, Sequence[str]]]:
    for file, raw in zip(sheets, raws, strict=True):
        grids = grids_apart(raw, safe_name(file.name))
        for grid in () if isinstance(grids, Rejection) else grids:
            head = likeliest(grid)
            for at, name, _ in head[2] if head is not None else ():
                below = [(row[at] or "").strip() for row in grid.rows[head[1] if head else 0 :] if at < len(row)]
                names = [*dict.fromkeys(text for text in below if text and not text.isdecimal() and key(text) not in TOTALS)]
                if 1 < len(names) <= MOST_ENTRANTS:
                    yield f"{grid.place(grid.letters[at])} {name}", names


def _made(
    sheets: Sequence[Upload], terms: Terms, typed: str, mapped: Mapped | None, lang: Lang
) -> tuple[bytes | None, tuple[str, ...]]:
    """The event's file, and what is said of it."""
    with tempfile.TemporaryDirectory(prefix="paipu-") as folder:
        paths = []
        for number, file in enumerate(sheets):
            path = Path(folder) / str(number) / safe_name(file.name)
            path.parent.mkdir()
            path.write_bytes(file.getbuffer())
            paths.append(str(path))
        try:
            made = made_of(paths, terms, entries_typed(typed), mapped)
        except BadTerm as bad:
            return None, (
                "error",
                t("papers.bad", lang, what=t(f"papers.{bad.field}", lang), found=bad.given, expected=expected(bad.field)),
            )
    if made.document is None:
        return None, ("error", t("papers.event.none", lang), *_refused(made.rejections, lang))
    return made.raw.encode(), ("note", *_said(made, lang))


def _said(made: Made, lang: Lang) -> Iterator[str]:
    """What an event has."""
    stages = made.document["stages"] if made.document else []
    rounds = [each for stage in stages for each in stage["rounds"]]
    yield t(
        "papers.event.made",
        lang,
        teams=len(made.document["teams"]) if made.document else 0,
        rounds=len(rounds),
        tables=sum(len(each["tables"]) for each in rounds),
        byes=sum(len(each.get("byes", ())) for each in rounds),
    )
    if made.strangers:
        yield t("papers.event.strangers", lang, teams=", ".join(made.strangers))
    for reading in made.readings:
        yield from reading_lines(reading, lang)
