"""Train, calibrate and evaluate all methods; writes metrics.json, shift.csv and reliability.csv."""

import argparse
import csv
import json
import logging
import statistics
import sys
from functools import partial
from pathlib import Path

from metrics import evaluate, reliability
from models import Logistic, Majority, NaiveBayes, fit_temperature, softmax
from strings import CLASSES, balanced, labelled_strings, ngrams

log = logging.getLogger("calibration")
METRICS = ("accuracy", "ece", "nll", "brier")


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train-size", type=int, default=5000)
    parser.add_argument("--val-size", type=int, default=2000)
    parser.add_argument("--test-size", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--learning-rate", type=float, default=0.05)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path("../results"))
    return parser.parse_args()


def probabilities(model, pairs, temperature):
    return [softmax(model(text), temperature) for text, _ in pairs]


def labels_of(pairs):
    return [label for _, label in pairs]


def run_seed(args, seed, results, shifted, bins):
    pool = balanced(labelled_strings(2, 40000), 3000, seed)
    train = pool[: args.train_size]
    val = pool[args.train_size : args.train_size + args.val_size]
    test = pool[args.train_size + args.val_size :][: args.test_size]
    shift = balanced(labelled_strings(100000, 140000), 600, seed)
    features = partial(ngrams, orders=(1, 2, 3))
    models = {
        "majority": Majority(train, features, len(CLASSES)),
        "naive_bayes": NaiveBayes(train, features, len(CLASSES)),
        "logistic": Logistic(
            train, features, len(CLASSES), epochs=args.epochs, rate=args.learning_rate, seed=seed
        ),
    }
    for name, model in models.items():
        temperature = fit_temperature([model(text) for text, _ in val], labels_of(val))
        variants = [(name, 1.0)] if name == "majority" else [(name, 1.0), (name + "_ts", temperature)]
        for variant, t in variants:
            outputs = probabilities(model, test, t)
            scores = evaluate(outputs, labels_of(test))
            results.setdefault(variant, []).append({**scores, "temperature": t})
            shifted.setdefault(variant, []).append(evaluate(probabilities(model, shift, t), labels_of(shift)))
            log.info(
                "seed=%d method=%s temperature=%.2f accuracy=%.4f ece=%.4f nll=%.4f brier=%.4f",
                seed, variant, t, *(scores[m] for m in METRICS),
            )
            if variant in ("naive_bayes", "naive_bayes_ts"):
                for total, row in zip(bins.setdefault(variant, [[0, 0.0, 0] for _ in range(10)]),
                                      reliability(outputs, labels_of(test))):
                    for k in range(3):
                        total[k] += row[k]


def summary(runs, keys):
    return {
        key: {
            "mean": round(statistics.mean(run[key] for run in runs), 4),
            "std": round(statistics.pstdev(run[key] for run in runs), 4),
        }
        for key in keys
    }


def main():
    args = parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stdout)
    results, shifted, bins = {}, {}, {}
    for seed in range(args.seeds):
        run_seed(args, seed, results, shifted, bins)
    report = {
        "config": {
            "train_size": args.train_size, "val_size": args.val_size, "test_size": args.test_size,
            "epochs": args.epochs, "learning_rate": args.learning_rate, "seeds": args.seeds,
        },
        "methods": {name: summary(runs, (*METRICS, "temperature")) for name, runs in results.items()},
    }
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "metrics.json").write_text(json.dumps(report, indent=2) + "\n")
    with open(args.out / "shift.csv", "w", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["method", "accuracy", "ece"])
        for name, runs in shifted.items():
            values = summary(runs, ("accuracy", "ece"))
            writer.writerow([name, values["accuracy"]["mean"], values["ece"]["mean"]])
    with open(args.out / "reliability.csv", "w", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["method", "bin", "count", "confidence", "accuracy"])
        for name, rows in bins.items():
            for index, (count, confidence, correct) in enumerate(rows):
                if count:
                    writer.writerow([name, index, count, round(confidence / count, 4), round(correct / count, 4)])
    log.info("wrote metrics.json, shift.csv and reliability.csv")


if __name__ == "__main__":
    main()
