import * as vscode from "vscode";
import { expandPath } from "./configuration.ts";
import { withoutOwnSettings } from "./settings.ts";

/** The server's settings for a document, or without one those for all. */
export function settingsFor(document: vscode.Uri | undefined): unknown {
  const section = vscode.workspace.getConfiguration(undefined, document).get("noisy");
  return { noisy: withoutOwnSettings(section) };
}

/** The texts of a setting that is a list, with variables expanded. */
function textsOf(name: string): string[] {
  const texts = vscode.workspace.getConfiguration("noisy").get<unknown>(name);
  return (Array.isArray(texts) ? texts : []).filter((each) => typeof each === "string").map(expandPath);
}

/** A setting that is a path, with variables expanded. */
function pathOf(name: string): string {
  const path = vscode.workspace.getConfiguration("noisy").get<unknown>(name);
  return typeof path === "string" ? expandPath(path) : "";
}

/** What the server needs to read the dialects of the workspace, and which of its programs
 * check texts. It runs nothing in
 * a folder that is not trusted, where VS Code gives only the settings of the user
 * (`restrictedConfigurations`). It is told of .noisy.yaml as it is open. */
export function projectOptions(): unknown {
  return {
    isTrusted: vscode.workspace.isTrusted,
    syncsRuleFile: true,
    tablegen: pathOf("tablegen.path"),
    dialectPlugins: textsOf("dialects.plugins"),
    irdlFiles: textsOf("dialects.irdlFiles"),
    optProgram: pathOf("opt.path"),
    optArguments: textsOf("opt.arguments"),
    serverProgram: pathOf("upstream.path"),
  };
}
