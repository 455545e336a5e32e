"""Builders of archives, harmless and hostile."""

import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

BuildArchive = Callable[[str, Mapping[str, bytes]], Path]


@pytest.fixture
def build_zip(tmp_path: Path) -> BuildArchive:
    """Writes a zip with these members."""

    def build(name: str, members: Mapping[str, bytes]) -> Path:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, data in members.items():
                archive.writestr(zipfile.ZipInfo(member), data, zipfile.ZIP_DEFLATED)
        return path

    return build


@pytest.fixture
def build_tar(tmp_path: Path) -> BuildArchive:
    """Writes a tar (gzipped by its name) with these members."""

    def build(name: str, members: Mapping[str, bytes]) -> Path:
        path = tmp_path / name
        with tarfile.open(path, "w:gz" if name.endswith("gz") else "w") as archive:
            for member, data in members.items():
                info = tarfile.TarInfo(member)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        return path

    return build
