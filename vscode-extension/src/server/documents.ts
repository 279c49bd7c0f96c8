// The documents of the server.

/** The schemes of text that people write. Schemes that only show text of another
 * place are left out, such as `git`, the left side of a comparison: its problems
 * would be listed beside those of the text that can be fixed, and each old
 * version would be analysed. */
export const usualSchemes: readonly string[] = [
  "file",
  "untitled",
  /** The text of bytecode files. */
  "noisy-bytecode",
  /** Repositories that are opened without a clone, and files of VS Code in the
   * browser. */
  "vscode-vfs",
  "vscode-local",
  "vscode-test-web",
];

/** The languages whose documents are the server's. */
export const languageId = "mlir";

/** The selector of the server's documents of these schemes. */
export function selectorOf(schemes: Iterable<string>): { scheme: string; language: string }[] {
  return [...new Set(schemes)].map((scheme) => ({ scheme, language: languageId }));
}
