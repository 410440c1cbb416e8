"""What `paipu dashboard` tells the pages, which run in threads of their own: environment variables."""

from typing import Final

WAREHOUSE_VARIABLE: Final = "PAIPU_WAREHOUSE"
"""Which warehouse to read."""
BASELINE_VARIABLE: Final = "PAIPU_BASELINE"
WAIVERS_VARIABLE: Final = "PAIPU_WAIVERS"
"""The files of findings that do not count, as `paipu audit` has them."""
