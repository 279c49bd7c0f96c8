// The extension's own settings, read from VS Code.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { programName, type SearchPlaces } from "./locate.ts";
import type { Variables } from "./variables.ts";

function readVariables(): Variables {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) =>
    uri.scheme === "file" ? { name, path: uri.fsPath } : { name },
  );
  return { folders, environment: process.env, userHome: homedir() };
}

/** The places to look for the server. In untrusted workspaces VS Code gives only
 * the settings of the user (`restrictedConfigurations`). */
export function readSearchPlaces(extension: vscode.Uri): SearchPlaces {
  const settings = vscode.workspace.getConfiguration("noisy.server");
  const path = settings.get<unknown>("path");
  const args = settings.get<unknown>("arguments");
  const bundled = vscode.Uri.joinPath(extension, "server", "bin", programName(process.platform));
  return {
    setting: typeof path === "string" ? path : "",
    arguments: Array.isArray(args) ? args.filter((each) => typeof each === "string") : [],
    bundled: bundled.fsPath,
    variables: readVariables(),
    platform: process.platform,
    arch: process.arch,
  };
}

/** The folder that the server runs in: the first that is on disk. */
export function workingFolder(): string | undefined {
  return vscode.workspace.workspaceFolders
    ?.filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath)
    .find((folder) => existsSync(folder));
}
