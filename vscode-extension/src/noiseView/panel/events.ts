// The events that a panel of the noise view reacts to, and the effects that the
// reducer answers them with.

import type { Position, Range } from "vscode-languageclient/node";
import type { FixOutcome } from "../../fix.ts";
import type { NoiseGraph, NoisyCapabilities, ProposedFix } from "../../protocol.ts";
import type { ServerState } from "../../server/server.ts";
import type { Layout } from "../drawing/layout.ts";
import type { ShownFunction } from "./functionNear.ts";
import type { EmptyState, PageCommand, PageMessage, PageRequest, Staleness } from "./messages.ts";
import type { Drawing, PanelPicture, PanelState } from "./state.ts";

export type TimerName = "refresh" | "mark";
export type Severity = "information" | "warning" | "error";

/** A graph, with the name of its file, and the position that had it; or
 * a text in place of a picture. */
export type FoundGraph = { graph: NoiseGraph; document: string; position: Position } | { empty: EmptyState };

/** The value that each request is answered with, when it does not fail. */
export interface AnswerValues {
  graphAnswer: FoundGraph;
  /** No layout: a newer one was requested meanwhile. */
  layoutAnswer: Layout | undefined;
  fixAnswer: ProposedFix;
}
type Answer<Value> = { value: Value } | { error: unknown };
type AnswerEvents = {
  [Type in keyof AnswerValues]: { id: number; answer: Answer<AnswerValues[Type]> };
};

/** The data of each event. */
export interface PanelEvents extends AnswerEvents {
  selectionChanged: { uri: string; position: Position; selection: Range; isByUser: boolean };
  /** `isActive`: in the active editor, which reports its cursor itself. */
  textChanged: { uri: string; changes: readonly { range: Range; text: string }[]; isActive: boolean };
  documentClosed: { uri: string };
  documentAnalysed: { uri: string };
  /** Settings changed that matter for the picture or the target. */
  settingsChanged: {};
  serverChanged: {};
  visibilityChanged: { isVisible: boolean };
  timerFired: { timer: TimerName };
  pageRequest: { request: PageRequest };
  fixOutcome: { answer: ProposedFix; outcome: FixOutcome };
}

/** The data of each effect. */
export interface Effects {
  /** Starts a timer; it fires at the earliest of the times that it was scheduled for. */
  schedule: { timer: TimerName; delay: number };
  cancelTimer: { timer: TimerName };
  post: { message: PageMessage };
  /** The graph at the position; where no function is, of `shown`, or of one near it. */
  requestGraph: {
    id: number;
    uri: string;
    position: Position;
    shown: ShownFunction | null;
    focusKey: string | null;
    isAll: boolean;
  };
  requestLayout: { id: number; graph: NoiseGraph; fixedGraph: NoiseGraph | null };
  requestFix: { id: number; uri: string; position: Position; focusKey: string | null; isAll: boolean };
  /** `id`: of a graph or a fix. */
  cancelRequest: { id: number };
  /** `id`: of a fix, whose search is to end with the best so far. */
  stopRequest: { id: number };
  applyFix: { uri: string; answer: ProposedFix; isPreview: boolean };
  /** Opens the document if needed; nothing if the page has sent another `reveal` by then. */
  selectRange: { uri: string; range: Range; takeFocus: boolean; serial: number };
  followEditor: {};
  export: { picture: PanelPicture; isAfter: boolean; staleness: Staleness | null; isOutdated: boolean };
  runCommand: { command: PageCommand };
  notify: { severity: Severity; message: string };
  log: { message: string };
}

type Tagged<Data> = { [Type in keyof Data]: { type: Type } & Data[Type] }[keyof Data];
export type PanelEvent = Tagged<PanelEvents>;
export type Effect = Tagged<Effects>;

/** A document that is open. */
export interface OpenDocument {
  version: number;
  /** The name of the value at a position, if any. */
  valueAt(position: Position): string | undefined;
  /** The part of a range that is in the text. */
  clampRange(range: Range): Range;
}

/** Everything outside the panel that the reducer reads, as of the time `now` in ms. */
export interface Surroundings {
  now: number;
  server: ServerState;
  capabilities: NoisyCapabilities;
  document(uri: string): OpenDocument | undefined;
}

/** A transition under way: handlers replace fields of `state`, never change the values
 * in them, and add effects. */
export interface Transition {
  state: PanelState;
  effects: Effect[];
  surroundings: Surroundings;
}

export function schedule({ effects }: Transition, timer: TimerName, delay: number): void {
  effects.push({ type: "schedule", timer, delay });
}

/** Shows the user a message. */
export function notify({ effects }: Transition, severity: Severity, message: string): void {
  effects.push({ type: "notify", severity, message: `Noisy MLIR: ${message}` });
}

/** Sends a message to the page; one that is not ready is told everything when it is. */
export function post({ state, effects }: Transition, message: PageMessage): void {
  if (state.isPageReady) effects.push({ type: "post", message });
}

/** Has a picture laid out, in place of the one that waits for its layout. */
export function draw({ state, effects }: Transition, picture: Omit<Drawing, "id">): void {
  const { graph, fixedGraph } = picture;
  const id = ++state.lastId;
  state.drawing = { ...picture, id };
  effects.push({ type: "requestLayout", id, graph, fixedGraph });
}
