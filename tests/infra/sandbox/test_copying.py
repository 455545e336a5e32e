"""What comes out of a container is hostile, and so is a missing engine told with its remedy."""

import io
import tarfile
from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.sandbox._copying import packed, unpacked
from mlrbench_gui.infra.sandbox.connecting import connect
from mlrbench_gui.services.ports.sandbox import Limits


def tar_of(*members: tuple[str, bytes, str]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        for name, kind, target in members:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, target
            member.size = 3 if kind == tarfile.REGTYPE else 0
            tar.addfile(member, io.BytesIO(b"abc"))
    return stream.getvalue()


def test_that_files_survive_the_way_in_and_out() -> None:
    files = {RelPath("run/a/b.txt"): b"1", RelPath("run/c"): b""}

    taken, refused = unpacked([packed(files)], Limits())

    assert taken == {"a/b.txt": b"1", "c": b""}
    assert refused == ()


@pytest.mark.parametrize(
    ("member", "why"),
    [
        (("run/x", tarfile.SYMTYPE, "/etc/passwd"), "link to /etc/passwd"),
        (("run/x", tarfile.LNKTYPE, "run/y"), "link to run/y"),
        (("run/x", tarfile.CHRTYPE, ""), "no regular file"),
        (("run/../../x", tarfile.REGTYPE, ""), "leads out"),
    ],
)
def test_that_links_devices_and_names_that_lead_out_are_refused(
    member: tuple[str, bytes, str], why: str
) -> None:
    taken, (refused,) = unpacked([tar_of(member)], Limits())

    assert taken == {}
    assert why in refused.what


def test_that_sizes_are_bounded() -> None:
    members = [(f"run/{n}", tarfile.REGTYPE, "") for n in range(3)]

    taken, refused = unpacked([tar_of(*members)], Limits(output_files=2))

    assert len(taken) == 2
    assert len(refused) == 1
    assert unpacked([tar_of(*members)], Limits(output_mb=0))[0] == {}


def test_that_a_missing_engine_is_told_in_one_line_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")

    with pytest.raises(MissingPart, match=r"no socket at .* install and start Docker, or set DOCKER_HOST"):
        connect()
