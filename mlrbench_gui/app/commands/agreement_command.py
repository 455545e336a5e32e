"""`agreement`: judges against people, and people among themselves, criterion by criterion."""

import argparse
from dataclasses import asdict

from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import opened
from mlrbench_gui.domain.agreement import Agreement, CheckScore, CriterionAgreement, Estimate
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.services.agreement.agreeing import agreement_of
from mlrbench_gui.services.agreement.checks import rates
from mlrbench_gui.services.people.counting import counted

_WARNING = "A high p is no proof of agreement: it only says that this few papers show no difference."


def run(options: argparse.Namespace) -> int:
    """Compute and print; without any row of a person there is nothing to compare, which is an error."""
    with opened(options.workspace) as context:
        found = agreement_of(counted(context.workspace))
    if not found.criteria:
        raise InputError(
            f"{options.workspace}: no person's scores are there; import the benchmark's checkout with human_eval"
        )
    if options.json:
        emit_json(options.json, _json(found))
    if options.json != "-":
        _print(found)
    return 0


def _json(found: Agreement) -> dict[str, object]:
    return {
        "criteria": {name: _criterion_json(item) for name, item in found.criteria.items()},
        "hallucination_check": {"rows": [_check_json(item) for item in found.checks]},
        "left_out": list(found.left_out),
    }


def _check_json(item: CheckScore) -> dict[str, object]:
    recall, precision = rates(item)
    intervals = {
        "recall_interval": [recall.low, recall.high],
        "precision_interval": [precision.low, precision.high],
    }
    return {**asdict(item), "recall": item.recall, "precision": item.precision, **intervals}


def _criterion_json(item: CriterionAgreement) -> dict[str, object]:
    values = asdict(item)
    values["judges"] = {card.pop("judge"): card for card in values["judges"]}
    return values


def _print(found: Agreement) -> None:
    for name, item in found.criteria.items():
        _print_criterion(name, item)
    print(_WARNING)
    if found.checks:
        print("\nJudges' hallucination checks against people's")
        for check in found.checks:
            print(f"  {_check_line(check)}")
    for line in found.left_out:
        print(f"Left out: {line}.")


def _print_criterion(name: str, item: CriterionAgreement) -> None:
    test = item.mann_whitney
    told = "no test" if test.u is None else f"U {test.u:g}, p {test.p:.6f}"
    print(name)
    print(
        f"  absolute differences  people {_difference(item, 'human_human')} (n {test.n_human_human}), "
        f"people and judges {_difference(item, 'human_judge')} (n {test.n_human_judge}); {told}"
    )
    for label, value in (
        ("judges minus people", item.bias),
        ("ICC(A,1)", item.icc),
        ("kappa, quadratic", item.weighted_kappa),
        ("Krippendorff's alpha", item.alpha),
        ("Spearman", item.spearman),
        ("Spearman of people", item.human_spearman),
    ):
        print(f"  {label:<21} {_estimate(value)}")
    for card in item.judges:
        print(
            f"  {card.judge:<21} bias {_estimate(card.bias)}, spread {_estimate(card.spread)}, "
            f"Spearman {_estimate(card.spearman)}, alpha {_estimate(card.alpha)}"
        )


def _check_line(check: CheckScore) -> str:
    sure = check.true_positive + check.false_positive + check.false_negative + check.true_negative
    recall, precision = rates(check)
    return (
        f"{check.kind.replace('_', ' '):<26} {check.judge:<8} recall {_number(check.recall)}{_interval(recall)}, "
        f"precision {_number(check.precision)}{_interval(precision)} (n {sure}, {check.unsure} not sure)"
    )


def _difference(item: CriterionAgreement, name: str) -> str:
    value, low, high = (item.mean_abs_diff.get(f"{name}{end}") for end in ("", "_low", "_high"))
    return f"{_number(value)}{_interval(Estimate(value, low, high, 0))}"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _estimate(value: Estimate) -> str:
    return f"{_number(value.value)}{_interval(value)} (n {value.n})"


def _interval(value: Estimate) -> str:
    return "" if value.low is None else f" [{_number(value.low)}, {_number(value.high)}]"
