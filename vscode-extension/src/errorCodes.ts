// Why the server did not answer, in the codes of the protocol.

const requestCancelled = -32800;
const contentModified = -32801;
const serverCancelled = -32802;

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}

/** Whether a request failed because somebody cancelled it. */
export function isCancelled(error: unknown): boolean {
  const code = codeOf(error);
  return code === requestCancelled || code === serverCancelled;
}

/** Whether it failed for a reason that passes: it is to be asked again. */
export function isOvertaken(error: unknown): boolean {
  return isCancelled(error) || codeOf(error) === contentModified;
}
