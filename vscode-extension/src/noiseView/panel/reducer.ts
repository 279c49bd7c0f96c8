// The reducer of a panel of the noise view: the only place that changes its state. The
// reducer knows neither VS Code nor the server, and starts nothing itself.

import { movedPosition } from "./cursor.ts";
import { serverProblem } from "./emptyStates.ts";
import { notify, post, schedule } from "./events.ts";
import { focusOn, postFocus, showAll, travel } from "./focus.ts";
import type { Effect, PanelEvent, PanelEvents, Surroundings, Transition } from "./events.ts";
import { pageCommands, type PageRequest, type PageRequestOf } from "./messages.ts";
import { applyFix, proposeFix, receiveFix, receiveOutcome, reportProgress, stopFix } from "./proposal.ts";
import {
  cancelRequest,
  currentStaleness,
  fallBehind,
  postContent,
  postStaleness,
  receiveGraph,
  receiveLayout,
  refresh,
  restToCome,
} from "./refresh.ts";
import { cursorDelay, followSelection, postCursor, revealNode } from "./selection.ts";
import { currentPicture, fixedGraphFor, toProposal, type PanelState } from "./state.ts";

/** The delay of a request after an analysis, of which several come at once; in ms, as all delays. */
const analysisDelay = 40;
/** The delay of a request after an edit, for servers that do not report analyses. */
const editDelay = 700;
/** The delay of a request after a change of settings, which the server has to receive first. */
const settingsDelay = 250;

/** The state of the panel after an event, and the effects to run, in their order. */
export function reduce(
  state: PanelState,
  event: PanelEvent,
  surroundings: Surroundings,
): { state: PanelState; effects: Effect[] } {
  const step: Transition = { state: { ...state }, effects: [], surroundings };
  const handler = handlers[event.type] as (step: Transition, event: PanelEvent) => void;
  handler(step, event);
  return { state: step.state, effects: step.effects };
}

/** The handler of each event. */
const handlers: { [Type in keyof PanelEvents]: (step: Transition, event: PanelEvents[Type]) => void } = {
  selectionChanged: followSelection,
  textChanged: changeText,
  documentClosed: closeDocument,
  documentAnalysed(step, { uri }) {
    if (step.state.target?.uri === uri) schedule(step, "refresh", analysisDelay);
  },
  settingsChanged(step) {
    if (currentPicture(step.state)) step.state.doubt = "settings";
    fallBehind(step, "settings");
    schedule(step, "refresh", settingsDelay);
  },
  serverChanged: changeServer,
  visibilityChanged: changeVisibility,
  timerFired(step, { timer }) {
    if (timer === "mark") return postStaleness(step);
    const rest = restToCome(step);
    if (rest > 0) schedule(step, "refresh", rest);
    else refresh(step);
  },
  pageRequest(step, { request }) {
    const handler = pageHandlers[request.type] as (step: Transition, request: PageRequest) => void;
    handler(step, request);
  },
  graphAnswer: receiveGraph,
  layoutAnswer: receiveLayout,
  fixAnswer: receiveFix,
  fixOutcome: receiveOutcome,
};

/** The handler of each message from the page. */
const pageHandlers: {
  [Type in PageRequest["type"]]: (step: Transition, request: PageRequestOf<Type>) => void;
} = {
  ready: replay,
  reveal: revealNode,
  side({ state }, { side }) {
    state.side = side;
    state.wish = "none";
  },
  pin({ state, effects }, { isPinned }) {
    state.isPinned = isPinned;
    if (!isPinned) effects.push({ type: "followEditor" });
  },
  focus: focusOn,
  all: showAll,
  travel,
  propose: proposeFix,
  cancelProposal: stopFix,
  apply: (step) => applyFix(step, false),
  preview: (step) => applyFix(step, true),
  export: exportPicture,
  command({ effects }, { command }) {
    if (pageCommands.includes(command)) effects.push({ type: "runCommand", command });
  },
  failure({ effects }, { message }) {
    effects.push({ type: "log", message: `noise view: ${message}` });
  },
};

function changeText(step: Transition, { uri, changes, isActive }: PanelEvents["textChanged"]): void {
  const { state } = step;
  if (currentPicture(state)?.uri === uri) fallBehind(step, "text");
  if (state.target?.uri !== uri) return;
  if (state.isPinned || !isActive)
    state.target = { uri, position: movedPosition(state.target.position, changes) };
  state.lastReveal = null;
  state.lastEdit = step.surroundings.now;
  schedule(step, "refresh", editDelay);
}

/** The versions of a document begin anew when it is opened again, with a text
 * that may be another. */
function closeDocument(step: Transition, { uri }: PanelEvents["documentClosed"]): void {
  const { state } = step;
  if (currentPicture(state)?.uri === uri) {
    state.doubt = "edited";
    fallBehind(step, "text");
  }
  if (state.target?.uri === uri) schedule(step, "refresh", cursorDelay);
}

function changeServer(step: Transition): void {
  const { server, capabilities } = step.surroundings;
  if (server.kind === "solving") reportProgress(step, server.message);
  // A server came, went or was replaced.
  if (serverProblem(server, capabilities) || step.state.content.kind === "empty")
    schedule(step, "refresh", analysisDelay);
}

/** VS Code ends the page of a panel that is hidden. */
function changeVisibility(step: Transition, { isVisible }: PanelEvents["visibilityChanged"]): void {
  const { state } = step;
  state.isVisible = isVisible;
  if (isVisible) return state.isRefreshDue ? schedule(step, "refresh", 0) : undefined;
  state.isPageReady = false;
  state.isRefreshDue ||= state.request !== null;
  cancelRequest(step);
}

/** Tells a page that is new, as after it was hidden, everything. */
function replay(step: Transition): void {
  const { state } = step;
  state.isPageReady = true;
  state.serial = 0;
  post(step, { type: "pinned", isPinned: state.isPinned });
  post(step, { type: "side", side: state.side });
  post(step, { type: "proposal", proposal: toProposal(state.fix) });
  postFocus(step);
  postContent(step);
  if (currentPicture(state)) postStaleness(step);
  postCursor(step);
}

function exportPicture(step: Transition): void {
  const { state, effects } = step;
  const picture = currentPicture(state);
  if (!picture)
    return notify(step, "information", "there is no graph to export. Put the cursor into a function.");
  const isAfter = state.side === "after" && picture.fixedGraph !== null;
  const isOutdated = isAfter && !fixedGraphFor(state.fix, picture.graph, picture.uri);
  effects.push({ type: "export", picture, isAfter, staleness: currentStaleness(step), isOutdated });
}
