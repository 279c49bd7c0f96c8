// The connection of one run of the server: its process and its messages.

import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import {
  CloseAction,
  CodeLensRequest,
  ErrorAction,
  ErrorCodes,
  LanguageClient,
  MessageType,
  RevealOutputChannelOn,
  ShowMessageNotification,
  State,
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
  type InitializeResult,
  type LanguageClientOptions,
  type ProgressToken,
} from "vscode-languageclient/node";
import type { Channels } from "../channels.ts";
import type { AnalysisReport } from "../protocol.ts";
import { notify } from "../notify.ts";
import { outcomes } from "../runLines/outcomes.ts";
import { AnalysisTracker } from "./analysis.ts";
import { workingFolder } from "./configuration.ts";
import { selectorOf } from "./documents.ts";
import type { Session } from "./lifecycle.ts";
import { explainForeign, explainRefusal, type ServerCommand } from "./locate.ts";
import { keepPlacesAfter, rememberPlacesOf } from "../keptPlaces.ts";
import { makeMiddleware } from "./middleware.ts";
import { isPastPlace } from "./pastPlace.ts";
import { describeEnd, ServerProcess, type ProcessEnd } from "./process.ts";
import { ServerProgress } from "./progress.ts";
import { projectOptions, settingsFor } from "./serverSettings.ts";

/** The reason why the server does not run, for users: with what to do. */
export class StartError extends Error {}

/** The time in milliseconds that the server has to answer `initialize`. */
const startPatience = 30_000;
/** The time that the server has to end: VS Code waits five seconds in all. */
const shutdownPatience = 2000;
const endPatience = { terminate: 500, kill: 1000 };

export interface ConnectionOptions {
  channels: Channels;
  /** The schemes of the server's documents. */
  schemes: Iterable<string>;
  /** `isBehind` or `solverReport` changed. */
  onChange(): void;
  onAnalysis(report: AnalysisReport): void;
  /** Runs the command `noisy.applyFix`; false when the server has to. */
  applyFix(argument: unknown): Promise<boolean>;
}

/** A client that shows no notifications, only output: the extension and the server
 * show those that users need, in words for them. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }
  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }
}

export class Connection implements Session {
  readonly exit: Promise<void>;
  private readonly stopListening: () => void;
  private readonly command: ServerCommand;
  private readonly process: ServerProcess;
  private readonly client: LanguageClient;
  private readonly channels: Channels;
  private readonly analysis: AnalysisTracker;
  private readonly progress: ServerProgress;
  private isEnding = false;
  private isGone = false;
  private lastToken = 0;

  /** Starts the server. Rejects with a StartError when that cannot be done, or
   * soon after `signal`; nothing is left of it then. */
  static async open(
    command: ServerCommand,
    options: ConnectionOptions,
    signal: AbortSignal,
  ): Promise<Connection> {
    const { output } = options.channels;
    output.info(`starting ${[command.program, ...command.arguments].join(" ")} (from ${command.source})`);
    let process: ServerProcess;
    try {
      process = await ServerProcess.start(command, workingFolder(), (line) => output.info(line));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartError(await explainRefusal(command.program, code, globalThis.process));
    }
    const connection = new Connection(command, process, options);
    await connection.initialize(signal);
    return connection;
  }

  private constructor(command: ServerCommand, process: ServerProcess, options: ConnectionOptions) {
    this.command = command;
    this.process = process;
    this.channels = options.channels;
    this.analysis = new AnalysisTracker(options.onChange);
    this.progress = new ServerProgress(options.onChange, (token) => void this.cancel(token));
    const clientOptions: LanguageClientOptions = {
      documentSelector: selectorOf(options.schemes),
      outputChannel: options.channels.output,
      traceOutputChannel: options.channels.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // For the parts of hovers that fold. The server escapes what is no tag.
      markdown: { supportHtml: true },
      // The server requests the settings of documents later; until then these hold.
      initializationOptions: () => ({
        ...(settingsFor(undefined) as object),
        project: projectOptions(),
      }),
      // The caller of open() reports the failure.
      initializationFailedHandler: () => false,
      // The Lifecycle opens another connection, with a client of its own.
      errorHandler: {
        error: (_error, _message, count) => ({
          action: (count ?? 0) <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
          handled: true,
        }),
        closed: () => {
          this.isGone = true;
          if (!this.isEnding) void this.process.end(endPatience);
          return {
            action: CloseAction.DoNotRestart,
            handled: true,
            message: "the connection to the server is closed",
          };
        },
      },
      middleware: makeMiddleware({
        analysis: this.analysis,
        progress: this.progress,
        applyFix: options.applyFix,
        rememberPlaces: rememberPlacesOf,
        keepPlacesAfter,
        isPastPlace,
        sendSettings: (settings) =>
          this.client.sendNotification("workspace/didChangeConfiguration", { settings }),
        clearProblems: (document) => this.client.diagnostics?.delete(document),
      }),
    };
    const streams = { reader: process.child.stdout, writer: process.child.stdin };
    this.client = new QuietClient("noisy", "Noisy MLIR", () => Promise.resolve(streams), clientOptions);
    this.client.registerFeature({
      fillClientCapabilities: (capabilities) => {
        const tags = capabilities.general?.markdown?.allowedTags;
        tags?.push("details", "summary");
        capabilities.experimental = {
          ...capabilities.experimental,
          noisy: { analysed: true, runLines: vscode.workspace.isTrusted },
        };
        // The server is to send its diagnostics as soon as it has them. The library would
        // request them for the tabs that it sees, and can miss one that is closed and opened
        // again: a document without its errors looks safe.
        delete capabilities.textDocument?.diagnostic;
      },
      initialize: () => {},
      getState: () => ({ kind: "static" }),
      clear: () => {},
    });
    // The library's own handler takes all messages for Markdown.
    this.client.onNotification(ShowMessageNotification.type, ({ type, message }) => {
      if (type === MessageType.Error) void notify.error(message);
      else if (type === MessageType.Warning) void notify.warning(message);
      else void notify.information(message);
    });
    this.client.onNotification("noisy/analysed", (report: AnalysisReport) => {
      this.analysis.onAnalysed(report);
      options.onAnalysis(report);
    });
    this.stopListening = outcomes.onChange(() => this.redrawLenses());
    this.exit = this.waitForEnd();
  }

  private redrawLenses(): void {
    if (!this.isAlive) return;
    const lenses = this.client.getFeature(CodeLensRequest.method);
    for (const document of vscode.workspace.textDocuments)
      lenses.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  }

  /** The server's answer to `initialize`. */
  get initializeResult(): InitializeResult | undefined {
    return this.client.initializeResult;
  }

  /** The server runs, as far as anybody knows. */
  get isAlive(): boolean {
    return !this.isEnding && !this.isGone;
  }

  /** Some document has not been analysed for a while. */
  get isBehind(): boolean {
    // Servers that do not report analyses would be behind for ever.
    const noisy: unknown = this.initializeResult?.capabilities.experimental?.noisy;
    return noisy !== undefined && this.analysis.isBehind;
  }

  /** The last progress report; undefined when nothing is under way. */
  get solverReport(): string | undefined {
    return this.progress.message;
  }

  /** Sends a request. Its progress is shown when its parameters have a
   * `workDoneToken`, and `stop` cancels that. */
  async request<Result>(
    method: string,
    params: object,
    token?: vscode.CancellationToken,
    stop?: vscode.CancellationToken,
  ): Promise<Result> {
    if (!("workDoneToken" in params)) return this.send(method, params, token);
    const workDoneToken = `noisy-client/${++this.lastToken}`;
    // The middleware shows the progress; without a handler it would not see it.
    const handler = this.client.onProgress(WorkDoneProgress.type, workDoneToken, () => {});
    const stopping = stop?.onCancellationRequested(() => void this.cancel(workDoneToken));
    try {
      return await this.send(method, { ...params, workDoneToken }, token);
    } finally {
      handler.dispose();
      stopping?.dispose();
      this.progress.end(workDoneToken);
    }
  }

  async end(): Promise<void> {
    this.isEnding = true;
    try {
      if (this.client.isRunning()) await this.client.stop(shutdownPatience);
      else this.process.kill();
    } catch (error) {
      this.channels.output.warn(`the server did not shut down properly: ${String(error)}`);
    }
    await this.process.end(endPatience);
    await this.exit;
  }

  private async send<Result>(
    method: string,
    params: object,
    token?: vscode.CancellationToken,
  ): Promise<Result> {
    try {
      return await (token
        ? this.client.sendRequest<Result>(method, params, token)
        : this.client.sendRequest<Result>(method, params));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== ErrorCodes.PendingResponseRejected && code !== ErrorCodes.ConnectionInactive) throw error;
      throw new Error("the server ended before it answered; try it again", { cause: error });
    }
  }

  private async initialize(signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.timeout(startPatience);
    const failure = new Promise<never>((_, reject) => {
      const giveUp = (reason: string) => () => reject(new StartError(reason));
      const tooLong = `${this.command.program} did not answer for ${startPatience / 1000} seconds. Is it a language server?`;
      patience.addEventListener("abort", giveUp(tooLong));
      signal.addEventListener("abort", giveUp("another one is to be started"));
      if (signal.aborted) giveUp("another one is to be started")();
    });
    try {
      await Promise.race([this.client.start(), failure]);
    } catch (error) {
      throw await this.explainFailure(error);
    }
  }

  /** The reason why the server did not start, once nothing is left of it. */
  private async explainFailure(error: unknown): Promise<StartError> {
    // A server that ends closes the connection first.
    const end = error instanceof StartError ? undefined : await Promise.race([this.process.exit, delay(500)]);
    await this.end();
    if (error instanceof StartError) return error;
    const { program } = this.command;
    if (!end) return new StartError(`${program} does not answer as a language server does: ${String(error)}`);
    // Some shells and C libraries take a program that the system cannot run for a script.
    const foreign = await explainForeign(program, globalThis.process);
    if (foreign) return new StartError(foreign);
    const words = this.process.lastWords.trim();
    return new StartError(
      `${program} ${describeEnd(end)} as soon as it was started.${words && ` It said: ${words}`}`,
    );
  }

  private async cancel(token: ProgressToken): Promise<void> {
    try {
      await this.client.sendNotification(WorkDoneProgressCancelNotification.type, { token });
    } catch {
      // The server has ended, and with it the work that was to be cancelled.
    }
  }

  private logEnd(end: ProcessEnd): void {
    try {
      if (this.isEnding) this.channels.output.info(`the server ${describeEnd(end)}`);
      else this.channels.output.error(`the server ${describeEnd(end)} unexpectedly`);
    } catch {
      // VS Code itself has ended before, and its channels.
    }
  }

  private async waitForEnd(): Promise<void> {
    const end = await this.process.exit;
    this.isGone = true;
    this.stopListening();
    this.logEnd(end);
    await this.waitForClient();
    // The library leaves these listeners behind.
    (this.client.visibleDocuments as Partial<vscode.Disposable>).dispose?.();
    this.analysis.clear();
    this.progress.clear();
  }

  /** Waits until the client has unregistered its commands: the next client could not
   * register them otherwise. */
  private async waitForClient(): Promise<void> {
    const isDown = () => this.client.state === State.Stopped || this.client.state === State.StartFailed;
    if (isDown()) return;
    let listener: vscode.Disposable | undefined;
    const stop = new Promise<void>((resolve) => {
      listener = this.client.onDidChangeState(() => isDown() && resolve());
    });
    await Promise.race([stop, delay(2 * shutdownPatience, undefined, { ref: false })]);
    listener?.dispose();
  }
}
