// The item in the status bar.

import * as vscode from "vscode";
import { statusMenuCommand } from "./commands/server.ts";
import { languageId } from "./server/documents.ts";
import type { NoisyServer } from "./server/server.ts";
import { statusText } from "./statusText.ts";

const backgrounds = {
  information: undefined,
  warning: new vscode.ThemeColor("statusBarItem.warningBackground"),
  error: new vscode.ThemeColor("statusBarItem.errorBackground"),
};

/** Shows the state of the server, wherever MLIR is on screen. It is an item of the
 * status bar, because the status items of a language (LanguageStatusItem) need a
 * click, and nobody would see the progress of a solution. */
export function registerStatus(server: NoisyServer): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("noisy.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "Noisy MLIR";
  item.command = statusMenuCommand;
  const update = () => {
    const { text, tooltip, severity } = statusText(server.state);
    item.text = text;
    item.tooltip = tooltip;
    item.backgroundColor = backgrounds[severity];
    const isShown = vscode.window.visibleTextEditors.some(
      ({ document }) => document.languageId === languageId,
    );
    if (isShown) item.show();
    else item.hide();
  };
  update();
  return vscode.Disposable.from(
    item,
    server.onDidChangeState(update),
    vscode.window.onDidChangeVisibleTextEditors(update),
    // The language of a document can be chosen by hand.
    vscode.workspace.onDidOpenTextDocument(update),
  );
}
