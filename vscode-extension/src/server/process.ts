// The process of the server.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type { ServerCommand } from "./locate.ts";

/** How a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** "ended with code 1", "was killed by SIGSEGV". */
export function describeEnd({ code, signal }: ProcessEnd): string {
  return signal ? `was killed by ${signal}` : `ended with code ${code}`;
}

/** How long, in milliseconds, a process that was asked to end may take until it
 * is told with SIGTERM, and after that with SIGKILL. */
export interface EndPatience {
  terminate: number;
  kill: number;
}

/** A server that was started. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Does not reject. */
  readonly ended: Promise<ProcessEnd>;
  private readonly complaints: string[] = [];

  private constructor(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void) {
    this.child = child;
    this.ended = new Promise((resolve) =>
      // Not "exit": what it still had to say is read by then.
      child.once("close", (code, signal) => resolve({ code, signal })),
    );
    // A child of its own that has inherited these would keep them open.
    child.once("exit", () => setTimeout(() => this.abandon(), 500).unref());
    // Writing to one that has just died is no error of this program.
    child.stdin.on("error", () => {});
    const lines = createInterface({ input: child.stderr });
    lines.on("line", (line) => {
      this.complaints.push(line);
      if (this.complaints.length > 5) this.complaints.shift();
      onLine(line);
    });
  }

  /** Rejects with the system's error when it cannot be started. `onLine` is
   * given what it writes to its standard error. */
  static start(
    { program, arguments: args }: ServerCommand,
    folder: string | undefined,
    onLine: (line: string) => void,
  ): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { stdio: "pipe", ...(folder && { cwd: folder }) });
      const started = new ServerProcess(child, onLine);
      child.once("error", reject);
      child.once("spawn", () => resolve(started));
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The last lines that it wrote to its standard error. */
  get lastWords(): string {
    return this.complaints.join("\n");
  }

  /** Waits for it to end, and sees to it that it does. */
  async end(patience: EndPatience): Promise<ProcessEnd> {
    this.child.stdin.end();
    const terminate = setTimeout(() => this.child.kill("SIGTERM"), patience.terminate);
    const kill = setTimeout(() => this.kill(), patience.terminate + patience.kill);
    try {
      return await this.ended;
    } finally {
      clearTimeout(terminate);
      clearTimeout(kill);
    }
  }

  /** Ends it at once. */
  kill(): void {
    this.child.kill("SIGKILL");
  }

  private abandon(): void {
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }
}
