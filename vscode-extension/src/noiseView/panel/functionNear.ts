// The function that is drawn where the cursor is in none.

import type { DocumentSymbol, Position } from "vscode-languageclient/node";
import type { NoiseGraph } from "../../protocol.ts";
import { isBefore } from "./cursor.ts";

/** The function in the picture, and the place of its name in the text that was drawn. */
export interface ShownFunction {
  name: string;
  position: Position;
}

/** The answers of the server about a document. */
export interface Answers {
  graphAt(position: Position): Promise<NoiseGraph | null>;
  symbols(): Promise<DocumentSymbol[] | null>;
}

/** `SymbolKind.Function`, which cannot be imported outside of VS Code. */
const functionKind = 12;
/** The most functions that are asked for; each without encrypted values takes about a ms. */
const mostFunctions = 100;

/** The graph of the function at a position. Where none is, that of the shown one, which
 * stays; or else of the next one below that has something to draw, or the last one above. If
 * none has, the graph of the next one, which is empty; undefined without any function. */
export async function findFunction(
  position: Position,
  shown: ShownFunction | null,
  { graphAt, symbols }: Answers,
): Promise<{ graph: NoiseGraph; position: Position } | undefined> {
  const here = await graphAt(position);
  if (here) return { graph: here, position };
  if (shown) {
    const graph = await graphAt(shown.position);
    // Edits may have moved another function there, or an end of line.
    if (graph?.name === shown.name) return { graph, position: graph.nameRange.start };
  }
  let empty: { graph: NoiseGraph; position: Position } | undefined;
  const places = functionsNear((await symbols()) ?? [], position, shown);
  for (const place of places.slice(0, mostFunctions)) {
    const graph = await graphAt(place);
    if (!graph) continue;
    if (graph.nodes.length > 0) return { graph, position: place };
    empty ??= { graph, position: place };
  }
  return empty;
}

/** The places of functions in the order in which they are to be tried: those with the name of
 * the shown one, the nearest to its place first; those below the position; those above. */
function functionsNear(
  symbols: readonly DocumentSymbol[],
  position: Position,
  shown: ShownFunction | null,
): Position[] {
  const functions = functionsIn(symbols);
  const distance = ({ line }: Position): number => Math.abs(line - (shown?.position.line ?? 0));
  const placesOf = (list: DocumentSymbol[]): Position[] => list.map((each) => each.selectionRange.start);
  const sameName = placesOf(functions.filter(({ name }) => `@${name}` === shown?.name));
  const places = placesOf(functions);
  return [
    ...sameName.sort((a, b) => distance(a) - distance(b)),
    ...places.filter((place) => isBefore(position, place)),
    ...places.filter((place) => !isBefore(position, place)).reverse(),
  ];
}

/** The functions among symbols, and inside of them, in the order of the text. */
function functionsIn(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap((symbol) => [
    ...(symbol.kind === functionKind ? [symbol] : []),
    ...functionsIn(symbol.children ?? []),
  ]);
}
