"""`make quality`: how right the engine is on labelled runs, how much of its support is chance,
and how many of the agents' files come out of their transcripts byte for byte.

Reads the benchmark's data from MLRBENCH_CHECKOUT, labels from MLRBENCH_LABELS (or `--labels`, several times), and
scores by the script MLRBENCH_SCORER, which is run and not copied; the last two default to `labels` and
`tools/score_audit.py` beside the checkout. Ends with 1 where a goal is missed, with 2 where something is not there.
"""

import argparse
import sys
from pathlib import Path

from tests.quality.chance_table import print_chance
from tests.quality.places import MissingPlace, Places, find_places
from tests.quality.replay_table import print_replay
from tests.quality.scores import print_scores


def main(argv: list[str]) -> int:
    """Print all figures; the exit status tells whether all goals are met."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality", description=__doc__)
    parser.add_argument("--labels", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--details", action="store_true", help="each miss, and each link made by chance")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default 2)")
    options = parser.parse_args(argv)
    try:
        places = find_places(options.labels)
    except MissingPlace as error:
        print(f"quality: {error}", file=sys.stderr)
        return 2
    return 0 if _all_met(places, details=options.details, jobs=options.jobs) else 1


def _all_met(places: Places, *, details: bool, jobs: int) -> bool:
    scored = print_scores(places, details=details, jobs=jobs)
    matched = print_chance(places, details=details, jobs=jobs)
    replayed = print_replay(places.checkout, details=details)
    return scored and matched and replayed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
