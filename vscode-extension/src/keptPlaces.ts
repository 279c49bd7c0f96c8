// Cursors and scrolled places of editors whose text a fix changes.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { movedPosition } from "./movedPosition.ts";
import { editsOf } from "./workspaceEdits.ts";

/** What puts the cursors of a document's editors back to the operations where they are now,
 * and the same lines on screen: after many edits VS Code has the cursor at the last one. */
export function rememberPlaces(
  document: vscode.TextDocument,
  changes: readonly vscode.TextEdit[],
): () => void {
  const edits = [...changes].sort((a, b) => a.range.start.compareTo(b.range.start));
  const moved = (place: vscode.Position): vscode.Position => {
    const { line, character } = movedPosition(place, edits);
    return new vscode.Position(line, character);
  };
  const places = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .map((editor) => {
      const [top] = editor.visibleRanges;
      return {
        editor,
        top: top && moved(top.start),
        selections: editor.selections.map(
          ({ anchor, active }) => new vscode.Selection(moved(anchor), moved(active)),
        ),
      };
    });
  return () => {
    for (const { editor, top, selections } of places) {
      editor.selections = selections;
      if (top) editor.revealRange(new vscode.Range(top, top), vscode.TextEditorRevealType.AtTop);
    }
  };
}

/** The same for an edit of the server: of one open document, or nothing is done. */
export function rememberPlacesOf(edit: WorkspaceEdit): () => void {
  const [change, ...others] = edit.documentChanges ?? [];
  if (!change || others.length > 0 || !("edits" in change)) return () => {};
  const uri = vscode.Uri.parse(change.textDocument.uri).toString();
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
  return document ? rememberPlaces(document, editsOf(edit, document.uri)) : () => {};
}
