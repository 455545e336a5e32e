"""What the engine is told of a box, its inputs, and what it prints: without an engine."""

import io
import tarfile
from collections.abc import Iterator
from unittest.mock import MagicMock

import pytest
from docker.errors import APIError, NotFound

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken
from mlrbench_gui.infra.sandbox._copying import packed_inputs
from mlrbench_gui.infra.sandbox._ownership import LABEL, labels_for
from mlrbench_gui.infra.sandbox._printed import Printed
from mlrbench_gui.infra.sandbox.docker_boxes import DockerBoxes, box_settings
from mlrbench_gui.services.ports.boxes import BoxOrder
from mlrbench_gui.services.ports.sandbox import Limits

ORDER = BoxOrder("image:1", {}, "agent/task")


def test_that_a_box_is_without_rights_and_network_unless_asked() -> None:
    told = box_settings(ORDER, "box", labels_for("agent/task"))

    assert told["network_mode"] == "none"
    assert told["read_only"] is True
    assert told["cap_drop"] == ["ALL"]
    assert told["security_opt"] == ["no-new-privileges"]
    assert told["user"] == "1000:1000"
    assert "device_requests" not in told
    assert told["labels"][LABEL] == "1"


def test_that_limits_network_and_gpus_are_passed_on() -> None:
    limits = Limits(memory_mb=512, cpus=1.5, processes=77)
    order = BoxOrder("image:1", {}, "agent/task", limits=limits, network="lab", gpus=-1)

    told = box_settings(order, "box", {})

    assert (told["mem_limit"], told["memswap_limit"], told["nano_cpus"]) == ("512m", "512m", 1_500_000_000)
    assert (told["pids_limit"], told["network_mode"]) == (77, "lab")
    assert told["device_requests"] == [
        {"Driver": "", "Count": -1, "DeviceIDs": [], "Capabilities": [["gpu"]], "Options": {}}
    ]


def test_that_inputs_belong_to_another_than_who_runs() -> None:
    data = packed_inputs({RelPath("task.md"): b"x", RelPath("given/a"): b"y"}, ("code",))

    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        told = {member.name: (member.uid, oct(member.mode)) for member in tar}
    assert told == {
        ".": (0, "0o1777"),
        "given": (0, "0o755"),
        "code": (1000, "0o755"),
        "task.md": (0, "0o444"),
        "given/a": (0, "0o444"),
    }


class Chunks:
    """A stream of an engine."""

    def __init__(self, *chunks: bytes) -> None:
        self._chunks = iter(chunks)

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks

    def close(self) -> None: ...


def test_that_output_keeps_its_beginning_and_end_and_tells_how_much_is_left_out() -> None:
    printed = Printed(Chunks(b"begin", b"x" * 3_000_000, b"end"), head=5)

    assert printed.wait(30)
    assert printed.total == 3_000_008
    assert printed.is_cut
    assert printed.text.startswith("begin\n... [")
    assert printed.text.endswith("xend")
    assert printed.news().endswith("end")
    assert printed.news() == ""


def test_that_short_output_is_whole() -> None:
    printed = Printed(Chunks(b"a\n", b"b\n"), head=3)

    assert printed.wait(30)
    assert (printed.text, printed.data, printed.is_cut) == ("a\nb\n", b"a\nb\n", False)


def test_that_an_engine_which_bounds_no_volume_is_told_with_the_remedy_and_nothing_is_left() -> None:
    said = "volume options size and inodes not supported. Filesystem does not support Project Quota"
    client = MagicMock()
    client.containers.list.return_value = client.volumes.list.return_value = []
    client.volumes.create.side_effect = APIError("500 Server Error", explanation=said)
    client.containers.get.side_effect = client.volumes.get.side_effect = NotFound("gone")
    boxes = DockerBoxes(lambda: client)

    with pytest.raises(MissingPart, match=r"gives no volume of a bounded size \(.*\); use Docker"):
        boxes.open(BoxOrder("image:1", {}, "agent/task"), CancelToken())

    client.containers.create.assert_not_called()
    assert boxes.sweep() == 0
