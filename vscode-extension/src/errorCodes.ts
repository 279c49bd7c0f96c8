// The protocol's error codes of requests that the server did not answer.

const requestCancelled = -32800;
const contentModified = -32801;
const serverCancelled = -32802;

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}

/** True when a request failed because somebody cancelled it. */
export function isCancelled(error: unknown): boolean {
  const code = codeOf(error);
  return code === requestCancelled || code === serverCancelled;
}

/** True when a request failed for a reason that passes, and can be repeated. */
export function isOvertaken(error: unknown): boolean {
  return isCancelled(error) || codeOf(error) === contentModified;
}
