// The indentation of editors that were open before the extension was known.

import * as vscode from "vscode";

/** Gives editors the indentation of the settings. One that VS Code opens while it starts may
 * have that of other languages, four blanks. */
export function applyIndentation(): void {
  for (const editor of vscode.window.visibleTextEditors) {
    if (editor.document.languageId !== "mlir") continue;
    const settings = vscode.workspace.getConfiguration("editor", editor.document);
    const tabSize = settings.get<number>("tabSize");
    const insertSpaces = settings.get<boolean>("insertSpaces");
    if (settings.get("detectIndentation") || tabSize === undefined || insertSpaces === undefined) continue;
    if (editor.options.tabSize !== tabSize || editor.options.insertSpaces !== insertSpaces)
      editor.options = { tabSize, insertSpaces };
  }
}
