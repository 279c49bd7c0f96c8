// The list of types in the brackets of a shaped type.

import * as vscode from "vscode";

/** The text up to a place where a dimension or the element type comes next: `tensor<4x`. */
const shape = /(?:^|[^\w.$])(?:memref|tensor|vector)<(?:(?:\d+|\?|\[\d+\])x)+$/;

/** Opens the list after the `x` behind a dimension, which VS Code takes for a letter of no
 * word. */
export function watchShapes(): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
    const [change] = contentChanges;
    if (document.languageId !== "mlir" || contentChanges.length !== 1 || reason !== undefined) return;
    if (change?.text !== "x" || vscode.window.activeTextEditor?.document !== document) return;
    const { line, character } = change.range.start;
    const before = document.lineAt(line).text.slice(0, character + 1);
    if (shape.test(before) && !before.includes("//"))
      void vscode.commands.executeCommand("editor.action.triggerSuggest", { auto: true });
  });
}
