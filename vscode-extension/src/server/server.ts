import type * as vscode from "vscode";
import type { Analysed, NoisyCapabilities } from "../protocol.ts";

/** What the server is doing, as far as a user cares. */
export type ServerState =
  | { kind: "stopped" }
  /** `hasCrashed`: the one before ended by itself. */
  | { kind: "starting"; hasCrashed?: boolean }
  | { kind: "ready" }
  /** It does not have the newest text of a document in its snapshot yet. */
  | { kind: "analysing" }
  /** The optimizer runs; `message` is its last report, with the gap. */
  | { kind: "solving"; message: string }
  /** It is not running, and will not by itself. */
  | { kind: "failed"; message: string };

/** The language server, as the features of the extension see it. */
export interface NoisyServer {
  readonly state: ServerState;
  readonly onDidChangeState: vscode.Event<ServerState>;
  /** A document was analysed. */
  readonly onDidAnalyse: vscode.Event<Analysed>;
  /** What the running server can do; empty for one that is not ours. */
  readonly capabilities: NoisyCapabilities;
  /** Waits until the server runs. Rejects when it does not, and when the
   * request fails or is cancelled. */
  request<Result>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<Result>;
  restart(): Promise<void>;
}
