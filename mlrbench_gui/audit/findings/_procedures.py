"""Procedures of machine-learning research: how a paper speaks of each, and the words by which code shows it."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure: its name for people, the paper's ways to speak of it, what code that does it holds."""

    name: str
    told: re.Pattern[str]
    coded: re.Pattern[str]


_TABLE = """
contrastive loss | contrastive (?:loss|objective|learning|invarian\\w+|regulari[sz]\\w+) | \
contrast|info ?nce|nt ?xent|triplet
Kullback-Leibler divergence | \\bKL[- ](?:diverg|regular|loss|penalt)\\w*|Kullback | \\bkl|kullback|entropy
Monte Carlo dropout | (?:\\bMC|Monte[- ]Carlo)[- ]dropout | dropout
paired t-test | \\bt[- ]tests?\\b | t ?test
Wilcoxon test | \\bWilcoxon\\b | wilcoxon
analysis of variance | \\bANOVA\\b | anova|f oneway|ols\\b
Mann-Whitney test | \\bMann[-–]Whitney\\b | mann ?whitney
bootstrap confidence intervals | bootstrap(?:ped|ping)? (?:confidence|resampl|interval|sampl)\\w* | \
bootstrap|resampl|percentile
chi-squared test | \\bchi[- ]squared?\\b | chi ?2|chi ?sq
Bonferroni correction | \\bBonferroni\\b | bonferroni|multipletests|alpha
effect size (Cohen) | \\bCohen['’]?s d\\b | cohen|pooled
Cohen's kappa | \\bCohen['’]?s (?:kappa|κ) | kappa
Krippendorff's alpha | \\bKrippendorff | krippendorff
cross-validation | \\bcross[- ]validat\\w+ | cross ?val|fold
hyperparameter search | \\b(?:grid|random|Bayesian|hyper-?parameter) (?:search|optimi[sz]ation|tuning)\\b | \
search|optuna|sweep|product|tune|tuning|grid|trial
early stopping | \\bearly[- ]stopping\\b | early|patience
cosine schedule | \\bcosine (?:annealing|decay|schedul\\w+|learning)\\b | cosine
gradient clipping | \\bgradient (?:norm )?clipping\\b|\\bclip(?:ped)? gradients? | clip
label smoothing | \\blabel smoothing\\b | smooth
proximal policy optimization | \\bPPO\\b|\\bproximal policy\\b | ppo|proximal
generalized advantage estimation | \\bGAE\\b|generali[sz]ed advantage | gae|advantage
direct preference optimization | \\bDPO\\b|direct preference | dpo|preference
low-rank adapters | \\bLoRA\\b|low-rank adapt\\w+ | lora|peft|low rank|adapter
load balancing loss | \\bload[- ]balanc\\w+ (?:loss|term|regular\\w+) | balanc|aux
orthogonality constraint | \\borthogonal(?:ity)? (?:constraint|loss|regulari[sz]\\w+|penalt\\w+) | ortho|gram
adversarial training | \\badversarial (?:training|loss|debias\\w+|discriminat\\w+)\\b|\\bgradient reversal\\b | \
adversar|reversal|discriminat|fgsm|pgd|attack|perturb
human evaluation | \
\\bhuman (?:evaluat(?:ion|ors?)|annotators?|participants?|raters?|subjects?|judges)\\b|\
\\buser stud(?:y|ies)\\b|\\bcrowd-?(?:sourc|work)\\w+ | \
human|annotat|participant|rater|crowd|survey
encryption | \\bencrypt\\w+ | encrypt|cipher|crypt|hash
differential privacy | \\bdifferential(?:ly)? priva\\w+ | privacy|private|\\bdp\\b|epsilon|opacus
static analysis | \\bstatic analysis\\b|\\bstatic analyzers?\\b | pylint|flake8|\\bast\\b|mypy|bandit|static|lint
satisfiability solver | \\bSMT\\b|\\bsatisfiability | z3|smt|solver|crosshair|sat
cross-attention | \\bcross[- ]attention\\b | attention|attn|attend
knowledge distillation | \\bdistill?(?:ation|ed|ing)\\b | distil|teacher
curriculum learning | \\bcurriculum\\b | curricul|difficult|stage
meta-learning | \\bmeta-learn\\w+|\\bMAML\\b | meta|maml|inner|episod
graph neural network | \\bgraph (?:neural|attention|convolution\\w*) networks?\\b|\\bGNNs?\\b | \
graph|gnn|gcn|gat|message|adjacen|edge
variational autoencoder | \\bvariational auto-?encoders?\\b|\\bVAEs?\\b | vae|variation|reparam|logvar|kl
diffusion model | \\bdiffusion (?:models?|process)\\b | diffus|noise|denois|ddpm
self-consistency sampling | \\bself-consistency\\b | consisten|vote|majority|num samples|n samples
chain-of-thought prompts | \\bchain[- ]of[- ]thought\\b | chain|cot|step by step|step|think|reason
temperature scaling | \\btemperature scaling\\b | temperature|calibrat
mixed precision | \\bmixed[- ]precision\\b|\\bfp16\\b | amp|autocast|half|fp16|bf16|float16
Bayesian optimization | \\bBayesian optimi[sz]ation\\b | bayes|gaussian process|acquisition|optuna|skopt
causal discovery | \\bcausal discovery\\b | causal|dag|pc algorithm|notears
conformal prediction | \\bconformal (?:prediction|calibration|sets?)\\b | conformal|quantile|coverage
influence functions | \\binfluence functions?\\b | influence|hessian|gradient|grad
federated learning | \\bfederated (?:learning|averaging|training)\\b | federat|client|fedavg
spectral clustering | \\bspectral clustering\\b | spectral|laplacian|eig
"""


def _procedures() -> tuple[Procedure, ...]:
    rows = [[cell.strip() for cell in line.split(" | ")] for line in _TABLE.strip().split("\n")]
    return tuple(
        Procedure(name, re.compile(told, re.IGNORECASE), re.compile(rf"\b(?:{coded})", re.IGNORECASE))
        for name, told, coded in rows
    )


PROCEDURES = _procedures()

NO_NAMES = frozenset(
    [
        "ai",
        "ml",
        "nlp",
        "llm",
        "llms",
        "llm-based",
        "rl",
        "cv",
        "api",
        "apis",
        "gpu",
        "gpus",
        "cpu",
        "cpus",
        "ram",
        "json",
        "csv",
        "sql",
        "pdf",
        "xml",
        "html",
        "http",
        "rest",
        "id",
        "ids",
        "ood",
        "iid",
        "sota",
        "qa",
        "nn",
        "dl",
        "slm",
        "slms",
        "vlm",
        "vlms",
        "plm",
        "plms",
        "url",
        "ui",
        "ux",
        "io",
        "os",
        "sdk",
        "ide",
        "ci",
        "cd",
        "i.i.d",
        "kb",
        "mb",
        "gb",
        "tb",
        "fps",
        "flops",
        "us",
        "uk",
        "eu",
        "na",
        "tp",
        "fp",
        "tn",
        "fn",
        "roc",
        "pr",
        "auc",
        "auroc",
        "auprc",
        "rmse",
        "mse",
        "mae",
        "ece",
        "f1",
        "acc",
        "iou",
        "map",
        "ndcg",
        "mrr",
        "bleu",
        "rouge",
        "snr",
        "std",
        "ci",
        "1d",
        "2d",
        "3d",
        "4d",
        "relu",
        "gelu",
        "mlp",
        "cnn",
        "rnn",
        "python",
        "pytorch",
        "tensorflow",
        "numpy",
        "pandas",
        "sklearn",
        "scikit-learn",
        "huggingface",
        "github",
        "arxiv",
        "google",
        "openai",
        "anthropic",
        "linux",
        "ubuntu",
        "cuda",
        "latex",
        "markdown",
        "table",
        "figure",
        "section",
        "algorithm",
        "eq",
        "equation",
        "nvidia",
        "amd",
        "intel",
        "ibm",
        "aws",
        "gcp",
        "ansi",
        "iso",
        "ieee",
        "bpe",
        "adam",
        "adamw",
        "sgd",
        "bert-base",
        "fig",
        "tab",
        "sec",
        "alg",
        "step",
        "phase",
        "stage",
        "level",
        "layer",
        "type",
        "model",
        "group",
        "class",
        "case",
        "part",
        "appendix",
        "iclr",
        "icml",
        "neurips",
        "acl",
        "emnlp",
        "we",
        "our",
        "this",
        "these",
        "those",
        "it",
        "in",
        "on",
        "for",
        "from",
        "to",
        "the",
        "an",
        "all",
        "each",
        "both",
        "in-domain",
    ]
)
"""Words in capitals that name no model, data set or method of their own, or are shown by code in other words."""

NO_PARTS = frozenset(
    [
        "method",
        "methods",
        "methodology",
        "approach",
        "overview",
        "framework",
        "problem",
        "formulation",
        "formal",
        "definition",
        "definitions",
        "setup",
        "experiment",
        "experiments",
        "experimental",
        "implementation",
        "details",
        "detail",
        "design",
        "architecture",
        "system",
        "model",
        "models",
        "module",
        "modules",
        "component",
        "components",
        "mechanism",
        "strategy",
        "strategies",
        "algorithm",
        "algorithms",
        "algorithmic",
        "process",
        "procedure",
        "pipeline",
        "workflow",
        "integration",
        "notation",
        "preliminaries",
        "background",
        "objective",
        "objectives",
        "function",
        "functions",
        "loss",
        "training",
        "train",
        "inference",
        "evaluation",
        "metrics",
        "metric",
        "data",
        "dataset",
        "datasets",
        "baseline",
        "baselines",
        "analysis",
        "technical",
        "theoretical",
        "theory",
        "mathematical",
        "general",
        "overall",
        "proposed",
        "main",
        "core",
        "stage",
        "step",
        "phase",
        "summary",
        "protocol",
        "setting",
        "settings",
        "hyperparameters",
        "complexity",
        "discussion",
        "motivation",
        "with",
        "from",
        "into",
        "over",
        "using",
        "based",
        "their",
        "for",
        "the",
        "and",
        "joint",
        "combined",
        "final",
        "end-to-end",
        "levels",
        "level",
        "type",
        "types",
        "representation",
        "representations",
        "structure",
        "structures",
    ]
)
"""Words of headings that name no part of a method."""
