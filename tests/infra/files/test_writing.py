"""A folder that is written is there whole, or not at all."""

from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import InputError, UnsafeInput
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.files.writing import write_folder


def test_that_files_are_written_with_their_folders(tmp_path: Path) -> None:
    write_folder(tmp_path / "a/run", iter([(RelPath("x/y.txt"), b"1"), (RelPath("z"), b"")]))

    assert (tmp_path / "a/run/x/y.txt").read_bytes() == b"1"
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["run"]


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x"])
def test_that_a_name_which_leads_out_leaves_nothing(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeInput):
        write_folder(tmp_path / "run", iter([(RelPath("ok"), b"1"), (RelPath(name), b"2")]))

    assert list(tmp_path.iterdir()) == []


def test_that_what_is_there_or_cannot_be_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(InputError, match="is there already"):
        write_folder(tmp_path / "file", iter([]))
    with pytest.raises(InputError, match="name another folder"):
        write_folder(tmp_path / "file/run", iter([]))
