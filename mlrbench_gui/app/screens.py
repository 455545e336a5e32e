"""The screens of which a picture can be taken, and what can lie over them; loads nothing of the window."""

SCREENS = (
    "library",
    "runs",
    "audit",
    "review",
    "adjudication",
    "benchmark",
    "jobs",
    "settings",
    "first-start",
)
LAYERS = {
    "keys": "window.keys",
    "search": "window.search",
    "import": "window.import",
    "gate": "audit.gate",
    "candidates": "audit.candidates",
    "table": "audit.table",
    "findings": "audit.findings",
    "scores": "audit.scores",
    "dismiss": "audit.dismiss",
    "trail": "audit.trail",
    "timeline": "audit.timeline",
    "history": "audit.history",
    "beside": "audit.beside",
    "wizard": "jobs.run",
    "behind": "benchmark.behind",
    "judges": "runs.judge",
    "ideas": "library.ideas",
    "next": "review.next",
    "versions": "review.versions",
    "share": "review.share",
}
"""The action that lays each over its screen."""
