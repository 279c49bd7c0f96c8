// Which documents are the server's.

/** Where text that people write comes from. Left out is what only shows text
 * that stands somewhere else, such as `git`, the left side of a comparison: its
 * problems would be listed beside those of the text that can be mended, and
 * each old version would be analysed. */
export const usualSchemes: readonly string[] = [
  "file",
  "untitled",
  /** What the bytecode editor shows. */
  "noisy-bytecode",
  /** Repositories that are opened without a clone, and what is on the other
   * side in the browser. */
  "vscode-vfs",
  "vscode-local",
  "vscode-test-web",
];

/** The languages whose documents are the server's. */
export const languageId = "mlir";

/** The documents of these schemes that are the server's. */
export function selectorOf(schemes: Iterable<string>): { scheme: string; language: string }[] {
  return [...new Set(schemes)].map((scheme) => ({ scheme, language: languageId }));
}
