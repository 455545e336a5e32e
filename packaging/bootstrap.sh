#!/bin/sh
# Make everything that `make run` and `make test` need: system libraries (Debian, as root), .venv, the locked packages.
# A second call finds all in place and ends at once.
set -eu
cd "$(dirname "$0")/.."

missing_system_packages() {
    grep -v '^#' packaging/debian-packages.txt | while read -r name; do
        dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || printf '%s ' "$name"
    done
}

if command -v dpkg-query >/dev/null 2>&1; then
    missing=$(missing_system_packages)
    if [ -n "$missing" ]; then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            echo "Installing system packages: $missing" >&2
            apt-get update -qq
            # shellcheck disable=SC2086 -- one word a package
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
        else
            echo "Some system libraries or fonts are missing. As root, run:" >&2
            echo "  apt-get install --no-install-recommends $missing" >&2
        fi
    fi
fi

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; $("$python" --version) was found. Set PYTHON to a newer one." >&2
    exit 3
}
stamp=.venv/installed
wanted=$(cat requirements.lock pyproject.toml packaging/bootstrap.sh | cksum)
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0
echo "Making .venv with the locked packages" >&2
[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
printf '%s' "$wanted" > "$stamp"
