"""How far judges and people agree: measures with their intervals and the number of things they rest on."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure with its 95 % interval; None where `n` cases do not give one."""

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class RankTest:
    """Mann-Whitney U of two groups of absolute differences, with the two-sided p; None where a group is empty."""

    u: float | None
    p: float | None
    n_human_human: int
    n_human_judge: int


@dataclass(frozen=True, slots=True)
class JudgeCard:
    """One judge held against people on one criterion: judge minus people's mean, and how both rank the papers.

    `spread` is the standard deviation of the judge's scores, in points of the scale of 1 to 10.
    """

    judge: str
    bias: Estimate
    spread: Estimate
    spearman: Estimate
    alpha: Estimate


@dataclass(frozen=True, slots=True)
class CriterionAgreement:
    """Agreement on one criterion. Differences and bias are in points of the scale of 1 to 10."""

    mann_whitney: RankTest
    mean_abs_diff: Mapping[str, float | None]
    bias: Estimate
    icc: Estimate
    weighted_kappa: Estimate
    alpha: Estimate
    spearman: Estimate
    human_spearman: Estimate
    judges: tuple[JudgeCard, ...]


@dataclass(frozen=True, slots=True)
class CheckScore:
    """A judge's answers on one kind of fault, against people's; cases that people were not sure of are left out."""

    kind: str
    judge: str
    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int
    unsure: int

    @property
    def recall(self) -> float | None:
        """Faults that people named and the judge named too; None where people named none."""
        named = self.true_positive + self.false_negative
        return self.true_positive / named if named else None

    @property
    def precision(self) -> float | None:
        """Faults named by the judge that people named too; None where the judge named none."""
        named = self.true_positive + self.false_positive
        return self.true_positive / named if named else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """The whole comparison; `left_out` says in words what could not be paired."""

    criteria: Mapping[str, CriterionAgreement]
    checks: tuple[CheckScore, ...]
    left_out: tuple[str, ...]
