"""A container engine of a test's own, which may be stopped in the middle of anything; a shared one may not."""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

_PATIENCE = 600


class OwnEngine:
    """Runs from its making until it is closed, with the tests' image. Needs root, and an engine that has the image."""

    def __init__(self, image: str) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="mlrbench-own-", dir="/var/tmp"))
        self.address = f"unix://{self._place}/docker.sock"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()
        tar = self._place / "image.tar"
        subprocess.run(["docker", "save", "-o", str(tar), image], check=True)
        self._docker("load", "-i", str(tar))
        tar.unlink()

    def start(self) -> None:
        """Start it, as it was, and wait until it answers."""
        words = [
            "dockerd",
            "--data-root",
            str(self._place / "data"),
            "--exec-root",
            str(self._place / "exec"),
        ]
        words += ["--pidfile", str(self._place / "pid"), "-H", self.address]
        words += ["--bridge", "none", "--iptables=false"]  # the machine's own networks are another engine's
        with (self._place / "log").open("ab") as log:
            self._process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        wait = threading.Event()
        for _ in range(_PATIENCE):
            if self._docker("info", check=False) == 0:
                return
            assert self._process.poll() is None, (self._place / "log").read_text()[-2000:]
            wait.wait(0.1)
        raise AssertionError("the engine did not start")

    def stop(self) -> None:
        """End it, and all that runs in it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(60)
            self._process = None

    def close(self) -> None:
        """End it and remove all that it kept."""
        self.stop()
        shutil.rmtree(self._place, ignore_errors=True)

    def _docker(self, *words: str, check: bool = True) -> int:
        surroundings = os.environ | {"DOCKER_HOST": self.address}
        return subprocess.run(
            ["docker", *words], check=check, capture_output=True, env=surroundings
        ).returncode
