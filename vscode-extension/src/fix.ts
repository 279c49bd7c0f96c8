// The reductions that mend a program: proposed by the server, applied here.

import * as vscode from "vscode";
import type { Position } from "vscode-languageclient/node";
import type { FixScope, ProposedFix, ProposeFixParams } from "./protocol.ts";
import type { NoisyServer } from "./server/server.ts";
import { tell } from "./tell.ts";
import { editsOf } from "./workspaceEdits.ts";

/** Has the server compute the reductions that cost least. What takes long is
 * shown, and can be cancelled there and by `token`. Rejects when the server
 * does not run or cannot do it, and when it was cancelled. */
export function proposeFix(
  server: NoisyServer,
  uri: string,
  { line, character }: Position,
  scope: FixScope,
  withGraph: boolean,
  token?: vscode.CancellationToken,
  maxNodes?: number,
): Promise<ProposedFix> {
  const params: ProposeFixParams = {
    textDocument: { uri },
    position: { line, character },
    scope,
    withGraph,
    // The client has a token of its own put there.
    workDoneToken: "",
    ...(maxNodes !== undefined && { maxNodes }),
  };
  return server.request<ProposedFix>("noisy/proposeFix", params, token);
}

export type FixOutcome =
  | "applied"
  /** The document is another than the fix was made for. */
  | "outdated"
  /** There was nothing to apply, or the user did not want it after all. */
  | "unchanged"
  /** VS Code did not do it, as where a document cannot be written. */
  | "refused";

/** Applies what was proposed for `document`, as one step to undo. With
 * `preview` the user sees it first, and confirms it. */
export async function applyFix(
  document: vscode.TextDocument,
  proposed: ProposedFix,
  preview: boolean,
): Promise<FixOutcome> {
  if (!proposed.edit) return "unchanged";
  if (document.isClosed || document.version !== proposed.version) return "outdated";
  const edit = new vscode.WorkspaceEdit();
  const changes = editsOf(proposed.edit, document.uri);
  for (const { range, newText } of changes) edit.replace(document.uri, range, newText);
  const [first] = changes;
  if (preview && first) askForConfirmation(edit, document, first.range.start, proposed.message);
  const isApplied = await vscode.workspace.applyEdit(edit, { isRefactoring: preview });
  const isChanged = document.version !== proposed.version;
  if (isApplied) return isChanged ? "applied" : "unchanged";
  if (isChanged) return "outdated";
  return preview ? "unchanged" : "refused";
}

/** Tells the user what came of a fix. */
export function tellOutcome(outcome: FixOutcome, proposed: ProposedFix): void {
  if (outcome === "applied") void tell.information(`Noisy MLIR: ${proposed.message}.`);
  else if (outcome === "outdated")
    void tell.warning("Noisy MLIR: the document changed meanwhile, and is left as it is. Try it again.");
  else if (outcome === "refused")
    void tell.warning("Noisy MLIR: the document could not be changed. Is it read-only?");
}

/** Has VS Code show all of `edit` before it is applied. What needs confirmation
 * is not ticked there, and a fix of which nobody ticks everything is none; so
 * that is said of an edit that changes nothing. */
function askForConfirmation(
  edit: vscode.WorkspaceEdit,
  { uri }: vscode.TextDocument,
  place: vscode.Position,
  label: string,
): void {
  edit.insert(uri, place.with({ character: 0 }), "", { needsConfirmation: true, label });
}

/** The setting `noisy.previewFixes` for a document. */
export function wantsPreview(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration("noisy", document).get<boolean>("previewFixes", false);
}
