"""A match as notes, the text that people read: what `notes` reads, a line a fact and a line a trick."""

from collections.abc import Iterator, Mapping
from typing import Any

from paipu.ingest.importers.base import Document
from paipu.replay.notation import split_trick
from paipu.replay.sheets import TRICK_SHEETS


def write(match: Document) -> bytes:
    """The notes of a match, without what they have no words for."""
    return ("\n".join(_lines(match)) + "\n").encode()


def _lines(match: Document) -> Iterator[str]:
    yield f"规则 {match['sheet']}"
    if match.get("id"):
        yield f"编号 {match['id']}"
    for name, value in match.get("options", {}).items():
        yield f"选项 {name}={value}"
    for seat, player in match.get("seats", {}).items():
        yield f"选手 {seat} {player.get('name', player['id'])}"
    if "levels" in match.get("start", {}):
        yield f"打前 {_by_side(match['start']['levels'])}"
    for hand in match["hands"]:
        yield ""
        yield from _hand(hand, once=match["sheet"] in TRICK_SHEETS)
    if "winner" in match.get("claims", {}):
        yield ""
        yield f"胜方 {match['claims']['winner']}"


def _hand(hand: Document, *, once: bool) -> Iterator[str]:
    yield f"第{hand['no']}副"
    for key, word in (("level", "打"), ("dealer", "庄"), ("trump", "主"), ("lead", "首家")):
        if key in hand:
            yield f"{word} {hand[key]}"
    for seat, cards in hand.get("deal", {}).items():
        yield f"{'底' if seat == 'kitty' else seat}：{cards}"
    if hand.get("bids"):
        yield f"亮 {'；'.join(hand['bids'])}"
    for act in hand.get("kitty", ()):
        yield _asked(act)
    if hand.get("tribute"):
        yield f"贡 {'；'.join(hand['tribute'])}"
    if hand.get("resisted"):
        yield "抗贡"
    for number, trick in enumerate(hand.get("tricks", ()), start=1):
        leader, *plays = split_trick(trick)
        told = f"{leader} {', '.join(plays)}"
        yield f"{number}. {told}" if once else told
    yield from _claimed(hand.get("claims", {}))


def _asked(act: Mapping[str, Any]) -> str:
    if act.get("pass"):
        return f"炒 {act['seat']} 不炒"
    if "show" in act:
        return f"炒 {act['seat']} {act['show']} 扣 {act.get('bury', '')}".strip()
    return f"扣 {act.get('bury', '')}".strip()


def _claimed(claims: Mapping[str, Any]) -> Iterator[str]:
    if "finish" in claims:
        yield f"名次 {claims['finish']}"
    if "attackers" in claims:
        yield f"抓分 {claims['attackers']}"
    if "levels" in claims:
        yield f"打完 {_by_side(claims['levels'])}"


def _by_side(values: Mapping[str, str]) -> str:
    return ",".join(f"{side}={value}" for side, value in values.items())
