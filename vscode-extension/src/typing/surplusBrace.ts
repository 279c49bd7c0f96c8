/** The line of the next brace, if one begins the line `typed`, nothing is between them, and the
 * text has exactly one that closes nothing. Keys may have followed it: `} else`. */
export function surplusBrace(lines: readonly string[], typed: number): number | undefined {
  if (!lines[typed]?.trimStart().startsWith("}")) return undefined;
  let next = typed + 1;
  while (lines[next]?.trim() === "") next++;
  if (lines[next]?.trim() !== "}") return undefined;
  let depth = 0;
  for (const line of lines)
    for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"?|\/\/.*|[{}]/g))
      depth += token === "{" ? 1 : token === "}" ? -1 : 0;
  return depth === -1 ? next : undefined;
}
