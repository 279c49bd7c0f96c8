// The extension's own settings, read from VS Code.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { locateServer, programName, type SearchPlaces } from "./locate.ts";
import { expandVariables, VariableError, type Variables } from "./variables.ts";

function readVariables(): Variables {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) =>
    uri.scheme === "file" ? { name, path: uri.fsPath } : { name },
  );
  return { folders, environment: process.env, userHome: homedir() };
}

/** A path with its variables expanded. One that has no value stays as it is: whoever opens
 * the path will name it. */
export function expandPath(path: string): string {
  try {
    return expandVariables(path, readVariables());
  } catch (error) {
    if (error instanceof VariableError) return path;
    throw error;
  }
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

/** The folders with the programs of RUN lines: those of the setting, and that of the server,
 * beside which `noisy-opt` is. Throws VariableError. */
export async function readProgramFolders(extension: vscode.Uri): Promise<string[]> {
  const setting = vscode.workspace.getConfiguration("noisy.runLines").get<unknown>("path");
  const variables = readVariables();
  const folders = (Array.isArray(setting) ? setting : [])
    .filter((each) => typeof each === "string")
    .map((each) => expandVariables(each, variables));
  const server = await locateServer(readSearchPlaces(extension));
  return server.kind === "found" ? [...folders, dirname(server.command.program)] : folders;
}

/** The folder that the server runs in: the first that is on disk. */
export function workingFolder(): string | undefined {
  return vscode.workspace.workspaceFolders
    ?.filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath)
    .find((folder) => existsSync(folder));
}
