"""How many bits of a mask are set, and which is the highest: in the compiled build what the processor has for it.

It is asked for as `bits.ones`, not by names of its own, so that Cython finds what `bits.pxd` has in its place.
"""


def ones(mask: int) -> int:
    """How many are set."""
    return mask.bit_count()


def top(mask: int) -> int:
    """The number of the highest, -1 where none is set."""
    return mask.bit_length() - 1
