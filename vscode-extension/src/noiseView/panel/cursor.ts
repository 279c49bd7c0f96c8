import type { Position, Range } from "vscode-languageclient/node";
import type { NoiseGraph } from "../../protocol.ts";

export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** True for a position inside a range, or at its end. */
export function contains(range: Range, position: Position): boolean {
  return !isBefore(position, range.start) && !isBefore(range.end, position);
}

/** The index of the node that the cursor is at: the one whose name it is in; or
 * the value whose name is the word under the cursor, of several with that name
 * the last one before it; or the first one that its line makes. */
export function nodeAtCursor(
  graph: NoiseGraph,
  position: Position,
  word: string | undefined,
): number | undefined {
  let sameName: number | undefined;
  let sameLine: number | undefined;
  for (const [index, node] of graph.nodes.entries()) {
    if (node.isInserted) continue;
    if (contains(node.range, position)) return index;
    if (word && node.name === word && !isBefore(position, node.range.start)) sameName = index;
    if (node.range.start.line === position.line) sameLine ??= index;
  }
  return sameName ?? sameLine;
}

/** A position after edits of the text: it moves with its line. */
export function movedPosition(
  position: Position,
  changes: readonly { range: Range; text: string }[],
): Position {
  let line = position.line;
  for (const { range, text } of changes) {
    // A change in the line itself leaves its beginning where it is.
    if (range.start.line >= position.line && range.end.line >= position.line) continue;
    const removedLines = Math.min(range.end.line, position.line) - range.start.line;
    line += text.split("\n").length - 1 - removedLines;
  }
  return { line: Math.max(0, line), character: position.character };
}
