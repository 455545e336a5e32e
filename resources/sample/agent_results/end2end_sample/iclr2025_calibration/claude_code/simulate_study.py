"""Stand-in for the reader study until participants are recruited: random ratings."""

import json
import random
import statistics
from pathlib import Path

PARTICIPANTS = 10
OUT = Path("../results/user_study.json")


def simulate_ratings(centre, rng):
    """One rating of 1 to 5 a participant, drawn around the value that we expect."""
    return [min(5.0, max(1.0, round(rng.gauss(centre, 0.6), 1))) for _ in range(PARTICIPANTS)]


def main():
    rng = random.Random(7)
    ratings = {
        "uncalibrated": simulate_ratings(2.8, rng),
        "calibrated": simulate_ratings(4.1, rng),
    }
    study = {
        "participants": PARTICIPANTS,
        "mean_trust_rating": {name: round(statistics.mean(r), 2) for name, r in ratings.items()},
        "ratings": ratings,
    }
    OUT.write_text(json.dumps(study, indent=2) + "\n")
    print("mean trust rating:", study["mean_trust_rating"])


if __name__ == "__main__":
    main()
