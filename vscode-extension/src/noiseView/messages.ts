// What the extension and the page of the noise view tell each other.
import type { NoiseGraph } from "../protocol.ts";
import type { Layout } from "./layout.ts";

/** Before or after the proposed fix. */
export type Side = "before" | "after";

/** Everything that is needed to draw. */
export interface Picture {
  /** `overflow.mlir`. */
  document: string;
  before: NoiseGraph;
  /** With the proposed fix; null while there is none. */
  after: NoiseGraph | null;
  /** Of both graphs. */
  layout: Layout;
}

/** What is known of the fix. */
export type Proposal =
  | { kind: "none" }
  /** The optimizer runs. */
  | { kind: "solving"; message: string }
  /** `canApply`: there is something to change. */
  | { kind: "ready"; message: string; canApply: boolean }
  /** The text was changed since. */
  | { kind: "outdated"; message: string }
  | { kind: "failed"; message: string };

/** Instead of a picture. */
export interface EmptyState {
  title: string;
  detail: string;
  /** A button; its command is one of the extension's. */
  action?: { label: string; command: "noisy.restart" | "noisy.showOutput" };
}

export type ToPage =
  /** `uri`: of the document, for the state. */
  | { type: "picture"; picture: Picture; uri: string }
  | { type: "empty"; empty: EmptyState }
  /** What is shown is of an older text. */
  | { type: "stale"; isStale: boolean }
  | { type: "proposal"; proposal: Proposal }
  /** Show this side, as after a proposal has come. */
  | { type: "side"; side: Side }
  /** The node at the cursor of the editor, by its key. */
  | { type: "cursor"; key: string | null }
  | { type: "pinned"; isPinned: boolean };

export type FromPage =
  | { type: "ready" }
  /** Show the place of a node in the editor, and go there with `takeFocus`. */
  | { type: "reveal"; key: string; side: Side; takeFocus: boolean }
  | { type: "propose" }
  | { type: "cancelProposal" }
  | { type: "apply" }
  | { type: "preview" }
  | { type: "side"; side: Side }
  | { type: "export" }
  | { type: "pin"; isPinned: boolean }
  | { type: "command"; command: NonNullable<EmptyState["action"]>["command"] }
  /** What went wrong in the page, for the log. */
  | { type: "failure"; message: string };

/** What the page keeps with setState, and the panel is restored from. */
export interface ViewState {
  uri?: string;
  line?: number;
  isPinned?: boolean;
  side?: Side;
  camera?: { x: number; y: number; zoom: number };
  /** The function that `camera` is for. */
  name?: string;
  isLegendOpen?: boolean;
}
