// The editor that a command is about.

import * as vscode from "vscode";
import { languageId } from "../server/documents.ts";

let lastUsed: vscode.TextDocument | undefined;

/** Follows which MLIR text was in use last. */
export function watchEditors(): vscode.Disposable {
  const note = (editor: vscode.TextEditor | undefined): void => {
    if (editor?.document.languageId === languageId) lastUsed = editor.document;
  };
  note(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor(note);
}

/** The active editor, if its text is MLIR. Where no editor is active, but the walkthrough,
 * whose buttons run commands: that of the text that was in use last, which is shown again. */
export async function currentEditor(): Promise<vscode.TextEditor | undefined> {
  const active = vscode.window.activeTextEditor;
  if (active) return active.document.languageId === languageId ? active : undefined;
  if (!lastUsed || lastUsed.isClosed) return undefined;
  const visible = vscode.window.visibleTextEditors.find(({ document }) => document === lastUsed);
  return vscode.window.showTextDocument(lastUsed, visible?.viewColumn);
}
