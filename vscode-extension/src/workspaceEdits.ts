// The protocol's edits as VS Code's own.

import * as vscode from "vscode";
import type { Range, TextEdit, WorkspaceEdit } from "vscode-languageclient/node";

/** A range of the protocol. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The edits of `edit` for `document`. Throws when there are edits for others: a
 * fix changes one document. */
export function editsOf(edit: WorkspaceEdit, document: vscode.Uri): vscode.TextEdit[] {
  const documents: [uri: string, edits: readonly unknown[]][] = Object.entries(edit.changes ?? {});
  for (const change of edit.documentChanges ?? []) {
    if (!("edits" in change)) throw new Error(`the fix wants to ${change.kind} a file`);
    documents.push([change.textDocument.uri, change.edits]);
  }
  return documents.flatMap(([uri, edits]) => {
    if (vscode.Uri.parse(uri).toString() !== document.toString()) {
      throw new Error(`the fix changes another document, ${uri}`);
    }
    return edits.map((each) => {
      const { range, newText } = each as TextEdit;
      return vscode.TextEdit.replace(toRange(range), newText);
    });
  });
}
