# The scripts share these functions. This file is sourced, never run. It sets `top` and `local_dir` and prints progress lines.
# shellcheck shell=bash

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
local_dir=$top/.local
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3 || true)

say() { printf '[%s] %s\n' "$(basename "$0")" "$*"; }
die() {
  printf '[%s] error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# The comment at the head of a script is its manual.
show_help() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

can_make_venv() { [ -x "$local_dir/venv/bin/python3" ] || "$python" -c 'import ensurepip, venv' 2>/dev/null; }

# Makes a virtual environment of ours, so that nothing is installed into the system.
venv_python() {
  if [ ! -x "$local_dir/venv/bin/python3" ]; then
    mkdir -p "$local_dir"
    rm -rf "$local_dir/venv"
    "$python" -m venv "$local_dir/venv" || die "cannot make $local_dir/venv: install python3-venv"
  fi
  echo "$local_dir/venv/bin/python3"
}

# Prints the path of pip's own wheel, which runs as it is: that of Debian's package python3-pip-whl.
pip_wheel() {
  compgen -G "/usr/share/python-wheels/pip-*.whl" || compgen -G "$local_dir/debian/usr/share/python-wheels/pip-*.whl"
}

can_run_pip() {
  [ -n "$python" ] && { can_make_venv || "$python" -m pip --version >/dev/null 2>&1 || pip_wheel >/dev/null; }
}

# Runs the pip of a virtual environment of ours, or, if python cannot make one, the system's.
run_pip() {
  local interpreter=$python wheel=
  [ -n "$python" ] || die "python3 is missing, which runs pip: install python3 and python3-venv"
  if can_make_venv; then
    interpreter=$(venv_python) || exit 1
  elif ! "$python" -m pip --version >/dev/null 2>&1; then
    wheel=$(pip_wheel) || die "pip is missing: install python3-venv"
  fi
  PYTHONPATH=${wheel:-${PYTHONPATH:-}} "$interpreter" -m pip "$@"
}

# install_pinned PINS DIR [--prefix]: installs the wheels that PINS names, at exactly those versions and hashes, in DIR: as a
# Python path, or (--prefix) as an installation with bin, lib and include. DIR appears whole or not at all; if its stamp equals
# PINS it stays as it is.
install_pinned() {
  local pins=$1 dir=$2 how=${3:---target}
  cmp -s "$pins" "$dir/.pins" && return 0
  say "fetching $(grep -o '^[a-z][^ ]*' "$pins" | tr '\n' ' ')"
  rm -rf "$dir.new"
  run_pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
    "$how" "$dir.new" -r "$pins" || die "pip could not fetch what $pins names (see above): check the network, the proxy and pip's configuration"
  cp "$pins" "$dir.new/.pins"
  rm -rf "$dir"
  mv "$dir.new" "$dir"
}

# Prints the path of the pinned clang-format, clang-tidy or ruff itself (wheels wrap the first two in Python scripts, which
# start slower).
lint_tool() {
  local found
  found=$(find "$local_dir/lint" -path "*/data/bin/$1" 2>/dev/null | head -n 1)
  [ -n "$found" ] || [ ! -x "$local_dir/lint/bin/$1" ] || found=$local_dir/lint/bin/$1
  [ -n "$found" ] || die "$1 is missing: run scripts/setup --lint"
  echo "$found"
}
