# Shared by the scripts of this folder; to be sourced.
# shellcheck shell=bash
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=$(basename "$0")
started=$SECONDS

# say TEXT: one line of progress, with the seconds since the script began.
say() {
  printf '[%s %3ds] %s\n' "$script" "$((SECONDS - started))" "$*"
}

# fail TEXT: ends the script the way dllrepro does when the machine is not as needed.
fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 4
}

# logged NAME COMMAND...: runs a command with its output in build/logs/NAME.log; shows the end of it when it fails.
logged() {
  local log="$top/build/logs/$1.log"
  shift
  mkdir -p "$top/build/logs"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "failed: $* (all of it: $log)"
  fi
}

# as_root COMMAND...: directly as root, else through sudo.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    command -v sudo >/dev/null || fail "not root, and no sudo to run: $*"
    sudo "$@"
  fi
}

# fetch_default_packages: the real Python and the small wheels of the default run; without a network its cells that need
# them are skipped, each with the reason.
fetch_default_packages() {
  if ! "$top/ci/windows-python" || ! "$top/ci/fetch-wheels" default; then
    say "NOT all real packages could be fetched (see above): the scenarios that need them will be skipped"
  fi
}
