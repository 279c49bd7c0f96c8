// The place of the server: by the setting, or with the extension, or in the PATH.

import { constants } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import * as path from "node:path";
import { describeTarget, headerSize, readTarget, targetOf, type ProgramTarget } from "./programHeader.ts";
import { expandVariables, VariableError, type Variables } from "./variables.ts";

/** The places to look for the server. */
export interface SearchPlaces {
  /** The setting `noisy.server.path`, not expanded; may be empty. */
  setting: string;
  /** The setting `noisy.server.arguments`, not expanded. */
  arguments: readonly string[];
  /** The program that comes with the extension; need not exist. */
  bundled: string;
  variables: Variables;
  platform: string;
  arch: string;
}

/** The command that starts the server. */
export interface ServerCommand {
  program: string;
  arguments: string[];
  source: "setting" | "bundled" | "PATH";
}

export type ServerLocation =
  | { kind: "found"; command: ServerCommand }
  /** `message` says what to do, too; `place`: the file that would have been run. */
  | { kind: "problem"; message: string; place?: string };

/** The program's file name. */
export function programName(platform: string): string {
  return platform === "win32" ? "noisy-lsp-server.exe" : "noisy-lsp-server";
}

/** Looks for the server. Does not reject. */
export async function locateServer(places: SearchPlaces): Promise<ServerLocation> {
  let args: string[];
  try {
    args = places.arguments.map((argument) => expandVariables(argument, places.variables));
  } catch (error) {
    return variableProblem("noisy.server.arguments", error);
  }
  if (places.setting.trim()) return locateSetting(places, args);

  const bundledProblem = await findProblem(places.bundled, places.platform);
  if (!bundledProblem) {
    return { kind: "found", command: { program: places.bundled, arguments: args, source: "bundled" } };
  }
  const inPath = await searchPath(programName(places.platform), places);
  if (inPath) return { kind: "found", command: { program: inPath, arguments: args, source: "PATH" } };
  const reason =
    bundledProblem === missingFile
      ? "none comes with this build of the extension"
      : `the one that comes with the extension, ${places.bundled}, ${bundledProblem}`;
  return {
    kind: "problem",
    message: `noisy-lsp-server was not found: ${reason}, and there is none in the PATH. Install it, or set noisy.server.path.`,
  };
}

async function locateSetting(places: SearchPlaces, args: string[]): Promise<ServerLocation> {
  let setting: string;
  try {
    setting = expandVariables(places.setting.trim(), places.variables);
  } catch (error) {
    return variableProblem("noisy.server.path", error);
  }
  const locationOf = (program: string): ServerLocation => ({
    kind: "found",
    command: { program, arguments: args, source: "setting" },
  });
  // A bare name is looked up in the PATH, as in a shell.
  if (!/[/\\]/.test(setting)) {
    const inPath = await searchPath(setting, places);
    if (inPath) return locationOf(inPath);
    return {
      kind: "problem",
      message: `noisy.server.path is "${setting}", but there is no such program in the PATH. Install it, or correct the setting.`,
    };
  }
  let program = setting;
  if (!path.isAbsolute(program)) {
    const folder = places.variables.folders[0]?.path;
    if (folder === undefined) {
      return {
        kind: "problem",
        message: `noisy.server.path is "${setting}", which is relative to a folder, but none is open. Use an absolute path.`,
      };
    }
    program = path.resolve(folder, program);
  }
  const problem = await findProblem(program, places.platform);
  if (!problem) return locationOf(program);
  const advice = problem === notExecutable ? "Make it executable (chmod +x)" : "Build or install it";
  return {
    kind: "problem",
    message: `noisy.server.path is ${program}, but that ${problem}. ${advice}, or correct the setting.`,
    place: program,
  };
}

function variableProblem(setting: string, error: unknown): ServerLocation {
  if (!(error instanceof VariableError)) throw error;
  return { kind: "problem", message: `The setting ${setting} cannot be used. ${error.message}.` };
}

const missingFile = "does not exist";
const notExecutable = "is not executable";

/** The reason why a file cannot be run, as the rest of a sentence; undefined when it
 * seems that it can. */
async function findProblem(program: string, platform: string): Promise<string | undefined> {
  try {
    const status = await stat(program);
    if (status.isDirectory()) return "is a folder";
    if (!status.isFile()) return "is not a file";
    // Windows has no permission to execute.
    if (platform !== "win32") await access(program, constants.X_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return missingFile;
    if (code === "EACCES") return notExecutable;
    return `cannot be read (${message})`;
  }
}

async function searchPath(name: string, { variables, platform }: SearchPlaces): Promise<string | undefined> {
  const folders = variables.environment["PATH"] ?? "";
  const fileName = platform === "win32" && !path.extname(name) ? `${name}.exe` : name;
  for (const folder of folders.split(platform === "win32" ? ";" : ":")) {
    // An empty entry is the current folder, which nobody has chosen.
    if (!path.isAbsolute(folder)) continue;
    const program = path.join(folder, fileName);
    if (!(await findProblem(program, platform))) return program;
  }
  return undefined;
}

/** The reason why a program for another system cannot run on this one; undefined for
 * other programs. */
export async function explainForeign(
  program: string,
  { platform, arch }: Pick<SearchPlaces, "platform" | "arch">,
): Promise<string | undefined> {
  const system = targetOf(platform, arch);
  const target = await readHeader(program);
  if (!system || !target || describeTarget(target) === describeTarget(system)) return undefined;
  const targetText = describeTarget(target);
  return `${program} is a program for ${targetText}, but this is ${describeTarget(system)}. Set noisy.server.path to one for this system.`;
}

/** The reason why the system refuses to start a program that locateServer has found.
 * `code`: that of the error. */
export async function explainRefusal(
  program: string,
  code: string | undefined,
  system: Pick<SearchPlaces, "platform" | "arch">,
): Promise<string> {
  const foreign = await explainForeign(program, system);
  if (foreign) return foreign;
  if (code === "ENOENT") {
    return `${program} cannot be started: the loader or interpreter that it needs is not on this system.`;
  }
  return `${program} cannot be started (${code ?? "unknown error"}).`;
}

async function readHeader(program: string): Promise<ProgramTarget | undefined> {
  const file = await open(program).catch(() => undefined);
  try {
    const header = await file?.read(new Uint8Array(headerSize), 0, headerSize, 0);
    return header && readTarget(header.buffer.subarray(0, header.bytesRead));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
