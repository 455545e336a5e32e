PRAGMA page_size = 8192;
PRAGMA application_id = 1296847426;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	run VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	input_key VARCHAR NOT NULL, 
	content VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	summary VARCHAR NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE blob (
	id INTEGER NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	size INTEGER NOT NULL, 
	codec VARCHAR NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (sha256)
);
INSERT INTO "blob" VALUES(1,'534b23ef44404cba6397fabc33272b0b491e1cc38dd1d3aa4c7571632e2cc7bf',23,'raw',X'232050617065720A0A576520726561636820302E352E0A');
INSERT INTO "blob" VALUES(2,'e015064a4bc37ba8b2b9c23a8261d9bb27c90b6c6183f041cc6a8fb6ac197c2d',1600,'zlib',X'78014B4C4E5630D033E54A1CA547C361341D8CE683D17260B41C20A11C00002C487A30');
INSERT INTO "blob" VALUES(3,'d7f0ef151ccae6a90e58fe4d8da8c01f9e15d652fae30286c5c8a60318f364a0',18,'raw',X'7072696E742827616363272C20302E35290A');
CREATE TABLE cache_entry (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	size INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
CREATE TABLE decision (
	seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	id VARCHAR NOT NULL, 
	step VARCHAR NOT NULL, 
	run VARCHAR NOT NULL, 
	author VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	action VARCHAR NOT NULL, 
	reason VARCHAR NOT NULL, 
	UNIQUE (id)
);
INSERT INTO "decision" VALUES(1,'ada-1','ada-1','end2end_x/task_a','ada','2026-01-01T00:00:01+00:00','note','{"kind":"note","anchor":{"fingerprint":"hand:210715bd7d6fad1d","paper":"p.md","text_sha256":"982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1","span":[0,1],"quote":"t","prefix":"","suffix":"ext"},"text":"1"}','');
INSERT INTO "decision" VALUES(2,'bob-2','bob-2','end2end_x/task_a','bob','2026-01-01T00:00:02+00:00','note','{"kind":"note","anchor":{"fingerprint":"hand:210715bd7d6fad1d","paper":"p.md","text_sha256":"982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1","span":[0,1],"quote":"t","prefix":"","suffix":"ext"},"text":"2"}','');
CREATE TABLE document (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	kind VARCHAR NOT NULL, 
	task VARCHAR NOT NULL, 
	author VARCHAR, 
	title VARCHAR NOT NULL, 
	source VARCHAR NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	chosen BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE hallucination_check (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	source VARCHAR NOT NULL, 
	"row" INTEGER NOT NULL, 
	system VARCHAR NOT NULL, 
	task VARCHAR NOT NULL, 
	faked_result VARCHAR NOT NULL, 
	hallucinated_methodology VARCHAR NOT NULL, 
	incorrect_citation VARCHAR NOT NULL, 
	mathematical_error VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE human_review (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	source VARCHAR NOT NULL, 
	"row" INTEGER NOT NULL, 
	reviewer VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	task VARCHAR NOT NULL, 
	run VARCHAR NOT NULL, 
	run_present BOOLEAN NOT NULL, 
	scores VARCHAR NOT NULL, 
	double BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE import_file (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	kind VARCHAR NOT NULL, 
	source VARCHAR NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	run VARCHAR, 
	stage VARCHAR, 
	PRIMARY KEY (id)
);
CREATE TABLE import_log (
	id INTEGER NOT NULL, 
	source VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	added VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "import_log" VALUES(1,'folder','2026-01-01T00:00:00+00:00','{"ai_scientist_runs":0,"code_files":1,"csv_files":0,"end_to_end_runs":1,"experiment_json":0,"figure_references":2,"figure_references_resolved":0,"figures":0,"hallucination_checks":0,"harness_logs":0,"human_reviews":0,"ideas":0,"literature_reviews":0,"log_files":1,"papers":1,"pdf_papers":0,"proposals":0,"reviews":0,"reviews_without_target":0,"stepwise_runs":0,"tasks":0,"token_usage_files":0,"transcripts":0}');
CREATE TABLE irregularity (
	id INTEGER NOT NULL, 
	source VARCHAR NOT NULL, 
	path VARCHAR NOT NULL, 
	what VARCHAR NOT NULL, 
	treated_as VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE review (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	source VARCHAR NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	target VARCHAR NOT NULL, 
	judge VARCHAR NOT NULL, 
	judge_family VARCHAR NOT NULL, 
	task VARCHAR NOT NULL, 
	target_key VARCHAR NOT NULL, 
	target_present BOOLEAN NOT NULL, 
	run VARCHAR, 
	paper VARCHAR, 
	scores VARCHAR NOT NULL, 
	confidence INTEGER, 
	has_hallucination BOOLEAN, 
	strengths VARCHAR NOT NULL, 
	weaknesses VARCHAR NOT NULL, 
	details VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE run (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	"group" VARCHAR NOT NULL, 
	mode VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	task VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name)
);
INSERT INTO "run" VALUES(1,'end2end_x/task_a','end_to_end','end_to_end','x','task_a',1);
CREATE TABLE run_file (
	version_id INTEGER NOT NULL, 
	path VARCHAR NOT NULL, 
	sha256 VARCHAR, 
	size INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	stage VARCHAR NOT NULL, 
	PRIMARY KEY (version_id, path), 
	FOREIGN KEY(version_id) REFERENCES run_version (id)
)
 WITHOUT ROWID

;
INSERT INTO "run_file" VALUES(1,'code/main.py','d7f0ef151ccae6a90e58fe4d8da8c01f9e15d652fae30286c5c8a60318f364a0',18,'code','experiment');
INSERT INTO "run_file" VALUES(1,'results/log.txt','e015064a4bc37ba8b2b9c23a8261d9bb27c90b6c6183f041cc6a8fb6ac197c2d',1600,'log','experiment');
INSERT INTO "run_file" VALUES(1,'results/paper.md','534b23ef44404cba6397fabc33272b0b491e1cc38dd1d3aa4c7571632e2cc7bf',23,'paper','paper');
CREATE TABLE run_version (
	id INTEGER NOT NULL, 
	run_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	writer_model VARCHAR, 
	coding_agent VARCHAR, 
	papers VARCHAR NOT NULL, 
	intervals VARCHAR NOT NULL, 
	counts VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(run_id) REFERENCES run (id)
);
INSERT INTO "run_version" VALUES(1,1,1,'30d493de3a3bb6405dbfa6be80115a32','2026-01-01T00:00:00+00:00','writer-1','Claude Code','["results/paper.md"]','[]','{"figure_references":2}');
CREATE TABLE setting (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "setting" VALUES('reviewer','ada');
CREATE TABLE staged_blob (
	sha256 VARCHAR NOT NULL, 
	writer VARCHAR NOT NULL, 
	PRIMARY KEY (sha256, writer)
);
CREATE TABLE task (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	superseded BOOLEAN NOT NULL, 
	task VARCHAR NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE writer (
	token VARCHAR NOT NULL, 
	host VARCHAR NOT NULL, 
	pid INTEGER NOT NULL, 
	started VARCHAR NOT NULL, 
	doing VARCHAR NOT NULL, 
	seen VARCHAR NOT NULL, 
	PRIMARY KEY (token)
);
CREATE INDEX ix_audit_run ON audit (run, id);
CREATE INDEX ix_decision_run ON decision (run, seq);
CREATE UNIQUE INDEX ux_document_current ON document ("key") WHERE superseded = 0;
CREATE UNIQUE INDEX ux_hallucination_check_current ON hallucination_check ("key") WHERE superseded = 0;
CREATE INDEX ix_human_review_run ON human_review (run);
CREATE UNIQUE INDEX ux_human_review_current ON human_review ("key") WHERE superseded = 0;
CREATE UNIQUE INDEX ux_import_file_current ON import_file ("key") WHERE superseded = 0;
CREATE INDEX ix_irregularity_source ON irregularity (source);
CREATE INDEX ix_review_run ON review (run);
CREATE UNIQUE INDEX ux_review_current ON review ("key") WHERE superseded = 0;
CREATE UNIQUE INDEX ux_task_current ON task ("key") WHERE superseded = 0;
CREATE UNIQUE INDEX ux_run_version ON run_version (run_id, number);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('decision',2);
COMMIT;
