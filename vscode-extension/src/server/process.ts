// The process of the server.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type { ServerCommand } from "./locate.ts";

/** The end of a process. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** "ended with code 1", "was killed by SIGSEGV". */
export function describeEnd({ code, signal }: ProcessEnd): string {
  return signal ? `was killed by ${signal}` : `ended with code ${code}`;
}

/** The time in milliseconds after which a process that is to end gets SIGTERM, and
 * the further time after which it gets SIGKILL. */
export interface EndPatience {
  terminate: number;
  kill: number;
}

/** The process of a server that was started. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Does not reject. */
  readonly exit: Promise<ProcessEnd>;
  private readonly errorLines: string[] = [];

  private constructor(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void) {
    this.child = child;
    this.exit = new Promise((resolve) =>
      // Not "exit": by "close" all its output is read.
      child.once("close", (code, signal) => resolve({ code, signal })),
    );
    // A child of the server that has inherited these would keep them open.
    child.once("exit", () => setTimeout(() => this.abandon(), 500).unref());
    // Writing to a server that has just died is no error of this program.
    child.stdin.on("error", () => {});
    const lines = createInterface({ input: child.stderr });
    lines.on("line", (line) => {
      this.errorLines.push(line);
      if (this.errorLines.length > 5) this.errorLines.shift();
      onLine(line);
    });
  }

  /** Rejects with the system's error when it cannot be started. `onLine` gets the
   * lines of its standard error. */
  static start(
    { program, arguments: args }: ServerCommand,
    folder: string | undefined,
    onLine: (line: string) => void,
  ): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { stdio: "pipe", ...(folder && { cwd: folder }) });
      const process = new ServerProcess(child, onLine);
      child.once("error", reject);
      child.once("spawn", () => resolve(process));
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The last lines of its standard error. */
  get lastWords(): string {
    return this.errorLines.join("\n");
  }

  /** Ends the process, and waits for that. */
  async end(patience: EndPatience): Promise<ProcessEnd> {
    this.child.stdin.end();
    const terminate = setTimeout(() => this.child.kill("SIGTERM"), patience.terminate);
    const kill = setTimeout(() => this.kill(), patience.terminate + patience.kill);
    try {
      return await this.exit;
    } finally {
      clearTimeout(terminate);
      clearTimeout(kill);
    }
  }

  /** Ends the process at once. */
  kill(): void {
    this.child.kill("SIGKILL");
  }

  private abandon(): void {
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }
}
