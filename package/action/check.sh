#!/usr/bin/env bash
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The step of the action: action.yml gives its inputs as NOISY_*. Findings become
# annotations; the exit status is that of the check.
set -euo pipefail

server=${NOISY_SERVER:-noisy-lsp-server}
if ! command -v "$server" >/dev/null; then
  echo "::error title=noisy::there is no program '$server'; install noisy, and name it as 'server'"
  exit 2
fi

# Inputs with several values have a line for each.
mapfile -t files < <(sed '/^$/d' <<<"${NOISY_FILES:-.}")
mapfile -t arguments < <(sed '/^$/d' <<<"${NOISY_ARGUMENTS:-}")

options=(--check=diagnostics "--fail-on=${NOISY_FAIL_ON:-error}")
[ -z "${NOISY_BASELINE:-}" ] || options+=("--baseline=$NOISY_BASELINE")
options+=("${arguments[@]}")

if [ -n "${NOISY_SARIF:-}" ]; then
  # It fails below, with annotations.
  "$server" "${options[@]}" --format=sarif "${files[@]}" >"$NOISY_SARIF" 2>/dev/null || true
fi
exec "$server" "${options[@]}" --format=github "${files[@]}"
