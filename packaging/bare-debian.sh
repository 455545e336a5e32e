#!/bin/sh
# Prove the first two commands of the README on a bare Debian 12: a debootstrap chroot with python3, python3-venv,
# make and git alone, as root; then `make run` twice and `make test`. Needs root and debootstrap.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" = 0 ] || { echo "bare-debian needs root (for chroot)." >&2; exit 3; }
command -v debootstrap >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq debootstrap; }
root=$(mktemp -d "${TMPDIR:-/var/tmp}/bare-debian.XXXXXX")
finish() {
    umount "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null || true
    mountpoint -q "$root/dev" || rm -rf --one-file-system "$root"
}
chmod 755 "$root"
trap finish EXIT INT TERM
debootstrap --variant=minbase --include=python3,python3-venv,make,git,ca-certificates bookworm "$root" >"$root.log" 2>&1 \
    || { tail -20 "$root.log" >&2; exit 1; }
rm -f "$root.log"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts" 2>/dev/null || true
# The network as this machine reaches it: name server, trusted certificates, package sources.
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
[ -f /etc/ssl/certs/ca-certificates.crt ] && cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
git clone -q "$here" "$root/root/project"
inside() {
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        ${PIP_CERT:+PIP_CERT=/etc/ssl/certs/ca-certificates.crt} sh -c "cd /root/project && $1"
}
began=$(date +%s)
inside "make run"
first=$(date +%s)
inside "make run"
second=$(date +%s)
inside "make test"
third=$(date +%s)
echo "bare Debian 12: first make run $((first - began)) s, second $((second - first)) s, make test $((third - second)) s"
