import * as vscode from "vscode";
import { expandPath } from "./configuration.ts";
import { withoutOwnSettings } from "./settings.ts";

/** The server's settings for a document, or without one those for all. */
export function settingsFor(document: vscode.Uri | undefined): unknown {
  const section = vscode.workspace.getConfiguration(undefined, document).get("noisy");
  return { noisy: withoutOwnSettings(section) };
}

/** The paths of a setting in the section `noisy.dialects`. */
function pathsIn(name: string): string[] {
  const paths = vscode.workspace.getConfiguration("noisy.dialects").get<unknown>(name);
  return (Array.isArray(paths) ? paths : []).filter((each) => typeof each === "string").map(expandPath);
}

/** What the server needs to read the dialects of the workspace. It runs nothing in
 * a folder that is not trusted, where VS Code gives only the settings of the user
 * (`restrictedConfigurations`). It is told of .noisy.yaml as it is open. */
export function projectOptions(): unknown {
  const path = vscode.workspace.getConfiguration("noisy.tablegen").get<unknown>("path");
  return {
    isTrusted: vscode.workspace.isTrusted,
    syncsRuleFile: true,
    tablegen: typeof path === "string" ? path : "",
    dialectPlugins: pathsIn("plugins"),
    irdlFiles: pathsIn("irdlFiles"),
  };
}
