// The state of a panel of the noise view: plain data, changed by the reducer alone.

import type { Position } from "vscode-languageclient/node";
import type { NoiseGraph, ProposedFix } from "../../protocol.ts";
import { compatibleFixedGraph, type FunctionPlace } from "./identity.ts";
import type { FocusHistory } from "./focus.ts";
import type { EmptyState, Picture, Proposal, Side, Staleness, ViewState } from "./messages.ts";
import type { OwnSelection } from "./ownSelections.ts";

/** A place in a document. */
export interface Target {
  uri: string;
  position: Position;
}

/** A picture, and the place that it was requested for: in the function, and of a
 * large function in the part that is drawn. */
export interface PanelPicture extends Picture, Target {}

/** A picture that waits for its layout. `request`: the id of the request that it
 * answers; null where only the fix is new. */
export interface Drawing extends Omit<PanelPicture, "layout"> {
  id: number;
  request: number | null;
}

/** A request for a graph that is not drawn yet, with its start in ms and the
 * panel's doubt then. */
export interface GraphRequest {
  id: number;
  uri: string;
  start: number;
  doubt: Staleness | null;
}

export type Content =
  /** Nothing was drawn yet. */
  { kind: "none" } | { kind: "empty"; empty: EmptyState } | { kind: "picture"; picture: PanelPicture };

/** The fix of the function at `place`. */
export type Fix =
  | { kind: "none" }
  | { kind: "solving"; place: FunctionPlace; id: number; message: string; isStopping: boolean }
  | { kind: "ready"; place: FunctionPlace; answer: ProposedFix }
  | { kind: "outdated"; place: FunctionPlace; message: string }
  /** `answer`: of a fix that could not be applied. */
  | { kind: "failed"; place: FunctionPlace; message: string; answer?: ProposedFix };

export interface PanelState {
  isVisible: boolean;
  isPageReady: boolean;
  isPinned: boolean;
  /** The function that the panel follows. */
  target: Target | null;
  /** The key of the value that a large function is drawn around; null: the one at
   * the target. */
  focusKey: string | null;
  history: FocusHistory;
  /** Large functions are drawn without a focus. */
  isAll: boolean;
  content: Content;
  side: Side;
  request: GraphRequest | null;
  drawing: Drawing | null;
  /** A graph is to be requested when the panel is visible again, or when the request under way ends. */
  isRefreshDue: boolean;
  /** The last id of a request or drawing. */
  lastId: number;
  fix: Fix;
  /** The user's wish: a fix as soon as the picture is of the newest text, or the
   * side after the fix as soon as that is drawn. */
  wish: "none" | "fix" | "after";
  /** The fix that is being applied. */
  application: ProposedFix | null;
  /** A change since the picture was made that versions do not show: the settings
   * were changed, or the document was opened again. */
  doubt: Staleness | null;
  isMarkedStale: boolean;
  /** The time of the last edit of the target's document, in ms. */
  lastEdit: number | null;
  /** The time since which the picture is not of the newest text and settings, in ms. */
  lagStart: number | null;
  /** The serial number of the page's last `reveal`. */
  serial: number;
  /** The cursor's place after a click on a node, and that node. */
  lastReveal: { position: Position; key: string } | null;
  ownSelections: OwnSelection[];
}

/** The state of a new panel, or with `saved` of one that is restored. */
export function initialState({ uri, line = 0, isPinned = false }: ViewState, isVisible: boolean): PanelState {
  return {
    isVisible,
    isPinned,
    target: uri ? { uri, position: { line, character: 0 } } : null,
    history: { entries: [], index: -1 },
    content: { kind: "none" },
    side: "before",
    fix: { kind: "none" },
    wish: "none",
    ownSelections: [],
    lastId: 0,
    serial: 0,
    ...{ isPageReady: false, isRefreshDue: false, isMarkedStale: false, isAll: false },
    ...{
      request: null,
      drawing: null,
      application: null,
      doubt: null,
      lastEdit: null,
      lagStart: null,
      lastReveal: null,
      focusKey: null,
    },
  };
}

export function currentPicture({ content }: PanelState): PanelPicture | null {
  return content.kind === "picture" ? content.picture : null;
}

/** The server's answer, while the fix can be applied. */
export function applicableAnswer(fix: Fix): ProposedFix | null {
  return fix.kind === "ready" || fix.kind === "failed" ? (fix.answer ?? null) : null;
}

/** The graph with the fix, where the page can show it with `graph`. */
export function fixedGraphFor(fix: Fix, graph: NoiseGraph, uri: string): NoiseGraph | null {
  if (fix.kind === "none") return null;
  return compatibleFixedGraph(applicableAnswer(fix)?.graph ?? null, fix.place, graph, uri);
}

/** The fix as the page shows it. */
export function toProposal(fix: Fix): Proposal {
  if (fix.kind === "none") return fix;
  if (fix.kind !== "ready") return { kind: fix.kind, message: fix.message };
  return { kind: "ready", message: fix.answer.message, canApply: fix.answer.edit !== null };
}
