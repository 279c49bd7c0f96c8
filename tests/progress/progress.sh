# For scripts: tells that a long silent command is still at work, in a terminal and in a log:
# what stands still looks like a hang. It is not for commands that draw their own progress in
# a terminal, nor for those that may ask for something there: the lines would get into theirs.

# steps_in LOG: the share of the work that is done, as the last line of ninja in a log has it
# (NINJA_STATUS='[%f/%t] '): "295 of 589 steps"; nothing where there is none.
steps_in() {
  sed -nE 's|^\[([0-9]+)/([0-9]+)\] .*|\1 of \2 steps|p' "$1" | tail -n 1
}

# with_progress WHAT COMMAND...: runs the command, and says on standard error every
# NOISY_PROGRESS_SECONDS (20) how long it has taken. Its status is that of the command. Where
# progress_log is the log of a ninja that the command runs, each line has the share, too.
with_progress() {
  local what=$1 start=$SECONDS status=0 ticker share=
  shift
  (
    # What a reader of the output waits for must not be held open, nor outlive the script.
    while sleep "${NOISY_PROGRESS_SECONDS:-20}" </dev/null >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
      [ -z "${progress_log:-}" ] || share=$(steps_in "$progress_log") || true
      echo "$what: $((SECONDS - start)) s so far${share:+, $share}" >&2
    done
  ) </dev/null >/dev/null 3>&- &
  ticker=$!
  "$@" || status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  return "$status"
}
