// The picture: from the request of a graph through its layout to the page, until
// it is not current any more.

import { isOvertaken } from "../../errorCodes.ts";
import { messageOf } from "../../plainText.ts";
import type { Layout } from "../drawing/layout.ts";
import { TooEntangled } from "../drawing/layoutThread.ts";
import { normalise } from "../drawing/normalise.ts";
import { contains } from "./cursor.ts";
import { noDocument, nothingEncrypted, requestFailed, serverProblem, tooEntangled } from "./emptyStates.ts";
import { draw, notify, post, schedule, type PanelEvents, type Transition } from "./events.ts";
import { rememberFocus } from "./focus.ts";
import { placeOf } from "./identity.ts";
import type { EmptyState, Staleness } from "./messages.ts";
import { dropFix, forgetGraph, isFixFor, outdateFix, proposeFix, setSide } from "./proposal.ts";
import { postCursor } from "./selection.ts";
import { stalenessOf } from "./staleness.ts";
import { currentPicture, fixedGraphFor, type Drawing } from "./state.ts";

/** The delay after an answer that the server withdrew because the text changed, in ms. */
const retryDelay = 250;
/** The time after which a picture of an older text is marked, in ms: most pictures
 * come sooner, and a mark that flickers is in the way. */
const markDelay = 200;
/** The lag after which a request is completed although the text has changed again,
 * in ms. */
const lagPatience = 2000;
/** The time without an edit after which nobody types, in ms. */
const typingRest = 350;
/** More than any request and its layout may take, in ms. */
const requestPatience = 15_000;

/** Requests the graph of the target, in place of the request under way. */
export function refresh(step: Transition): void {
  const { state, effects, surroundings } = step;
  state.isRefreshDue = !state.isVisible || mustWait(step);
  if (state.isRefreshDue) return;
  cancelRequest(step);
  if (!state.target) return showEmpty(step, noDocument);
  const problem = serverProblem(surroundings.server, surroundings.capabilities);
  if (problem) return showEmpty(step, problem);
  const { uri, position } = state.target;
  const picture = currentPicture(state);
  const id = ++state.lastId;
  state.request = { id, uri, start: surroundings.now, doubt: state.doubt };
  // Between functions the last one stays.
  const shown =
    picture?.uri === uri ? { name: picture.graph.name, position: picture.graph.nameRange.start } : null;
  const { focusKey, isAll } = state;
  effects.push({ type: "requestGraph", id, uri, position, shown, focusKey, isAll });
}

/** The time until somebody who types has rested: a picture takes the time of the text's
 * hints and errors, which come first. Who goes on typing sees a new one now and then. */
export function restToCome({ state, surroundings: { now } }: Transition): number {
  const { lastEdit, lagStart } = state;
  if (lastEdit === null || lagStart === null || now - lagStart >= lagPatience) return 0;
  return Math.max(0, typingRest - (now - lastEdit));
}

/** True when the request under way is to be completed first: while somebody goes
 * on typing each edit overtakes the request for the one before, and the picture
 * would never change. Another function is requested at once. */
function mustWait({ state, surroundings: { now } }: Transition): boolean {
  const { request, target, lagStart } = state;
  const picture = currentPicture(state);
  if (!request || !target || !picture || lagStart === null) return false;
  if (now - lagStart < lagPatience || now - request.start >= requestPatience) return false;
  const isSameDocument = target.uri === request.uri && picture.uri === request.uri;
  return isSameDocument && contains(picture.graph.range, target.position);
}

export function cancelRequest({ state, effects }: Transition): void {
  if (!state.request) return;
  const { id } = state.request;
  effects.push({ type: "cancelRequest", id });
  if (state.drawing?.request === id) state.drawing = null;
  state.request = null;
}

function endRequest(step: Transition): void {
  step.state.request = null;
  if (step.state.isRefreshDue) schedule(step, "refresh", 0);
}

export function receiveGraph(step: Transition, { id, answer }: PanelEvents["graphAnswer"]): void {
  const { request, drawing, fix } = step.state;
  if (request?.id !== id || drawing?.request === id) return;
  if ("error" in answer) {
    if (isOvertaken(answer.error)) schedule(step, "refresh", retryDelay);
    else showEmpty(step, requestFailed(messageOf(answer.error)));
  } else if ("empty" in answer.value) showEmpty(step, answer.value.empty);
  else if (answer.value.graph.nodes.length === 0) showEmpty(step, nothingEncrypted(answer.value.graph.name));
  else {
    const graph = normalise(answer.value.graph);
    const fixedGraph = fixedGraphFor(fix, graph, request.uri);
    return draw(step, { ...answer.value, request: id, uri: request.uri, graph, fixedGraph });
  }
  endRequest(step);
}

/** Shows the picture that waits for this layout. */
export function receiveLayout(step: Transition, { id, answer }: PanelEvents["layoutAnswer"]): void {
  const { state } = step;
  const { drawing } = state;
  if (drawing?.id !== id) return;
  const isEntangled = "error" in answer && answer.error instanceof TooEntangled;
  if (isEntangled && drawing.fixedGraph) return drawWithoutFix(step, drawing);
  state.drawing = null;
  const request = drawing.request === null ? null : state.request;
  if (isEntangled) showEmpty(step, tooEntangled(drawing.graph.name));
  else if ("error" in answer) {
    const message = messageOf(answer.error);
    if (request) showEmpty(step, requestFailed(message));
    else notify(step, "error", message);
  } else if (answer.value) {
    showPicture(step, drawing, answer.value);
    if (request && state.doubt === request.doubt) state.doubt = null;
    if (request) markContent(step);
    if (request && state.wish === "fix") proposeFix(step);
  }
  if (request) endRequest(step);
}

/** Draws a function alone, where it and its fix together cannot be drawn. */
function drawWithoutFix(step: Transition, drawing: Drawing): void {
  const { state } = step;
  const { name } = drawing.graph;
  forgetGraph(step);
  if (state.wish === "after") state.wish = "none";
  notify(step, "warning", `${name} with the fix is too complex to be drawn. Preview shows it in the text.`);
  draw(step, { ...drawing, fixedGraph: null });
}

function showPicture(step: Transition, drawing: Drawing, layout: Layout): void {
  const { state } = step;
  const { uri, document, graph, position } = drawing;
  if (!isFixFor(state.fix, placeOf(uri, graph))) dropFix(step);
  // The fix may have become outdated during the layout.
  const isFixCurrent = drawing.fixedGraph === fixedGraphFor(state.fix, graph, uri);
  const fixedGraph = isFixCurrent ? drawing.fixedGraph : null;
  state.content = { kind: "picture", picture: { uri, document, graph, fixedGraph, layout, position } };
  if (!fixedGraph && state.side === "after") setSide(step, "before");
  rememberFocus(step, state.content.picture);
  postContent(step);
  if (fixedGraph && state.wish !== "none") {
    state.wish = "none";
    setSide(step, "after");
  }
  postCursor(step);
}

function showEmpty(step: Transition, empty: EmptyState): void {
  step.state.content = { kind: "empty", empty };
  step.state.doubt = null;
  dropFix(step);
  postContent(step);
  markContent(step);
}

/** Sends the picture, or the text in its place. */
export function postContent(step: Transition): void {
  const { content } = step.state;
  if (content.kind === "empty") post(step, { type: "empty", empty: content.empty });
  if (content.kind !== "picture") return;
  const { uri, position: _, ...picture } = content.picture;
  post(step, { type: "picture", picture, uri });
}

/** The reason why the picture is not current; null when it is, and without a picture. */
export function currentStaleness({ state, surroundings }: Transition): Staleness | null {
  const picture = currentPicture(state);
  return picture && stalenessOf(picture.graph, surroundings.document(picture.uri)?.version, state.doubt);
}

/** Notes that the text or the settings have changed since the picture was made. */
export function fallBehind(step: Transition, cause: "text" | "settings"): void {
  outdateFix(step, cause);
  step.state.wish = "none";
  step.state.lagStart ??= step.surroundings.now;
  schedule(step, "mark", markDelay);
}

/** Marks new content at once as broken or current, but as edited only when that lasts. */
function markContent(step: Transition): void {
  const { state, surroundings } = step;
  const staleness = currentStaleness(step);
  const isCurrent = !staleness || staleness === "broken";
  state.lagStart = isCurrent ? null : surroundings.now;
  if (isCurrent || state.isMarkedStale) postStaleness(step);
  else schedule(step, "mark", markDelay);
}

export function postStaleness(step: Transition): void {
  const staleness = currentStaleness(step);
  step.effects.push({ type: "cancelTimer", timer: "mark" });
  step.state.isMarkedStale = staleness !== null;
  post(step, { type: "stale", staleness });
}
