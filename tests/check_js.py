"""Checks the dashboard's JavaScript by eslint and by TypeScript's checker, strictly: `python -m tests.check_js`.

Both are Debian's packages, and need node. Where they are absent the check says so and passes, or fails where
`PAIPU_REQUIRE_BROWSER=1`, as on the machine that checks every change. `dashboard/.eslintrc.json` and
`dashboard/jsconfig.json` say how strict they are; what the server sends is typed by `dashboard/table/message.d.ts`.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "dashboard"
CHECKS: Final = {"eslint": ("--format", "unix", "--ignore-pattern", "table/lit", "."), "tsc": ("--project", "jsconfig.json")}
PACKAGES: Final = {"eslint": "eslint", "tsc": "node-typescript"}
DEBIAN: Final = "/usr/share/nodejs"
"""Where Debian's modules are, which a node that is not Debian's does not know."""


def main() -> int:
    absent = [name for name in CHECKS if shutil.which(name) is None]
    if absent:
        packages = " ".join(PACKAGES[name] for name in absent)
        sys.stdout.write(f"JavaScript not checked: no {' and no '.join(absent)} here (Debian: apt install {packages})\n")
        return int(os.environ.get("PAIPU_REQUIRE_BROWSER") == "1")
    environment = {**os.environ, "NODE_PATH": DEBIAN}
    failed = [
        name
        for name, said in CHECKS.items()
        if subprocess.run([name, *said], cwd=FOLDER, env=environment, check=False).returncode
    ]
    if not failed:
        sys.stdout.write(f"JavaScript: {len(list(FOLDER.rglob('*.js')))} files, no fault\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
