import * as vscode from "vscode";
import { withoutOwnSettings } from "./settings.ts";

/** The server's settings for a document, or without one those for all. */
export function settingsFor(document: vscode.Uri | undefined): unknown {
  const section = vscode.workspace.getConfiguration(undefined, document).get("noisy");
  return { noisy: withoutOwnSettings(section) };
}
