"""The local model's process: it alone loads the engine, and ends with the pipe to the program that started it."""

import os
import signal
from multiprocessing.connection import Connection

MODEL = "local"


def serve(pipe: Connection, path: str, threads: int, context: int) -> None:
    """Send ("ready", address) or ("failed", reason), then stay until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _silence()
    try:
        _engine, address = _started(path, threads, context)
    except Exception as error:  # noqa: BLE001 -- whatever the engine raises is told by the parent
        pipe.send(("failed", type(error).__name__))
        return
    pipe.send(("ready", address))
    try:
        pipe.recv()
    except EOFError:
        os._exit(0)  # the engine's own threads would keep the process


def _started(path: str, threads: int, context: int) -> tuple[object, str]:
    """Start the engine on a free port of this machine alone: what must be held while it runs, and its address."""
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = path
    wanted.model_alias = {MODEL}
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.n_ctx = context
    wanted.n_parallel = 1
    wanted.n_gpu_layers = 0
    wanted.offline = True
    wanted.ui = False
    wanted.sampling.penalty_repeat = 1.15  # else small models turn in circles
    wanted.cpuparams.n_threads = threads
    wanted.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(wanted)
    return server, str(server.listening_address)


def _silence() -> None:
    """The engine writes its log to the streams that the program's results go to."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
