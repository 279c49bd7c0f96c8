// Where places of a text are after edits.

export interface Place {
  line: number;
  character: number;
}

export interface PlacedEdit {
  range: { start: Place; end: Place };
  newText: string;
}

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

/** The place of the same character after edits, which do not overlap and are in order. Text
 * that is inserted right there comes before it; inside of a replaced range it is its end. */
export function movedPosition(place: Place, edits: readonly PlacedEdit[]): Place {
  // The lines that were added above, and what the line of the last edit begins with now.
  let lines = 0;
  let last: { line: number; shift: number } | undefined;
  for (const { range, newText } of edits) {
    const { start, end } = range;
    if (!isBefore(end, place)) {
      if (!isBefore(place, start)) return afterText(startOf(start, lines, last), newText);
      break;
    }
    const begin = startOf(start, lines, last);
    const after = afterText(begin, newText);
    lines = after.line - end.line;
    last = { line: end.line, shift: after.character - end.character };
  }
  return startOf(place, lines, last);
}

function startOf(place: Place, lines: number, last: { line: number; shift: number } | undefined): Place {
  return {
    line: place.line + lines,
    character: place.character + (last?.line === place.line ? last.shift : 0),
  };
}

function afterText(begin: Place, text: string): Place {
  const rows = text.split("\n");
  const rest = rows.at(-1)?.length ?? 0;
  return rows.length === 1
    ? { line: begin.line, character: begin.character + rest }
    : { line: begin.line + rows.length - 1, character: rest };
}
