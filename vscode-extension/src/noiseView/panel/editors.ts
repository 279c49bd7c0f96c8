import * as vscode from "vscode";
import { noteMove } from "../../server/pastPlace.ts";
import { noFunction, unreadable } from "./emptyStates.ts";
import type { EmptyState } from "./messages.ts";

/** The open document of a URI, possibly without an editor. */
export function findDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
}

/** The document of a URI, opened if needed; undefined when its file is gone. */
export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const document = findDocument(uri.toString());
  // VS Code would make an empty document in place of one that was never saved.
  if (document || uri.scheme === "untitled") return document;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** The mark of a line that was just shown, and how long it stays, in ms. */
const flash = vscode.window.createTextEditorDecorationType({
  isWholeLine: true,
  backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
});
const flashTime = 700;
let flashTimer: ReturnType<typeof setTimeout> | undefined;

/** Marks the line of a range for a moment, to be found by the eye. */
function flashLine(editor: vscode.TextEditor, range: vscode.Range): void {
  clearTimeout(flashTimer);
  for (const each of vscode.window.visibleTextEditors) each.setDecorations(flash, []);
  editor.setDecorations(flash, [range]);
  flashTimer = setTimeout(() => editor.setDecorations(flash, []), flashTime);
}

/** Selects a range in an editor of its document, or opens one, and lets its line
 * flash. The focus stays where it is without `takeFocus`. */
export async function revealRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  takeFocus: boolean,
): Promise<void> {
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  if (editor && !takeFocus) {
    noteMove(document);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    flashLine(editor, range);
    return;
  }
  const shown = await vscode.window.showTextDocument(document, {
    viewColumn: editor?.viewColumn ?? vscode.ViewColumn.One,
    preserveFocus: !takeFocus,
    selection: range,
  });
  flashLine(shown, range);
}

/** The reason why the server finds no function: perhaps an error that is not about
 * noise, and keeps the text from being parsed. */
export function whyNoFunction(uri: vscode.Uri): EmptyState {
  const error = vscode.languages
    .getDiagnostics(uri)
    .find(({ severity, code }) => severity === vscode.DiagnosticSeverity.Error && code === undefined);
  return error ? unreadable(error.message, error.range.start.line) : noFunction;
}
