// The reductions that fix a program: proposed by the server, applied here.

import * as vscode from "vscode";
import type { Position } from "vscode-languageclient/node";
import type { FixScope, GraphPart, ProposedFix, ProposeFixParams } from "./protocol.ts";
import type { NoisyServer } from "./server/server.ts";
import { rememberPlaces } from "./keptPlaces.ts";
import { notify } from "./notify.ts";
import { editsOf } from "./workspaceEdits.ts";

/** How a request for a fix is ended, and the part of the graph that is requested. */
export interface ProposeFixOptions {
  /** The fix is not wanted any more. */
  token?: vscode.CancellationToken;
  /** The best fix so far is wanted. */
  stop?: vscode.CancellationToken;
  part?: GraphPart;
}

/** Has the server compute the cheapest reductions. A long computation is shown as
 * progress; a user who cancels that gets the best fix so far, as with `stop`. Rejects
 * when the server does not run or cannot do it, and when it was cancelled: by `token`, or
 * before there was a fix. */
export function proposeFix(
  server: NoisyServer,
  uri: string,
  { line, character }: Position,
  scope: FixScope,
  withGraph: boolean,
  { token, stop, part }: ProposeFixOptions = {},
): Promise<ProposedFix> {
  const params: ProposeFixParams = {
    textDocument: { uri },
    position: { line, character },
    scope,
    withGraph,
    // The client replaces it by a token of its own.
    workDoneToken: "",
    ...part,
  };
  return server.request<ProposedFix>("noisy/proposeFix", params, token, stop);
}

export type FixOutcome =
  | "applied"
  /** The document has changed since the fix was made. */
  | "outdated"
  /** There was nothing to apply, or the user did not want it after all. */
  | "unchanged"
  /** VS Code did not apply it, as to a document that cannot be written. */
  | "refused";

/** Applies a fix to its document, as one step to undo. With `preview` the user
 * sees it first, and confirms it. */
export async function applyFix(
  document: vscode.TextDocument,
  fix: ProposedFix,
  preview: boolean,
): Promise<FixOutcome> {
  if (!fix.edit) return "unchanged";
  if (document.isClosed || document.version !== fix.version) return "outdated";
  const edit = new vscode.WorkspaceEdit();
  const changes = editsOf(fix.edit, document.uri);
  for (const { range, newText } of changes) edit.replace(document.uri, range, newText);
  const [first] = changes;
  if (preview && first) askForConfirmation(edit, document, first.range.start, fix.message);
  const keepPlaces = rememberPlaces(document, changes);
  const isApplied = await vscode.workspace.applyEdit(edit, { isRefactoring: preview });
  if (isApplied && document.version === fix.version + 1) keepPlaces();
  const isChanged = document.version !== fix.version;
  if (isApplied) return isChanged ? "applied" : "unchanged";
  if (isChanged) return "outdated";
  return preview ? "unchanged" : "refused";
}

/** Tells VS Code that a fix was applied: a step of the walkthrough is done then. */
export function noteFixed(): void {
  void vscode.commands.executeCommand("setContext", "noisy.hasFixed", true);
}

/** The server's command that goes on with a search, with more time. */
const searchLongerCommand = "noisy.searchLonger";

/** Tells the user the outcome of a fix: in the status bar, where the new text shows all of it;
 * after a search that its time limit ended, with a button to go on. */
export function showOutcome(outcome: FixOutcome, uri: string, fix: ProposedFix): void {
  if (outcome === "applied") noteFixed();
  const done = `Noisy MLIR: ${fix.done ?? fix.message}`;
  if (outcome === "applied" && fix.isNotable !== true && fix.searchLonger === undefined)
    notify.status(fix.done ?? fix.message, vscode.Uri.parse(uri).toString());
  else if (outcome === "applied") {
    const buttons = fix.searchLonger === undefined ? [] : [fix.searchLonger];
    void notify.information(`${done}.`, ...buttons).then((choice) => {
      if (choice !== undefined) void vscode.commands.executeCommand(searchLongerCommand, { uri });
    });
  } else if (outcome === "outdated")
    void notify.warning("Noisy MLIR: the document changed meanwhile, so it was not edited. Try again.");
  else if (outcome === "refused")
    void notify.warning("Noisy MLIR: the document could not be changed. Is it read-only?");
}

/** Has VS Code show all of `edit` before it is applied. Edits that need
 * confirmation are not ticked there, and a fix is only right as a whole; so only
 * an edit that changes nothing needs confirmation. */
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
