#!/bin/sh
# The README's pictures, from the sample run: pictures.sh FOLDER
set -eu
cd "$(dirname "$0")/.."
folder=$1
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
gui() { QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME="$work" .venv/bin/mlrbench-gui --workspace "$work/sample.mlrb" "$@" >/dev/null; }
gui import resources/sample
gui audit end2end_sample/iclr2025_calibration
gui snapshot audit --run end2end_sample/iclr2025_calibration -o "$folder/audit-light.png" --size 1440x900 --scale 2
gui snapshot audit --run end2end_sample/iclr2025_calibration -o "$folder/audit-dark.png" --size 1280x800 --scale 2 --theme dark
gui snapshot runs -o "$folder/runs-light.png" --size 1280x800 --scale 2
gui snapshot settings -o "$folder/settings-dark.png" --size 1280x800 --scale 2 --theme dark
ls "$folder"
