"""A template of this folder, filled: everything that is put in is escaped, and what is missing is a fault."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from paipu.analytics.rulings import Mark
from paipu.replay.text import LANGS, Bilingual, Lang, Text, in_language
from paipu.replay.texts import Texts
from paipu.replay.words import with_signs

Tongue = Literal["zh", "en", "both"]
"""The language of a document; in both, Chinese comes first and English stands behind it, smaller."""

FRAME: Final = Texts({}, (__package__, "page"))
"""What every document says around its own words."""


def log_named(say: Callable[..., Markup], mark: Mark | None) -> Markup:
    """Which log of rulings a document rests on: who has it can tell later whether the log was cut or rewritten since."""
    return say(log_said(mark))


def log_said(mark: Mark | None) -> Text:
    """The same in both languages."""
    return FRAME["report.log.none"] if mark is None else FRAME["report.log"].fill(**mark._asdict())


def document(template: str, tongue: Tongue, texts: Mapping[str, Text], **values: object) -> str:
    """The document that a template of this folder makes of some values.

    In a template `t("key", n=3)` is a text of the catalogue and `say(text)` any text in both languages, each as the document's
    language has it, `signs(text)` one that has cards in it, with the signs that they bear; `lang` is the one language in which
    anything else is to be said, Chinese where both are asked for.
    """
    catalogue = {**FRAME, **texts}
    say = speaker(tongue)

    def t(key: str, **filled: object) -> Markup:
        return say(catalogue[key], **filled)

    def signs(said: Bilingual) -> Markup:
        return say(Text(*(with_signs(in_language(said, lang), lang) for lang in LANGS)))

    tongues: dict[str, object] = {"lang": language_of(tongue), "tongue": tongue}
    return _environment().get_template(template).render(t=t, say=say, signs=signs, **tongues, **values)


def language_of(tongue: Tongue) -> Lang:
    """The one language of what is not said twice."""
    return "en" if tongue == "en" else "zh"


def speaker(tongue: Tongue) -> Callable[..., Markup]:
    """What gives a text as a document's language has it; values that are texts in both languages go in as such."""

    def one(said: Bilingual, lang: Lang, filled: Mapping[str, object]) -> str:
        own = {key: in_language(value, lang) if isinstance(value, Text) else value for key, value in filled.items()}
        return in_language(said, lang, **own)

    def say(said: Bilingual, **filled: object) -> Markup:
        if tongue != "both":
            return escape(one(said, tongue, filled))
        zh, en = one(said, "zh", filled), one(said, "en", filled)
        return escape(zh) if zh == en else Markup('{} <span class="en" lang="en">{}</span>').format(zh, en)

    return say


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("paipu.analytics", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
