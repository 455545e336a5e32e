"""The figure reader's child process: it alone loads the recogniser, answers one request and ends."""

import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.pictures import PictureReading
from mlrbench_gui.infra.figures.reading import read_picture
from mlrbench_gui.infra.figures.recognising import recogniser


def serve(pipe: Connection, pictures: Sequence[bytes]) -> None:
    """Send a reading for each picture: ("read", reading), or ("missing", message) once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        recognise = recogniser()
    except (MissingPart, ImportError, OSError) as error:
        pipe.send(("missing", str(error)))
        return
    for picture in pictures:
        try:
            reading = read_picture(picture, recognise)
        except InputError as error:
            reading = PictureReading(refused=str(error))
        except Exception as error:  # noqa: BLE001 -- one picture that breaks a library ends no other's reading
            reading = PictureReading(refused=f"it could not be read ({type(error).__name__}: {error})"[:300])
        pipe.send(("read", reading))
