"""Archives are read in memory; hostile and broken ones are refused by name."""

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.errors import InputError, UnsafeInput
from mlrbench_gui.infra.files.limits import MEBIBYTE, Limits
from mlrbench_gui.infra.files.tree import open_tree
from mlrbench_gui.services.ports.sources import SourceTree

Build = Callable[[str, Mapping[str, bytes]], Path]
HARMLESS = {"run/idea.md": b"idea", "run/results/paper.md": b"paper" * 1000}
HOSTILE_NAMES = ("/etc/passwd", "../out.txt", "a/../../out.txt", "C:/x.txt", "..")


def contents(tree: SourceTree) -> dict[str, bytes]:
    return {entry.path: tree.read(entry.path) for entry in tree.entries()}


def refused(tree: SourceTree) -> str:
    return " | ".join(f"{line.path}: {line.what}" for line in tree.refused())


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz", "x.tgz", "no suffix"])
def test_that_an_archive_is_told_by_its_content_and_named_without_its_suffix(
    name: str, build_zip: Build, build_tar: Build, tmp_path: Path
) -> None:
    build = build_zip if name in {"x.zip", "no suffix"} else build_tar
    path = build(name, HARMLESS)
    before = sorted(tmp_path.rglob("*"))
    tree = open_tree(path)
    assert contents(tree) == HARMLESS
    assert tree.name_parts[-1] == ("no suffix" if name == "no suffix" else "x")
    tree.close()
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["x.zip", "x.tar.gz"])
def test_that_names_that_lead_out_are_refused_and_the_rest_is_read(
    name: str, build_zip: Build, build_tar: Build
) -> None:
    build = build_zip if name == "x.zip" else build_tar
    tree = open_tree(build(name, {**dict.fromkeys(HOSTILE_NAMES, b"evil"), "good.txt": b"good"}))
    assert contents(tree) == {"good.txt": b"good"}
    assert "name leads out of its folder (5 in all" in refused(tree)
    tree.close()


def test_that_windows_names_in_a_zip_are_paths(build_zip: Build) -> None:
    path = build_zip("x.zip", {"run+results+paper.md": b"p", "++++server+share.txt": b"e"})
    path.write_bytes(
        path.read_bytes()
        .replace(b"run+results+", b"run\\results\\")
        .replace(b"++++server+", b"..\\\\server\\")
    )
    tree = open_tree(path)
    assert contents(tree) == {"run/results/paper.md": b"p"}
    assert "leads out" in refused(tree)
    tree.close()


def test_that_links_in_a_zip_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, kind in (("link", stat.S_IFLNK), ("pipe", stat.S_IFIFO)):
            info = zipfile.ZipInfo(name)
            info.create_system = 3
            info.external_attr = (kind | 0o777) << 16
            archive.writestr(info, "/etc/passwd")
        archive.writestr("good.txt", "good")
    tree = open_tree(path)
    assert contents(tree) == {"good.txt": b"good"}
    assert refused(tree) == "link: link | pipe: device, pipe or socket"
    tree.close()


def _special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = target
    return info


def test_that_links_and_devices_in_a_tar_are_refused_and_inner_hard_links_are_files(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w") as archive:
        good = tarfile.TarInfo("./good.txt")
        good.size = 4
        archive.addfile(good, io.BytesIO(b"good"))
        archive.addfile(_special("soft", tarfile.SYMTYPE, "/etc/passwd"))
        archive.addfile(_special("hard", tarfile.LNKTYPE, "../../etc/passwd"))
        archive.addfile(_special("again.txt", tarfile.LNKTYPE, "good.txt"))
        for name, kind in (("char", tarfile.CHRTYPE), ("block", tarfile.BLKTYPE), ("fifo", tarfile.FIFOTYPE)):
            archive.addfile(_special(name, kind))
        archive.addfile(_special("folder", tarfile.DIRTYPE))
    tree = open_tree(path)
    assert contents(tree) == {"good.txt": b"good", "again.txt": b"good"}
    told = refused(tree)
    assert "soft: link" in told
    assert "hard: hard link that leads out of the archive" in told
    assert "3 in all: block, char, fifo" in told
    tree.close()


def test_that_the_later_of_two_equal_names_counts(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w") as archive:
        for data in (b"old", b"new!"):
            info = tarfile.TarInfo("a.txt")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    tree = open_tree(path)
    assert contents(tree) == {"a.txt": b"new!"}
    assert "holds this name twice" in refused(tree)
    tree.close()


def test_that_a_zip_bomb_is_refused_before_it_is_unpacked(build_zip: Build) -> None:
    path = build_zip("bomb.zip", {"zeros": bytes(80 * MEBIBYTE)})
    with pytest.raises(UnsafeInput, match=r"bomb\.zip: would unpack .* decompression bomb"):
        open_tree(path)


def test_that_a_gzip_bomb_is_refused_while_its_headers_are_read(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.gz"
    head = tarfile.TarInfo("zeros")
    head.size = 80 * MEBIBYTE
    with gzip.open(path, "wb") as file:
        file.write(head.tobuf())
        for _ in range(80):
            file.write(bytes(MEBIBYTE))
    with pytest.raises(UnsafeInput, match=r"bomb\.tar\.gz: unpacks to over"):
        open_tree(path)


def test_that_many_small_members_are_a_bomb_too(build_zip: Build) -> None:
    path = build_zip("bomb.zip", {f"{number}": bytes(1000) for number in range(100)})
    with pytest.raises(UnsafeInput, match="decompression bomb"):
        open_tree(path, Limits(free=50_000, max_ratio=2))


def test_that_the_absolute_limit_holds_without_compression(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a", bytes(3000))
    with pytest.raises(UnsafeInput):
        open_tree(path, Limits(max_total=2000, free=1000))


@pytest.mark.parametrize("name", ["x.zip", "x.tar"])
def test_that_too_many_members_are_refused(name: str, build_zip: Build, build_tar: Build) -> None:
    build = build_zip if name == "x.zip" else build_tar
    with pytest.raises(UnsafeInput, match="over 3 files"):
        open_tree(build(name, {str(number): b"" for number in range(9)}), Limits(max_entries=3))


@pytest.mark.parametrize("name", ["x.zip", "x.tar"])
def test_that_one_member_over_the_limit_is_listed_and_not_read(
    name: str, build_zip: Build, build_tar: Build
) -> None:
    build = build_zip if name == "x.zip" else build_tar
    tree = open_tree(build(name, {"big": bytes(2000), "small": b"s"}), Limits(max_file=1000))
    assert [entry.path for entry in tree.entries()] == ["big", "small"]
    with pytest.raises(InputError, match="big: is larger than"):
        tree.read("big")
    assert tree.read("small") == b"s"
    tree.close()


def test_that_a_huge_tar_header_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.tar.gz"
    head = tarfile.TarInfo("long")
    head.type = tarfile.XHDTYPE
    head.size = 40 * MEBIBYTE
    with gzip.open(path, "wb") as file:
        file.write(head.tobuf())
        file.write(bytes(40 * MEBIBYTE))
    with pytest.raises(UnsafeInput, match="header of"):
        open_tree(path)


def test_that_an_encrypted_zip_says_so(build_zip: Build) -> None:
    path = build_zip("locked.zip", {"secret.md": b"x"})
    data = bytearray(path.read_bytes())
    data[6] |= 1  # the flag in the member's own header
    data[data.index(b"PK\x01\x02") + 8] |= 1  # and in the central directory
    path.write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"locked\.zip: 'secret\.md' is encrypted"):
        open_tree(path)


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz"])
def test_that_a_truncated_archive_is_refused_by_name(name: str, build_zip: Build, build_tar: Build) -> None:
    build = build_zip if name == "x.zip" else build_tar
    path = build(name, {"a": bytes(range(256)) * 40, "b": bytes(range(256)) * 40})
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])
    with pytest.raises(InputError, match=rf"{name}.*damaged"):
        open_tree(path)


def test_that_a_member_with_a_wrong_checksum_condemns_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.md", "the content")
    path.write_bytes(path.read_bytes().replace(b"the content", b"the c0ntent"))
    tree = open_tree(path)
    with pytest.raises(UnsafeInput, match=r"x\.zip: damaged at a\.md"):
        tree.read("a.md")
    tree.close()


def test_that_names_in_odd_encodings_are_shown_and_read(tmp_path: Path, build_tar: Build) -> None:
    unmarked = tmp_path / "utf8 without mark.zip"
    with zipfile.ZipFile(unmarked, "w") as archive:
        archive.writestr("caf__.md", b"zip")
    unmarked.write_bytes(unmarked.read_bytes().replace(b"caf__", "café".encode()))
    tree = open_tree(unmarked)
    assert contents(tree) == {"café.md": b"zip"}
    tree.close()
    latin = build_tar("latin.tar", {"caf_.md": b"tar"})
    data = bytearray(latin.read_bytes())
    data[3] = 0xE9
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    latin.write_bytes(bytes(data))
    tree = open_tree(latin)
    assert contents(tree) == {"caf\\xe9.md": b"tar"}
    assert "not readable text" in refused(tree)
    tree.close()


def test_that_an_archive_inside_is_a_file_like_others(build_zip: Build) -> None:
    inner = build_zip("inner.zip", {"a": b"a"}).read_bytes()
    tree = open_tree(build_zip("outer.zip", {"inner.zip": inner}))
    assert contents(tree) == {"inner.zip": inner}
    tree.close()


def test_that_a_path_of_300_characters_is_read(build_zip: Build, build_tar: Build) -> None:
    deep = "/".join(["x" * 49] * 6) + "/paper.md"
    for path in (build_zip("x.zip", {deep: b"d"}), build_tar("x.tar.gz", {deep: b"d"})):
        tree = open_tree(path)
        assert contents(tree) == {deep: b"d"}
        tree.close()


@pytest.mark.parametrize(("name", "data"), [("notes.txt", b"hello"), ("empty.zip", b""), ("x.tar", b"hello")])
def test_that_a_file_that_is_no_archive_is_refused_by_name(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError, match=name):
        open_tree(path)


def test_that_a_missing_path_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        open_tree(tmp_path / "nowhere")
    with pytest.raises(InputError):
        open_tree(Path("a\0b"))


def _survives(path: Path) -> None:
    """Whatever the bytes, there is a tree that can be read, or a named error."""
    try:
        tree = open_tree(path, Limits(max_total=MEBIBYTE, free=MEBIBYTE, max_file=MEBIBYTE))
    except InputError as error:
        assert path.name in str(error)  # noqa: PT017 -- either outcome is right
        return
    for entry in tree.entries():
        assert not entry.path.startswith("/")
        assert ".." not in entry.path.split("/")
        try:
            tree.read(entry.path)
        except InputError as error:
            assert str(error)  # noqa: PT017
    tree.refused()
    tree.close()


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
FLIPS = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 255)), max_size=12)


def _damaged(data: bytes, flips: list[tuple[int, int]], keep: int) -> bytes:
    changed = bytearray(data)
    for place, value in flips:
        changed[place % len(changed)] = value
    return bytes(changed[: max(1, len(changed) - keep)])


@pytest.mark.fuzzed
@given(st.dictionaries(NAMES, st.binary(max_size=600), max_size=4), FLIPS, st.integers(0, 40))
def test_that_any_zip_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory,
    members: dict[str, bytes],
    flips: list[tuple[int, int]],
    cut: int,
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    path = tmp_path_factory.getbasetemp() / "fuzz.zip"
    path.write_bytes(_damaged(buffer.getvalue(), flips, cut))
    _survives(path)


@pytest.mark.fuzzed
@given(
    st.dictionaries(NAMES, st.binary(max_size=600), max_size=4),
    FLIPS,
    st.integers(0, 40),
    st.booleans(),
    st.sampled_from([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]),
)
def test_that_any_tar_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory,
    members: dict[str, bytes],
    flips: list[tuple[int, int]],
    cut: int,
    zipped: bool,
    kind: int,
) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=kind) as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    data = buffer.getvalue()
    damaged = (
        gzip.compress(_damaged(data, flips, 0))[: -cut or None] if zipped else _damaged(data, flips, cut)
    )
    path = tmp_path_factory.getbasetemp() / ("fuzz.tar.gz" if zipped else "fuzz.tar")
    path.write_bytes(damaged)
    _survives(path)


@pytest.mark.fuzzed
@given(st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b""]), st.binary(max_size=2000))
def test_that_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, head: bytes, data: bytes
) -> None:
    for name in ("fuzz any.zip", "fuzz any.tar", "fuzz any.tgz"):
        path = tmp_path_factory.getbasetemp() / name
        path.write_bytes(head + data)
        _survives(path)
