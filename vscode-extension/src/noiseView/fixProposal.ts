import * as vscode from "vscode";
import { applyFix, proposeFix } from "../fix.ts";
import type { NoiseGraph, ProposedFix } from "../protocol.ts";
import type { NoisyServer } from "../server/server.ts";
import type { Proposal } from "./messages.ts";
import { normalise } from "./normalise.ts";

/** The fix that the view shows, from the wish for it until it is applied or
 * outdated. `changed` is told how it stands. */
export class FixProposal implements vscode.Disposable {
  proposal: Proposal = { kind: "none" };
  private readonly server: NoisyServer;
  private readonly changed: (proposal: Proposal) => void;
  private fix: ProposedFix | undefined;
  private solving: vscode.CancellationTokenSource | undefined;

  constructor(server: NoisyServer, changed: (proposal: Proposal) => void) {
    this.server = server;
    this.changed = changed;
  }

  /** Asks for the fix of the function at `position`: the graph with it; null
   * when there is none, because it failed, was cancelled, or changes nothing. */
  async propose(
    document: vscode.TextDocument,
    position: vscode.Position,
    maxNodes: number,
  ): Promise<NoiseGraph | null> {
    if (this.solving) return null;
    if (!this.server.capabilities.proposeFix) {
      this.set({ kind: "failed", message: "This server is too old to propose fixes here" });
      return null;
    }
    const source = new vscode.CancellationTokenSource();
    this.solving = source;
    this.fix = undefined;
    this.set({ kind: "solving", message: "" });
    try {
      const { token } = source;
      const fix = await proposeFix(this.server, document, position, "function", true, token, maxNodes);
      if (token.isCancellationRequested) return null;
      if (fix.version !== document.version) {
        this.set({ kind: "none" });
        return null;
      }
      this.fix = { ...fix, graph: fix.graph && normalise(fix.graph) };
      this.set({ kind: "ready", message: fix.message, canApply: fix.edit !== null });
      return this.fix.graph;
    } catch (error) {
      if (source.token.isCancellationRequested) return null;
      if (error instanceof vscode.CancellationError) this.set({ kind: "none" });
      else {
        const reason = error instanceof Error ? error.message : String(error);
        this.set({ kind: "failed", message: `No fix: ${reason}` });
      }
      return null;
    } finally {
      if (this.solving === source) this.solving = undefined;
      source.dispose();
    }
  }

  /** The graph with the fix, when that is of the same text, and of the same
   * function or of about the same part of it. */
  graphOf(before: NoiseGraph): NoiseGraph | null {
    const graph = this.fix?.graph;
    if (!graph || this.fix?.version !== before.version || graph.name !== before.name) return null;
    const known = new Set(graph.nodes.map(({ key }) => key));
    const common = before.nodes.filter(({ key }) => known.has(key)).length;
    return 2 * common >= before.nodes.length ? graph : null;
  }

  /** What the optimizer says meanwhile. */
  progress(message: string): void {
    if (this.proposal.kind === "solving") this.set({ kind: "solving", message });
  }

  /** Applies it, or shows it first with `preview`; whether the text is changed. */
  async apply(document: vscode.TextDocument, preview: boolean): Promise<boolean> {
    const { fix } = this;
    if (!fix) return false;
    // An edit of our own is no reason to call it outdated.
    this.fix = undefined;
    const outcome = await applyFix(document, fix, preview);
    if (outcome === "applied") this.drop();
    else if (outcome === "refused") {
      this.set({ kind: "failed", message: "The document cannot be changed" });
    } else if (outcome === "outdated" || document.version !== fix.version) {
      this.fix = fix;
      this.outdate();
    } else this.fix = fix;
    return outcome === "applied";
  }

  /** Stops looking for it. */
  cancel(): void {
    if (!this.solving) return;
    this.solving.cancel();
    this.solving = undefined;
    this.set({ kind: "none" });
  }

  /** The text is another now. */
  outdate(): void {
    if (!this.fix && !this.solving) return;
    this.solving?.cancel();
    this.solving = undefined;
    this.fix = undefined;
    this.set({ kind: "outdated", message: "The text was changed: this fix is outdated" });
  }

  /** Forgets it, as when another function is shown. */
  drop(): void {
    this.cancel();
    this.fix = undefined;
    if (this.proposal.kind !== "none") this.set({ kind: "none" });
  }

  dispose(): void {
    this.solving?.cancel();
  }

  private set(proposal: Proposal): void {
    this.proposal = proposal;
    this.changed(proposal);
  }
}
