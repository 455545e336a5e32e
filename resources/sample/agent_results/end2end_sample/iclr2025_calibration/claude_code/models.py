"""Three small classifiers that return one logit a class, and temperature scaling."""

import math
import random


def softmax(logits, temperature=1.0):
    scaled = [z / temperature for z in logits]
    top = max(scaled)
    exps = [math.exp(z - top) for z in scaled]
    total = sum(exps)
    return [e / total for e in exps]


class Majority:
    """Always answers with the class frequencies of the training set."""

    def __init__(self, train, features, classes):
        counts = [sum(1 for _, label in train if label == k) for k in range(classes)]
        self.logits = [math.log(c / len(train)) for c in counts]

    def __call__(self, text):
        return self.logits


class NaiveBayes:
    """Multinomial naive Bayes with add-one smoothing over n-grams."""

    def __init__(self, train, features, classes):
        self.features = features
        self.counts = [{} for _ in range(classes)]
        self.priors = [0] * classes
        for text, label in train:
            self.priors[label] += 1
            for gram in features(text):
                self.counts[label][gram] = self.counts[label].get(gram, 0) + 1
        self.vocabulary = len(set().union(*self.counts))
        self.totals = [sum(c.values()) for c in self.counts]
        self.size = len(train)

    def __call__(self, text):
        grams = self.features(text)
        return [
            math.log(prior / self.size)
            + sum(math.log((count.get(g, 0) + 1) / (total + self.vocabulary)) for g in grams)
            for prior, count, total in zip(self.priors, self.counts, self.totals)
        ]


class Logistic:
    """Multinomial logistic regression, plain stochastic gradient descent."""

    def __init__(self, train, features, classes, epochs=5, rate=0.05, seed=0):
        self.features = features
        self.bias = [0.0] * classes
        self.weights = {}
        order = list(train)
        rng = random.Random(seed)
        for _ in range(epochs):
            rng.shuffle(order)
            for text, label in order:
                self._step(text, label, rate)

    def _step(self, text, label, rate):
        rows = [self.weights.setdefault(g, [0.0] * len(self.bias)) for g in self.features(text)]
        logits = [b + sum(row[k] for row in rows) for k, b in enumerate(self.bias)]
        for k, p in enumerate(softmax(logits)):
            gradient = rate * (p - (k == label))
            self.bias[k] -= gradient
            for row in rows:
                row[k] -= gradient

    def __call__(self, text):
        rows = [self.weights[g] for g in self.features(text) if g in self.weights]
        return [b + sum(row[k] for row in rows) for k, b in enumerate(self.bias)]


def fit_temperature(logits, labels):
    """The temperature on a grid from 0.50 to 6.00 with the lowest validation NLL."""

    def nll(temperature):
        return -sum(math.log(softmax(z, temperature)[y]) for z, y in zip(logits, labels))

    return min((step / 20 for step in range(10, 121)), key=nll)
