"""The program `paipu`; `python -m paipu.cli` is the same. Signals are heeded before anything that takes time is imported."""

import sys

from paipu.cli.support.signals import done, heard, heed


def main() -> None:
    """The program."""
    heed()
    try:
        from paipu.cli.main import main as run

        run()
    except BaseException:
        number = heard()
        if number is None:
            raise
        sys.exit(128 + number)
    finally:
        done()


if __name__ == "__main__":
    main()
