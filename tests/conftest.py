"""Surroundings of all tests: hypothesis profiles, the checkout of real data, an offscreen Qt."""

import os
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mlrbench_gui.domain.addresses import ServerAddress
from tests.own_engine import OwnEngine

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

settings.register_profile("default", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("ci", max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "fuzz", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The real benchmark data, named by MLRBENCH_CHECKOUT; tests that need it skip without it."""
    place = os.environ.get("MLRBENCH_CHECKOUT")
    if not place or not Path(place).is_dir():
        pytest.skip("MLRBENCH_CHECKOUT names no folder")
    return Path(place)


@pytest.fixture
def fresh_database() -> Iterator[ServerAddress]:
    """An empty database of the server that packaging/postgres.sh starts, dropped at the end."""
    server = os.environ.get("MLRBENCH_POSTGRES")
    if not server:
        pytest.skip("MLRBENCH_POSTGRES names no server")
    import psycopg

    name = f"test_{uuid.uuid4().hex}"
    with closing(psycopg.connect(server, autocommit=True)) as connection:
        # Ordered as people read, not by code points: the tables must not depend on how a database was made.
        connection.execute(
            f"CREATE DATABASE {name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"
        )
        yield ServerAddress(f"{server.rpartition('/')[0]}/{name}")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def own_engine() -> Iterator[OwnEngine]:
    """An engine that tests may stop, beside the one that all share."""
    with closing(OwnEngine(os.environ["MLRBENCH_RERUN_IMAGE"])) as engine:
        yield engine
