"""What the compiled build (`make wheel`) is to be told of a class; where Python runs the modules as they are, nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    Told = TypeVar("Told")

    def mypyc_attr(**_told: bool) -> Callable[[type[Told]], type[Told]]:
        """Nothing."""
        return lambda cls: cls
