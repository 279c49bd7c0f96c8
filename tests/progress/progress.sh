# For scripts: tells that a long silent command is still at work, in a terminal and in a log:
# what stands still looks like a hang. It is not for commands that draw their own progress in
# a terminal, nor for those that may ask for something there: the lines would get into theirs.

# with_progress WHAT COMMAND...: runs the command, and says on standard error every
# NOISY_PROGRESS_SECONDS (20) how long it has taken. Its status is that of the command.
with_progress() {
  local what=$1 start=$SECONDS status=0 ticker
  shift
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
