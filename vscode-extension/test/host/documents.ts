// Documents of the workspace that a suite runs in.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { eventually } from "./suite.ts";

/** A file of the workspace, by its path in the first folder. */
export function fileUri(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error("no folder is open");
  return vscode.Uri.joinPath(folder.uri, path);
}

/** Opens a document as users do, and shows it. openTextDocument would keep it open for
 * minutes after its editor is closed. */
export async function openUri(uri: vscode.Uri, column?: vscode.ViewColumn): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false, viewColumn: column });
  return eventually(`the editor of ${uri.toString()}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.toString() === uri.toString() && document;
  });
}

/** Opens a file of the workspace, by its path in the first folder. */
export function openFile(path: string): Promise<vscode.TextDocument> {
  return openUri(fileUri(path));
}

/** Makes a file of the workspace, and opens it. */
export function openText(path: string, text: string): Promise<vscode.TextDocument> {
  const { fsPath } = fileUri(path);
  mkdirSync(dirname(fsPath), { recursive: true });
  writeFileSync(fsPath, text);
  return openFile(path);
}

/** The range of the first occurrence of `words`, or of the `count`th. */
export function rangeOf(document: vscode.TextDocument, words: string, count = 1): vscode.Range {
  const text = document.getText();
  let offset = -1;
  for (let i = 0; i < count; i++) {
    offset = text.indexOf(words, offset + 1);
    if (offset < 0) throw new Error(`"${words}" does not stand in the document ${i + 1} times`);
  }
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + words.length));
}

/** The position after the first letter of `words`. */
export function placeIn(document: vscode.TextDocument, words: string, count = 1): vscode.Position {
  return rangeOf(document, words, count).start.translate(0, 1);
}

/** Replaces the first `words` of a document. */
export async function replaceText(
  document: vscode.TextDocument,
  words: string,
  replacement: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, words), replacement);
  await apply(edit);
}

export async function apply(edit: vscode.WorkspaceEdit): Promise<void> {
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error("VS Code did not apply the edit");
}

/** The codes of code without effect, which is faded and no problem. */
const idleCodes: readonly unknown[] = ["unused-value", "unused-function", "never-executed"];

/** Waits until `isExpected` holds for the diagnostics of a document, without those of code
 * that has no effect. */
export function diagnosticsOf(
  document: vscode.TextDocument,
  isExpected = (diagnostics: vscode.Diagnostic[]) => diagnostics.length > 0,
): Promise<vscode.Diagnostic[]> {
  return eventually("diagnostics", () => {
    const diagnostics = vscode.languages
      .getDiagnostics(document.uri)
      .filter((each) => !idleCodes.includes(codeOf(each)));
    return isExpected(diagnostics) && diagnostics;
  });
}

/** Waits until a document that had diagnostics has none. */
export async function noDiagnostics(document: vscode.TextDocument): Promise<void> {
  await diagnosticsOf(document, ({ length }) => length === 0);
}

/** The code of a diagnostic, such as `noise-overflow`. */
export function codeOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === "object" ? code.value : code;
}

/** Runs a command of VS Code's, such as `vscode.executeHoverProvider`. */
export async function command<Result>(name: string, ...args: unknown[]): Promise<Result> {
  return vscode.commands.executeCommand<Result>(name, ...args);
}

/** The inlay hints by the words before them: `%a` → `12/26`. */
export async function hintsOf(document: vscode.TextDocument): Promise<Record<string, string>> {
  const range = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = await command<vscode.InlayHint[]>("vscode.executeInlayHintProvider", document.uri, range);
  return Object.fromEntries(
    hints.map(({ position, label }) => {
      const prefix = document.lineAt(position.line).text.slice(0, position.character);
      const text = typeof label === "string" ? label : label.map((part) => part.value).join("");
      return [/\S*$/.exec(prefix)?.[0] ?? "", text.trim()];
    }),
  );
}

/** The text of a hover at a place, one string for each of its parts. */
export async function hoverAt(uri: vscode.Uri, position: vscode.Position): Promise<string[]> {
  const hovers = await command<vscode.Hover[]>("vscode.executeHoverProvider", uri, position);
  return hovers.flatMap(({ contents }) =>
    contents.map((part) => (typeof part === "string" ? part : part.value)),
  );
}
