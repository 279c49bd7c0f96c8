// The fix of the function in the picture, from the wish for it until it is
// applied or outdated.

import { isCancelled } from "../../errorCodes.ts";
import { messageOf } from "../../plainText.ts";
import { normalise } from "../drawing/normalise.ts";
import { draw, post, schedule, type PanelEvents, type Transition } from "./events.ts";
import { isSameFunction, placeOf, type FunctionPlace } from "./identity.ts";
import type { Side } from "./messages.ts";
import { applicableAnswer, fixedGraphFor, currentPicture, toProposal, type Fix } from "./state.ts";

export function setSide(step: Transition, side: Side): void {
  step.state.side = side;
  post(step, { type: "side", side });
}

function setFix(step: Transition, fix: Fix): void {
  step.state.fix = fix;
  post(step, { type: "proposal", proposal: toProposal(fix) });
}

/** True when the fix is not about another function than the one at `place`. */
export function isFixFor(fix: Fix, place: FunctionPlace): boolean {
  return fix.kind === "none" || isSameFunction(fix.place, place);
}

/** Requests the fix of the function in the picture, and has it drawn. */
export function proposeFix(step: Transition): void {
  const { state, effects, surroundings } = step;
  const picture = currentPicture(state);
  if (!picture) return;
  const { uri, graph, position } = picture;
  // The fix is to be that of the newest text; its picture is requested already.
  const isCurrent = surroundings.document(uri)?.version === graph.version && state.doubt === null;
  state.wish = isCurrent ? "after" : "fix";
  if (!isCurrent) return schedule(step, "refresh", 0);
  if (fixedGraphFor(state.fix, graph, uri)) return drawFix(step);
  if (state.fix.kind === "solving") return;
  const place = placeOf(uri, graph);
  if (!surroundings.capabilities.proposeFix) {
    return setFix(step, { kind: "failed", place, message: "This server is too old to propose fixes here" });
  }
  const id = ++state.lastId;
  setFix(step, { kind: "solving", place, id, message: "", isStopping: false });
  const focusKey = graph.focus ?? null;
  effects.push({ type: "requestFix", id, uri, position, focusKey, isAll: focusKey === null });
}

/** Draws the picture with the fix, if it can be. */
function drawFix(step: Transition): void {
  const { state } = step;
  const picture = currentPicture(state);
  const fixedGraph = picture && fixedGraphFor(state.fix, picture.graph, picture.uri);
  if (!fixedGraph || fixedGraph === picture.fixedGraph) return;
  // The answer to a request is drawn with it, and must not be overtaken.
  if (state.request) state.isRefreshDue = true;
  else draw(step, { ...picture, request: null, fixedGraph });
}

export function receiveFix(step: Transition, { id, answer }: PanelEvents["fixAnswer"]): void {
  const { fix } = step.state;
  if (fix.kind !== "solving" || fix.id !== id) return;
  const { place } = fix;
  if ("error" in answer) {
    // The user can cancel it outside the page as well.
    if (isCancelled(answer.error)) return setFix(step, { kind: "none" });
    return setFix(step, { kind: "failed", place, message: `No fix: ${messageOf(answer.error)}` });
  }
  const { version, edit } = answer.value;
  const isCurrent = version === step.surroundings.document(place.uri)?.version && version === place.version;
  if (!isCurrent) return setFix(step, { kind: "none" });
  const graph = answer.value.graph && normalise(answer.value.graph);
  if (graph ? !isSameFunction(place, { ...placeOf(place.uri, graph), version }) : edit) {
    const message = "No fix: the server answered for another function";
    return setFix(step, { kind: "failed", place, message });
  }
  setFix(step, { kind: "ready", place, answer: { ...answer.value, graph } });
  drawFix(step);
}

/** Shows a report of the optimizer. */
export function reportProgress(step: Transition, message: string): void {
  const { fix } = step.state;
  if (fix.kind === "solving") setFix(step, { ...fix, message });
}

/** Applies the fix, or shows its edit first with `isPreview`. */
export function applyFix({ state, effects }: Transition, isPreview: boolean): void {
  const { fix } = state;
  const picture = currentPicture(state);
  const answer = applicableAnswer(fix);
  if (!picture || !answer || fix.kind === "none" || state.application) return;
  if (!isFixFor(fix, placeOf(picture.uri, picture.graph))) return;
  state.application = answer;
  effects.push({ type: "applyFix", uri: fix.place.uri, answer, isPreview });
}

export function receiveOutcome(step: Transition, { answer, outcome }: PanelEvents["fixOutcome"]): void {
  const { state, surroundings } = step;
  const { fix } = state;
  state.application = null;
  // Another fix may be proposed by now, or none.
  if (fix.kind !== "none" && applicableAnswer(fix)?.edit === answer.edit) {
    const { place } = fix;
    const isChanged = surroundings.document(place.uri)?.version !== answer.version;
    if (outcome === "applied") setFix(step, { kind: "none" });
    else if (outcome === "refused") {
      setFix(step, { kind: "failed", place, message: "The document cannot be changed", answer });
    } else if (outcome === "outdated" || isChanged) outdateFix(step, "text");
  }
  if (outcome === "applied" && state.side === "after") setSide(step, "before");
}

/** Ends the search for a fix with the best so far; the second time, or where none was begun,
 * without any. */
export function stopFix(step: Transition): void {
  const { state, effects } = step;
  if (state.fix.kind !== "solving" || state.fix.isStopping) return cancelFix(step);
  effects.push({ type: "stopRequest", id: state.fix.id });
  state.fix = { ...state.fix, isStopping: true };
}

/** Ends the search for a fix, and the wish for one. */
export function cancelFix(step: Transition): void {
  const { state, effects } = step;
  state.wish = "none";
  if (state.fix.kind !== "solving") return;
  effects.push({ type: "cancelRequest", id: state.fix.id });
  setFix(step, { kind: "none" });
}

/** Withdraws the fix, because the text has changed, or the settings. */
export function outdateFix(step: Transition, cause: "text" | "settings"): void {
  const { state, effects } = step;
  const { fix } = state;
  // The edit of the fix itself does not outdate it.
  if (cause === "text" && state.application) return;
  if (fix.kind === "solving") effects.push({ type: "cancelRequest", id: fix.id });
  else if (fix.kind === "none" || !applicableAnswer(fix)) return;
  const message = `The ${cause === "text" ? "text was" : "settings were"} changed: this fix is outdated`;
  setFix(step, { kind: "outdated", place: fix.place, message });
}

/** Forgets the graph of the fix, which cannot be drawn; the fix can still be applied. */
export function forgetGraph({ state }: Transition): void {
  const { fix } = state;
  if ((fix.kind === "ready" || fix.kind === "failed") && fix.answer) {
    state.fix = { ...fix, answer: { ...fix.answer, graph: null } };
  }
}

/** Forgets the fix, because another function is in the picture, or none. */
export function dropFix(step: Transition): void {
  cancelFix(step);
  if (step.state.fix.kind !== "none") setFix(step, { kind: "none" });
  if (step.state.side === "after") setSide(step, "before");
}
