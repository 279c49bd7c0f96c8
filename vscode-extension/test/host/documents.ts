// Documents of the workspace that a suite runs in.

import * as vscode from "vscode";

/** Opens a file of the workspace, by its path in the first folder, and shows it. */
export async function openFile(path: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error("no folder is open");
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, path));
  await vscode.window.showTextDocument(document);
  return document;
}
