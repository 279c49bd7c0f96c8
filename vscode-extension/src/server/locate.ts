// Where the server is: what the setting names, or the one that comes with the
// extension, or the one in the PATH.

import { constants } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import * as path from "node:path";
import { describeTarget, headerSize, readTarget, targetOf } from "./programHeader.ts";
import { expandVariables, VariableError, type Variables } from "./variables.ts";

/** What there is to search. */
export interface SearchPlaces {
  /** The setting `noisy.server.path`, as it stands there; may be empty. */
  setting: string;
  /** The setting `noisy.server.arguments`, likewise. */
  arguments: readonly string[];
  /** The program that comes with the extension; need not exist. */
  bundled: string;
  variables: Variables;
  platform: string;
  arch: string;
}

/** What to run. */
export interface ServerCommand {
  program: string;
  arguments: string[];
  source: "setting" | "bundled" | "PATH";
}

export type Located =
  | { kind: "found"; command: ServerCommand }
  /** `message` says what to do, too; `place` is the file that would have been run. */
  | { kind: "problem"; message: string; place?: string };

/** The program's file name. */
export function programName(platform: string): string {
  return platform === "win32" ? "noisy-lsp-server.exe" : "noisy-lsp-server";
}

/** Looks for the server. Does not reject. */
export async function locateServer(places: SearchPlaces): Promise<Located> {
  let args: string[];
  try {
    args = places.arguments.map((each) => expandVariables(each, places.variables));
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
    bundledProblem === missing
      ? "none comes with this build of the extension"
      : `the one that comes with the extension, ${places.bundled}, ${bundledProblem}`;
  return {
    kind: "problem",
    message: `noisy-lsp-server was not found: ${reason}, and there is none in the PATH. Install it, or set noisy.server.path.`,
  };
}

async function locateSetting(places: SearchPlaces, args: string[]): Promise<Located> {
  let given: string;
  try {
    given = expandVariables(places.setting.trim(), places.variables);
  } catch (error) {
    return variableProblem("noisy.server.path", error);
  }
  const found = (program: string): Located => ({
    kind: "found",
    command: { program, arguments: args, source: "setting" },
  });
  // A bare name is one of the PATH, as in a shell.
  if (!/[/\\]/.test(given)) {
    const inPath = await searchPath(given, places);
    if (inPath) return found(inPath);
    return {
      kind: "problem",
      message: `noisy.server.path is "${given}", but there is no such program in the PATH. Install it, or correct the setting.`,
    };
  }
  let program = given;
  if (!path.isAbsolute(program)) {
    const folder = places.variables.folders[0]?.path;
    if (folder === undefined) {
      return {
        kind: "problem",
        message: `noisy.server.path is "${given}", which is relative to a folder, but none is open. Give the whole path.`,
      };
    }
    program = path.resolve(folder, program);
  }
  const problem = await findProblem(program, places.platform);
  if (!problem) return found(program);
  const advice = problem === notExecutable ? "Make it executable (chmod +x)" : "Build or install it";
  return {
    kind: "problem",
    message: `noisy.server.path is ${program}, but that ${problem}. ${advice}, or correct the setting.`,
    place: program,
  };
}

function variableProblem(setting: string, error: unknown): Located {
  if (!(error instanceof VariableError)) throw error;
  return { kind: "problem", message: `The setting ${setting} cannot be used. ${error.message}.` };
}

const missing = "does not exist";
const notExecutable = "is not executable";

/** Why a file cannot be run, as the rest of a sentence; nothing when it looks
 * as if it could. */
async function findProblem(program: string, platform: string): Promise<string | undefined> {
  try {
    const found = await stat(program);
    if (found.isDirectory()) return "is a folder";
    if (!found.isFile()) return "is not a file";
    // Windows has no such permission.
    if (platform !== "win32") await access(program, constants.X_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return missing;
    if (code === "EACCES") return notExecutable;
    return `cannot be read (${message})`;
  }
}

async function searchPath(name: string, { variables, platform }: SearchPlaces): Promise<string | undefined> {
  const all = variables.environment["PATH"] ?? "";
  const withExtension = platform === "win32" && !path.extname(name) ? `${name}.exe` : name;
  for (const folder of all.split(platform === "win32" ? ";" : ":")) {
    // Empty would be the current folder, which is nobody's choice here.
    if (!path.isAbsolute(folder)) continue;
    const program = path.join(folder, withExtension);
    if (!(await findProblem(program, platform))) return program;
  }
  return undefined;
}

/** Why a program cannot run here if it is one for another system; nothing when
 * it is not. */
export async function explainForeign(
  program: string,
  { platform, arch }: Pick<SearchPlaces, "platform" | "arch">,
): Promise<string | undefined> {
  const here = targetOf(platform, arch);
  const built = await readHeader(program);
  if (!here || !built || describeTarget(built) === describeTarget(here)) return undefined;
  const described = describeTarget(built);
  return `${program} is a program for ${described}, but this is ${describeTarget(here)}. Set noisy.server.path to one for this system.`;
}

/** Why the system refuses to start a program that locateServer has found.
 * `code` is that of the error. */
export async function explainRefusal(
  program: string,
  code: string | undefined,
  here: Pick<SearchPlaces, "platform" | "arch">,
): Promise<string> {
  const foreign = await explainForeign(program, here);
  if (foreign) return foreign;
  if (code === "ENOENT") {
    return `${program} cannot be started: the loader or interpreter that it needs is not on this system.`;
  }
  return `${program} cannot be started (${code ?? "unknown error"}).`;
}

async function readHeader(program: string): ReturnType<typeof readAll> {
  try {
    return await readAll(program);
  } catch {
    return undefined;
  }
}

async function readAll(program: string) {
  const file = await open(program);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(headerSize), 0, headerSize, 0);
    return readTarget(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
