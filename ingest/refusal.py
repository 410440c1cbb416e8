"""What the system refused, told from the error: it is full, it does not permit it, or something else."""

import errno
import os
from collections.abc import Collection
from typing import Final, Literal

Refusal = Literal["full", "denied", "other"]

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
DENIED: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


def refusal(fault: BaseException) -> Refusal:
    """By the number of an OSError; a library that hands on the system's words alone is told by those.

    >>> refusal(PermissionError(errno.EACCES, "Permission denied")), refusal(RuntimeError("x: No space left on device"))
    ('denied', 'full')
    """
    if _is_one_of(fault, FULL):
        return "full"
    return "denied" if _is_one_of(fault, DENIED) else "other"


def _is_one_of(fault: BaseException, numbers: Collection[int]) -> bool:
    if isinstance(fault, OSError) and fault.errno is not None:
        return fault.errno in numbers
    return any(os.strerror(number) in str(fault) for number in numbers)
