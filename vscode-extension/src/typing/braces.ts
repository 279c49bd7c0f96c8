// The brace that the editor has closed already.

import * as vscode from "vscode";
import { surplusBrace } from "./surplusBrace.ts";

/** How often an edit is tried while keys change the text. */
const attempts = 10;

/** Removes the brace that the editor closed, once its own one is typed before it: VS Code types
 * over a brace only in the line in which it was opened, and the block would end twice. */
export function watchBraces(): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
    const [change] = contentChanges;
    if (document.languageId !== "mlir" || contentChanges.length !== 1 || reason !== undefined) return;
    // The editor may indent the brace anew in the same change.
    if (change?.text.trim() !== "}") return;
    const typed = change.range.start.line;
    if (document.lineAt(typed).text.trim() === "}" && surplusBrace(linesOf(document), typed))
      void removeAfter(document, typed);
  });
}

function linesOf(document: vscode.TextDocument): string[] {
  return document.getText().split(/\r?\n/);
}

async function removeAfter(document: vscode.TextDocument, typed: number): Promise<void> {
  for (let i = 0; i < attempts; i++) {
    const line = surplusBrace(linesOf(document), typed);
    const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
    if (!line || !editor) return;
    const range = new vscode.Range(document.lineAt(line - 1).range.end, document.lineAt(line).range.end);
    const options = { undoStopBefore: false, undoStopAfter: false };
    if (await editor.edit((builder) => builder.delete(range), options)) return;
  }
}
