// Fixes that are not possible now, where VS Code would not show them.

import * as vscode from "vscode";

type Action = vscode.CodeAction | vscode.Command;

/** The entries that are not the server's. */
const entries = new WeakSet<Action>();

/** True for an entry of `withRefusal`, which the server does not know. */
export function isRefusal(action: Action): boolean {
  return entries.has(action);
}

function isQuickFix(action: Action): action is vscode.CodeAction {
  return (
    "kind" in action && action.kind !== undefined && vscode.CodeActionKind.QuickFix.contains(action.kind)
  );
}

/** Adds an entry with the reason why the first quick fix is refused, if all are; it leads to the
 * line that the reason names. */
export function withRefusal(actions: Action[], uri: vscode.Uri, place: vscode.Position): Action[] {
  const fixes = actions.filter(isQuickFix);
  const [first] = fixes;
  if (!first?.disabled || fixes.some(({ disabled }) => !disabled)) return actions;
  const { reason } = first.disabled;
  const entry = new vscode.CodeAction(`${first.title}: ${reason}`, vscode.CodeActionKind.QuickFix);
  const line = Number(/\bline (\d+)/.exec(reason)?.[1] ?? 0);
  if (line > 0)
    entry.command = {
      command: "editor.action.goToLocations",
      title: "Go to the Error",
      arguments: [uri, place, [new vscode.Location(uri, new vscode.Position(line - 1, 0))], "goto", ""],
    };
  entries.add(entry);
  return [...actions, entry];
}
