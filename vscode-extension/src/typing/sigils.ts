// The sigil of a symbol's name, which stands before the field of a snippet.

import * as vscode from "vscode";

/** How often an edit is tried while keys change the text. */
const attempts = 10;

/** Removes an `@` that is typed right behind another one: who types `@name` over a field means
 * one. The server would do so when it formats what is typed, but VS Code gives that up at the
 * next key. */
export function watchSigils(): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
    const [change] = contentChanges;
    if (document.languageId !== "mlir" || contentChanges.length !== 1 || reason !== undefined) return;
    if (change?.text === "@" && isDoubled(document, change.range.start))
      void removeAt(document, change.range.start);
  });
}

/** True if there is an `@` before and behind a place, in code. */
function isDoubled(document: vscode.TextDocument, place: vscode.Position): boolean {
  const line = document.lineAt(place.line).text;
  const before = line.slice(0, place.character);
  return before.endsWith("@") && line[place.character] === "@" && !/"|\/\//.test(before);
}

async function removeAt(document: vscode.TextDocument, place: vscode.Position): Promise<void> {
  const range = new vscode.Range(place, place.translate(0, 1));
  for (let i = 0; i < attempts && isDoubled(document, place); i++) {
    const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
    const options = { undoStopBefore: false, undoStopAfter: false };
    if (!editor || (await editor.edit((builder) => builder.delete(range), options))) return;
  }
}
