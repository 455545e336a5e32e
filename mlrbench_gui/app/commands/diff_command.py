"""`diff`: what changed between two audits, and why. A side is an imported run, a run's folder, or an audit's JSON.

`RUN~1` is the audit before the run's latest; with one side alone a run is compared with its audit before.
"""

import argparse
import re
import sys
from pathlib import Path

from mlrbench_gui.app.commands._diff_text import diff_text
from mlrbench_gui.app.commands._output import emit_json
from mlrbench_gui.app.compose import AuditWithPress, opened, say
from mlrbench_gui.domain.addresses import Place, is_there
from mlrbench_gui.domain.audit import SCHEMA_VERSION, Audit
from mlrbench_gui.domain.differences import AuditDiff
from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.layout import run_name_of
from mlrbench_gui.domain.work import CancelToken, Finished
from mlrbench_gui.services.comparing import AuditSide, compare_sides, stored_side

_BACK = re.compile(r"(?P<run>.+)~(?P<back>\d{1,3})")


def run(options: argparse.Namespace) -> int:
    """Compare the two sides and print what differs; differing is no failure."""
    names = tuple(options.sides)
    if len(names) == 1:
        names = (f"{names[0]}~1", names[0])
    old, new = (_side(name, options.workspace) for name in names)
    diff = compare_sides(old, new)
    say(Finished())
    if options.json:
        emit_json(options.json, diff.model_dump(mode="json"))
    if options.json != "-":
        _print(diff, (names[0], names[1]))
    return 0


def _side(text: str, workspace: Place) -> AuditSide:
    place = Path(text)
    if text and place.is_dir():
        return _from_folder(place)
    if text and place.is_file():
        return AuditSide(_read_audit(place))
    if place.suffix == ".json":
        raise InputError(f"{text}: no such file; name an audit's JSON, a run's folder or an imported run")
    return _from_workspace(text, workspace)


def _from_folder(folder: Path) -> AuditSide:
    from mlrbench_gui.infra.files.folder import FolderFiles
    from mlrbench_gui.infra.pdf.press import ChildPress
    from mlrbench_gui.services.auditing import audit_folder

    files = FolderFiles(folder)
    press = ChildPress()
    try:
        audit = audit_folder(run_name_of(folder.resolve().parts), files, AuditWithPress(press))
        return AuditSide(audit, {path: files.sha256(path) for path in files.paths()})
    finally:
        press.close()


def _read_audit(place: Path) -> Audit:
    from pydantic import ValidationError

    try:
        audit = Audit.from_json(place.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        what = f"{where}: {first['msg']}" if where else first["msg"]
        raise InputError(f"{place}: is not the JSON of one audit ({what})") from error
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror or error})") from error
    if audit.schema_version != SCHEMA_VERSION:
        raise InputError(
            f"{place}: is an audit of schema {audit.schema_version}, known is {SCHEMA_VERSION}; "
            "make it anew with this program"
        )
    return audit


def _from_workspace(text: str, workspace: Place) -> AuditSide:
    from mlrbench_gui.services.auditing import audit_stored
    from mlrbench_gui.services.naming import resolve_run

    if not is_there(workspace):
        raise InputError(
            f"{text}: no such folder or file, and no workspace at {workspace} to look for a run of that name"
        )
    with opened(workspace) as context:
        names = context.workspace.runs.names()
        earlier = None if text.strip("/") in names else _BACK.fullmatch(text)
        name = resolve_run(names, earlier["run"] if earlier else text)
        back = int(earlier["back"]) if earlier else 0
        if back == 0 and context.workspace.audits.latest(name) is None:
            audit_stored(context, name, cancel=CancelToken(), emit=say)
        return stored_side(context.workspace, name, back)


def _print(diff: AuditDiff, names: tuple[str, str]) -> None:
    sys.stdout.write(diff_text(diff, names))
    sys.stdout.flush()
