import * as vscode from "vscode";
import type { NoiseGraph, NoiseGraphParams } from "../../protocol.ts";
import type { NoisyServer } from "../../server/server.ts";

/** The setting `noisy.noiseView.maxNodes`. */
export function maxNodes(): number {
  return vscode.workspace.getConfiguration("noisy").get<number>("noiseView.maxNodes", 2000);
}

/** Asks for the graph of the function at the first of some positions that has
 * one; null where there is none. */
export async function askGraph(
  server: NoisyServer,
  uri: string,
  positions: vscode.Position[],
  token: vscode.CancellationToken,
): Promise<{ graph: NoiseGraph; position: vscode.Position } | null> {
  for (const position of positions) {
    const params: NoiseGraphParams = {
      textDocument: { uri },
      position: { line: position.line, character: position.character },
      maxNodes: maxNodes(),
    };
    const graph = await server.request<NoiseGraph | null>("noisy/noiseGraph", params, token);
    if (graph) return { graph, position };
  }
  return null;
}
