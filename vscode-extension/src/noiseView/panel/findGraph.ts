import * as vscode from "vscode";
import type { Position } from "vscode-languageclient/node";
import type { GraphPart, NoiseGraph, NoiseGraphParams } from "../../protocol.ts";
import type { NoisyServer } from "../../server/server.ts";
import { openDocument, whyNoFunction } from "./editors.ts";
import { noDocument } from "./emptyStates.ts";
import type { FoundGraph } from "./events.ts";

/** The part that is drawn, as the settings `noisy.noiseView` and the user want it;
 * `isAll`: without a focus. */
export function partOf(focusKey: string | null, isAll: boolean): GraphPart {
  const settings = vscode.workspace.getConfiguration("noisy");
  const part: GraphPart = { maxNodes: settings.get<number>("noiseView.maxNodes", 2000) };
  if (isAll) return part;
  const focusAbove = settings.get<number>("noiseView.focusAbove", 200);
  return { ...part, focusAbove, ...(focusKey !== null && { focus: focusKey }) };
}

/** Requests the graph of the function at the first of some positions that has one.
 * Rejects when the request fails or is cancelled. */
export async function findGraph(
  server: NoisyServer,
  documentUri: string,
  positions: Position[],
  part: GraphPart,
  token: vscode.CancellationToken,
): Promise<FoundGraph> {
  const uri = vscode.Uri.parse(documentUri);
  if (!(await openDocument(uri))) return { empty: noDocument };
  for (const { line, character } of positions) {
    if (token.isCancellationRequested) break;
    const position = { line, character };
    const params: NoiseGraphParams = { textDocument: { uri: documentUri }, position, ...part };
    const graph = await server.request<NoiseGraph | null>("noisy/noiseGraph", params, token);
    const document = uri.path.split("/").at(-1) ?? documentUri;
    if (graph) return { graph, document, position };
  }
  return { empty: whyNoFunction(uri) };
}
