"""Hands that somebody wants to find again: bookmarks with notes, in collections, kept in one file beside the warehouse.

The warehouse can be made anew from the records; this file cannot, and so it lies outside its folder. It is JSON
(`paipu-collections/1`), the same that is exported and imported. Who changes it holds a lock, and writes it whole.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from paipu.analytics.errors import UnusableError, WarehouseError
from paipu.replay.text import near
from paipu.replay.texts import Texts

FILE: Final = "collections.json"
FORMAT: Final = "paipu-collections/1"
MOST_PLACES: Final = 2_000
MOST_COLLECTIONS: Final = 200
LARGEST: Final = 32 << 20
"""Bytes of the file."""
TEXT: Final = Texts({}, (__package__, "text.collections"))
Key = tuple[str, int, int]
"""Match, hand and ply of a place."""
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]


class CollectionsError(WarehouseError):
    """The file is not as it was written, or what is asked of it cannot be done."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(*TEXT[key].fill(**values))


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class KeptPlace(_Strict):
    """A ply of a hand, 0 before its first play, with what somebody noted of it."""

    match: Annotated[str, Field(min_length=1, max_length=200)]
    hand: Annotated[int, Field(ge=1, le=100_000)]
    ply: Annotated[int, Field(ge=0, le=10_000)] = 0
    note: Annotated[str, Field(max_length=4_000)] = ""

    @property
    def key(self) -> Key:
        return self.match, self.hand, self.ply


class Collection(_Strict):
    """Places under a name, each of them once, in the order in which they were added until somebody changes it."""

    name: Name
    places: Annotated[tuple[KeptPlace, ...], Field(max_length=MOST_PLACES)] = ()

    def at(self, key: Key) -> int:
        """Where a place stands, from 0. Raises CollectionsError where it stands nowhere."""
        found = next((at for at, place in enumerate(self.places) if place.key == key), None)
        if found is None:
            raise CollectionsError("no_place", name=self.name, match=key[0], hand=key[1], ply=key[2])
        return found


class Collections(_Strict):
    """The whole file."""

    format: Literal["paipu-collections/1"] = FORMAT
    collections: Annotated[tuple[Collection, ...], Field(max_length=MOST_COLLECTIONS)] = ()

    def named(self, name: str) -> Collection:
        """The collection of a name. Raises CollectionsError for one that there is not."""
        found = next((each for each in self.collections if each.name == name), None)
        if found is None:
            raise CollectionsError("none", name=name, near=near(name, [each.name for each in self.collections]))
        return found

    def added(self, name: str, places: Iterable[KeptPlace]) -> "Collections":
        """With some places more in a collection, made if there is none; one that is there gets the note, if there is any.

        Raises CollectionsError for a name or a number of places that cannot be.
        """
        own = {each.name: each for each in self.collections}
        held = {place.key: place for place in (own[name].places if name in own else ())}
        for place in places:
            if place.note or place.key not in held:
                held[place.key] = place
        if len(held) > MOST_PLACES or len(own) + (name not in own) > MOST_COLLECTIONS:
            raise CollectionsError("many", places=MOST_PLACES, collections=MOST_COLLECTIONS)
        try:
            own[name] = Collection(name=name, places=tuple(held.values()))
        except ValidationError as wrong:
            raise CollectionsError("name", name=name[:80]) from wrong
        return Collections(collections=tuple(own.values()))

    def merged(self, other: "Collections") -> "Collections":
        """With all that others hold; the notes of places that both have are theirs. Raises CollectionsError as `added` does."""
        merged = self
        for each in other.collections:
            merged = merged.added(each.name, each.places)
        return merged

    def renamed(self, name: str, new: str) -> "Collections":
        """With another name for a collection. Raises CollectionsError for one that is taken, or can be none."""
        own = self.named(name)
        if new != name and any(each.name == new for each in self.collections):
            raise CollectionsError("taken", name=new)
        try:
            made = Collection(name=new, places=own.places)
        except ValidationError as wrong:
            raise CollectionsError("name", name=new[:80]) from wrong
        return self._instead(name, [made])

    def moved(self, name: str, key: Key, by: int) -> "Collections":
        """With a place moved by so many towards the end of a collection, or below 0 towards its beginning; it stops there.

        Raises CollectionsError where there is no such thing.
        """
        own = self.named(name)
        at = own.at(key)
        rest = [*own.places[:at], *own.places[at + 1 :]]
        rest.insert(max(0, at + by), own.places[at])
        return self._instead(name, [Collection(name=name, places=tuple(rest))])

    def noted(self, name: str, key: Key, note: str) -> "Collections":
        """With another note of a place. Raises CollectionsError where there is no such thing, or it can be no note."""
        own = self.named(name)
        at = own.at(key)
        places = (*own.places[:at], kept_place(*key, note), *own.places[at + 1 :])
        return self._instead(name, [Collection(name=name, places=places)])

    def without(self, name: str, key: Key | None = None) -> "Collections":
        """Without a collection, or without a place of it. Raises CollectionsError where there is no such thing."""
        own = self.named(name)
        if key is None:
            return self._instead(name, [])
        at = own.at(key)
        return self._instead(name, [Collection(name=name, places=(*own.places[:at], *own.places[at + 1 :]))])

    def _instead(self, name: str, others: Sequence[Collection]) -> "Collections":
        """With others in the place of a collection."""
        return Collections(
            collections=tuple(now for each in self.collections for now in (others if each.name == name else [each]))
        )


def kept_place(match: str, hand: int, ply: int, note: str) -> KeptPlace:
    """A place with a note. Raises CollectionsError for what can be none."""
    try:
        return KeptPlace(match=match, hand=hand, ply=ply, note=note)
    except ValidationError as wrong:
        raise _broken(wrong, match[:80]) from wrong


def file_beside(warehouse: Path) -> Path:
    """Where the collections of a warehouse lie."""
    return warehouse.absolute().parent / FILE


def read(path: Path) -> Collections:
    """The collections in a file; none where there is no file. Raises CollectionsError for one that is not as it was written."""
    try:
        if path.stat().st_size > LARGEST:
            raise CollectionsError("large", path=path, most=LARGEST >> 20)
        raw = path.read_bytes()
    except FileNotFoundError:
        return Collections()
    except OSError as fault:
        raise UnusableError(path, fault) from fault
    return parsed(raw, path)


def parsed(raw: bytes, path: Path | str) -> Collections:
    """What some bytes say. Raises CollectionsError at the first value that cannot be."""
    try:
        found = Collections.model_validate_json(raw)
    except ValidationError as wrong:
        raise _broken(wrong, path) from wrong
    names = [each.name for each in found.collections]
    if len({*names}) < len(names):
        raise CollectionsError("twice", path=path)
    return found


def _broken(wrong: ValidationError, path: Path | str) -> CollectionsError:
    """The first thing that is wrong, with its place."""
    first = wrong.errors(include_url=False, include_input=False)[0]
    pointer = "/" + "/".join(str(step) for step in first["loc"])
    return CollectionsError("broken", path=path, pointer=pointer, why=first["msg"])


def written(kept: Collections) -> bytes:
    """A file of collections, as it is stored and exported. Raises CollectionsError where nobody could read it again."""
    raw = kept.model_dump_json(indent=1).encode() + b"\n"
    if len(raw) > LARGEST:
        raise CollectionsError("large", path=FILE, most=LARGEST >> 20)
    return raw


def change(path: Path, act: Callable[[Collections], Collections]) -> Collections:
    """Read the file, change what it says and write it whole, while no other process does.

    Raises CollectionsError as `act` does, and for a file that is not as it was written; UnusableError where the disk refuses.
    """
    try:
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as fault:
        raise UnusableError(path, fault) from fault
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = act(read(path))
        draft, raw = path.with_suffix(".draft"), written(made)
        try:
            with draft.open("wb") as out:
                out.write(raw)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(path)
        except OSError as fault:
            raise UnusableError(path, fault) from fault
        return made
    finally:
        os.close(lock)
