// Enter in a field of a snippet that is one line.

import * as vscode from "vscode";

/** What a snippet is of: the rest of a line, a part of one, or several lines. */
export type Extent = "line" | "part" | "lines";

export function extentOf(snippet: string, isAtEnd: boolean): Extent {
  if (snippet.includes("\n")) return "lines";
  return isAtEnd ? "line" : "part";
}

/** What runs when a snippet is taken: it notes its extent, and opens the list for its first field
 * if that is wanted. */
export const snippetTaken = "_noisy.snippetTaken";

/** Lets key bindings know that the cursor is in a line that ends with a snippet: Enter in one of
 * its fields is a new line behind it, and does not split it. */
export function watchLineSnippets(): vscode.Disposable {
  let line: number | undefined;
  const setLine = (next: number | undefined) => {
    if ((next === undefined) !== (line === undefined))
      void vscode.commands.executeCommand("setContext", "noisy.isLineSnippet", next !== undefined);
    line = next;
  };
  const onTaken = (extent: Extent, isListWanted: boolean) => {
    if (isListWanted) void vscode.commands.executeCommand("editor.action.triggerSuggest", { auto: true });
    // A part may be in a field of the line.
    if (extent !== "part")
      setLine(extent === "line" ? vscode.window.activeTextEditor?.selection.active.line : undefined);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(snippetTaken, onTaken),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      if (textEditor.document.languageId === "mlir" && selections[0]?.active.line !== line)
        setLine(undefined);
    }),
  );
}
