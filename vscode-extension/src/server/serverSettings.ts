import * as vscode from "vscode";
import { withoutOwnSettings } from "./settings.ts";

/** The server's settings for a document, or without one those for all. */
export function settingsFor(document: vscode.Uri | undefined): unknown {
  const section = vscode.workspace.getConfiguration(undefined, document).get("noisy");
  return { noisy: withoutOwnSettings(section) };
}

/** What the server needs to read the dialects of the workspace. It runs nothing in
 * a folder that is not trusted. It is told of .noisy.yaml as it is open. */
export function projectOptions(): unknown {
  const path = vscode.workspace.getConfiguration("noisy.tablegen").get<unknown>("path");
  return {
    isTrusted: vscode.workspace.isTrusted,
    syncsRuleFile: true,
    tablegen: typeof path === "string" ? path : "",
  };
}
