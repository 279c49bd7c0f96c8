import * as vscode from "vscode";
import { noFunction, unreadable } from "./emptyStates.ts";
import type { EmptyState } from "./messages.ts";

/** A document that is open, possibly without an editor. */
export function openedText(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
}

/** The same, opened when it is not; undefined when it is gone. */
export async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const known = openedText(uri.toString());
  // VS Code would make an empty one of what was never saved.
  if (known || uri.scheme === "untitled") return known;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** Selects a range where its document is seen, or opens it. The focus stays
 * where it is without `takeFocus`. */
export async function revealRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  takeFocus: boolean,
): Promise<void> {
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  if (editor && !takeFocus) {
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return;
  }
  await vscode.window.showTextDocument(document, {
    viewColumn: editor?.viewColumn ?? vscode.ViewColumn.One,
    preserveFocus: !takeFocus,
    selection: range,
  });
}

/** Why the server knows no function at a place: an error that is not about
 * noise keeps the text from being read. */
export function whyNoFunction(uri: vscode.Uri): EmptyState {
  const error = vscode.languages
    .getDiagnostics(uri)
    .find(({ severity, code }) => severity === vscode.DiagnosticSeverity.Error && code === undefined);
  return error ? unreadable(error.message, error.range.start.line) : noFunction;
}
