// One run of the server: its process, and the conversation with it.

import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import {
  CloseAction,
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
import type { Analysed } from "../protocol.ts";
import { tell } from "../tell.ts";
import { AnalysisTracker } from "./analysis.ts";
import { workingFolder } from "./configuration.ts";
import { selectorOf } from "./documents.ts";
import type { Session } from "./lifecycle.ts";
import { explainForeign, explainRefusal, type ServerCommand } from "./locate.ts";
import { makeMiddleware } from "./middleware.ts";
import { describeEnd, ServerProcess, type ProcessEnd } from "./process.ts";
import { ServerProgress } from "./progress.ts";
import { settingsFor } from "./serverSettings.ts";

/** Why the server does not run, for users: with what to do. */
export class StartError extends Error {}

/** How long, in milliseconds, the server may take to answer `initialize`. */
const startPatience = 30_000;
/** How long it may take to end: all together VS Code waits five seconds. */
const shutdownPatience = 2000;
const endPatience = { terminate: 500, kill: 1000 };

export interface ConnectionOptions {
  channels: Channels;
  /** Of the documents that are the server's. */
  schemes: Iterable<string>;
  /** `isBehind` or `progress` changed. */
  changed(): void;
  analysed(what: Analysed): void;
  /** The command `noisy.applyFix`: whether it was seen to here. */
  applyFix(argument: unknown): Promise<boolean>;
}

/** Tells nobody: what users have to know is told by those who know what it
 * means, and the server itself. All is in the output channel. */
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
  readonly ended: Promise<void>;
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
    this.analysis = new AnalysisTracker(options.changed);
    this.progress = new ServerProgress(options.changed, (token) => void this.cancel(token));
    const clientOptions: LanguageClientOptions = {
      documentSelector: selectorOf(options.schemes),
      outputChannel: options.channels.output,
      traceOutputChannel: options.channels.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // What is asked for documents comes later; until then this holds.
      initializationOptions: () => settingsFor(undefined),
      // It is told by whoever opens this.
      initializationFailedHandler: () => false,
      // What ends is opened again by the Lifecycle, with a client of its own.
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
        tellSettings: (settings) =>
          this.client.sendNotification("workspace/didChangeConfiguration", { settings }),
        clearProblems: (document) => this.client.diagnostics?.delete(document),
      }),
    };
    const streams = { reader: process.child.stdout, writer: process.child.stdin };
    this.client = new QuietClient("noisy", "Noisy MLIR", () => Promise.resolve(streams), clientOptions);
    this.client.registerFeature({
      fillClientCapabilities: (all) => {
        all.experimental = { ...all.experimental, noisy: { analysed: true } };
        // The server is to send what it finds as soon as it finds it. The library asks by
        // the tabs that it sees, and can miss one that is closed and opened again: a
        // document without its errors looks safe.
        delete all.textDocument?.diagnostic;
      },
      initialize: () => {},
      getState: () => ({ kind: "static" }),
      clear: () => {},
    });
    // In place of the library's own, which takes all messages for Markdown.
    this.client.onNotification(ShowMessageNotification.type, ({ type, message }) => {
      if (type === MessageType.Error) void tell.error(message);
      else if (type === MessageType.Warning) void tell.warning(message);
      else void tell.information(message);
    });
    this.client.onNotification("noisy/analysed", (told: Analysed) => {
      this.analysis.onAnalysed(told);
      options.analysed(told);
    });
    this.ended = this.waitForEnd();
  }

  /** What the server said of itself. */
  get initializeResult(): InitializeResult | undefined {
    return this.client.initializeResult;
  }

  /** It answers, as far as anybody knows. */
  get isAlive(): boolean {
    return !this.isEnding && !this.isGone;
  }

  /** Some document is not analysed yet. */
  get isBehind(): boolean {
    // Servers that cannot tell would be behind for ever.
    const noisy: unknown = this.initializeResult?.capabilities.experimental?.noisy;
    return noisy !== undefined && this.analysis.isBehind;
  }

  /** The last report of what takes long; nothing when nothing does. */
  get solving(): string | undefined {
    return this.progress.message;
  }

  /** Sends a request. One with a place for `workDoneToken` is shown when it
   * takes long. */
  async request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result> {
    if (!("workDoneToken" in params)) return this.send(method, params, token);
    const workDoneToken = `noisy-client/${++this.lastToken}`;
    // The middleware shows it; without a handler it would not see it.
    const handler = this.client.onProgress(WorkDoneProgress.type, workDoneToken, () => {});
    try {
      return await this.send(method, { ...params, workDoneToken }, token);
    } finally {
      handler.dispose();
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
    await this.ended;
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
    const given = new Promise<never>((_, reject) => {
      const giveUp = (reason: string) => () => reject(new StartError(reason));
      const tooLong = `${this.command.program} did not answer for ${startPatience / 1000} seconds. Is it a language server?`;
      patience.addEventListener("abort", giveUp(tooLong));
      signal.addEventListener("abort", giveUp("another one is to be started"));
      if (signal.aborted) giveUp("another one is to be started")();
    });
    try {
      await Promise.race([this.client.start(), given]);
    } catch (error) {
      throw await this.explainFailure(error);
    }
  }

  /** Clears away what was started. */
  private async explainFailure(error: unknown): Promise<StartError> {
    // A server that ends closes the connection, which is the first to be seen.
    const end =
      error instanceof StartError ? undefined : await Promise.race([this.process.ended, delay(500)]);
    await this.end();
    if (error instanceof StartError) return error;
    const { program } = this.command;
    if (!end) return new StartError(`${program} does not answer as a language server does: ${String(error)}`);
    // What the system cannot run some shells and C libraries take for a script.
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
      // It has ended, and with it what was to be cancelled.
    }
  }

  private logEnd(end: ProcessEnd): void {
    try {
      if (this.isEnding) this.channels.output.info(`the server ${describeEnd(end)}`);
      else this.channels.output.error(`the server ${describeEnd(end)}, which nobody asked for`);
    } catch {
      // VS Code itself has ended before.
    }
  }

  private async waitForEnd(): Promise<void> {
    const end = await this.process.ended;
    this.isGone = true;
    this.logEnd(end);
    await this.waitForClient();
    // The library leaves the listeners of this one behind.
    (this.client.visibleDocuments as Partial<vscode.Disposable>).dispose?.();
    this.analysis.clear();
    this.progress.clear();
  }

  /** Until the client has taken down what it showed: it registers commands,
   * which the next one would do in vain. */
  private async waitForClient(): Promise<void> {
    const isDown = () => this.client.state === State.Stopped || this.client.state === State.StartFailed;
    if (isDown()) return;
    let listener: vscode.Disposable | undefined;
    const down = new Promise<void>((resolve) => {
      listener = this.client.onDidChangeState(() => isDown() && resolve());
    });
    await Promise.race([down, delay(2 * shutdownPatience, undefined, { ref: false })]);
    listener?.dispose();
  }
}
