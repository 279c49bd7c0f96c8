// The argument of the server's command `noisy.applyFix`.

import type { FixScope } from "../protocol.ts";

/** A fix of the optimizer, offered in one version of a document. */
export interface FixArgument {
  uri: string;
  version: number;
  position: { line: number; character: number };
  scope: FixScope;
}

const scopes: Record<string, FixScope> = {
  reduceFunction: "function",
  reduceChunk: "chunk",
  reduceDocument: "document",
};

/** The argument as a fix of the optimizer; undefined for the small fixes, and for
 * arguments that the server has not made. */
export function readFixArgument(argument: unknown): FixArgument | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  const { uri, version, position, fix } = argument as Record<string, unknown>;
  const scope = typeof fix === "string" && Object.hasOwn(scopes, fix) ? scopes[fix] : undefined;
  if (typeof uri !== "string" || typeof version !== "number" || scope === undefined) return undefined;
  if (typeof position !== "object" || position === null) return undefined;
  const { line, character } = position as Record<string, unknown>;
  if (typeof line !== "number" || typeof character !== "number") return undefined;
  return { uri, version, position: { line, character }, scope };
}
