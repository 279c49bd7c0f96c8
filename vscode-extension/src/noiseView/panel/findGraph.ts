import * as vscode from "vscode";
import type { DocumentSymbol, DocumentSymbolParams, Position } from "vscode-languageclient/node";
import type { GraphPart, NoiseGraph, NoiseGraphParams } from "../../protocol.ts";
import type { NoisyServer } from "../../server/server.ts";
import { openDocument, whyNoFunction } from "./editors.ts";
import { noDocument } from "./emptyStates.ts";
import type { FoundGraph } from "./events.ts";
import { findFunction, type ShownFunction } from "./functionNear.ts";

/** The part that is drawn, as the settings `noisy.noiseView` and the user want it;
 * `isAll`: without a focus. */
export function partOf(focusKey: string | null, isAll: boolean): GraphPart {
  const settings = vscode.workspace.getConfiguration("noisy");
  const part: GraphPart = { maxNodes: settings.get<number>("noiseView.maxNodes", 2000) };
  if (isAll) return part;
  const focusAbove = settings.get<number>("noiseView.focusAbove", 200);
  return { ...part, focusAbove, ...(focusKey !== null && { focus: focusKey }) };
}

/** Requests the graph of the function at a position, or near it. Rejects when a request fails
 * or is cancelled. */
export async function findGraph(
  server: NoisyServer,
  documentUri: string,
  position: Position,
  shown: ShownFunction | null,
  part: GraphPart,
  token: vscode.CancellationToken,
): Promise<FoundGraph> {
  const uri = vscode.Uri.parse(documentUri);
  if (!(await openDocument(uri))) return { empty: noDocument };
  const textDocument = { uri: documentUri };
  const request = async <Result>(method: string, params: unknown): Promise<Result> => {
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return server.request<Result>(method, params, token);
  };
  const found = await findFunction(position, shown, {
    graphAt({ line, character }) {
      const params: NoiseGraphParams = { textDocument, position: { line, character }, ...part };
      return request<NoiseGraph | null>("noisy/noiseGraph", params);
    },
    symbols() {
      const params: DocumentSymbolParams = { textDocument };
      return request<DocumentSymbol[] | null>("textDocument/documentSymbol", params);
    },
  });
  if (!found) return { empty: whyNoFunction(uri) };
  return { ...found, document: uri.path.split("/").at(-1) ?? documentUri };
}
