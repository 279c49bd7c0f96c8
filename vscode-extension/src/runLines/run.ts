// Runs the commands of RUN lines.

import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { programsOf } from "./programs.ts";
import { substitute, UnknownSubstitution, UnsafeName } from "./substitutions.ts";

export interface RunOptions {
  /** The file with the RUN lines. */
  file: string;
  /** The folders where programs are looked for, before those of the environment's PATH. */
  folders: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** What is run, and what it prints, piece by piece. */
  print(text: string): void;
  signal: AbortSignal;
}

/** `problem`: it was not run, for a reason that users can change. */
export type Outcome =
  | { kind: "passed" }
  | { kind: "failed"; status: number | null; command: string }
  | { kind: "problem"; message: string }
  | { kind: "cancelled" };

/** The most characters that one command prints. */
const maxPrinted = 4e6;

/** Runs commands one after the other, until one fails, in an empty folder that is removed
 * after that. Does not reject. */
export async function runLines(commands: readonly string[], options: RunOptions): Promise<Outcome> {
  let temporary: string;
  try {
    temporary = await mkdtemp(path.join(tmpdir(), "noisy-run-"));
  } catch (error) {
    return {
      kind: "problem",
      message: `No folder for the results can be made in ${tmpdir()}: ${(error as Error).message}.`,
    };
  }
  try {
    for (const command of commands) {
      const outcome = await runLine(command, temporary, options);
      if (outcome.kind !== "passed") return outcome;
    }
    return { kind: "passed" };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function runLine(command: string, temporary: string, options: RunOptions): Promise<Outcome> {
  const { file, folders, environment, print } = options;
  let line: string;
  try {
    line = substitute(command, { file, temporary });
  } catch (error) {
    if (error instanceof UnsafeName)
      return {
        kind: "problem",
        message: `${error.file} cannot be put into "$(...)": its name has letters that the shell reads. Rename the file.`,
      };
    if (!(error instanceof UnknownSubstitution)) throw error;
    return {
      kind: "problem",
      message: `${error.substitution} is defined by this project's configuration of lit, which is not read here. Run the test with lit.`,
    };
  }
  const searched = [...folders, ...(environment["PATH"] ?? "").split(path.delimiter)];
  for (const program of programsOf(line))
    if (!(await isProgram(program, searched)))
      return {
        kind: "problem",
        message: `The program ${program} was not found. Install it, or add its folder to the setting noisy.runLines.path.`,
      };
  print(`$ ${line}\n`);
  const started = Date.now();
  const status = await runShell(line, searched.join(path.delimiter), temporary, options);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (options.signal.aborted) {
    print(`stopped after ${seconds} s\n\n`);
    return { kind: "cancelled" };
  }
  print(`exit status ${status ?? "none: it was killed"}, ${seconds} s\n\n`);
  return status === 0 ? { kind: "passed" } : { kind: "failed", status, command };
}

/** True if a program can be run by its path, or from one of the folders. */
async function isProgram(program: string, folders: readonly string[]): Promise<boolean> {
  const places = program.includes("/") ? [program] : folders.map((folder) => path.join(folder, program));
  for (const place of places) {
    // An empty or relative entry of PATH is a folder that nobody has chosen.
    if (!path.isAbsolute(place)) continue;
    try {
      await access(place, constants.X_OK);
      if ((await stat(place)).isFile()) return true;
    } catch {
      // The next one.
    }
  }
  return false;
}

/** Runs a command as lit does, and returns its exit status; null if a signal ended it. */
function runShell(
  line: string,
  searched: string,
  folder: string,
  { environment, print, signal }: RunOptions,
): Promise<number | null> {
  return new Promise((resolve) => {
    // A group of its own, so that all parts of a pipeline end together.
    const child = spawn("bash", ["-o", "pipefail", "-c", line], {
      cwd: folder,
      env: { ...environment, PATH: searched },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    let isDone = false;
    let printed = 0;
    const done = (status: number | null): void => {
      isDone = true;
      signal.removeEventListener("abort", stop);
      resolve(status);
    };
    // What has left the group may hold the pipes open, and is not waited for.
    const stop = (): void => {
      end();
      done(null);
    };
    signal.addEventListener("abort", stop);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        if (isDone) return;
        printed += text.length;
        print(text);
        if (printed < maxPrinted) return;
        print(`\nstopped: it prints more than ${maxPrinted / 1e6} million characters\n`);
        stop();
      });
    }
    child.on("error", (error) => {
      print(`bash cannot be started: ${error.message}\n`);
      done(127);
    });
    child.on("close", done);
    if (signal.aborted) stop();
  });
}
