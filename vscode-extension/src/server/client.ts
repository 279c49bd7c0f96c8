import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import type { Analysed, NoisyCapabilities } from "../protocol.ts";
import type { NoisyServer, ServerState } from "./server.ts";

/** The language server in a process of its own. */
export class NoisyClient implements NoisyServer, vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly stateChanged = new vscode.EventEmitter<ServerState>();
  private readonly analysed = new vscode.EventEmitter<Analysed>();
  readonly onDidChangeState = this.stateChanged.event;
  readonly onDidAnalyse = this.analysed.event;
  state: ServerState = { kind: "stopped" };

  get capabilities(): NoisyCapabilities {
    return this.client?.initializeResult?.capabilities.experimental?.noisy ?? {};
  }

  async start(): Promise<void> {
    const command =
      vscode.workspace.getConfiguration("noisy").get<string>("server.path") || "noisy-lsp-server";
    const run: ServerOptions = { command };
    const options: LanguageClientOptions = { documentSelector: [{ language: "mlir" }] };
    this.client = new LanguageClient("noisy", "Noisy MLIR", run, options);
    this.client.registerFeature({
      fillClientCapabilities: (all) => {
        all.experimental = { ...all.experimental, noisy: { analysed: true } };
      },
      initialize: () => {},
      getState: () => ({ kind: "static" }),
      clear: () => {},
    });
    this.client.onNotification("noisy/analysed", (told: Analysed) => this.analysed.fire(told));
    await this.client.start();
    this.setState({ kind: "ready" });
  }

  async request<Result>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<Result> {
    if (!this.client) throw new Error("the server is not running");
    return this.client.sendRequest<Result>(method, params, token);
  }

  async restart(): Promise<void> {
    await this.client?.restart();
  }

  async dispose(): Promise<void> {
    await this.client?.dispose();
  }

  private setState(state: ServerState): void {
    this.state = state;
    this.stateChanged.fire(state);
  }
}
