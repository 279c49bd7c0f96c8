// Cursors and scrolled places of editors whose text a fix changes.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { movedPosition } from "./movedPosition.ts";
import { editsOf } from "./workspaceEdits.ts";

/** What puts the cursors of a document's editors back to the operations where they are now,
 * and where they are on screen: after many edits VS Code has the cursor at the last one. Of
 * an editor that shows no cursor, the first line on screen stays there. */
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
      const [first] = editor.visibleRanges;
      const cursor = editor.selection.active;
      const isOnScreen = editor.visibleRanges.some((range) => range.contains(cursor));
      return {
        editor,
        top:
          first &&
          (isOnScreen ? moved(cursor).line - (cursor.line - first.start.line) : moved(first.start).line),
        selections: editor.selections.map(
          ({ anchor, active }) => new vscode.Selection(moved(anchor), moved(active)),
        ),
      };
    });
  return () => {
    for (const { editor, top, selections } of places) {
      editor.selections = selections;
      if (top === undefined) continue;
      const place = new vscode.Position(Math.max(0, top), 0);
      editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.AtTop);
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

let awaited: vscode.Disposable | undefined;

/** The same for an edit that VS Code applies itself, soon or never: the cursors are put back
 * after the next change of the document, if that is this edit. */
export function keepPlacesAfter(edit: vscode.WorkspaceEdit): void {
  awaited?.dispose();
  awaited = undefined;
  const [change, ...others] = edit.entries();
  if (!change || others.length > 0) return;
  const [uri, changes] = change;
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (!document) return;
  const expected = textAfter(document, changes);
  const restore = rememberPlaces(document, changes);
  const listener = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document !== document || event.contentChanges.length === 0) return;
    listener.dispose();
    // VS Code may have made one large change of many.
    if (withLineFeeds(document.getText()) === expected) restore();
  });
  awaited = listener;
}

function textAfter(document: vscode.TextDocument, changes: readonly vscode.TextEdit[]): string {
  const text = document.getText();
  const parts: string[] = [];
  let end = 0;
  for (const { range, newText } of [...changes].sort((a, b) => a.range.start.compareTo(b.range.start))) {
    parts.push(text.slice(end, document.offsetAt(range.start)), newText);
    end = document.offsetAt(range.end);
  }
  return withLineFeeds(parts.join("") + text.slice(end));
}

function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
