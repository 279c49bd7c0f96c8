# Shared by the sessions: the preparation before the editor starts. To be
# sourced; takes the argument of the session, the build folder.
set -euo pipefail

build=$(realpath "${1:?usage: $0 BUILD_FOLDER}")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$(realpath "$here/../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$root/examples/overflow.mlir" "$scratch"

# The user's own editor configuration is not used, and the server is the built
# one.
export HOME=$scratch XDG_CONFIG_HOME=$scratch XDG_DATA_HOME=$scratch \
  XDG_STATE_HOME=$scratch XDG_CACHE_HOME=$scratch
export PATH=$build:$PATH
cd "$scratch"

# setting TITLE: the code in docs/editors.md after the line that begins with
# **TITLE**. The sessions load it, so the document is tested.
setting() {
  awk -v title="**$1**" '
    index($0, title) == 1 { found = 1 }
    found && /^```/ { if (inside) exit; inside = 1; next }
    inside { print }
    END { if (!inside) exit 1 }' "$root/docs/editors.md" ||
    { echo "docs/editors.md has no code for '$1'" >&2; return 1; }
}

# limited COMMAND...: ends a command that hangs.
limited() { timeout --kill-after=10 180 "$@"; }

# run_emacs STEPS: starts an Emacs with init.el, in a terminal of its own, which
# opens overflow.mlir and runs the steps in the file STEPS.
run_emacs() {
  local status=0
  : >emacs.log
  TERM=xterm limited python3 -c \
    'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
    emacs -nw -q --eval '(setq native-comp-deferred-compilation nil)' \
    --eval '(package-activate-all)' \
    -l init.el -l "$here/session.el" -l "$here/$1" overflow.mlir \
    </dev/null >screen || status=$?
  cat emacs.log
  [ $status -eq 0 ] || { echo "the screen at the end:"; tail -c 4000 screen; }
  return $status
}
