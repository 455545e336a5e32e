"""How much of everything a workspace holds, counted from its tables: the numbers that an import reports.

Files are those of the current versions. Code, logs, result files and figures are counted in the benchmark's runs
and in loose ones; another system's papers bring summaries, no evidence of that kind.
"""

import json
from collections import Counter

from sqlalchemy import Connection, func, select

from mlrbench_gui.infra.db.presence import Targets
from mlrbench_gui.infra.db.run_versions import run, run_version
from mlrbench_gui.infra.db.schema import ReviewRow

review = ReviewRow.__table__  # type: ignore[attr-defined]

_CURRENT = "FROM run r JOIN run_version v ON v.run_id = r.id AND v.number = r.version"
_RUNS = """
SELECT
  count(*) FILTER (WHERE "group" = 'end_to_end') AS end_to_end_runs,
  count(*) FILTER (WHERE "group" = 'stepwise') AS stepwise_runs,
  count(*) FILTER (WHERE "group" = 'ai_scientist') AS ai_scientist_runs
FROM run
"""
_FILES = f"""
SELECT
  count(*) FILTER (WHERE f.role = 'transcript') AS transcripts,
  count(*) FILTER (WHERE f.role = 'token_usage') AS token_usage_files,
  count(*) FILTER (WHERE f.role = 'code') AS code_files,
  count(*) FILTER (WHERE f.role = 'log') AS log_files,
  count(*) FILTER (WHERE f.role = 'json') AS experiment_json,
  count(*) FILTER (WHERE f.role = 'csv') AS csv_files,
  count(*) FILTER (WHERE f.role = 'figure') AS figures
{_CURRENT} JOIN run_file f ON f.version_id = v.id
WHERE r."group" <> 'ai_scientist'
"""
_DOCUMENTS = """
SELECT
  count(*) FILTER (WHERE kind = 'idea') AS ideas,
  count(*) FILTER (WHERE kind = 'proposal') AS proposals,
  count(*) FILTER (WHERE kind = 'literature') AS literature_reviews
FROM document WHERE NOT superseded
"""
_REVIEWS = """
SELECT
  (SELECT count(*) FROM task WHERE NOT superseded) AS tasks,
  (SELECT count(*) FROM review WHERE NOT superseded) AS reviews,
  (SELECT count(*) FROM human_review WHERE NOT superseded) AS human_reviews,
  (SELECT count(*) FROM hallucination_check WHERE NOT superseded) AS hallucination_checks,
  (SELECT count(*) FROM import_file WHERE NOT superseded AND kind = 'harness_log') AS harness_logs
"""

KEYS = (
    "tasks",
    "end_to_end_runs",
    "stepwise_runs",
    "ai_scientist_runs",
    "papers",
    "pdf_papers",
    "ideas",
    "proposals",
    "literature_reviews",
    "transcripts",
    "reviews",
    "reviews_without_target",
    "human_reviews",
    "hallucination_checks",
    "token_usage_files",
    "harness_logs",
    "code_files",
    "log_files",
    "experiment_json",
    "csv_files",
    "figures",
    "figure_references",
    "figure_references_resolved",
)


def count_totals(connection: Connection) -> dict[str, int]:
    """All numbers, in the order of their contract."""
    counted: dict[str, int] = {}
    targets = Targets(connection)
    for statement in (_RUNS, _FILES, _DOCUMENTS, _REVIEWS):
        row = connection.exec_driver_sql(statement).one()
        counted.update({name: int(number) for name, number in row._asdict().items()})
    counted |= _papers(targets) | _references(connection)
    counted["reviews_without_target"] = _without_target(connection, targets)
    return {key: counted[key] for key in KEYS}


def _papers(targets: Targets) -> dict[str, int]:
    """Lists in a cell are counted here, as databases read JSON each in their own way."""
    papers = [paper.lower().endswith(".pdf") for some in targets.papers.values() for paper in some]
    return {"papers": papers.count(False), "pdf_papers": papers.count(True)}


def _references(connection: Connection) -> dict[str, int]:
    current = (run_version.c.run_id == run.c.id) & (run_version.c.number == run.c.version)
    found: Counter[str] = Counter()
    for counts in connection.scalars(select(run_version.c.counts).join(run, current)):
        found.update(json.loads(counts))
    return {key: found[key] for key in ("figure_references", "figure_references_resolved")}


def _without_target(connection: Connection, targets: Targets) -> int:
    """Of reviews whose import had no target for them, those that still have none."""
    columns = (review.c.run, review.c.paper, review.c.target_key, func.count())
    asked = select(*columns).where(review.c.superseded.is_(False), review.c.target_present.is_(False))
    rows = connection.execute(asked.group_by(*columns[:3])).all()
    return sum(number for name, paper, key, number in rows if not targets.hold(name, paper, key))
