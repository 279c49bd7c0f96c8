// Snippets while they are filled in.

import * as vscode from "vscode";

interface Field {
  range: vscode.Range;
  sigil: string;
}

/** The fields that VS Code has selected, to be typed over: names with a sigil. */
let fields: { document: vscode.TextDocument; list: Field[] } | undefined;

/** Keeps the sigil of a name that is typed over without one: `sum` over `@name` is `@sum`. A
 * snippet ends with its line: VS Code would take what is typed on the next one for a part of
 * the last field. */
export function watchSnippets(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(noteFields),
    vscode.workspace.onDidChangeTextDocument(onChanged),
  );
}

function noteFields({ textEditor, selections, kind }: vscode.TextEditorSelectionChangeEvent): void {
  fields = undefined;
  const { document } = textEditor;
  // A person selects by the mouse or by keys.
  if (kind !== undefined || document.languageId !== "mlir") return;
  const list = selections.flatMap((range): Field[] => {
    const sigil = /^([%@])[\w$.-]+$/.exec(document.getText(range))?.[1];
    return sigil ? [{ range, sigil }] : [];
  });
  if (list.length > 0) fields = { document, list };
}

function onChanged({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
  const editor = vscode.window.activeTextEditor;
  const [change, ...others] = contentChanges;
  if (!editor || editor.document !== document || document.languageId !== "mlir") return;
  if (!change || reason !== undefined) return;
  if (others.length === 0 && change.rangeLength === 0 && /^\r?\n[ \t]*$/.test(change.text))
    void vscode.commands.executeCommand("leaveSnippet");
  if (fields?.document !== document) return;
  const { list } = fields;
  fields = undefined;
  const typed = contentChanges.flatMap(({ range, text }) =>
    /^[\w$.-]+$/.test(text) ? list.filter((field) => field.range.isEqual(range)) : [],
  );
  // Fields in one line move one another.
  const isMoved = typed.some(({ range }, i) => i > 0 && range.start.line === typed[i - 1]?.range.start.line);
  if (typed.length === 0 || isMoved) return;
  void editor.edit(
    (edit) => {
      for (const { range, sigil } of typed) edit.insert(range.start, sigil);
    },
    { undoStopBefore: false, undoStopAfter: false },
  );
}
