import type * as vscode from "vscode";
import { NoisyClient } from "./server/client.ts";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new NoisyClient();
  context.subscriptions.push(server);
  await server.start();
}
