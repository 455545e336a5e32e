"""Where a workspace is: an address of a server shows no password, anything else is a path."""

from pathlib import Path

import pytest

from mlrbench_gui.domain.addresses import ServerAddress, is_there, place_of


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ada@db.example/study", "postgresql://ada@db.example/study"),
        ("postgresql://ada:secret@db.example:5432/study", "postgresql://ada@db.example:5432/study"),
        ("postgres://ada:se:cr@et/x?y@db/study?sslmode=require", "postgres://ada@db/study"),
        ("postgresql://db/study?user=ada&password=secret", "postgresql://db/study"),
        ("postgresql:///study#secret", "postgresql:///study"),
    ],
)
def test_that_no_password_is_shown(url: str, shown: str) -> None:
    place = place_of(url)
    assert isinstance(place, ServerAddress)
    assert str(place) == shown
    assert "se" not in repr(place)


def test_that_anything_else_is_a_path(tmp_path: Path) -> None:
    assert place_of("study.mlrb") == Path("study.mlrb")
    assert not is_there(tmp_path / "study.mlrb")
    assert is_there(place_of("postgresql://db/study"))


def test_that_a_secret_is_taken_out_of_words_of_others() -> None:
    place = ServerAddress("postgresql://ada:p%40ss@db/study?sslpassword=other")
    assert place.without_secrets("p%40ss p@ss other ada") == "*** *** *** ada"
    assert place.title == "study on db"
