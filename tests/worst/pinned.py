"""The worst records that searches have found, as genomes."""

from typing import Final

from tests.worst.genome import Genome

WORST: Final = {
    "placeholder": Genome(sheet="shengji"),
}
