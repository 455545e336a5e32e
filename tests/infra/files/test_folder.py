"""A folder on disk is read without leaving it."""

import os
import unicodedata
from pathlib import Path

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.files.folder import FolderFiles, FolderTree
from mlrbench_gui.infra.files.limits import Limits

posix_only = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")


def whats(tree: FolderTree) -> dict[str, str]:
    return {line.path: line.what for line in tree.refused()}


def write(path: Path, data: bytes = b"x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_that_all_files_are_listed_sorted_and_read(tmp_path: Path) -> None:
    write(tmp_path / "b" / "2.txt", b"two")
    write(tmp_path / "a.txt", b"one")
    tree = FolderTree(tmp_path)
    assert [(entry.path, entry.size) for entry in tree.entries()] == [("a.txt", 3), ("b/2.txt", 3)]
    assert tree.read("b/2.txt") == b"two"
    assert tree.name_parts[-1] == tmp_path.name
    assert tree.refused() == ()


@posix_only
def test_that_links_out_of_the_folder_are_refused_and_links_inside_are_files(tmp_path: Path) -> None:
    write(tmp_path / "secret.txt", b"secret")
    root = tmp_path / "run"
    write(root / "results" / "paper.md", b"paper")
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "outdir").symlink_to(tmp_path)
    (root / "indir").symlink_to(root / "results")
    (root / "dangling").symlink_to(root / "nothing")
    (root / "loop").symlink_to(root / "loop")
    (root / "paper.md").symlink_to(root / "results" / "paper.md")
    tree = FolderTree(root)
    assert [entry.path for entry in tree.entries()] == ["paper.md", "results/paper.md"]
    assert tree.read("paper.md") == b"paper"
    assert [line.what for line in tree.refused()] == [
        "link to a folder, or to nothing (3 in all: dangling, indir, loop)",
        "link that leads out of the folder (2 in all: out.txt, outdir)",
    ]


@posix_only
def test_that_a_file_swapped_for_a_link_after_listing_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "secret.txt", b"secret")
    file = write(tmp_path / "run" / "a.txt")
    tree = FolderTree(tmp_path / "run")
    file.unlink()
    file.symlink_to(tmp_path / "secret.txt")
    with pytest.raises(InputError, match=r"a\.txt"):
        tree.read("a.txt")


@posix_only
def test_that_pipes_are_neither_opened_nor_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    file = write(tmp_path / "a.txt")
    tree = FolderTree(tmp_path)
    assert [entry.path for entry in tree.entries()] == ["a.txt"]
    assert whats(tree) == {"pipe": "device, pipe or socket"}
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(InputError, match="no longer a regular file"):
        tree.read("a.txt")


def test_that_a_vanished_file_is_a_named_error(tmp_path: Path) -> None:
    file = write(tmp_path / "a.txt")
    tree = FolderTree(tmp_path)
    file.unlink()
    with pytest.raises(InputError, match=r"a\.txt: cannot be read"):
        tree.read("a.txt")
    with pytest.raises(InputError, match="no such file"):
        tree.read("other.txt")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser reads everything")
def test_that_an_unreadable_file_and_folder_are_named(tmp_path: Path) -> None:
    write(tmp_path / "a.txt").chmod(0)
    write(tmp_path / "closed" / "b.txt")
    (tmp_path / "closed").chmod(0)
    try:
        tree = FolderTree(tmp_path)
        assert "closed" in whats(tree)
        with pytest.raises(InputError, match=r"a\.txt"):
            tree.read("a.txt")
    finally:
        (tmp_path / "closed").chmod(0o755)


def test_that_reading_failures_of_the_system_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.txt")
    tree = FolderTree(tmp_path)

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(InputError, match=r"a\.txt: cannot be read \(Permission denied\)"):
        tree.read("a.txt")


def test_that_an_unlistable_folder_is_noted_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "closed" / "b.txt")
    write(tmp_path / "a.txt")
    real = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    tree = FolderTree(tmp_path)
    assert [entry.path for entry in tree.entries()] == ["a.txt"]
    assert whats(tree) == {"closed": "folder cannot be listed (Permission denied)"}


def test_that_a_file_that_grew_since_the_listing_is_read_as_it_is(tmp_path: Path) -> None:
    file = write(tmp_path / "a.txt", b"1")
    tree = FolderTree(tmp_path)
    file.write_bytes(b"12345")
    assert tree.read("a.txt") == b"12345"


def test_that_an_ever_growing_file_is_a_named_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "a.txt", b"1")
    tree = FolderTree(tmp_path)
    real = os.fstat

    def grow(descriptor: int) -> os.stat_result:
        with file.open("ab") as more:
            more.write(b"+")
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", grow)
    with pytest.raises(InputError, match="changes while it is read"):
        tree.read("a.txt")


def test_that_a_file_over_the_limit_is_listed_and_not_read(tmp_path: Path) -> None:
    write(tmp_path / "a.bin", b"0" * 11)
    tree = FolderTree(tmp_path, Limits(max_file=10))
    assert tree.entries()[0].size == 11
    with pytest.raises(InputError, match="larger than"):
        tree.read("a.bin")


def test_that_too_many_files_are_refused_with_the_number(tmp_path: Path) -> None:
    for number in range(4):
        write(tmp_path / str(number))
    with pytest.raises(InputError, match="over 3 files"):
        FolderTree(tmp_path, Limits(max_entries=3))


def test_that_a_path_of_300_characters_is_read(tmp_path: Path) -> None:
    deep = "/".join(["long folder name of forty characters xxxx"] * 7) + "/" + "f" * 60 + ".md"
    assert len(deep) > 300
    write(tmp_path / deep, b"deep")
    tree = FolderTree(tmp_path)
    assert [entry.path for entry in tree.entries()] == [deep]
    assert tree.read(deep) == b"deep"


@posix_only
def test_that_names_in_odd_encodings_are_shown_and_read(tmp_path: Path) -> None:
    place = os.fsencode(tmp_path) + b"/caf\xe9.md"
    try:
        with open(place, "wb") as file:  # noqa: PTH123 -- the name is bytes
            file.write(b"latin")
    except OSError:
        pytest.skip("this file system takes no such names")
    write(tmp_path / "line\nbreak.md", b"break")
    tree = FolderTree(tmp_path)
    assert {entry.path: tree.read(entry.path) for entry in tree.entries()} == {
        "caf\\xe9.md": b"latin",
        "line\\x0abreak.md": b"break",
    }
    assert "not readable text" in tree.refused()[0].what


@posix_only
def test_that_case_collisions_are_told_and_unicode_collisions_refused(tmp_path: Path) -> None:
    write(tmp_path / "Log.txt", b"1")
    write(tmp_path / "log.txt", b"2")
    write(tmp_path / unicodedata.normalize("NFC", "é.md"), b"c")
    write(tmp_path / unicodedata.normalize("NFD", "é.md"), b"d")
    if len(list(tmp_path.iterdir())) < 4:
        pytest.skip("this file system folds names")
    tree = FolderTree(tmp_path)
    assert [entry.path for entry in tree.entries()] == ["Log.txt", "log.txt", "é.md"]
    told = whats(tree)
    assert "differs from Log.txt in upper and lower case only" in told["log.txt"]
    assert "composed form" in told["é.md"]


def test_that_version_control_is_left_out_and_told(tmp_path: Path) -> None:
    write(tmp_path / ".git" / "config")
    write(tmp_path / "a.txt")
    tree = FolderTree(tmp_path)
    assert [entry.path for entry in tree.entries()] == ["a.txt"]
    assert whats(tree) == {".git": "folder of a version control"}


def test_that_a_run_s_files_are_hashed_once_and_unknown_ones_are_key_errors(tmp_path: Path) -> None:
    file = write(tmp_path / "results" / "a.txt", b"abc")
    files = FolderFiles(tmp_path)
    path = RelPath("results/a.txt")
    assert files.paths() == (path,)
    assert files.size(path) == 3
    assert files.sha256(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    file.unlink()
    assert files.sha256(path).startswith("ba7816bf")
    with pytest.raises(InputError, match=r"a\.txt"):
        files.read(path)
    for reading in (files.read, files.size, files.sha256):
        with pytest.raises(KeyError):
            reading(RelPath("nothing"))


def test_that_a_file_is_no_run_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no folder"):
        FolderFiles(write(tmp_path / "a.txt"))
