// What the extension and the page of the noise view tell each other.
import type { NoiseGraph } from "../../protocol.ts";
import type { Layout } from "../drawing/layout.ts";

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

/** Why a picture is not of what holds now: the text does not parse or verify,
 * was edited since, or is looked at with other settings. */
export type Staleness = "broken" | "edited" | "settings";

/** The commands that the page may run. */
export const pageCommands = ["noisy.restart", "noisy.showOutput"] as const;
export type PageCommand = (typeof pageCommands)[number];

/** Instead of a picture. */
export interface EmptyState {
  title: string;
  detail: string;
  /** A button; its command is one of the extension's. */
  action?: { label: string; command: PageCommand };
}

export type ToPage =
  /** `uri`: of the document, for the state. */
  | { type: "picture"; picture: Picture; uri: string }
  | { type: "empty"; empty: EmptyState }
  /** What is shown is not what holds now; null when it is. */
  | { type: "stale"; why: Staleness | null }
  | { type: "proposal"; proposal: Proposal }
  /** Show this side, as after a proposal has come. */
  | { type: "side"; side: Side }
  /** The node at the cursor of the editor, by its key; `serial`: of the last
   * `reveal` that was seen to by then. */
  | { type: "cursor"; key: string | null; serial: number }
  | { type: "pinned"; isPinned: boolean };

export type FromPage =
  | { type: "ready" }
  /** Show the place of a node in the editor, and go there with `takeFocus`.
   * `serial` counts them. */
  | { type: "reveal"; key: string; side: Side; takeFocus: boolean; serial: number }
  | { type: "propose" }
  | { type: "cancelProposal" }
  | { type: "apply" }
  | { type: "preview" }
  | { type: "side"; side: Side }
  | { type: "export" }
  | { type: "pin"; isPinned: boolean }
  | { type: "command"; command: PageCommand }
  /** What went wrong in the page, for the log. */
  | { type: "failure"; message: string };

/** What the page keeps with setState, and the panel is restored from. */
export interface ViewState {
  uri?: string;
  line?: number;
  isPinned?: boolean;
  camera?: { x: number; y: number; zoom: number };
  /** The function that `camera` is for. */
  name?: string;
}
