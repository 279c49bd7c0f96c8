import * as vscode from "vscode";
import { withoutOwnSettings } from "./settings.ts";

/** The server's settings as they are for a document, or where there is none. */
export function settingsFor(document: vscode.Uri | undefined): unknown {
  const section = vscode.workspace.getConfiguration(undefined, document).get("noisy");
  return { noisy: withoutOwnSettings(section) };
}
