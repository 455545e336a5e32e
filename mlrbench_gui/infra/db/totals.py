"""How much of everything a workspace holds, counted from its tables: the numbers that an import reports.

Files are those of the current versions. Code, logs, result files and figures are counted in the benchmark's runs
and in loose ones; another system's papers bring summaries, no evidence of that kind.
"""

from sqlalchemy import Connection

from mlrbench_gui.infra.db.reviews import PRESENT

_CURRENT = "FROM run r JOIN run_version v ON v.run_id = r.id AND v.number = r.version"
_RUNS = """
SELECT
  count(*) FILTER (WHERE "group" = 'end_to_end') AS end_to_end_runs,
  count(*) FILTER (WHERE "group" = 'stepwise') AS stepwise_runs,
  count(*) FILTER (WHERE "group" = 'ai_scientist') AS ai_scientist_runs
FROM run
"""
_PAPERS = f"""
SELECT
  count(*) FILTER (WHERE lower(p.value) NOT LIKE '%.pdf') AS papers,
  count(*) FILTER (WHERE lower(p.value) LIKE '%.pdf') AS pdf_papers
{_CURRENT}, json_each(v.papers) p
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
_REFERENCES = f"""
SELECT
  coalesce(sum(json_extract(v.counts, '$.figure_references')), 0) AS figure_references,
  coalesce(sum(json_extract(v.counts, '$.figure_references_resolved')), 0) AS figure_references_resolved
{_CURRENT}
"""
_DOCUMENTS = """
SELECT
  count(*) FILTER (WHERE kind = 'idea') AS ideas,
  count(*) FILTER (WHERE kind = 'proposal') AS proposals,
  count(*) FILTER (WHERE kind = 'literature') AS literature_reviews
FROM document WHERE superseded = 0
"""
_REVIEWS = f"""
SELECT
  (SELECT count(*) FROM task WHERE superseded = 0) AS tasks,
  (SELECT count(*) FROM review WHERE superseded = 0) AS reviews,
  (SELECT count(*) FROM review WHERE superseded = 0 AND NOT ({PRESENT})) AS reviews_without_target,
  (SELECT count(*) FROM human_review WHERE superseded = 0) AS human_reviews,
  (SELECT count(*) FROM hallucination_check WHERE superseded = 0) AS hallucination_checks,
  (SELECT count(*) FROM import_file WHERE superseded = 0 AND kind = 'harness_log') AS harness_logs
"""  # noqa: S608 -- constants only

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
    for statement in (_RUNS, _PAPERS, _FILES, _REFERENCES, _DOCUMENTS, _REVIEWS):
        row = connection.exec_driver_sql(statement).one()
        counted.update({name: int(number) for name, number in row._asdict().items()})
    return {key: counted[key] for key in KEYS}
