import * as vscode from "vscode";
import { applyFix, proposeFix, tellOutcome, type FixOutcome } from "../../fix.ts";
import { messageOf } from "../../plainText.ts";
import type { NoiseGraph, ProposedFix } from "../../protocol.ts";
import type { NoisyServer } from "../../server/server.ts";
import { afterFor, isSameFunction, type FunctionPlace } from "./identity.ts";
import type { Proposal } from "./messages.ts";
import { normalise } from "../drawing/normalise.ts";

/** What a fix is made for. */
interface Subject {
  document: vscode.TextDocument;
  place: FunctionPlace;
}

/** The fix that the view shows, from the wish for it until it is applied or
 * outdated. `changed` is told how it stands. */
export class FixProposal implements vscode.Disposable {
  proposal: Proposal = { kind: "none" };
  private readonly server: NoisyServer;
  private readonly changed: (proposal: Proposal) => void;
  private subject: Subject | undefined;
  private fix: ProposedFix | undefined;
  private solving: vscode.CancellationTokenSource | undefined;
  private isApplying = false;

  constructor(server: NoisyServer, changed: (proposal: Proposal) => void) {
    this.server = server;
    this.changed = changed;
  }

  /** Asks for the fix of the function `place` of a document, which is at
   * `position`: the graph with it; null when there is none, because it failed,
   * was cancelled, or is not for that function as it is. */
  async propose(
    document: vscode.TextDocument,
    place: FunctionPlace,
    position: vscode.Position,
    maxNodes: number,
  ): Promise<NoiseGraph | null> {
    if (this.solving) return null;
    this.subject = { document, place };
    this.fix = undefined;
    if (!this.server.capabilities.proposeFix) {
      this.set({ kind: "failed", message: "This server is too old to propose fixes here" });
      return null;
    }
    const source = new vscode.CancellationTokenSource();
    this.solving = source;
    this.set({ kind: "solving", message: "" });
    try {
      const { token } = source;
      const fix = await proposeFix(this.server, document, position, "function", true, token, maxNodes);
      if (token.isCancellationRequested) return null;
      if (document.isClosed || fix.version !== document.version || fix.version !== place.version) {
        this.set({ kind: "none" });
        return null;
      }
      const graph = fix.graph && normalise(fix.graph);
      const isOfAnother =
        graph && !isSameFunction(place, { ...place, name: graph.name, nameRange: graph.nameRange });
      if (isOfAnother || (fix.edit && !graph)) {
        this.set({ kind: "failed", message: "No fix: the server answered for another function" });
        return null;
      }
      this.fix = { ...fix, graph };
      this.set({ kind: "ready", message: fix.message, canApply: fix.edit !== null });
      return graph;
    } catch (error) {
      if (source.token.isCancellationRequested) return null;
      if (error instanceof vscode.CancellationError) this.set({ kind: "none" });
      else this.set({ kind: "failed", message: `No fix: ${messageOf(error)}` });
      return null;
    } finally {
      if (this.solving === source) this.solving = undefined;
      source.dispose();
    }
  }

  /** Whether there is nothing here that is about another function than `place`. */
  isOf(place: FunctionPlace): boolean {
    return !this.subject || isSameFunction(this.subject.place, place);
  }

  /** The graph with the fix, where it can be shown with the one before. */
  graphOf(uri: string, before: NoiseGraph): NoiseGraph | null {
    if (!this.fix || !this.subject) return null;
    return afterFor(this.fix.graph, this.subject.place, before, uri);
  }

  /** The graph cannot be shown; the fix can be applied all the same. */
  forgetGraph(): void {
    if (this.fix) this.fix = { ...this.fix, graph: null };
  }

  /** What the optimizer says meanwhile. */
  progress(message: string): void {
    if (this.proposal.kind === "solving") this.set({ kind: "solving", message });
  }

  /** Applies it, or shows it first with `preview`, and tells the user what came
   * of it; whether the text is changed. */
  async apply(preview: boolean): Promise<boolean> {
    const { fix, subject } = this;
    if (!fix || !subject || this.isApplying) return false;
    // An edit of our own is no reason to call it outdated.
    this.isApplying = true;
    let outcome: FixOutcome;
    try {
      outcome = await applyFix(subject.document, fix, preview);
    } finally {
      this.isApplying = false;
    }
    tellOutcome(outcome, fix);
    // Something else may be proposed by now, or nothing.
    if (this.fix === fix) {
      if (outcome === "applied") this.drop();
      else if (outcome === "refused") this.set({ kind: "failed", message: "The document cannot be changed" });
      else if (outcome === "outdated" || subject.document.version !== fix.version) this.outdate("text");
    }
    return outcome === "applied";
  }

  /** Stops looking for it. */
  cancel(): void {
    if (!this.solving) return;
    this.solving.cancel();
    this.solving = undefined;
    this.set({ kind: "none" });
  }

  /** The text is another now, or what is computed of it. */
  outdate(by: "text" | "settings"): void {
    if ((!this.fix && !this.solving) || (by === "text" && this.isApplying)) return;
    this.solving?.cancel();
    this.solving = undefined;
    this.fix = undefined;
    const cause = by === "text" ? "The text was changed" : "The settings were changed";
    this.set({ kind: "outdated", message: `${cause}: this fix is outdated` });
  }

  /** Forgets it, as when another function is shown. */
  drop(): void {
    this.cancel();
    this.fix = undefined;
    this.subject = undefined;
    if (this.proposal.kind !== "none") this.set({ kind: "none" });
  }

  dispose(): void {
    this.solving?.cancel();
    this.fix = undefined;
  }

  private set(proposal: Proposal): void {
    this.proposal = proposal;
    this.changed(proposal);
  }
}
