"""The page that Streamlit draws in: its own, under our name and in our language, with our style there before anything is drawn.

Streamlit hands its page out at every address, known or not, and hears of the pages only when a script runs; style that a
script sends comes after the first paint, and moves what was painted. So the pages are answered here, and what is no page is
said to be none.
"""

import re
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from typing import Final
from urllib.parse import urlencode

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from paipu.dashboard.table import assets
from paipu.dashboard.text import t
from paipu.replay.text import LANGS, Lang, is_lang

FIRST: Final = "overview"
"""The page at the root."""
_FOLDER: Final = Path(__file__).parent
PAGES: Final = frozenset(f"/{each.name}" for each in iter_modules([str(_FOLDER / "pages")]))
"""The addresses of pages: one module a page."""
SCRIPT: Final = "/shell.js"
HEALTH: Final = "/healthz"
STYLES: Final = ("tokens.css", "page.css", "overview.css", "players.css", "event.css", "rulings.css")
DRAWN_WITH: Final = ("BidiComponent", "ButtonGroup", "Html", "Selectbox", "TextInput")
"""Parts of Streamlit's script that are loaded by themselves."""
_OTHERS: Final = frozenset({"/", "/favicon.png", SCRIPT, HEALTH})
_FOLDERS: Final = ("/static/", "/media/", "/_stcore/", "/table/")
MARK: Final = t("app.title", "zh")
"""The name on the frame, in every language."""
NAME: Final = f"{MARK} {t('app.title', 'en')}"
DOCUMENT_LANG: Final = {"zh": "zh-CN", "en": "en"}
_NO_CACHE: Final = {"Cache-Control": "no-cache"}


def is_known(path: str) -> bool:
    """Whether anything is at an address; what is below `_stcore` the gate decides."""
    return path.startswith((*_FOLDERS, "/player/")) or (path.rstrip("/") or "/") in PAGES | _OTHERS


def routes() -> list[Route]:
    """The pages, the script that they share, and the first page's other name."""
    shown = [Route(path, _page) for path in sorted(PAGES - {f"/{FIRST}"})]
    return [
        Route("/", _page),
        *shown,
        Route(f"/{FIRST}", _to_root),
        Route("/player/{player}", _to_player),
        Route(SCRIPT, _script),
        Route("/table/{version}/{name:path}", _table),
    ]


async def _page(request: Request) -> HTMLResponse:
    lang = request.query_params.get("lang", "")
    return HTMLResponse(page(lang if is_lang(lang) else "zh"), headers=_NO_CACHE)


async def _to_root(request: Request) -> RedirectResponse:
    return RedirectResponse(f"./?{request.url.query}" if request.url.query else "./", headers=_NO_CACHE)


async def _to_player(request: Request) -> RedirectResponse:
    """A player's own page, by an address that can be told."""
    said = {"by": "player", "u": request.path_params["player"], **request.query_params}
    return RedirectResponse(f"../players?{urlencode(said)}", headers=_NO_CACHE)


async def _script(_request: Request) -> Response:
    return FileResponse(_FOLDER / "shell.js", media_type="text/javascript", headers=_NO_CACHE)


async def _table(request: Request) -> Response:
    """A file of the card table, which the browser keeps: at another version it has another address."""
    name = request.path_params["name"]
    if name not in (*assets.SCRIPTS, *assets.STYLES) or request.path_params["version"] != assets.version():
        return Response(status_code=404)
    kind = "text/css" if name in assets.STYLES else "text/javascript"
    return FileResponse(assets.FOLDER / name, media_type=kind, headers={"Cache-Control": "public, immutable, max-age=31536000"})


@cache
def page(lang: Lang) -> str:
    """Streamlit's page in a language, with our head."""
    given = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    no_script = t("app.no_script", lang)
    style = "".join((_FOLDER / name).read_text(encoding="utf-8") for name in STYLES)
    given = re.sub(r'<html lang="\w+"', f'<html lang="{DOCUMENT_LANG[lang]}"', given, count=1)
    given = re.sub(r"<title>.*?</title>", f"<title>{NAME}</title>", given, count=1)
    given = re.sub(r"<noscript>.*?</noscript>", f"<noscript><p>{no_script}</p></noscript>", given, count=1, flags=re.DOTALL)
    given = re.sub(
        r'(<!--[^>]*-->\s*)?<link rel="service-desc"[^>]*>', f'<script src=".{SCRIPT}" defer></script>', given, count=1
    )
    mark = f'<nav id="mark" aria-label="{NAME}"><a href="./?lang={lang}">{MARK}</a></nav>{_mine()}'
    given = given.replace(
        '<div id="root"></div>', f'<div id="root"></div>{mark}', 1
    )  # after the link that skips to the content
    return given.replace("</head>", f"{_preloads()}<style>{style}</style></head>", 1)


def _mine() -> str:
    """The link to one's own page, which the script shows where the browser keeps one."""
    said = " ".join(f'data-{lang}="{t("app.mine", lang)}"' for lang in LANGS)
    return f'<a id="mine" {said} hidden></a>'


def _preloads() -> str:
    """What every page draws with is fetched with the page, and not when the script first says so: else all below it moves."""
    scripts = Path(st.__file__).parent / "static" / "static" / "js"
    found = sorted(path.name for part in DRAWN_WITH for path in scripts.glob(f"{part}.*.js"))
    own = [assets.address(name) for name in assets.SCRIPTS]
    return "".join(f'<link rel="modulepreload" href="{at}">' for at in (*own, *(f"./static/js/{name}" for name in found)))


async def unknown(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer where there is no page: in the language that the address asks for, else in every one."""
    asked = Request(scope).query_params.get("lang", "")
    langs: tuple[Lang, ...] = (asked,) if is_lang(asked) else LANGS
    said = "".join(
        f'<p lang="{DOCUMENT_LANG[lang]}">{t("app.unknown", lang)} '
        f'<a href="/?lang={lang}">{t("app.unknown.back", lang)}</a></p>'
        for lang in langs
    )
    body = (
        f'<!DOCTYPE html><html lang="{DOCUMENT_LANG[langs[0]]}"><head><meta charset="utf-8"><title>{NAME}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<style>:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif } "
        "main { margin: 15vh auto; max-width: 34em; padding: 0 16px }</style></head>"
        f"<body><main><h1>{NAME}</h1>{said}</main></body></html>"
    )
    await HTMLResponse(body, 404)(scope, receive, send)
