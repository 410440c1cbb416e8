"""The script that Streamlit runs.

It is not `app.py`, because Streamlit takes a folder named `pages` beside its script for the pages of its older kind, and a
deep link that is the first request would run `pages/replay.py` bare.
"""

from paipu.dashboard.app import main

if __name__ == "__main__":  # a process that an upload starts imports this script, and must not run it
    main()
