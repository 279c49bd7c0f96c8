// The messages between the extension and the page of the noise view.
import type { NoiseGraph } from "../../protocol.ts";
import type { Layout } from "../drawing/layout.ts";

/** The function as it is, or as the proposed fix makes it. */
export type Side = "before" | "after";

/** Everything that is needed to draw. */
export interface Picture {
  /** `overflow.mlir`. */
  document: string;
  graph: NoiseGraph;
  /** The graph with the proposed fix; null while there is none. */
  fixedGraph: NoiseGraph | null;
  /** The layout has places for both graphs. */
  layout: Layout;
}

/** The state of the fix. */
export type Proposal =
  | { kind: "none" }
  /** The optimizer runs. */
  | { kind: "solving"; message: string }
  /** `canApply`: there is something to change. */
  | { kind: "ready"; message: string; canApply: boolean }
  /** The text was changed since. */
  | { kind: "outdated"; message: string }
  | { kind: "failed"; message: string };

/** The reason why a picture is not current: the text does not parse or verify, it
 * was edited since, or other settings hold. */
export type Staleness = "broken" | "edited" | "settings";

/** The commands that the page may run. */
export const pageCommands = ["noisy.restart", "noisy.showOutput"] as const;
export type PageCommand = (typeof pageCommands)[number];

/** A text in place of a picture. */
export interface EmptyState {
  title: string;
  detail: string;
  /** A button; its command is one of the extension's. */
  action?: { label: string; command: PageCommand };
}

/** A message to the page. */
export type PageMessage =
  /** `uri`: of the document, for the page's state. */
  | { type: "picture"; picture: Picture; uri: string }
  | { type: "empty"; empty: EmptyState }
  /** Null: the picture is current. */
  | { type: "stale"; staleness: Staleness | null }
  | { type: "proposal"; proposal: Proposal }
  /** Show this side, as after a proposal has come. */
  | { type: "side"; side: Side }
  /** The node at the cursor of the editor, by its key; `serial`: of the last
   * `reveal` that was handled before. */
  | { type: "cursor"; key: string | null; serial: number }
  | { type: "pinned"; isPinned: boolean }
  /** The values that were drawn around before and after this one; `isAll`: large
   * functions are drawn without one. */
  | { type: "focus"; canGoBack: boolean; canGoForward: boolean; isAll: boolean };

/** A message from the page. */
export type PageRequest =
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
  /** Draw a large function around a value, by its key; all of it; or around the value
   * before or after. */
  | { type: "focus"; key: string }
  | { type: "all"; isAll: boolean }
  | { type: "travel"; direction: 1 | -1 }
  | { type: "command"; command: PageCommand }
  /** An error in the page, for the log. */
  | { type: "failure"; message: string };

export type PageRequestOf<Type extends PageRequest["type"]> = Extract<PageRequest, { type: Type }>;

/** The state that the page keeps with setState, and that a panel is restored from. */
export interface ViewState {
  uri?: string;
  line?: number;
  isPinned?: boolean;
  camera?: { x: number; y: number; zoom: number };
  /** The function that `camera` is for. */
  name?: string;
}
