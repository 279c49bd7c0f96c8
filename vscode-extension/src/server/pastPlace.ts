// Questions about a place that the cursor has left.

import * as vscode from "vscode";

/** The document whose cursor was moved for the user, who is elsewhere and has not moved it
 * since. */
let moved: vscode.TextDocument | undefined;

/** Call this before the cursor of a document is moved without the focus. */
export function noteMove(document: vscode.TextDocument): void {
  moved = document;
}

/** Forgets a move when the user makes one. */
export function watchMoves(): vscode.Disposable {
  return vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    if (textEditor.document === moved && (kind === Keyboard || kind === Mouse)) moved = undefined;
  });
}

/** True if the cursor was moved away from the word at `position`. VS Code asks for the
 * highlights of the last word that had the cursor and the focus. */
export function isPastPlace(document: vscode.TextDocument, position: vscode.Position): boolean {
  if (document !== moved) return false;
  const word = document.getWordRangeAtPosition(position) ?? new vscode.Range(position, position);
  return !vscode.window.visibleTextEditors.some(
    (editor) => editor.document === document && word.contains(editor.selection.active),
  );
}
