/** The line of the next brace, if one is alone in the line `typed`, nothing is between them, and
 * the text has exactly one that closes nothing. */
export function surplusBrace(lines: readonly string[], typed: number): number | undefined {
  if (lines[typed]?.trim() !== "}") return undefined;
  let next = typed + 1;
  while (lines[next]?.trim() === "") next++;
  if (lines[next]?.trim() !== "}") return undefined;
  let depth = 0;
  for (const line of lines)
    for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"?|\/\/.*|[{}]/g))
      depth += token === "{" ? 1 : token === "}" ? -1 : 0;
  return depth === -1 ? next : undefined;
}
