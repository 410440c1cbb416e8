"""`paipu`: the commands, and what a user is told when one of them cannot go on. No traceback reaches anybody unasked."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_command

from paipu.cli.support.debug import set_debugging
from paipu.cli.support.ends import complain, end
from paipu.cli.support.errors import ExitCode, UsageError
from paipu.cli.support.files import say
from paipu.cli.support.signals import heard, heed
from paipu.cli.support.streams import prepare, shows_chinese
from paipu.cli.support.terminal import tell
from paipu.cli.text import TEXT, both, text
from paipu.replay.text import Text, near

DEBUG: Final = "--debug"


COMMANDS: Final = (
    *("audit", "standings", "judge", "replay", "whatif", "solve", "review", "explain", "rules"),
    *("load", "verify", "stats", "find", "ratings", "export", "luck", "integrity", "dashboard"),
    *("serve", "backup", "restore", "convert", "template", "deal", "sample", "schema", "demo"),
)
"""Each is what its module has under the name `command`, in the order in which they are used."""
GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "event": ("new",),
    "ruling": ("propose", "draft", "issue", "appeal", "decide", "withdraw", "list", "verify", "confirm"),
    "report": ("case", "event"),
    "collection": ("add", "list", "remove", "print", "export", "import"),
    "account": ("invite", "list", "remove", "token"),
}
"""Words that have commands of their own, which their modules have under the name `COMMANDS`."""


class Paipu(TyperGroup):
    """The group of commands, each made when it is asked for, so that a command does not wait for the others; `main` turns every
    way to end into an exit code.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - typer's own context is not public
        """In the order in which they are used, not in that of the alphabet."""
        return [*COMMANDS, *GROUPS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - as above
        """The command of a name; None where there is none."""
        if cmd_name not in self.commands and cmd_name in (*COMMANDS, *GROUPS):
            self.commands[cmd_name] = _made(cmd_name)
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as above
        """Run the command. What typer would end in its own way ends here in ours."""
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, KeyboardInterrupt) as fault:
            raise typer.Exit(end(fault)) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,  # noqa: ARG002 - whatever the program is called, its help says paipu
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401 - handed on as it is
    ) -> Any:  # noqa: ANN401 - an exit code where it returns
        """Run a command. In standalone mode this exits."""
        words, debug = _without_debug(sys.argv[1:] if args is None else list(args))
        set_debugging(on=debug)
        if not shows_chinese():  # what is asked for, by --lang or the environment, comes first
            english = {"lang": "en"}
            groups = {group: dict.fromkeys(own, english) for group, own in GROUPS.items()}
            extra.setdefault("default_map", {**dict.fromkeys(COMMANDS, english), **groups})
        run = partial(super().main, words, "paipu", complete_var, standalone_mode=False)
        code = guarded(partial(run, windows_expand_args=windows_expand_args, **extra))
        if standalone_mode:
            sys.exit(code)
        return code


class OnceEach(TyperCommand):
    """A command of which an option that takes one value is refused when it is given two: the first would be lost unsaid."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's own context is not public
        given = [param for param in self.make_parser(ctx).parse_args(args=[*args])[2] if isinstance(param, TyperOption)]
        again = next((param for param in given if given.count(param) > 1 and not (param.multiple or param.is_flag)), None)
        if again is not None:
            raise UsageError("usage.again", option=again.opts[0])
        return super().parse_args(ctx, args)


def _made(name: str) -> Any:  # noqa: ANN401 - typer's own command is not public
    """A command, or a group of them, of the module of its name."""
    module = import_module(f"paipu.cli.{name}")
    said = both(f"help.{name}")
    if name in COMMANDS:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(name, cls=OnceEach, help=said)(module.command)
        return get_command(alone)
    group = typer.Typer(name=name, help=said, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
    group.callback()(_nothing)
    for word in GROUPS[name]:
        group.command(word, cls=OnceEach, help=both(f"help.{name}.{word}"))(module.COMMANDS[word])
    return get_command(group)


def _nothing() -> None:
    """What a group does before its command; by it typer knows that it is one, though it may have one word alone."""


def _without_debug(words: list[str]) -> tuple[list[str], bool]:
    """`--debug` may stand anywhere before `--`."""
    end = words.index("--") if "--" in words else len(words)
    head = [word for word in words[:end] if word != DEBUG]
    return head + words[end:], len(head) < end or bool(os.environ.get("PAIPU_DEBUG"))


def guarded(run: Callable[[], object]) -> int:
    """Run something and turn the way it ends into an exit code; errors are told in both languages."""
    try:
        ended = run()
        sys.stdout.flush()
    except TyperException as error:
        if heard() is not None:
            return end(error)
        usage(error)
        return ExitCode.USAGE
    except BaseException as fault:  # noqa: BLE001 - the one place where all is caught, so that nobody is shown a traceback
        return end(fault)
    return ended if isinstance(ended, int) else ExitCode.CLEAN


def usage(error: TyperException) -> None:
    """What is wrong with the command line. Typer says it in English; the kind of error is known in Chinese too."""
    kind, ctx = type(error).__name__, getattr(error, "ctx", None)
    if kind == "NoArgsIsHelpError":
        tell(error.format_message())
        return
    said = " ".join(error.format_message().split())
    param = getattr(error, "param", None)
    name = param.get_error_hint() if param is not None else getattr(error, "option_name", "")
    if kind == "NoSuchCommand" or said.startswith("No such command"):
        kind = "NoSuchCommand"
        name = said.partition("'")[2].partition("'")[0]
        said = f"No such command '{name}'; near: {near(name, (*COMMANDS, *GROUPS))}"
        name = f"{name}；相近：{near(name, (*COMMANDS, *GROUPS))}"
    known = f"usage.{kind}" if f"usage.{kind}" in TEXT else "usage.other"
    complain(Text(text(known, "zh", name=name), said))
    path = ctx.command_path if ctx is not None else "paipu"
    tell(text("usage.try", "zh" if shows_chinese() else "en", command=path))


app = typer.Typer(
    cls=Paipu,
    name="paipu",
    help=both("help.app"),
    epilog=both("help.exit"),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _show_version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    from paipu.replay.audit import COMPILED, ENGINE_VERSION
    from paipu.replay.sheets import SHEETS

    try:
        program = version("paipu")
    except PackageNotFoundError:  # run from a folder, not installed
        program = ENGINE_VERSION
    sheets = ", ".join(f"{key} {sheet.version}" for key, sheet in SHEETS.items())
    build = both("version.compiled" if COMPILED else "version.pure")
    say(f"paipu {program} (engine {ENGINE_VERSION}, {build}; sheets: {sheets})")
    raise typer.Exit


@app.callback()
def _top(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help=both("help.version"))
    ] = False,
    _debug: Annotated[bool, typer.Option(DEBUG, envvar="PAIPU_DEBUG", help=both("help.debug"))] = False,
) -> None:
    pass


def main() -> None:
    """The program; `paipu.cli.__main__` heeds signals while this module is imported."""
    heed()
    prepare()
    get_command(app).main()
