#!/bin/sh
# Run a command with a container engine of its own and the image for re-runs: engine.sh COMMAND...
# The engine has its own socket, data and pid file in MLRBENCH_ENGINE_DIR (default /var/tmp/mlrbench-engine) and is
# stopped at the end; the image's tar is kept there for the next time. Needs root and a Debian system.
set -eu
[ "$(id -u)" = 0 ] || { echo "engine.sh needs root (for dockerd and debootstrap)." >&2; exit 3; }
place=${MLRBENCH_ENGINE_DIR:-/var/tmp/mlrbench-engine}
image=mlrbench-rerun:numpy
mkdir -p "$place"

missing=""
command -v dockerd >/dev/null 2>&1 || missing="docker.io iptables"
command -v debootstrap >/dev/null 2>&1 || missing="$missing debootstrap"
if [ -n "$missing" ]; then
    apt-get update -qq
    # shellcheck disable=SC2086 -- one word a package
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

# Python 3.11 with numpy and matplotlib from the package registry: 300 MB, a third of what Debian's packages take.
make_tar() {
    root=$(mktemp -d "$place/root.XXXXXX")
    debootstrap --variant=minbase --include=python3 bookworm "$root" >"$place/debootstrap.log" 2>&1 \
        || { tail -20 "$place/debootstrap.log" >&2; exit 1; }
    mountpoint -q "$root/proc" && umount "$root/proc"
    python3 -m venv "$place/pip" 2>/dev/null || .venv/bin/python -m venv "$place/pip"
    "$place/pip/bin/python" -m pip install -q --disable-pip-version-check --no-compile --only-binary :all: \
        --python-version 3.11 --target "$root/usr/local/lib/python3.11/dist-packages" numpy==2.4.6 matplotlib==3.11.2
    rm -rf "$place/pip" "$root/var/cache/apt" "$root/var/lib/apt/lists"
    tar -C "$root" --exclude='./proc/*' --exclude='./sys/*' --exclude='./dev/*' -cf "$place/image.part" .
    mv "$place/image.part" "$place/image.tar"
    rm -rf --one-file-system "$root"
}
[ -f "$place/image.tar" ] || make_tar

DOCKER_HOST=unix://$place/docker.sock
export DOCKER_HOST
stop() {
    [ -f "$place/docker.pid" ] || return 0
    pid=$(cat "$place/docker.pid")
    kill "$pid" 2>/dev/null || return 0
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ $tries -lt 30 ]; do sleep 1; tries=$((tries + 1)); done
}
if ! docker info >/dev/null 2>&1; then
    rm -f "$place/docker.pid" "$place/docker.sock"
    trap stop EXIT INT TERM
    setsid dockerd --data-root "$place/data" --exec-root "$place/exec" --pidfile "$place/docker.pid" \
        -H "$DOCKER_HOST" >"$place/dockerd.log" 2>&1 </dev/null &
    tries=0
    until docker info >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -le 60 ] || { tail -20 "$place/dockerd.log" >&2; echo "the engine did not start" >&2; exit 1; }
        sleep 1
    done
fi
docker image inspect "$image" >/dev/null 2>&1 || docker import "$place/image.tar" "$image" >/dev/null
MLRBENCH_RERUN_IMAGE=$image
export MLRBENCH_RERUN_IMAGE
"$@"
