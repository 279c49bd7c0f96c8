// The page of the noise view: it shows the extension's messages, and sends what the
// user does.
import type {
  EmptyState,
  PageRequest,
  Picture,
  Proposal,
  Side,
  PageMessage,
  ViewState,
} from "../src/noiseView/panel/messages.ts";
import { isSameFunction, placeOf } from "../src/noiseView/panel/identity.ts";
import { neighbour, type Direction } from "../src/noiseView/drawing/navigation.ts";
import { describe, sceneOf, type Scene } from "../src/noiseView/drawing/scene.ts";
import { anchorOf, type Anchor } from "./anchor.ts";
import { html } from "./dom.ts";
import { Footer } from "./footer.ts";
import { GraphView, readableZoom } from "./graphView.ts";
import { Header } from "./header.ts";
import { Matches } from "./matches.ts";
import { Minimap } from "./minimap.ts";
import { Tooltip } from "./tooltip.ts";

declare function acquireVsCodeApi(): {
  postMessage(message: PageRequest): void;
  getState(): ViewState | undefined;
  setState(state: ViewState): void;
};

const host = acquireVsCodeApi();
let state: ViewState = host.getState() ?? {};

let picture: Picture | undefined;
let side: Side = "before";
let proposal: Proposal = { kind: "none" };
let hoverTimer = 0;
let hoveredIndex: number | undefined;
let saveTimer = 0;
/** The whole drawing is visible, and the user has not chosen another view. */
let isWhole = false;
/** The number of `reveal` messages so far. */
let serial = 0;

const header = new Header({
  side: chooseSide,
  cancel: () => host.postMessage({ type: "cancelProposal" }),
  apply: () => host.postMessage({ type: "apply" }),
  preview: () => host.postMessage({ type: "preview" }),
  search: () => matches.search(),
  step: (direction) => matches.step(direction),
  closeSearch,
  fit,
  export: () => host.postMessage({ type: "export" }),
  travel: (direction) => host.postMessage({ type: "travel", direction }),
  all: (isAll) => host.postMessage({ type: "all", isAll }),
  pin: (isPinned) => {
    save({ isPinned });
    host.postMessage({ type: "pin", isPinned });
  },
});
const footer = new Footer({
  zoom,
  find: (query) => {
    header.input.value = query;
    matches.search();
    view.root.focus();
  },
});
const tooltip = new Tooltip();
const view = new GraphView({
  onPick(index, isDouble) {
    select(index, false);
    const isFocused = graph()?.focus !== undefined;
    reveal(isDouble && !isFocused);
    if (isDouble && isFocused) focusSelected();
  },
  onHover: hover,
  onUserMove() {
    isWhole = false;
  },
  onResize() {
    const { scene } = view;
    if (isWhole && scene) view.camera.set(view.camera.fitting(scene.width, scene.height));
  },
  onMove() {
    footer.setZoom(view.camera.view.zoom);
    minimap.follow();
    hideTooltip();
    if (picture) saveSoon();
  },
});
const matches = new Matches(header, view, (index) => select(index, true));
const minimap = new Minimap(view.camera);
const empty = html("div", { class: "empty", hidden: true });
const status = html("div", { class: "only-read", role: "status", "aria-live": "polite" });

document.body.append(header.element, view.stage, footer.element, tooltip.element, status);
view.stage.append(minimap.element, empty);
header.setGraph(undefined, "");
footer.setGraph(undefined);
view.measure();

function save(change: ViewState): void {
  state = { ...state, ...change };
  host.setState(state);
}

function saveSoon(): void {
  clearTimeout(saveTimer);
  saveTimer = window.setTimeout(() => save({ camera: view.camera.view }), 300);
}

function graph() {
  return side === "after" && picture?.fixedGraph ? picture.fixedGraph : picture?.graph;
}

function showPicture(next: Picture, uri: string): void {
  const isOther =
    !picture || !isSameFunction(placeOf(state.uri ?? "", picture.graph), placeOf(uri, next.graph));
  const hasOtherFocus = !isOther && picture?.graph.focus !== next.graph.focus;
  const anchor = isOther || hasOtherFocus ? undefined : anchorOf(view);
  picture = next;
  empty.hidden = true;
  document.body.classList.remove("is-empty");
  draw();
  const scene = view.scene!;
  if (isOther) {
    const isRestored = state.camera && state.uri === uri && state.name === next.graph.name;
    isWhole = false;
    if (isRestored) view.camera.set(state.camera!);
    else showFirst(scene);
  } else if (hasOtherFocus) showFirst(scene);
  else if (anchor) keepPlace(scene, anchor);
  save({ uri, name: next.graph.name, line: next.graph.nameRange.start.line });
}

/** Draws the graph of the side that is shown. */
function draw(): void {
  const sideGraph = graph();
  if (!picture || !sideGraph) return;
  const scene = sceneOf(sideGraph, picture.layout, picture.fixedGraph);
  hideTooltip();
  hoveredIndex = undefined;
  view.show(scene);
  header.setGraph(sideGraph, picture.document);
  header.setSide(side);
  footer.setGraph(sideGraph);
  drawMinimap();
  matches.update(sideGraph);
}

function drawMinimap(): void {
  const { scene } = view;
  const colours = new Map<string, string>();
  minimap.show(scene, (index) => {
    const { node } = scene!.nodes[index]!;
    const element = view.root.querySelector(`#node-${index}`)!;
    const kind = `${element.classList.value.replace(/ (outside|selected|match\S*|lit)/g, "")}`;
    let colour = colours.get(kind);
    if (colour === undefined) {
      const card = element.querySelector(".card")!;
      // An element that is not painted has no style that can be read.
      element.classList.remove("outside");
      colour = getComputedStyle(card).stroke || "#888";
      colours.set(kind, colour);
    }
    return node.kind === "sink" ? "transparent" : colour;
  });
}

/** Sets the first view of a function: all of it, or where it is large the cursor's
 * node or the worst, large enough to read. */
function showFirst(scene: Scene): void {
  const { camera } = view;
  const wholeView = camera.fitting(scene.width, scene.height);
  isWhole = wholeView.zoom >= readableZoom + 0.1;
  if (isWhole) return camera.set(wholeView);
  const worst = scene.nodes.findIndex(({ node }) => node.level === "over");
  const focus = scene.nodes.findIndex(({ node }) => node.key === scene.graph.focus);
  const sceneNode = scene.nodes[focus >= 0 ? focus : (view.selection ?? Math.max(0, worst))]!;
  camera.set(camera.centred(sceneNode, 0.8));
}

function keepPlace(scene: Scene, { key, x, y }: Anchor): void {
  const { camera } = view;
  const { zoom } = camera.view;
  const wholeView = camera.fitting(scene.width, scene.height);
  const sceneNode = scene.nodes.find(({ node }) => node.key === key);
  // A drawing that was visible as a whole stays so, while it fits.
  if (wholeView.zoom >= readableZoom + 0.1 && isWhole) camera.glide(wholeView);
  else if (sceneNode) {
    isWhole = false;
    camera.set({ x: x - sceneNode.x * zoom, y: y - sceneNode.y * zoom, zoom });
  }
}

function chooseSide(next: Side): void {
  if (next === "after" && !picture?.fixedGraph) {
    if (proposal.kind !== "ready" || proposal.canApply) host.postMessage({ type: "propose" });
    return;
  }
  setSide(next);
  host.postMessage({ type: "side", side: next });
}

function setSide(next: Side): void {
  if (next === side) return;
  side = next;
  header.setSide(side);
  if (picture && (next === "before" || picture.fixedGraph)) draw();
}

function showEmpty({ title, detail, action }: EmptyState): void {
  picture = undefined;
  view.clear();
  header.setGraph(undefined, "");
  footer.setGraph(undefined);
  minimap.show(undefined, () => "");
  document.body.classList.add("is-empty");
  empty.replaceChildren(html("h2", {}, title), html("p", {}, detail));
  if (action) {
    const button = html("button", { class: "primary", type: "button" }, action.label);
    button.addEventListener("click", () => host.postMessage({ type: "command", command: action.command }));
    empty.append(button);
  }
  empty.hidden = false;
}

function select(index: number | undefined, isRevealed: boolean): void {
  view.select(index, isRevealed);
  const node = index === undefined ? undefined : view.scene?.nodes[index]?.node;
  // The editor itself speaks of its cursor.
  if (node && document.hasFocus())
    status.textContent = [describe(node), node.equation, ...node.remarks].filter(Boolean).join(". ");
}

/** Has the extension show the selected node in the editor. */
function reveal(takeFocus: boolean): void {
  const node = view.selection === undefined ? undefined : view.scene?.nodes[view.selection]?.node;
  if (node) host.postMessage({ type: "reveal", key: node.key, side, takeFocus, serial: ++serial });
}

/** Has a large function drawn around the selected node. */
function focusSelected(): void {
  const node = view.selection === undefined ? undefined : view.scene?.nodes[view.selection]?.node;
  if (node) host.postMessage({ type: "focus", key: node.heaviest ?? node.key });
}

function hover(index: number | undefined): void {
  if (index === hoveredIndex) return;
  hoveredIndex = index;
  clearTimeout(hoverTimer);
  tooltip.hide();
  if (index === undefined) {
    view.setCone(undefined);
    return;
  }
  hoverTimer = window.setTimeout(() => {
    const node = view.scene?.nodes[index]?.node;
    const box = view.boxOf(index);
    if (!node || !box) return;
    view.setCone(index);
    tooltip.show(node, box);
  }, 180);
}

function hideTooltip(): void {
  clearTimeout(hoverTimer);
  tooltip.hide();
}

function closeSearch(): void {
  matches.close();
  view.root.focus();
}

function fit(): void {
  if (!view.scene) return;
  isWhole = true;
  view.camera.glide(view.camera.fitting(view.scene.width, view.scene.height));
}

function zoom(direction: 1 | -1): void {
  isWhole = false;
  view.camera.glideBy(1.3 ** direction);
}

const arrows: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

function go(direction: Direction): void {
  const { scene, selection } = view;
  if (!scene || scene.nodes.length === 0) return;
  const next = selection === undefined ? 0 : neighbour(scene, selection, direction);
  if (next === undefined) return;
  select(next, true);
  reveal(false);
}

/** Handles keys while the drawing has the focus. */
function graphKey(event: KeyboardEvent): void {
  const { scene } = view;
  if (!scene || event.altKey || event.metaKey) return;
  const direction = arrows[event.key];
  if (event.ctrlKey) return;
  if (direction && event.shiftKey) {
    const distance = 60;
    const dx = direction === "left" ? distance : direction === "right" ? -distance : 0;
    const dy = direction === "up" ? distance : direction === "down" ? -distance : 0;
    view.camera.pan(dx, dy);
  } else if (direction) go(direction);
  else if (event.key === "Home" || event.key === "End") {
    select(event.key === "Home" ? 0 : scene.nodes.length - 1, true);
    reveal(false);
  } else if (event.key === "Enter") reveal(true);
  else if (event.key === " ") {
    const { selection } = view;
    if (selection !== undefined) {
      const isShown = !tooltip.element.hidden;
      hideTooltip();
      view.setCone(undefined);
      const box = view.boxOf(selection);
      if (!isShown && box) {
        view.setCone(selection);
        tooltip.show(scene.nodes[selection]!.node, box);
      }
    }
  } else if (event.key === "Escape") {
    hideTooltip();
    view.setCone(undefined);
    if (header.input.value) closeSearch();
  } else if (event.key === "f") focusSelected();
  else if (event.key === "n" || event.key === "N") matches.step(event.key === "n" ? 1 : -1);
  else return;
  event.preventDefault();
}

function pageKey(event: KeyboardEvent): void {
  const isTyping = event.target instanceof HTMLInputElement;
  const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f";
  if (isFind || (event.key === "/" && !isTyping)) {
    header.input.focus();
    header.input.select();
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    host.postMessage({ type: "travel", direction: event.key === "ArrowLeft" ? -1 : 1 });
    event.preventDefault();
    return;
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !view.scene) return;
  if (event.key === "+" || event.key === "=") zoom(1);
  else if (event.key === "-") zoom(-1);
  else if (event.key === "0") fit();
  else return;
  event.preventDefault();
}

view.root.addEventListener("keydown", graphKey);
document.addEventListener("keydown", pageKey);
window.addEventListener("message", ({ data }: MessageEvent<PageMessage>) => {
  switch (data.type) {
    case "picture":
      return showPicture(data.picture, data.uri);
    case "empty":
      return showEmpty(data.empty);
    case "stale":
      document.body.classList.toggle("is-stale", data.staleness !== null);
      return header.setStale(data.staleness);
    case "proposal":
      proposal = data.proposal;
      document.body.classList.toggle("is-outdated", proposal.kind === "outdated");
      return header.setProposal(proposal);
    case "side":
      return setSide(data.side);
    case "focus":
      return header.setFocus(data);
    case "pinned":
      save({ isPinned: data.isPinned });
      return header.setPinned(data.isPinned);
    case "cursor": {
      // The user has selected another node here since.
      if (data.serial < serial) return;
      const index = view.scene?.nodes.findIndex(({ node }) => node.key === data.key) ?? -1;
      if (index < 0) select(undefined, false);
      else if (index !== view.selection) select(index, true);
    }
  }
});

window.addEventListener("error", ({ message }) => host.postMessage({ type: "failure", message }));
// The minimap has the colours of the theme.
new MutationObserver(drawMinimap).observe(document.body, {
  attributes: true,
  attributeFilter: ["data-vscode-theme-id"],
});

host.postMessage({ type: "ready" });
