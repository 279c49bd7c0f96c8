# For scripts: tells that a long silent command is still at work, where the output is no
# terminal: a log that stands still looks like a hang.

# with_progress WHAT COMMAND...: runs the command, and says on standard error every
# NOISY_PROGRESS_SECONDS (20) how long it has taken. Its status is that of the command.
with_progress() {
  local what=$1 start=$SECONDS status=0 ticker
  shift
  if [ -t 2 ]; then
    "$@"
    return
  fi
  (
    # What a reader of the output waits for must not be held open, nor outlive the script.
    while sleep "${NOISY_PROGRESS_SECONDS:-20}" </dev/null >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
      echo "$what: $((SECONDS - start)) s so far" >&2
    done
  ) </dev/null >/dev/null 3>&- &
  ticker=$!
  "$@" || status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  return "$status"
}
