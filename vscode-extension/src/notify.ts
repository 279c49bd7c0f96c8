// Notifications. Quotations in them stay text.

import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { newsText } from "./statusText.ts";

/** How long a text stays in the status bar, in milliseconds. */
const statusTime = 10_000;

/** The text in the status bar that is shown now. */
let news: { item: vscode.StatusBarItem; timer: NodeJS.Timeout } | undefined;

function showNews(message: string): void {
  if (news) {
    clearTimeout(news.timer);
    news.item.dispose();
  }
  const item = vscode.window.createStatusBarItem("noisy.news", vscode.StatusBarAlignment.Left, -1);
  item.name = "Noisy MLIR: Last Action";
  item.text = newsText(message);
  item.tooltip = `Noisy MLIR: ${plainText(message)}`;
  item.show();
  news = { item, timer: setTimeout(() => item.dispose(), statusTime) };
}

/** Shows a notification; resolves to the button that the user chose, if any. */
export const notify = {
  information: (message: string, ...buttons: string[]) =>
    vscode.window.showInformationMessage(plainText(message), ...buttons),
  warning: (message: string, ...buttons: string[]) =>
    vscode.window.showWarningMessage(plainText(message), ...buttons),
  error: (message: string, ...buttons: string[]) =>
    vscode.window.showErrorMessage(plainText(message), ...buttons),
  /** For what needs no answer: a short text in the status bar, all of it in its tooltip. */
  status: showNews,
};
