// The sigil of a name that is typed over a field of a snippet: `x` over `%lhs` is `%x`.

import * as vscode from "vscode";
import { languageId } from "./server/documents.ts";

interface Field {
  document: vscode.TextDocument;
  range: vscode.Range;
  sigil: string;
  /** A new name stands there, which may be a number; a number for an operand is none. */
  isNew: boolean;
}

/** Adds what was left out at the first letter. Fields are what snippets select: nothing that is
 * selected with the mouse or the keyboard is one. */
export function addSigilsToFields(): vscode.Disposable {
  let field: Field | undefined;
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
      const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
      field = kind === Keyboard || kind === Mouse ? undefined : fieldAt(textEditor.document, selections);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const known = field;
      field = undefined;
      const [change, ...others] = contentChanges;
      if (!known || document !== known.document || !change || others.length > 0) return;
      const isOver = change.range.isEqual(known.range);
      if (!isOver || !(known.isNew ? /^[\w$]$/ : /^[a-z_$]$/i).test(change.text)) return;
      const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
      void editor?.edit((edit) => edit.insert(known.range.start, known.sigil), {
        undoStopBefore: false,
        undoStopAfter: false,
      });
    }),
  );
}

function fieldAt(
  document: vscode.TextDocument,
  [selection, ...others]: readonly vscode.Selection[],
): Field | undefined {
  if (document.languageId !== languageId || !selection || selection.isEmpty || others.length > 0)
    return undefined;
  const range = new vscode.Range(selection.start, selection.end);
  const sigil = /^([%@^])[\w$.-]+$/.exec(document.getText(range))?.[1];
  if (sigil === undefined) return undefined;
  const after = document.lineAt(range.end.line).text.slice(range.end.character);
  return { document, range, sigil, isNew: sigil !== "%" || /^(:\d+)? = /.test(after) };
}
