"""Accuracy, expected calibration error, negative log-likelihood and Brier score."""

import math

BINS = 10


def reliability(probabilities, labels):
    """One row a confidence bin: count, sum of confidences, number correct."""
    rows = [[0, 0.0, 0] for _ in range(BINS)]
    for p, y in zip(probabilities, labels):
        confidence = max(p)
        row = rows[min(BINS - 1, int(confidence * BINS))]
        row[0] += 1
        row[1] += confidence
        row[2] += p.index(confidence) == y
    return rows


def evaluate(probabilities, labels):
    n = len(labels)
    rows = reliability(probabilities, labels)
    return {
        "accuracy": sum(row[2] for row in rows) / n,
        "ece": sum(abs(row[1] - row[2]) for row in rows) / n,
        "nll": -sum(math.log(p[y]) for p, y in zip(probabilities, labels)) / n,
        "brier": sum(
            sum((q - (k == y)) ** 2 for k, q in enumerate(p)) for p, y in zip(probabilities, labels)
        )
        / n,
    }
