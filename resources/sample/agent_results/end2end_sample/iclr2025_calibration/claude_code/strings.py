"""Decimal strings labelled by the number of prime factors, and their character n-grams."""

import random

CLASSES = ("prime", "semiprime", "composite")


def prime_factor_counts(limit):
    """Number of prime factors, with multiplicity, of every n below limit (sieve)."""
    counts = [0] * limit
    for p in range(2, limit):
        if counts[p] == 0:
            power = p
            while power < limit:
                for multiple in range(power, limit, power):
                    counts[multiple] += 1
                power *= p
    return counts


def labelled_strings(low, high):
    """All (string, class index) pairs with low <= n < high."""
    counts = prime_factor_counts(high)
    return [(str(n), min(counts[n], 3) - 1) for n in range(max(low, 2), high)]


def balanced(pairs, per_class, seed):
    """The same number of strings of each class, shuffled."""
    rng = random.Random(seed)
    chosen = []
    for label in range(len(CLASSES)):
        chosen += rng.sample([pair for pair in pairs if pair[1] == label], per_class)
    rng.shuffle(chosen)
    return chosen


def ngrams(text, orders):
    """Character n-grams of the padded string, for example '^7', '71', '1$'."""
    padded = "^" + text + "$"
    return [
        padded[i : i + order]
        for order in orders
        for i in range(len(padded) - order + 1)
        if padded[i : i + order] not in ("^", "$")
    ]
