"""The page on what stands behind the rules says how many situations there are, and not more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_claims_no_more_situations_than_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "tools/situations.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stdout + done.stderr
