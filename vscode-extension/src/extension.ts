import * as vscode from "vscode";
import { registerBytecode } from "./bytecode/bytecode.ts";
import { Channels } from "./channels.ts";
import { watchEditors } from "./commands/currentEditor.ts";
import { registerOpenExample, registerOpenWalkthrough } from "./commands/examples.ts";
import { registerOptimize } from "./commands/optimize.ts";
import { registerServerCommands } from "./commands/server.ts";
import { registerToggleHints } from "./commands/toggleHints.ts";
import { registerRunLines } from "./commands/runLines.ts";
import { registerCodeHelp } from "./codeHelp.ts";
import { watchConflicts } from "./conflicts.ts";
import { registerNoiseView } from "./noiseView/noiseView.ts";
import { NoisyClient } from "./server/client.ts";
import type { NoisyServer } from "./server/server.ts";
import { watchMoves } from "./server/pastPlace.ts";
import { registerStatus } from "./status.ts";
import { watchBraces } from "./typing/braces.ts";
import { applyIndentation } from "./typing/indentation.ts";
import { watchLineSnippets } from "./typing/lineSnippets.ts";
import { watchShapes } from "./typing/shapes.ts";
import { watchSigils } from "./typing/sigils.ts";

/** The interface for other extensions. */
export interface NoisyApi {
  server: NoisyServer;
}

let client: NoisyClient | undefined;

export function activate(context: vscode.ExtensionContext): NoisyApi {
  const channels = new Channels();
  const server = (client = new NoisyClient(context.extensionUri, channels));
  context.subscriptions.push(
    channels,
    watchEditors(),
    watchMoves(),
    watchShapes(),
    watchLineSnippets(),
    watchSigils(),
    watchBraces(),
    registerServerCommands(server, channels),
    registerToggleHints(context.workspaceState),
    registerOptimize(server),
    registerOpenExample(context.extensionUri),
    registerOpenWalkthrough(context),
    registerRunLines(context.extensionUri),
    registerCodeHelp(),
    registerStatus(server),
    watchConflicts(context.workspaceState),
  );
  registerBytecode(context, server);
  registerNoiseView(context, server);

  applyIndentation();

  // Each request waits for the server.
  void server.start();
  return { server };
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}
