import type * as vscode from "vscode";
import type { AnalysisReport, NoisyCapabilities } from "../protocol.ts";

/** The state of the server, as far as users care. */
export type ServerState =
  | { kind: "stopped" }
  /** `hasCrashed`: the server before ended by itself. */
  | { kind: "starting"; hasCrashed?: boolean }
  | { kind: "ready" }
  /** The server's snapshot of some document is not of the newest text yet. */
  | { kind: "analysing" }
  /** The optimizer runs; `message`: its last report, with the gap. */
  | { kind: "solving"; message: string }
  /** The server does not run, and will not by itself. */
  | { kind: "failed"; message: string };

/** The language server, as the features of the extension see it. */
export interface NoisyServer {
  readonly state: ServerState;
  readonly onDidChangeState: vscode.Event<ServerState>;
  /** A document was analysed. */
  readonly onDidAnalyse: vscode.Event<AnalysisReport>;
  /** The capabilities of the server that runs; empty for one that is not ours. */
  readonly capabilities: NoisyCapabilities;
  /** Sends a request once the server runs. Rejects when it does not run, and when
   * the request fails or is cancelled. `stop` cancels the progress of one that has a
   * `workDoneToken`, as the user can. */
  request<Result>(
    method: string,
    params: unknown,
    token?: vscode.CancellationToken,
    stop?: vscode.CancellationToken,
  ): Promise<Result>;
  restart(): Promise<void>;
}
