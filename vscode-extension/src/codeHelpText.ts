/** The section of a code in diagnostics.md, with its heading as a title; undefined if there is none. */
export function findSection(text: string, code: string): string | undefined {
  const heading = `\n## ${code}\n`;
  const begin = text.indexOf(heading);
  if (begin < 0) return undefined;
  const end = text.indexOf("\n## ", begin + heading.length);
  return text.slice(begin + 2, end < 0 ? undefined : end);
}
