import type { Range } from "vscode-languageclient/node";
import type { NoiseGraph } from "../../protocol.ts";

/** A function as it stands in a version of a document. */
export interface FunctionPlace {
  uri: string;
  version: number;
  name: string;
  nameRange: Range;
}

/** Where the function of a graph stands. */
export function placeOf(uri: string, { version, name, nameRange }: NoiseGraph): FunctionPlace {
  return { uri, version, name, nameRange };
}

function isSameRange(a: Range, b: Range): boolean {
  return (
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}

/** Whether both are the same function of the same text. A name alone does not
 * tell: several parts of a file, and nested modules, may have it each. */
export function isSamePlace(a: FunctionPlace, b: FunctionPlace): boolean {
  return a.version === b.version && isSameFunction(a, b);
}

/** Whether both are the same function, of the same or of another version of the
 * text; of another one as far as the name tells. */
export function isSameFunction(a: FunctionPlace, b: FunctionPlace): boolean {
  if (a.uri !== b.uri || a.name !== b.name) return false;
  return a.version !== b.version || isSameRange(a.nameRange, b.nameRange);
}

/** The graph after a fix that was made for the function `of`, where it may be
 * shown with `before`: when both are of the same text and function, and of a
 * large function of about the same part. Null otherwise. */
export function afterFor(
  after: NoiseGraph | null,
  of: FunctionPlace,
  before: NoiseGraph,
  uri: string,
): NoiseGraph | null {
  if (!after || !isSamePlace(of, placeOf(uri, before))) return null;
  if (after.name !== of.name || !isSameRange(after.nameRange, of.nameRange)) return null;
  const known = new Set(after.nodes.map(({ key }) => key));
  const common = before.nodes.filter(({ key }) => known.has(key)).length;
  return 2 * common >= before.nodes.length ? after : null;
}
