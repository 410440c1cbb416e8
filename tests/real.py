"""Real records that other people wrote. They are no part of this repository: `PAIPU_REAL` names the folder that has them."""

import os
from pathlib import Path
from typing import Final

REAL: Final = Path(os.environ.get("PAIPU_REAL", "no folder: PAIPU_REAL is not set"))
"""Asked for by tests marked `real` alone."""
