// The indentation of editors that were open before the extension was known.

import * as vscode from "vscode";

/** Gives editors the indentation of the settings. One that VS Code opens while it starts may
 * have that of other languages, four blanks; any other indentation is somebody's choice. */
export function applyIndentation(): void {
  for (const editor of vscode.window.visibleTextEditors) {
    if (editor.document.languageId !== "mlir") continue;
    const indentation = indentationFor(editor.document);
    const others = indentationFor();
    const { tabSize, insertSpaces } = editor.options;
    if (!indentation || tabSize !== others?.tabSize || insertSpaces !== others?.insertSpaces) continue;
    editor.options = indentation;
  }
}

/** What the settings say for a document, or without one for other languages; undefined if the
 * text decides. */
function indentationFor(document?: vscode.TextDocument): vscode.TextEditorOptions | undefined {
  const settings = vscode.workspace.getConfiguration("editor", document);
  if (document && settings.get("detectIndentation")) return undefined;
  return { tabSize: settings.get("tabSize", 4), insertSpaces: settings.get("insertSpaces", true) };
}
