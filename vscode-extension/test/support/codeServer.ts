// A real VS Code that is served to a browser (see tools/get-vscode).

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildFolder, temporaryFolder } from "./paths.ts";

/** Settings that keep VS Code quiet. */
const quiet = {
  "workbench.startupEditor": "none",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.accessibilitySupport": "off",
  "editor.hover.delay": 100,
  "files.autoSave": "off",
  "git.enabled": false,
};

export interface CodeServerOptions {
  /** Added to the user's settings. */
  settings?: Record<string, unknown>;
  /** Settings of the machine: there VS Code looks for paths of programs. */
  machineSettings?: Record<string, unknown>;
  /** A folder with installed extensions; otherwise there are none. */
  extensions?: string;
  /** Packages (.vsix) to install first. */
  packages?: string[];
  /** The folder of another system to run in (chroot): one that
   * tools/make-clean-system made, where node and VS Code stand where they do here.
   * All other paths are in it. */
  root?: string;
  /** Ask before a folder is trusted; otherwise all are. */
  workspaceTrust?: boolean;
  /** Added to the environment, which the extension host inherits. */
  environment?: Record<string, string>;
}

/** One VS Code with a user folder of its own. */
export class CodeServer {
  readonly port: number;
  /** The folder of installed extensions. */
  readonly extensions: string;
  private readonly process: ChildProcess;
  private readonly root: string;
  /** The user folder, as a path in `root`. */
  private readonly folder: string;
  private output = "";

  /** Starts VS Code, and waits until it answers. Stop it in any case. */
  static async start(options: CodeServerOptions = {}): Promise<CodeServer> {
    const server = new CodeServer(await freePort(), options);
    try {
      await server.ready();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  private constructor(port: number, options: CodeServerOptions) {
    this.port = port;
    this.root = options.root ?? "";
    this.folder = temporaryFolder("vscode", this.root).slice(this.root.length);
    this.extensions = options.extensions ?? join(this.folder, "extensions");
    mkdirSync(this.root + this.extensions, { recursive: true });
    this.write("User/settings.json", JSON.stringify({ ...quiet, ...options.settings }));
    this.write("Machine/settings.json", JSON.stringify(options.machineSettings ?? {}));
    this.write("config.yaml", "auth: none\ncert: false\n");
    const command = [
      ...(this.root ? ["chroot", this.root] : []),
      process.execPath,
      join(buildFolder(), "tools/vscode/node_modules/code-server/out/node/entry.js"),
      ...["--config", join(this.folder, "config.yaml")],
      ...["--user-data-dir", this.folder, "--extensions-dir", this.extensions],
    ];
    const environment = { ...process.env, EXTENSIONS_GALLERY: "{}", ...options.environment };
    for (const file of options.packages ?? []) run([...command, "--install-extension", file], environment);
    command.push(
      ...["--bind-addr", `127.0.0.1:${port}`, "--auth", "none"],
      ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
      ...["--disable-proxy", "--reconnection-grace-time", "5"],
      ...(options.workspaceTrust ? [] : ["--disable-workspace-trust"]),
      // Without it VS Code does not run tests in its extension host.
      ...["--vscode-option", "enable-smoke-test-driver"],
    );
    // A process group of its own, because its children outlive it.
    const [program = "", ...rest] = command;
    this.process = spawn(program, rest, {
      detached: true,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on("data", (data: Buffer) => (this.output += data.toString()));
  }

  /** The address of a page. `payload`: the actions at the start, such as
   * `["openFile", server.remote(path)]`. */
  page(workspace: string, payload: [string, string][] = []): string {
    const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
    const query = new URLSearchParams({ [kind]: workspace, payload: JSON.stringify(payload) });
    return `http://127.0.0.1:${this.port}/?${query}`;
  }

  /** A file of this machine, as pages name it. */
  remote(path: string): string {
    return `vscode-remote://127.0.0.1:${this.port}${path}`;
  }

  /** The output so far. */
  log(): string {
    return this.output;
  }

  /** Ends VS Code and all its children. */
  async stop(): Promise<void> {
    const { pid } = this.process;
    if (pid === undefined) return;
    signal(-pid, "SIGTERM");
    for (let i = 0; i < 20 && this.process.exitCode === null && this.process.signalCode === null; i++)
      await pause(50);
    // The extension hosts of the group stay for some seconds otherwise.
    signal(-pid, "SIGKILL");
    rmSync(this.root + this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private write(path: string, text: string): void {
    const file = this.root + join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  private async ready(): Promise<void> {
    for (let i = 0; i < 600; i++) {
      if (this.process.exitCode !== null) break;
      const answer = await fetch(`http://127.0.0.1:${this.port}/healthz`).catch(() => undefined);
      if (answer?.ok) return;
      await pause(50);
    }
    throw new Error(`VS Code did not start:\n${this.output}`);
  }
}

function run([program = "", ...rest]: string[], environment: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, rest, { env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${rest.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process is gone.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
