// Notifications. Quotations in them stay text.

import * as vscode from "vscode";
import { plainText } from "./plainText.ts";

/** How long a text stays in the status bar, in milliseconds. */
const statusTime = 10_000;

/** Shows a notification; resolves to the button that the user chose, if any. */
export const notify = {
  information: (message: string, ...buttons: string[]) =>
    vscode.window.showInformationMessage(plainText(message), ...buttons),
  warning: (message: string, ...buttons: string[]) =>
    vscode.window.showWarningMessage(plainText(message), ...buttons),
  error: (message: string, ...buttons: string[]) =>
    vscode.window.showErrorMessage(plainText(message), ...buttons),
  /** For what needs no answer, and is no news: a text in the status bar. */
  status: (message: string): void => {
    vscode.window.setStatusBarMessage(plainText(message), statusTime);
  },
};
