"""What a command has no use for beside what else it was asked: it is refused, for who gives an option means something by it."""

from paipu.cli.support.errors import UsageError


def refuse_idle(beside: str, **given: bool) -> None:
    """Refuse the options that were `given`, by the names of their parameters, beside what leaves them nothing to do.

    Raises UsageError.
    """
    for name, was in given.items():
        if was:
            raise UsageError("option.idle", option=f"--{name.replace('_', '-')}", beside=beside)
