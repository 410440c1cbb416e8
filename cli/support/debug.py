"""Whether the person asked to see what lies behind an internal error (`--debug`)."""


class _Debug:
    on = False


def set_debugging(*, on: bool) -> None:
    """Called once, before any command runs."""
    _Debug.on = on


def debugging() -> bool:
    """Whether tracebacks are to be shown."""
    return _Debug.on
