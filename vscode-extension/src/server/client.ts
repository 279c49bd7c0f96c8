import * as vscode from "vscode";
import type { Channels } from "../channels.ts";
import type { AnalysisReport, NoisyCapabilities } from "../protocol.ts";
import { readSearchPlaces } from "./configuration.ts";
import { Connection, StartError } from "./connection.ts";
import { languageId, usualSchemes } from "./documents.ts";
import { FileWatch, identityOf } from "./fileWatch.ts";
import { Lifecycle, type LifecycleEvent } from "./lifecycle.ts";
import { locateServer, type ServerLocation } from "./locate.ts";
import { showFailure, showShortcoming } from "./messages.ts";
import type { NoisyServer, ServerState } from "./server.ts";
import { startSections } from "./settings.ts";
import { findShortcoming } from "./version.ts";

/** The language server in a process of its own: located, started, and started
 * again when it crashes, when its program is replaced, and when the settings
 * name another one. There is one for all folders. */
export class NoisyClient implements NoisyServer {
  private readonly extension: vscode.Uri;
  private readonly channels: Channels;
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly analyses = new vscode.EventEmitter<AnalysisReport>();
  readonly onDidChangeState = this.stateChanged.event;
  readonly onDidAnalyse = this.analyses.event;
  state: ServerState = { kind: "stopped" };

  private readonly lifecycle = new Lifecycle(
    (signal) => this.open(signal),
    (event) => this.onEvent(event),
  );
  private readonly listeners: vscode.Disposable[] = [];
  private readonly schemes = new Set(usualSchemes);
  private connection: Connection | undefined;
  private hasCrashed = false;
  private location: ServerLocation | undefined;
  private fileWatch: FileWatch | undefined;
  private applyFix: (argument: unknown) => Promise<boolean> = () => Promise.resolve(false);

  constructor(extension: vscode.Uri, channels: Channels) {
    this.extension = extension;
    this.channels = channels;
  }

  get capabilities(): NoisyCapabilities {
    return this.connection?.initializeResult?.capabilities.experimental?.noisy ?? {};
  }

  /** Starts the server, and keeps it running from now on. Resolves when it runs, or
   * when the user has been told why it does not. */
  start(): Promise<void> {
    const { workspace } = vscode;
    this.listeners.push(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("noisy.server")) void this.locateAgain();
        else if (startSections.some((section) => event.affectsConfiguration(section))) void this.restart();
      }),
      // The settings of the folder count from now on, and its dialects are read.
      workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
      // ${workspaceFolder} may be another.
      workspace.onDidChangeWorkspaceFolders(() => void this.locateAgain()),
      workspace.onDidOpenTextDocument((document) => {
        if (this.addScheme(document)) void this.restart();
      }),
    );
    workspace.textDocuments.forEach((document) => this.addScheme(document));
    return this.restart();
  }

  restart(): Promise<void> {
    return this.lifecycle.restart();
  }

  async request<Result>(
    method: string,
    params: unknown,
    token?: vscode.CancellationToken,
    stop?: vscode.CancellationToken,
  ): Promise<Result> {
    await this.lifecycle.settled();
    if (!this.connection) {
      throw new Error(this.state.kind === "failed" ? this.state.message : "The server is not running.");
    }
    return this.connection.request<Result>(method, Object(params), token, stop);
  }

  /** Gives the command `noisy.applyFix`, which the lenses run, to `handler` first;
   * it resolves to true when it has handled the command. */
  interceptApplyFix(handler: (argument: unknown) => Promise<boolean>): void {
    this.applyFix = handler;
  }

  /** Ends the server for good, and waits for that. */
  async dispose(): Promise<void> {
    this.listeners.forEach((listener) => listener.dispose());
    this.fileWatch?.dispose();
    await this.lifecycle.stop();
  }

  private async open(signal: AbortSignal): Promise<Connection> {
    this.fileWatch?.dispose();
    this.location = await locateServer(readSearchPlaces(this.extension));
    if (this.location.kind === "problem") {
      const { message, place } = this.location;
      // The program may be built, or made executable, just now.
      if (place && !signal.aborted) this.watchProgram(place, undefined);
      throw new StartError(message);
    }
    const { command } = this.location;
    // Taken before the start: a file that is written later is another program.
    const identity = await identityOf(command.program);
    if (!signal.aborted) this.watchProgram(command.program, identity);
    const connection = await Connection.open(
      command,
      {
        channels: this.channels,
        schemes: this.schemes,
        onChange: () => this.update(),
        onAnalysis: (report) => this.analyses.fire(report),
        applyFix: (argument) => this.applyFix(argument),
      },
      signal,
    );
    this.connection = connection;
    void connection.exit.then(() => {
      if (this.connection === connection) this.connection = undefined;
    });
    return connection;
  }

  private onEvent(event: LifecycleEvent): void {
    switch (event.kind) {
      case "starting":
        this.setState({ kind: "starting", ...(this.hasCrashed && { hasCrashed: true }) });
        break;
      case "running":
        this.hasCrashed = false;
        this.reportShortcoming();
        this.update();
        break;
      case "stopped":
        this.setState({ kind: "stopped" });
        break;
      case "crashed":
        this.hasCrashed = true;
        break;
      case "failed": {
        const { error } = event;
        this.fail(
          error instanceof StartError ? error.message : `The server cannot be started: ${String(error)}`,
        );
        break;
      }
      case "gaveUp":
        this.fail(
          `The server crashed ${event.crashes} times within three minutes and is not started again. Its output may show why.`,
        );
    }
  }

  private fail(message: string): void {
    this.setState({ kind: "failed", message });
    this.channels.output.error(message);
    void showFailure(message, { restart: () => this.restart(), output: this.channels.output });
  }

  private reportShortcoming(): void {
    const { connection, location } = this;
    if (!connection || location?.kind !== "found") return;
    const { name, version } = connection.initializeResult?.serverInfo ?? {};
    const noisy = connection.initializeResult?.capabilities.experimental?.noisy;
    this.channels.output.info(`${name ?? "a server without a name"} ${version ?? ""} is running`);
    const shortcoming = findShortcoming({ name, version, noisy }, location.command.program);
    if (shortcoming) void showShortcoming(shortcoming, this.channels.output);
  }

  /** Starts the server again when it is another one, or with other arguments. */
  private async locateAgain(): Promise<void> {
    const location = await locateServer(readSearchPlaces(this.extension));
    if (JSON.stringify(location) === JSON.stringify(this.location)) return;
    this.channels.output.info("the settings have another server, or other arguments");
    await this.restart();
  }

  private watchProgram(program: string, identity: string | undefined): void {
    this.fileWatch?.dispose();
    this.fileWatch = new FileWatch(program, identity, () => {
      this.channels.output.info(`${program} was replaced`);
      void this.restart();
    });
  }

  /** Adds the scheme of a document; true when the server gets no documents of that
   * scheme so far, but should. */
  private addScheme({ languageId: language, uri: { scheme } }: vscode.TextDocument): boolean {
    if (language !== languageId || this.schemes.has(scheme)) return false;
    // A document that can be written can be fixed.
    if (vscode.workspace.fs.isWritableFileSystem(scheme) !== true) return false;
    this.schemes.add(scheme);
    return true;
  }

  /** The state of a server that runs. */
  private update(): void {
    const { connection } = this;
    if (!connection?.isAlive) return;
    if (connection.solverReport !== undefined)
      this.setState({ kind: "solving", message: connection.solverReport });
    else this.setState({ kind: connection.isBehind ? "analysing" : "ready" });
  }

  private setState(state: ServerState): void {
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    this.state = state;
    this.stateChanged.fire(state);
  }
}
