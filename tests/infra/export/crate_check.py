"""Run by the Python of the crate validator: hold an unpacked crate against RO-Crate 1.3, all that is required, offline.

Arguments: the crate's folder, and the context of RO-Crate as a file, which is what the validator would fetch. Prints a
line for each fault.
"""

import io
import sys
from pathlib import Path

_CONTEXT = "https://w3id.org/ro/crate/1.3/context"


def main(folder: str, context: str) -> None:
    """Validate; raises where anything but the context is to be fetched."""
    from requests import Response
    from rocrate_validator import services
    from rocrate_validator.utils.http import HttpRequester

    def get(_self: object, url: str, **_options: object) -> Response:
        if url.rstrip("/") != _CONTEXT:
            raise RuntimeError(f"{url} is not here")
        given = Response()
        given.status_code, given.url, given.encoding = 200, url, "utf-8"
        given.headers["Content-Type"] = "application/ld+json"
        given.raw = io.BytesIO(Path(context).read_bytes())
        return given

    HttpRequester.get = get
    settings = {
        "rocrate_uri": folder,
        "profile_identifier": "ro-crate-1.3",
        "requirement_severity": "REQUIRED",
        "offline": True,
        "cache_path": Path(folder).parent / "cache",
    }
    result = services.validate(services.ValidationSettings(**settings))
    for issue in result.get_issues():
        sys.stdout.write(f"{issue.check.identifier}: {issue.message}\n")
    sys.stdout.write(f"{len(result.executed_checks)} checks\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
