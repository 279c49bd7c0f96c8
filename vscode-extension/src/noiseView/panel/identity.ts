import type { Range } from "vscode-languageclient/node";
import type { NoiseGraph } from "../../protocol.ts";

/** A function as it stands in a version of a document. */
export interface FunctionPlace {
  uri: string;
  version: number;
  name: string;
  nameRange: Range;
}

/** The place of a graph's function. */
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

/** True for the same function of the same text. A name alone is not enough: several
 * parts of a file, and nested modules, may each have it. */
export function isSamePlace(a: FunctionPlace, b: FunctionPlace): boolean {
  return a.version === b.version && isSameFunction(a, b);
}

/** True for the same function of any versions of the text; between versions the name
 * decides. */
export function isSameFunction(a: FunctionPlace, b: FunctionPlace): boolean {
  if (a.uri !== b.uri || a.name !== b.name) return false;
  return a.version !== b.version || isSameRange(a.nameRange, b.nameRange);
}

/** `fixedGraph`, the graph after a fix for the function at `place`, where it may be
 * shown with `graph`: when both are of the same text and function, and of a
 * large function around the same value, or of about the same part. Null otherwise. */
export function compatibleFixedGraph(
  fixedGraph: NoiseGraph | null,
  place: FunctionPlace,
  graph: NoiseGraph,
  uri: string,
): NoiseGraph | null {
  if (!fixedGraph || !isSamePlace(place, placeOf(uri, graph))) return null;
  if (fixedGraph.name !== place.name || !isSameRange(fixedGraph.nameRange, place.nameRange)) return null;
  if (graph.focus !== undefined || fixedGraph.focus !== undefined)
    return graph.focus === fixedGraph.focus ? fixedGraph : null;
  const keys = new Set(fixedGraph.nodes.map(({ key }) => key));
  const commonNodes = graph.nodes.filter(({ key }) => keys.has(key)).length;
  return 2 * commonNodes >= graph.nodes.length ? fixedGraph : null;
}
