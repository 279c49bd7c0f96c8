// The value that a large function is drawn around, and the values before it.

import { post, schedule, type Transition } from "./events.ts";
import type { PageRequestOf } from "./messages.ts";
import { currentPicture, type PanelPicture, type PanelState, type Target } from "./state.ts";

/** A value that was drawn around: its function, and its key. */
export interface FocusEntry extends Target {
  name: string;
  key: string;
}

/** The focuses so far, and which one is shown; -1 before the first. */
export interface FocusHistory {
  entries: readonly FocusEntry[];
  index: number;
}

const mostEntries = 100;

/** Draws around another value. */
export function focusOn(step: Transition, { key }: PageRequestOf<"focus">): void {
  step.state.focusKey = key;
  if (step.state.isAll) {
    step.state.isAll = false;
    postFocus(step);
  }
  schedule(step, "refresh", 0);
}

/** Shows all of a large function, as far as it can be drawn, or the part around a value. */
export function showAll(step: Transition, { isAll }: PageRequestOf<"all">): void {
  step.state.isAll = isAll;
  postFocus(step);
  schedule(step, "refresh", 0);
}

/** Goes back or forward among the values that were drawn around. */
export function travel(step: Transition, { direction }: PageRequestOf<"travel">): void {
  const { state } = step;
  const { entries } = state.history;
  const index = state.history.index + direction;
  const entry = entries[index];
  if (!entry) return;
  state.history = { entries, index };
  state.focusKey = entry.key;
  state.isAll = false;
  const picture = currentPicture(state);
  const isHere = picture?.uri === entry.uri && picture.graph.name === entry.name;
  // The place of another function may have moved since; that of this one is known.
  state.target = { uri: entry.uri, position: isHere ? picture.graph.nameRange.start : entry.position };
  postFocus(step);
  schedule(step, "refresh", 0);
}

/** Notes the focus of a new picture. */
export function rememberFocus(step: Transition, { uri, graph }: PanelPicture): void {
  const { state } = step;
  const key = graph.focus;
  const { entries, index } = state.history;
  const current = entries[index];
  if (key === undefined) return;
  if (current?.key === key && current.name === graph.name && current.uri === uri) return;
  const entry = { uri, position: graph.nameRange.start, name: graph.name, key };
  const kept = [...entries.slice(0, index + 1), entry].slice(-mostEntries);
  state.history = { entries: kept, index: kept.length - 1 };
  postFocus(step);
}

/** Tells the page where it can go. */
export function postFocus(step: Transition): void {
  post(step, { type: "focus", ...focusOf(step.state) });
}

function focusOf({ history: { entries, index }, isAll }: PanelState) {
  return { canGoBack: index > 0, canGoForward: index + 1 < entries.length, isAll };
}
