"""What is recovered of real pictures, against numbers that people read in the images, by label and tick."""

import os
from pathlib import Path

import pytest

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.plots.figures import DrawnFigure, Matter
from mlrbench_gui.audit.plots.recovering import recover_figures
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.files.folder import FolderFiles

pytestmark = pytest.mark.realdata

CHECKOUT = os.environ.get("MLRBENCH_CHECKOUT")
HIGH = 0.012
"""How far an eye may be off, as a share of the largest number in the picture."""

Read = dict[str, dict[str, float]]
SEEN: list[tuple[str, str, Read]] = [
    (
        "end2end_claude/iclr2025_buildingtrust",
        "results/domain_performance.png",
        {
            "TrustPath": {"science": 0.84, "history": 0.80, "current_events": 0.78},
            "standard_correction": {"science": 0.72, "history": 0.68, "current_events": 0.64},
        },
    ),
    (
        "end2end_claude/iclr2025_verifai",
        "results/model_comparison.png",
        {
            "pass_rate": {"baseline": 0.40, "veril_static": 0.48, "veril_dynamic": 0.52},
            "veri_pass_rate": {"baseline": 0.34, "veril_static": 0.46, "veril_dynamic": 0.59},
        },
    ),
    (
        "end2end_claude/iclr2025_verifai",
        "results/learning_curve_veril_dynamic.png",
        {"error_rate": {"1": 1.03, "2": 0.63, "3": 0.50}, "pass_rate": {"1": 0.26, "2": 0.49, "3": 0.61}},
    ),
    (
        "end2end_codex/iclr2025_bi_align",
        "results/decision_quality.png",
        {"static": {"0": -1.5, "99": 0.95}, "passive": {"0": -1.5, "99": 4.25}, "udca": {"99": 4.24}},
    ),
    (
        "end2end_codex/iclr2025_dl4c",
        "results/bleu_comparison.png",
        {"": {"baseline": 0.0, "retrieval": 1.02}},
    ),
    (
        "end2end_codex/iclr2025_question",
        "results/metrics.png",
        {"accuracy": {"baseline": 0.74, "head_only": 0.51}, "f1": {"baseline": 0.755, "head_only": 0.66}},
    ),
    (
        "end2end_codex/iclr2025_question",
        "results/loss_curve.png",
        {
            "baseline train": {"1": 0.687, "2": 0.636, "3": 0.551},
            "head_only train": {"1": 0.690, "3": 0.699},
            "baseline eval": {"1": 0.662, "3": 0.627},
        },
    ),
    (
        "end2end_codex/iclr2025_scsl",
        "results/figures/accuracy.png",
        {"Baseline Acc": {"1": 0.54, "2": 0.825, "3": 0.825}, "Robust Acc": {"1": 0.82, "3": 0.855}},
    ),
    (
        "end2end_gemini-cli/iclr2025_scsl",
        "results/wga_comparison.png",
        {"": {"zero_shot": 0.059, "lora": 0.066, "sca_adapter": 0.0}},
    ),
    (
        "end2end_gemini-cli/iclr2025_scsl",
        "results/params_comparison.png",
        {"": {"zero_shot": 0.0, "lora": 0.49, "sca_adapter": 0.20}},
    ),
    (
        "end2end_gemini-cli/iclr2025_verifai",
        "results/convergence_rate.png",
        {"SMT-Repair": {"0": 33.3, "1": 66.7, "2": 66.7, "3": 66.7}, "UT-Repair": {"0": 33.3}},
    ),
    (
        "end2end_gemini/iclr2025_mldpr",
        "results/figures/evolution_progress.png",
        {"Best Fitness": {"1": 0.30, "5": 0.55, "10": 0.67}, "Average Fitness": {"1": 0.15, "10": 0.52}},
    ),
    (
        "end2end_gemini/iclr2025_question",
        "results/model_comparison_chart.png",
        {
            "Self-Contradiction Rate": {"Baseline": 0.17, "AUG-RAG (Entropy)": 0.12},
            "Retrieval Frequency": {"Baseline": 0.0, "Standard RAG": 1.0, "AUG-RAG (MC Dropout)": 0.25},
        },
    ),
    (
        "end2end_o4-mini/iclr2025_mldpr",
        "results/visualizations/model_comparison.png",
        {
            "Train": {"LogisticRegression": 0.86, "RandomForest": 0.98},
            "Test": {"LogisticRegression": 0.83, "RandomForest": 0.84},
        },
    ),
    (
        "end2end_o4-mini/iclr2025_scsl",
        "results/full_experiment_comparison.png",
        {
            "Test Accuracy": {"ERM": 0.93, "IRM": 0.85},
            "Avg. Spurious Sensitivity Score": {"ERM": 0.36, "IRM": 0.30},
            "Invariance Gap": {"ERM": -2.24, "IRM": -0.80},
        },
    ),
    (
        "end2end_o4-mini/iclr2025_verifai",
        "results/mean_times.png",
        {
            "Verification Time": {"VeCoGenLike": 0.64, "ContractGPT": 0.79},
            "Generation Time": {"VeCoGenLike": 1.88, "LLMOnly": 1.72, "ContractGPT": 2.72},
        },
    ),
    (
        "experiments_and_writeups/claude/iclr2025_bi_align",
        "results/reward_comparison.png",
        {"": {"Dynamic Alignment": 0.073, "Static Rlhf": 0.118, "Direct Rlaif": 0.078}},
    ),
    (
        "experiments_and_writeups/claude/iclr2025_scope",
        "results/memory_usage.png",
        {"": {"pyramid": 1282, "gca": 1699, "standard": 2970}},
    ),
    (
        "experiments_and_writeups/claude/iclr2025_scope",
        "results/baseline_comparison.png",
        {"dsrsq": {"F1": 0.85, "Bleu": 0.70}, "pyramid": {"F1": 0.72, "Exact Match": 0.52}},
    ),
]
NOT_DRAWN_FROM_RUNS = [
    ("end2end_gemini/iclr2025_mldpr", "results/figures/confusion_matrix.png", Matter.RANDOM),
    ("end2end_gemini/iclr2025_mldpr", "results/figures/transformed_images.png", Matter.NOISE),
    ("end2end_gemini/iclr2025_verifai", "results/bug_patterns.png", Matter.RANDOM),
    ("end2end_gemini-cli/iclr2025_scope", "results/figures/dense_loss_curve.png", Matter.EMPTY),
    ("end2end_o4-mini/iclr2025_dl4c", "results/figures/code_quality.png", Matter.RANDOM),
]


def recovered(run: str, picture: str) -> DrawnFigure:
    if not CHECKOUT:
        pytest.skip("MLRBENCH_CHECKOUT names no checkout")
    seen = EvidenceFiles(FolderFiles(Path(CHECKOUT) / "agent_results" / run))
    transcript = transcript_of(seen)
    history = replay(transcript, frozenset(seen.paths)) if transcript is not None else History({})
    return recover_figures(seen, find_runs(seen, transcript), transcript, history)[RelPath(picture)]


@pytest.mark.parametrize(
    ("run", "picture", "seen"), SEEN, ids=[f"{run}/{picture}" for run, picture, _ in SEEN]
)
def test_that_the_recovered_numbers_are_those_in_the_picture(run: str, picture: str, seen: Read) -> None:
    figure = recovered(run, picture)
    largest = max(abs(number) for ticks in seen.values() for number in ticks.values())

    for label, ticks in seen.items():
        drawn = {p.tick: p.value for s in figure.series if s.label == label for p in s.points}
        for tick, number in ticks.items():
            assert drawn[tick] == pytest.approx(number, abs=HIGH * largest), f"{label}, {tick}"


@pytest.mark.parametrize(("run", "picture", "matter"), NOT_DRAWN_FROM_RUNS)
def test_that_what_no_run_measured_is_known_as_such(run: str, picture: str, matter: Matter) -> None:
    assert matter in {call.matter for call in recovered(run, picture).unread}
