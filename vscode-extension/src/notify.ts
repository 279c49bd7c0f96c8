// Notifications. Quotations in them stay text.

import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { newsText } from "./statusText.ts";

/** How long a text stays in the status bar, in milliseconds. */
const statusTime = 10_000;

/** Removes the text that is in the status bar now. */
let news: vscode.Disposable | undefined;

function showNews(message: string, changed?: string): void {
  news?.dispose();
  const item = vscode.window.createStatusBarItem("noisy.news", vscode.StatusBarAlignment.Left, -1);
  item.name = "Noisy MLIR: Last Action";
  item.text = newsText(message);
  item.tooltip = `Noisy MLIR: ${plainText(message)}`;
  item.show();
  const undone = vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
    if (reason === vscode.TextDocumentChangeReason.Undo && document.uri.toString() === changed) end.dispose();
  });
  const timer = setTimeout(() => end.dispose(), statusTime);
  const end = new vscode.Disposable(() => {
    clearTimeout(timer);
    undone.dispose();
    item.dispose();
  });
  news = end;
}

/** Shows a notification; resolves to the button that the user chose, if any. */
export const notify = {
  information: (message: string, ...buttons: string[]) =>
    vscode.window.showInformationMessage(plainText(message), ...buttons),
  warning: (message: string, ...buttons: string[]) =>
    vscode.window.showWarningMessage(plainText(message), ...buttons),
  error: (message: string, ...buttons: string[]) =>
    vscode.window.showErrorMessage(plainText(message), ...buttons),
  /** For what needs no answer: a short text in the status bar, all of it in its tooltip. It
   * goes when the user undoes a change of the document `changed`, which it tells of. */
  status: showNews,
};
