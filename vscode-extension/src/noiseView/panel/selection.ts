// The cursor of the editor and the selection on the page, kept together.

import { contains, nodeAtCursor } from "./cursor.ts";
import { post, schedule, type PanelEvents, type Transition } from "./events.ts";
import type { PageRequestOf } from "./messages.ts";
import { addSelection, isOvertakenSelection } from "./ownSelections.ts";
import { currentPicture } from "./state.ts";

/** The delay of a request after the cursor has moved to another function, in ms. */
export const cursorDelay = 120;
/** The delay of a request after the cursor has moved to another part of a large function. */
const partDelay = 400;

/** Follows the editor, unless the panel is pinned to another function. */
export function followSelection(
  step: Transition,
  { uri, position, selection, isByUser }: PanelEvents["selectionChanged"],
): void {
  const { state, surroundings } = step;
  if (isByUser) state.ownSelections = [];
  if (isOvertakenSelection(state.ownSelections, selection, surroundings.now)) return;
  const picture = currentPicture(state);
  const isSameDocument = state.target?.uri === uri;
  const isInside = isSameDocument && picture?.uri === uri && contains(picture.graph.range, position);
  if (state.isPinned && (!isSameDocument || (picture && !isInside))) return;
  state.target = { uri, position };
  if (!isInside) {
    state.focusKey = null;
    return schedule(step, "refresh", cursorDelay);
  }
  const isDrawn = postCursor(step);
  // A click in the drawing leaves the focus where it is.
  if (picture.graph.focus !== undefined && (isByUser || !isDrawn)) {
    state.focusKey = null;
    return schedule(step, "refresh", partDelay);
  }
  // A large function is drawn only in part, around a position.
  if (!isDrawn && picture.graph.totalNodes > picture.graph.nodes.length) schedule(step, "refresh", partDelay);
}

/** Tells the page which node the cursor is at; true when there is one. */
export function postCursor(step: Transition): boolean {
  const { state, surroundings } = step;
  const picture = currentPicture(state);
  if (!picture || state.target?.uri !== picture.uri) return false;
  const document = surroundings.document(picture.uri);
  if (!document) return false;
  const { position } = state.target;
  const place = state.lastReveal?.position;
  if (place?.line !== position.line || place.character !== position.character) state.lastReveal = null;
  const index = nodeAtCursor(picture.graph, position, document.valueAt(position));
  const node = index === undefined ? undefined : picture.graph.nodes[index];
  const key = state.lastReveal?.key ?? node?.key ?? null;
  post(step, { type: "cursor", key, serial: state.serial });
  return key !== null;
}

/** Selects the range of a node in its document. */
export function revealNode(
  { state, effects, surroundings }: Transition,
  { key, side, takeFocus, serial }: PageRequestOf<"reveal">,
): void {
  const picture = currentPicture(state);
  const graph = side === "after" ? picture?.fixedGraph : picture?.graph;
  if (!picture || !graph) return;
  state.serial = serial;
  const node = graph.nodes.find((each) => each.key === key);
  if (!node) return;
  const { uri } = picture;
  const range = surroundings.document(uri)?.clampRange(node.range) ?? node.range;
  state.lastReveal = { position: range.end, key };
  state.ownSelections = addSelection(state.ownSelections, range, surroundings.now);
  state.target = { uri, position: range.end };
  effects.push({ type: "selectRange", uri, range, takeFocus, serial });
}
