"""A box that stays open, in a real engine: what it bounds, what it tells, and that nothing of it is left."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

import docker
import pytest

from mlrbench_gui.domain.errors import Cancelled, InputError, MissingPart
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, LiveText, ignore
from mlrbench_gui.infra.sandbox._ownership import LABEL
from mlrbench_gui.infra.sandbox.docker_box import DockerBox
from mlrbench_gui.infra.sandbox.docker_boxes import DockerBoxes
from mlrbench_gui.services.ports.boxes import BoxOrder, BoxOutcome, BoxStorage
from mlrbench_gui.services.ports.sandbox import SandboxEnd
from tests.infra.sandbox.conftest import SMALL
from tests.own_engine import OwnEngine

pytestmark = [pytest.mark.docker, pytest.mark.timeout(120)]

OpenBox = Callable[..., DockerBox]


@pytest.fixture
def boxes() -> Iterator[DockerBoxes]:
    with closing(DockerBoxes()) as opened:
        yield opened


@pytest.fixture
def order(image: str) -> BoxOrder:
    inputs = {RelPath("task.md"): b"the task", RelPath("given/data.txt"): b"1 2 3\n"}
    limits = replace(SMALL, printed_mb=4)
    return BoxOrder(image, inputs, "agent/task", folders=("code", "results"), limits=limits)


@pytest.fixture
def box(boxes: DockerBoxes, order: BoxOrder) -> Iterator[DockerBox]:
    opened = boxes.open(order, CancelToken())
    yield opened
    opened.close()
    assert left_behind() == []


def left_behind() -> list[str]:
    with closing(docker.from_env()) as client:
        found = client.containers.list(all=True, filters={"label": LABEL})
        volumes = client.volumes.list(filters={"label": LABEL})
        return [one.name for one in (*found, *volumes)]


def shell(box: DockerBox, command: str, seconds: float = 30.0) -> BoxOutcome:
    return box.execute(("sh", "-c", command), seconds, cancel=CancelToken(), emit=ignore)


def python(box: DockerBox, code: str, seconds: float = 30.0) -> BoxOutcome:
    return box.execute(("python3", "-c", code), seconds, cancel=CancelToken(), emit=ignore)


def test_that_files_are_written_read_told_by_hash_and_taken_out(box: DockerBox) -> None:
    text = "é € 'quoted' $HOME \\n\n" * 6000

    box.write("code/deep/a.py", text)
    ran = shell(box, "cp code/deep/a.py results/b.py; cat task.md; echo; pwd")

    assert (ran.end, ran.exit_code, ran.output) == (SandboxEnd.EXITED, 0, "the task\n/work/run\n")
    assert box.read("code/deep/a.py").decode() == text
    told, taken = box.files(), box.take()
    assert told.whole
    assert told.hashes.keys() == taken.files.keys() >= {"task.md", "given/data.txt", "results/b.py"}
    assert told.hashes[RelPath("results/b.py")] == told.hashes[RelPath("code/deep/a.py")]


def test_that_a_change_is_seen_though_size_and_time_stay(box: DockerBox) -> None:
    box.write("results/a.txt", "one")
    before = box.files().hashes
    shell(box, "touch -r results/a.txt t; printf two > results/a.txt; touch -r t results/a.txt")

    after = box.files().hashes

    assert before[RelPath("results/a.txt")] != after[RelPath("results/a.txt")]


def test_that_inputs_cannot_be_changed_replaced_or_removed(box: DockerBox) -> None:
    ran = shell(
        box,
        "exec 2>/dev/null; echo x > task.md; rm -f task.md; mv task.md t; rm -rf given; echo y > given/data.txt; "
        "ln -sf t task.md; cat task.md",
    )

    assert ran.output == "the task"
    assert box.take().files[RelPath("given/data.txt")] == b"1 2 3\n"
    with pytest.raises(InputError, match=r"task\.md: Permission denied"):
        box.write("task.md", "x")


def test_that_there_are_no_rights_and_nowhere_else_to_write(box: DockerBox) -> None:
    ran = shell(
        box,
        "exec 2>&1; id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status | tr -d '\\t'; "
        "for d in /etc /usr /; do touch $d/x; done",
    )

    lines = ran.output.split("\n")
    assert lines[:3] == ["1000", "CapEff:0000000000000000", "NoNewPrivs:1"]
    assert ran.output.count("Read-only file system") == 3


def test_that_a_network_attempt_while_off_fails_and_the_box_goes_on(box: DockerBox) -> None:
    ran = python(box, "import socket; socket.create_connection(('1.1.1.1', 53), timeout=5)")

    assert ran.exit_code == 1
    assert "Network is unreachable" in ran.output
    assert shell(box, "ls /sys/class/net").output == "lo\n"


def test_that_a_named_network_is_joined_and_a_missing_or_the_machines_own_is_refused(
    boxes: DockerBoxes, order: BoxOrder
) -> None:
    with closing(docker.from_env()) as client:
        network = client.networks.create("mlrbench-test", driver="bridge", internal=True)
        try:
            opened = boxes.open(replace(order, network="mlrbench-test"), CancelToken())
            assert sorted(shell(opened, "ls /sys/class/net").output.split()) == ["eth0", "lo"]
            opened.close()
        finally:
            network.remove()
    with pytest.raises(MissingPart, match="docker network create mlrbench-test"):
        boxes.open(replace(order, network="mlrbench-test"), CancelToken())
    with pytest.raises(InputError, match="no network for foreign code"):
        boxes.open(replace(order, network="host"), CancelToken())
    assert left_behind() == []


def test_that_a_full_disk_is_told_and_the_box_goes_on(box: DockerBox) -> None:
    ran = shell(box, "head -c 40000000 /dev/zero > results/big")

    assert (ran.exit_code, "No space left on device" in ran.output) == (1, True)
    with pytest.raises(InputError, match=r"more\.txt: .*No space left on device"):
        box.write("more.txt", "x" * 50_000)
    assert shell(box, "rm results/big more.txt; echo free").output == "free\n"
    box.write("more.txt", "x")


def test_that_files_on_disk_are_watched(boxes: DockerBoxes, order: BoxOrder) -> None:
    opened = boxes.open(replace(order, storage=BoxStorage.DISK), CancelToken())
    try:
        ran = shell(opened, "head -c 40000000 /dev/zero > results/big; sleep 60")
        assert ran.end is SandboxEnd.WROTE_TOO_MUCH
        assert any("more than the sandbox may leave" in item.what for item in opened.take().refused)
        shell(opened, "echo x > task.md; rm -f task.md")
        assert opened.read("task.md") == b"the task"
    finally:
        opened.close()
    assert left_behind() == []


def test_that_a_fork_bomb_is_held_and_ended_and_the_box_goes_on(box: DockerBox) -> None:
    code = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"

    ran = python(box, code, seconds=2.0)

    assert (ran.end, ran.exit_code) == (SandboxEnd.TIMED_OUT, None)
    assert shell(box, "ls /proc | grep -c '^[0-9]*$'").output in {"3\n", "4\n", "5\n"}


def test_that_output_without_end_is_stopped_and_its_middle_left_out(box: DockerBox) -> None:
    ran = shell(box, "echo begin; yes | head -c 5000000000")

    assert (ran.end, ran.exit_code, ran.cut) == (SandboxEnd.PRINTED_TOO_MUCH, None, True)
    assert ran.output.startswith("begin\ny\n")
    assert "characters truncated] ..." in ran.output
    assert len(ran.output) < 2_000_000


def test_that_a_process_which_ignores_the_mild_signal_is_ended(box: DockerBox) -> None:
    ran = shell(box, "trap '' TERM INT HUP; echo begun; while :; do sleep 1; done", seconds=1.0)

    assert (ran.end, ran.exit_code, ran.output) == (SandboxEnd.TIMED_OUT, None, "begun\n")


def test_that_nothing_runs_on_after_its_command(box: DockerBox) -> None:
    ran = shell(box, "(while :; do date +%N > results/now; done) & sleep 0.3; echo left")

    assert (ran.end, ran.exit_code) == (SandboxEnd.EXITED, 0)
    assert box.files().hashes == box.files().hashes


def test_that_a_command_which_takes_too_much_memory_is_told(box: DockerBox) -> None:
    ran = python(box, "x = bytearray(600_000_000)\nfor i in range(0, len(x), 4096): x[i] = 1")

    assert ran.end is SandboxEnd.OUT_OF_MEMORY
    assert shell(box, "echo on").output == "on\n"


def test_that_links_out_of_the_folder_are_neither_followed_nor_taken(box: DockerBox) -> None:
    shell(
        box,
        "ln -s /etc/passwd results/p; ln -s /etc results/etc; ln task.md t2; mkfifo results/f; "
        "printf x > 'results/a\nb'",
    )

    taken = box.take()

    assert [p for p in taken.files if p.startswith("results/")] == []
    told = {item.path: item.what for item in taken.refused}
    assert told["results/p"] == "is a link to /etc/passwd"
    assert "no regular file" in told["results/f"]
    assert any("cannot be shown" in what for what in told.values())
    assert [p for p in box.files().hashes if p.startswith("results/")] == []


def test_that_a_path_out_of_the_folder_is_refused(box: DockerBox) -> None:
    for path in ("../x", "/etc/passwd", "a/../../../etc/passwd"):
        with pytest.raises(InputError, match="lies outside of /work/run"):
            box.read(path)
    with pytest.raises(InputError, match=r"none\.txt: No such file"):
        box.read("none.txt")


def test_that_a_cancelled_command_is_ended_with_the_box_as_it_was(box: DockerBox) -> None:
    cancel = CancelToken()
    live: list[str] = []

    def stop_when_begun(event: object) -> None:
        if isinstance(event, LiveText):
            live.append(event.text)
            cancel.cancel()

    with pytest.raises(Cancelled):
        box.execute(("sh", "-c", "echo begun; sleep 500"), 300, cancel=cancel, emit=stop_when_begun)

    assert live == ["begun\n"]
    assert shell(box, "echo on").output == "on\n"


def test_that_the_boxes_own_time_bounds_all_commands_together(boxes: DockerBoxes, order: BoxOrder) -> None:
    opened = boxes.open(replace(order, limits=replace(SMALL, seconds=1.5)), CancelToken())
    try:
        assert shell(opened, "sleep 100").end is SandboxEnd.TIMED_OUT
        assert shell(opened, "echo no").output == ""
    finally:
        opened.close()


def test_that_a_missing_image_and_one_without_shell_are_told_with_the_remedy(
    boxes: DockerBoxes, order: BoxOrder
) -> None:
    with pytest.raises(MissingPart, match="docker pull no-such-image-here:1"):
        boxes.open(replace(order, image="no-such-image-here:1"), CancelToken())
    empty = subprocess.run(
        ["docker", "import", "-"], input=b"\0" * 10240, check=True, capture_output=True
    ).stdout
    bare = empty.decode().strip()
    try:
        with pytest.raises(MissingPart, match="has no shell `sh`"):
            boxes.open(replace(order, image=bare), CancelToken())
        assert left_behind() == []
    finally:
        subprocess.run(["docker", "rmi", "-f", bare], check=True, capture_output=True)


def test_that_no_gpu_is_told_with_the_remedy(boxes: DockerBoxes, order: BoxOrder) -> None:
    with pytest.raises(MissingPart, match=r"passes no GPU through .* or run without GPU"):
        boxes.open(replace(order, gpus=1), CancelToken())

    assert left_behind() == []


def test_that_a_box_of_a_killed_program_ends_by_itself_and_is_removed(boxes: DockerBoxes, image: str) -> None:
    program = (
        "import os, sys\n"
        "from mlrbench_gui.infra.sandbox.docker_boxes import DockerBoxes\n"
        "from mlrbench_gui.domain.work import CancelToken\n"
        "from mlrbench_gui.services.ports.boxes import BoxOrder\n"
        "DockerBoxes().open(BoxOrder(sys.argv[1], {}, 'agent/task'), CancelToken())\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, image], check=False, capture_output=True)
    assert done.returncode == -9, done.stderr
    (name,) = set(left_behind())
    with closing(docker.from_env()) as client:
        client.containers.get(name).wait(timeout=30)

    assert boxes.sweep() == 1
    assert left_behind() == []


def test_that_an_engine_stopped_in_the_middle_is_told_and_nothing_is_left_when_it_is_back(
    own_engine: OwnEngine, order: BoxOrder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", own_engine.address)

    def stop(event: object) -> None:
        if isinstance(event, LiveText):
            own_engine.stop()

    with closing(DockerBoxes()) as boxes:
        opened = boxes.open(order, CancelToken())
        try:
            with pytest.raises(MissingPart, match="see that Docker runs, and start the stage again"):
                opened.execute(("sh", "-c", "echo begun; sleep 100"), 60, cancel=CancelToken(), emit=stop)
            opened.close()
            with pytest.raises(MissingPart, match=r"Docker|DOCKER_HOST"):
                boxes.open(order, CancelToken())
        finally:
            own_engine.start()

        boxes.sweep()
        assert left_behind() == []
        again = boxes.open(order, CancelToken())
        assert shell(again, "echo on").output == "on\n"
        again.close()
        assert left_behind() == []
