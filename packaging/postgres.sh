#!/bin/sh
# Run a command with a PostgreSQL of its own: postgres.sh COMMAND...
# The server runs as an unprivileged user on a temporary folder, listens on one free port of this machine alone, asks for
# a password, speaks TLS as well, and is stopped and forgotten at the end. The command finds it in MLRBENCH_POSTGRES, its
# certificate in MLRBENCH_POSTGRES_CERTIFICATE, the password in PGPASSWORD. As root on Debian it installs what is missing.
set -eu
find_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1; }
bin=$(find_bin)
if [ -z "$bin" ]; then
    [ "$(id -u)" = 0 ] || { echo "postgres.sh needs PostgreSQL; as root: apt-get install postgresql" >&2; exit 3; }
    apt-get update -qq
    # The package makes and starts no server of the system's own.
    mkdir -p /etc/postgresql-common
    [ -f /etc/postgresql-common/createcluster.conf ] \
        || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold \
        postgresql openssl >/dev/null
    bin=$(find_bin)
fi

place=$(mktemp -d "${TMPDIR:-/tmp}/postgres.XXXXXX")
if [ "$(id -u)" = 0 ]; then
    chown postgres "$place"
    as_user() { setpriv --reuid postgres --regid postgres --clear-groups env HOME="$place" "$@"; }
else
    as_user() { "$@"; }
fi
stop() {
    [ ! -f "$place/data/postmaster.pid" ] || as_user "$bin/pg_ctl" -D "$place/data" -m immediate -w stop >/dev/null 2>&1 || true
    rm -rf --one-file-system "$place"
}
trap stop EXIT
trap 'exit 130' INT TERM

PGPASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf '%s' "$PGPASSWORD" >"$place/password"
[ "$(id -u)" != 0 ] || chown postgres "$place/password"
as_user "$bin/initdb" -D "$place/data" -U mlrbench -A scram-sha-256 --pwfile="$place/password" -E UTF8 --locale=C.UTF-8 \
    >"$place/initdb.log" 2>&1 || { tail -20 "$place/initdb.log" >&2; exit 1; }
rm -f "$place/password"
openssl req -new -x509 -days 2 -nodes -subj "/CN=localhost" -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" \
    -keyout "$place/data/server.key" -out "$place/data/server.crt" 2>/dev/null
[ "$(id -u)" != 0 ] || chown postgres "$place/data/server.key" "$place/data/server.crt"
chmod 600 "$place/data/server.key"
{
    echo "listen_addresses = '127.0.0.1'"
    echo "port = $port"
    echo "unix_socket_directories = '$place'"
    echo "ssl = on"
    echo "fsync = off"  # the tests kill programs, not the machine
} >>"$place/data/postgresql.conf"
as_user "$bin/pg_ctl" -D "$place/data" -l "$place/server.log" -w -t 60 start >/dev/null \
    || { tail -20 "$place/server.log" >&2; exit 1; }

MLRBENCH_POSTGRES=postgresql://mlrbench@127.0.0.1:$port/postgres
chmod 755 "$place"
cp "$place/data/server.crt" "$place/server.crt"
MLRBENCH_POSTGRES_CERTIFICATE=$place/server.crt
export MLRBENCH_POSTGRES MLRBENCH_POSTGRES_CERTIFICATE PGPASSWORD
"$@"
