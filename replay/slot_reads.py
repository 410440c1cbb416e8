"""Which slots of a sheet something reads: what reads none of the slots that an option fills is the same whatever it is set to.

A watched sheet is a copy of a sheet that does what the sheet does, and tells which of some slots were read. Only those slots
pay for it: they are properties of a class made for the purpose. Whatever looks at a group of slots as a whole (compares it,
hashes it to look something up, goes through it) is taken to have read them all.
"""

from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import fields
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

from paipu.replay.rulesheet import RuleSheet

Watched = Any
"""A sheet, a group of its slots, or the class of one: they are of many types, and their classes made here."""
OneSheet = TypeVar("OneSheet", bound=RuleSheet)


class Asked(NamedTuple):
    """What a sheet was asked, as it is played at a level if one is named: the method that answers, and what about."""

    level: str | None
    method: str
    about: tuple[Any, ...]

    def answer(self, sheet: RuleSheet) -> Any:  # noqa: ANN401 - whatever it says
        """What a sheet answers."""
        return getattr(sheet if self.level is None else sheet.at_level(self.level), self.method)(*self.about)


class SlotReads:
    """Watches for reads of some slots, dotted where they lie inside a group.

    `read` has those that were read since it was last emptied, and how many things had been `found` when each first was. With
    `questions`, what was only read to answer a question is not among them: `asked` has each question likewise, with what was
    read for the answer.
    """

    def __init__(self, slots: Iterable[str], found: Sized = (), *, questions: bool = False) -> None:
        self.slots = frozenset(slots)
        self.of_cards = [slot for slot in self.slots if slot.startswith("cards.")]
        self.found, self.questions = found, questions
        self.copied: dict[int, tuple[RuleSheet, Mapping[str, Any]]] = {}
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.read: dict[str, int] = {}
        self.asked: dict[Asked, tuple[int, frozenset[str]]] = {}

    def tell(self, slot: str) -> None:
        """A slot is read."""
        self.read.setdefault(slot, len(self.found))

    def tell_all(self, slots: Iterable[str]) -> None:
        """Some slots are read at once."""
        read, found = self.read, len(self.found)
        for slot in slots:
            read.setdefault(slot, found)

    def ask(self, question: Asked, answering: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever the sheet says
        """A question is asked."""
        before, self.read = self.read, {}
        answer = answering()
        slots, self.read = frozenset(self.read), before
        if slots:
            self.asked.setdefault(question, (len(self.found), slots))
        return answer

    def sheet(self, sheet: OneSheet, level: str | None = None) -> OneSheet:
        """A watched copy, as it is played at a level, which has worked nothing out and remembers nothing yet."""
        kind: Watched = type(sheet)
        watched: OneSheet = object.__new__(_watched_sheet(kind, frozenset(slot for slot in self.slots if "." not in slot)))
        if id(sheet) not in self.copied:
            values = {field.name: getattr(sheet, field.name) for field in fields(sheet)}
            for name, inner in _by_group(self.slots).items():
                if values[name] is not None:
                    values[name] = self.group(values[name], name, inner)
            if self.slots.isdisjoint(_OF_NAMES):
                values |= {name: getattr(sheet, name) for name in _NAMES}
            self.copied[id(sheet)] = sheet, values
        vars(watched).update(self.copied[id(sheet)][1], watched_by=self, watched_as=sheet, watched_level=level, watched_at={})
        return watched

    def group(self, rules: Watched, path: str, slots: frozenset[str]) -> Watched:
        """A watched copy of a group of slots that lies at a path."""
        inner = _by_group(slots)
        changed = {name: self.group(getattr(rules, name), f"{path}.{name}", below) for name, below in inner.items()}
        values = [changed.get(name, value) for name, value in zip(rules._fields, rules, strict=True)]
        plain: Watched = type(rules)
        kind = _watched_group(plain, frozenset(slot for slot in slots if "." not in slot))
        watched = tuple.__new__(kind, values)
        vars(watched).update(watched_by=self, watched_at=path, watched_slots=frozenset(f"{path}.{slot}" for slot in slots))
        return watched


_OF_NAMES: Final = frozenset({"seats", "ladder"})
_NAMES: Final = ("sides", "alternating", "seat_at", "side_of", "_named", "_letters")
"""What is worked out of seats and ladder alone, and so need not be anew for each copy."""


@cache
def _by_group(slots: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """The slots that lie inside groups, by group."""
    parts = [slot.partition(".") for slot in slots if "." in slot]
    return {group: frozenset(inner for name, _, inner in parts if name == group) for group, _, _ in parts}


@cache
def _watched_sheet(kind: Watched, slots: frozenset[str]) -> Watched:
    """The class of the watched copies of sheets of a kind."""

    def reader(name: str) -> property:
        def read(sheet: Watched) -> Watched:
            sheet.watched_by.tell(name)
            return vars(sheet)[name]

        return property(read)

    def changed(sheet: Watched, slots: Mapping[str, object]) -> Watched:
        return sheet.watched_by.sheet(sheet.watched_as.changed(slots))

    def asked(sheet: Watched, method: str, about: tuple[object, ...], answering: Callable[[], Any]) -> Watched:
        slot_reads = sheet.watched_by
        return slot_reads.ask(Asked(sheet.watched_level, method, about), answering) if slot_reads.questions else answering()

    def context(sheet: Watched, *at: object) -> Watched:
        slot_reads, plain = sheet.watched_by, sheet.watched_as.context(*at)

        def made() -> Watched:
            late = tuple(f"cards.{slot}" for slot in plain.late)
            slot_reads.tell_all([slot for slot in slot_reads.of_cards if not slot.startswith(late)])
            return plain.under(sheet.cards)

        return asked(sheet, "context", at, made)

    def answer(sheet: Watched, question: Callable[..., Any], *about: object) -> Watched:
        return asked(sheet, "answer", (question, *about), lambda: question(sheet, *about))

    def ask(sheet: Watched, question: Callable[..., Any], *about: object) -> Watched:
        return asked(sheet, "ask", (question, *about), lambda: question(sheet, *about))

    def at_level(sheet: Watched, level: str | None) -> Watched:
        if level not in sheet.watched_at:
            asked(sheet, "stage_at", (level,), lambda: kind.stage_at(sheet, level))
            plain = sheet.watched_as.at_level(level)
            sheet.watched_at[level] = sheet if plain is sheet.watched_as else sheet.watched_by.sheet(plain, level)
        return sheet.watched_at[level]

    def played_by(sheet: Watched) -> Watched:
        return sheet.watched_as.played_by  # what is remembered of a hand is looked up by it, which asks nothing

    own = {name: reader(name) for name in slots} | {"played_by": property(played_by)}
    asking = {"changed": changed, "context": context, "answer": answer, "ask": ask, "at_level": at_level}
    watched: Watched = type(f"Watched{kind.__name__}", (kind,), {**own, **asking})
    return watched


@cache
def _watched_group(kind: Watched, slots: frozenset[str]) -> Watched:
    """The class of the watched copies of groups of a kind."""

    def reader(name: str, index: int) -> property:
        def read(rules: Watched) -> Watched:
            rules.watched_by.tell(f"{rules.watched_at}.{name}")
            return tuple.__getitem__(rules, index)

        return property(read)

    def whole(method: Callable[..., Any]) -> Callable[..., Any]:
        def read(rules: Watched, *arguments: Watched) -> Watched:
            rules.watched_by.tell_all(rules.watched_slots)
            return method(rules, *arguments)

        return read

    def changed(rules: Watched, **changes: object) -> Watched:
        return kind(*rules)._replace(**changes)

    own = {name: reader(name, index) for index, name in enumerate(kind._fields) if name in slots}
    through = {name: whole(getattr(tuple, name)) for name in ("__iter__", "__hash__", "__eq__", "__ne__", "__getitem__")}
    return type(f"Watched{kind.__name__}", (kind,), {**own, **through, "_replace": changed})
