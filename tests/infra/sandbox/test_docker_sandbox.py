"""Foreign code in a real container: bounded, without network or rights, and nothing is left behind."""

import subprocess
import sys
from dataclasses import replace

import pytest

from mlrbench_gui.domain.errors import Cancelled, InputError, MissingPart
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.domain.work import CancelToken, ignore
from mlrbench_gui.infra.sandbox._ownership import LABEL
from mlrbench_gui.infra.sandbox.docker_sandbox import DockerSandbox
from mlrbench_gui.services.ports.sandbox import SandboxCommand, SandboxEnd, SandboxOrder
from tests.infra.sandbox.conftest import SMALL, RunCode

pytestmark = [pytest.mark.docker, pytest.mark.timeout(240)]


def left_behind(box: DockerSandbox) -> list[str]:
    found = box._client.containers.list(all=True, filters={"label": LABEL})
    volumes = box._client.volumes.list(filters={"label": LABEL})
    return [one.name for one in (*found, *volumes)]


def test_that_files_go_in_and_come_out_and_the_container_is_gone(
    run_code: RunCode, box: DockerSandbox
) -> None:
    outcome = run_code("print(open('/home/x/run/data/in.txt').read()); open('out.txt', 'w').write('out')")

    (command,) = outcome.commands
    assert (command.end, command.exit_code, command.output.strip()) == (SandboxEnd.EXITED, 0, "in")
    assert outcome.files[RelPath("code/out.txt")] == b"out"
    assert left_behind(box) == []


def test_that_there_are_no_rights_no_network_and_nowhere_else_to_write(run_code: RunCode) -> None:
    outcome = run_code(
        "import os, socket\n"
        "print(os.getuid(), 'CapEff:\\t0000000000000000' in open('/proc/self/status').read())\n"
        "print('NoNewPrivs:\\t1' in open('/proc/self/status').read())\n"
        "print(sorted(os.listdir('/sys/class/net')))\n"
        "for place in ('/etc/x', '/usr/x', '/x'):\n"
        "    try: open(place, 'w'); print('written')\n"
        "    except OSError: print('refused')\n"
        "try: socket.create_connection(('1.1.1.1', 53), timeout=2); print('connected')\n"
        "except OSError: print('no network')\n"
    )

    lines = outcome.commands[0].output.split("\n")
    assert lines[:8] == ["1000 True", "True", "['lo']", "refused", "refused", "refused", "no network", ""]


def test_that_a_link_out_of_the_folder_is_refused_and_told(run_code: RunCode) -> None:
    outcome = run_code("import os; os.symlink('/etc/passwd', 'out.txt'); os.link('a.py', 'again.py')")

    assert RelPath("code/out.txt") not in outcome.files
    assert any("link to /etc/passwd" in item.what for item in outcome.refused)


def test_that_what_is_too_much_is_not_taken_out(run_code: RunCode) -> None:
    outcome = run_code("for n in range(80): open(f'{n}.txt', 'w').write('x')")

    assert len(outcome.files) == SMALL.output_files
    assert any("too many" in item.what for item in outcome.refused)


def test_that_a_command_which_fills_its_disk_or_its_memory_is_stopped(run_code: RunCode) -> None:
    full = run_code("open('big', 'wb').write(b'x' * 40_000_000)")
    greedy = run_code("x = bytearray(600_000_000)\nfor i in range(0, len(x), 4096): x[i] = 1")

    assert "No space left" in full.commands[0].output
    assert greedy.commands[0].end is SandboxEnd.OUT_OF_MEMORY


def test_that_a_command_which_takes_too_long_is_ended_with_its_children(
    run_code: RunCode, box: DockerSandbox
) -> None:
    code = "import subprocess, time; subprocess.Popen(['sleep', '500']); print('begun', flush=True); time.sleep(500)"

    (command,) = run_code(code, replace(SMALL, seconds=3.0)).commands

    assert (command.end, command.exit_code, command.output.strip()) == (SandboxEnd.TIMED_OUT, None, "begun")
    assert left_behind(box) == []


def test_that_a_cancelled_order_leaves_nothing(run_code: RunCode, box: DockerSandbox) -> None:
    cancel = CancelToken()
    cancel.cancel()

    with pytest.raises(Cancelled):
        run_code("import time; time.sleep(500)", cancel=cancel)

    assert left_behind(box) == []


def test_that_what_a_killed_process_left_is_found_and_removed(box: DockerSandbox, image: str) -> None:
    program = (
        "import os, sys\n"
        "from mlrbench_gui.infra.sandbox import docker_sandbox as made\n"
        "from mlrbench_gui.domain.work import CancelToken\n"
        "from mlrbench_gui.services.ports.sandbox import SandboxCommand, SandboxOrder\n"
        "def killed(event): os.kill(os.getpid(), 9)\n"
        "order = SandboxOrder(sys.argv[1], (SandboxCommand(('sleep', '300')),), {}, 'agent/task')\n"
        "made.DockerSandbox().run(order, CancelToken(), killed)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, image], check=False, capture_output=True)
    assert done.returncode == -9, done.stderr
    assert left_behind(box)

    assert box.sweep() == 1
    assert left_behind(box) == []


def test_that_an_image_which_is_not_there_is_told_with_its_remedy(box: DockerSandbox) -> None:
    order = SandboxOrder("no-such-image-here:1", (SandboxCommand(("true",)),), {}, "agent/task")

    with pytest.raises(MissingPart, match="docker pull no-such-image-here:1"):
        box.run(order, CancelToken(), ignore)


def test_that_no_folder_of_the_system_is_covered(box: DockerSandbox, image: str) -> None:
    order = SandboxOrder(image, (SandboxCommand(("true",)),), {}, "agent/task", root="/usr/lib")

    with pytest.raises(InputError, match="/usr/lib"):
        box.run(order, CancelToken(), ignore)
