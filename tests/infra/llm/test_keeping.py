"""Profiles are kept whole, keys only where keys belong, and an address that would give a key away is refused."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from pydantic import ValidationError
from typing_extensions import override

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.model_profiles import ModelProfile
from mlrbench_gui.infra.llm.keys import SystemKeys
from mlrbench_gui.infra.llm.profiles import ProfileFile

KEY = "sk-canary-4711"


def profile(name: str = "mine", **more: object) -> ModelProfile:
    given = {"name": name, "base_url": "https://models.example/v1/", "model": "heron-2", **more}
    return ModelProfile.model_validate(given)


class MemoryKeyring(KeyringBackend):
    """A store that keeps what it is given."""

    priority: ClassVar[float] = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    @override
    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    @override
    def delete_password(self, service: str, username: str) -> None:
        self.kept.pop((service, username), None)


@pytest.fixture
def system() -> Iterator[MemoryKeyring]:
    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def no_system() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    yield
    keyring.set_keyring(before)


def test_that_profiles_come_back_and_one_replaces_its_namesake(tmp_path: Path) -> None:
    store = ProfileFile(tmp_path / "deep" / "models.json")
    assert store.all() == ()
    store.put(profile(price_prompt=1.5, price_reply=6.0))
    store.put(profile("other"))
    store.put(profile(temperature=None))
    again = ProfileFile(store.path)
    assert again.all() == (profile(temperature=None), profile("other"))
    assert again.get(None).name == "mine"
    assert again.get("other") == profile("other")
    store.remove("mine")
    assert again.all() == (profile("other"),)


def test_that_a_renamed_profile_keeps_its_place_and_a_namesake_gives_way(tmp_path: Path) -> None:
    store = ProfileFile(tmp_path / "models.json")
    for name in ("a", "b", "c"):
        store.put(profile(name))
    store.put(profile("d"), "b")
    assert [item.name for item in store.all()] == ["a", "d", "c"]
    store.put(profile("c", temperature=1.0), "a")
    assert store.all() == (profile("c", temperature=1.0), profile("d"))
    store.put(profile("e"), "gone")
    assert [item.name for item in store.all()] == ["c", "d", "e"]


def test_that_one_is_put_first_and_one_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    store = ProfileFile(tmp_path / "models.json")
    for name in ("a", "b", "c"):
        store.put(profile(name))
    store.put_first("c")
    store.put_first("gone")
    assert [item.name for item in store.all()] == ["c", "a", "b"]
    assert store.get(None).name == "c"


def test_that_a_missing_profile_names_those_there_are(tmp_path: Path) -> None:
    store = ProfileFile(tmp_path / "models.json")
    with pytest.raises(InputError, match="no model is set"):
        store.get(None)
    store.put(profile())
    with pytest.raises(InputError, match="named 'x'; there are mine"):
        store.get("x")


def test_that_a_broken_file_is_named_and_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "models.json"
    place.write_text('[{"name": "x"}]', encoding="utf-8")
    with pytest.raises(InputError, match="is no list of model profiles"):
        ProfileFile(place).put(profile())
    assert place.read_text(encoding="utf-8") == '[{"name": "x"}]'


@pytest.mark.parametrize(
    "address",
    [
        "models.example/v1",
        "ftp://models.example",
        "http://models.example/v1",
        "https://user:secret@models.example/v1",
        "https://models.example/v1?key=secret",
        "",
    ],
)
def test_that_an_address_that_is_none_or_gives_a_key_away_is_refused(address: str) -> None:
    with pytest.raises(ValidationError, match="base_url"):
        profile(base_url=address)


def test_that_the_environment_goes_before_the_systems_store(system: MemoryKeyring) -> None:
    keys = SystemKeys({"MLRBENCH_MODEL_KEY": "from-outside"})
    keys.put(profile(), KEY)
    assert (keys.key(profile()), keys.where(profile())) == ("from-outside", "from $MLRBENCH_MODEL_KEY")
    bare = SystemKeys({})
    assert (bare.key(profile()), bare.where(profile())) == (KEY, "from the system's key store")


def test_that_a_key_belongs_to_the_machine_it_was_given_for(system: MemoryKeyring) -> None:
    keys = SystemKeys({})
    keys.put(profile(), KEY)
    assert keys.key(profile(base_url="https://elsewhere.example/v1")) is None
    keys.remove(profile())
    keys.remove(profile())
    assert keys.where(profile()) is None


def test_that_a_system_without_a_store_says_what_to_do(no_system: None) -> None:
    keys = SystemKeys({})
    assert keys.where(profile()) is None
    with pytest.raises(MissingPart, match="set the environment variable MLRBENCH_MODEL_KEY"):
        keys.put(profile(), KEY)


@pytest.mark.parametrize("key", ["", "two words", "schlüssel", "a\nb"])
def test_that_what_is_no_key_is_not_kept(system: MemoryKeyring, key: str) -> None:
    with pytest.raises(MissingPart, match="this is no key"):
        SystemKeys({}).put(profile(), key)
    assert system.kept == {}


def test_that_no_profile_file_holds_a_key(tmp_path: Path, system: MemoryKeyring) -> None:
    store = ProfileFile(tmp_path / "models.json")
    store.put(profile())
    SystemKeys({}).put(profile(), KEY)
    assert "canary" not in store.path.read_text(encoding="utf-8")


def test_that_clients_and_key_stores_are_loaded_only_when_a_model_is_asked() -> None:
    """They take a second that no start of the program has to spare."""
    code = (
        "import sys\n"
        "from mlrbench_gui.app.compose import models\n"
        "import mlrbench_gui.services.opinions.asking, mlrbench_gui.app.commands.opinions_command\n"
        "models()\n"
        "print([name for name in ('openai', 'httpx2', 'keyring', 'sqlalchemy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
