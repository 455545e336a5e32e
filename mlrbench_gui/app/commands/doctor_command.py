"""`doctor`: what is installed, reachable and missing."""

import argparse
from dataclasses import asdict

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.doctor import checks

_SIGNS = {"ok": "ok", "missing": "MISSING", "absent": "-"}


def run(options: argparse.Namespace) -> int:
    """Print every check; 3 where a needed part is missing."""
    found = checks(options.workspace, load=True)
    if options.json:
        emit_json(options.json, {"checks": [asdict(check) for check in found]})
    if options.json != "-":
        for check in found:
            print(f"{_SIGNS[check.state]:8} {check.title:22} {check.detail}")
            if check.remedy:
                print(f"{'':31} {check.remedy}")
    return 3 if any(check.state == "missing" for check in found) else 0
