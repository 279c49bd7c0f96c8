// The drawing: nodes and edges as SVG. Only visible ones are painted, and text only
// where it is large enough to read.
import { cardDetails, cardRadius, cardShapes } from "../src/noiseView/drawing/card.ts";
import { nodeClasses } from "../src/noiseView/drawing/levels.ts";
import { coneOf, describe, type Scene, type SceneNode } from "../src/noiseView/drawing/scene.ts";
import type { NoiseGraph } from "../src/protocol.ts";
import { Camera } from "./camera.ts";
import { html, shapeElement, svg } from "./dom.ts";

/** Below this zoom no text is drawn. */
export const readableZoom = 0.42;
/** Below each of these zooms lines are drawn wider, so that they can be seen. */
const farZooms = [0.22, 0.11, 0.055];
/** The most nodes of a drawing whose changes are animated. */
const maxAnimated = 700;
/** The margin outside the view in which things are painted, in pixels of the view. */
const overscan = 160;

const help =
  "Arrow keys go along edges, Enter goes to the line, Space shows details, F asks where a value has its noise from, slash searches, plus, minus and 0 zoom.";

interface DrawnNode {
  element: SVGGElement;
  key: string;
  /** The properties that it was drawn from, as text. */
  content: string;
  hasDetails: boolean;
  isShown: boolean;
}

interface DrawnEdge {
  element: SVGPathElement;
  isShown: boolean;
}

export interface GraphEvents {
  /** A node was clicked; twice with `isDouble`. */
  onPick(index: number, isDouble: boolean): void;
  /** The mouse rests on a node, or on none. */
  onHover(index: number | undefined): void;
  /** The user panned or zoomed with the mouse. */
  onUserMove(): void;
  onMove(): void;
  onResize(): void;
}

export class GraphView {
  readonly stage: HTMLElement;
  readonly root: SVGSVGElement;
  readonly camera: Camera;
  scene: Scene | undefined;
  private readonly events: GraphEvents;
  private readonly world: SVGGElement;
  private readonly edgeLayer: SVGGElement;
  private readonly nodeLayer: SVGGElement;
  private nodes: DrawnNode[] = [];
  private edges: DrawnEdge[] = [];
  private byElement = new WeakMap<Element, number>();
  private selectedIndex: number | undefined;
  private cone: number | undefined;
  private frameRequest = 0;
  private readonly ring = svg("rect", { class: "ring" });

  constructor(events: GraphEvents) {
    this.events = events;
    this.edgeLayer = svg("g", { class: "edges", "aria-hidden": "true" });
    this.nodeLayer = svg("g", { class: "nodes", role: "presentation" });
    this.world = svg("g", { class: "world", role: "presentation" }, this.edgeLayer, this.nodeLayer);
    this.root = svg(
      "svg",
      {
        class: "graph",
        role: "listbox",
        tabindex: 0,
        "aria-label": "Dataflow graph",
        "aria-description": help,
      },
      patterns(),
      this.world,
    );
    this.stage = html("main", { class: "stage" }, this.root);
    this.camera = new Camera(() => this.redrawSoon());
    new ResizeObserver(() => this.measure()).observe(this.stage);
    this.listen();
  }

  measure(): void {
    const { width, height } = this.stage.getBoundingClientRect();
    this.camera.width = Math.max(1, width);
    this.camera.height = Math.max(1, height);
    this.events.onResize();
    this.redrawSoon();
  }

  /** Draws a scene. Nodes that were there already move to their new places. */
  show(scene: Scene): void {
    const old = new Map(this.nodes.map((node) => [node.key, node]));
    const selectedKey = this.selectedIndex === undefined ? undefined : this.nodes[this.selectedIndex]?.key;
    const isMoving = old.size > 0 && scene.nodes.length <= maxAnimated;
    this.root.classList.toggle("moving", isMoving);
    this.setCone(undefined);
    this.scene = scene;
    this.selectedIndex = undefined;
    this.byElement = new WeakMap();
    const { graph } = scene;
    this.nodes = scene.nodes.map((sceneNode, index) => {
      const { node } = sceneNode;
      const content = JSON.stringify([
        node.kind,
        node.name,
        node.operation,
        node.label,
        node.level,
        node.noise,
        node.limit,
        node.isInserted,
        node.isOnPath,
        node.heaviest,
      ]);
      let drawnNode = old.get(node.key);
      old.delete(node.key);
      if (!drawnNode) {
        const element = svg("g", { role: "option", "aria-selected": "false" });
        drawnNode = { element, key: node.key, content: "", hasDetails: false, isShown: true };
      }
      if (drawnNode.content !== content) {
        drawnNode.content = content;
        drawnNode.hasDetails = false;
        drawnNode.element.setAttribute("class", nodeClasses(node));
        drawnNode.element.setAttribute("aria-label", describe(node));
        drawnNode.element.replaceChildren(
          ...cardShapes(node, sceneNode.width, sceneNode.height).map((shape) => shapeElement(shape)),
        );
      }
      drawnNode.element.classList.remove("match", "match-current");
      drawnNode.element.classList.toggle("in-focus", node.key === graph.focus);
      drawnNode.element.id = `node-${index}`;
      drawnNode.element.style.transform = `translate(${sceneNode.x}px, ${sceneNode.y}px)`;
      this.byElement.set(drawnNode.element, index);
      if (node.key === selectedKey) this.selectedIndex = index;
      return drawnNode;
    });
    for (const { element } of old.values()) element.remove();
    this.nodeLayer.replaceChildren(...this.nodes.map(({ element }) => element));
    const pathSources = pathSourcesOf(graph);
    this.edges = scene.edges.map((edge) => {
      const level = graph.nodes[edge.source]!.level;
      const isOnPath = pathSources.get(edge.target) === edge.source;
      const kinds = `${edge.isBack ? " back" : ""}${edge.isStub ? " stub" : ""}${isOnPath ? " on-path" : ""}`;
      return { element: svg("path", { class: `edge from-${level}${kinds}`, d: edge.d }), isShown: true };
    });
    this.edgeLayer.replaceChildren(...this.edges.map(({ element }) => element));
    this.root.setAttribute("aria-label", `Dataflow graph of ${graph.name}: ${graph.summary}`);
    this.markSelected();
    this.redraw();
  }

  clear(): void {
    this.scene = undefined;
    this.nodes = [];
    this.edges = [];
    this.selectedIndex = undefined;
    this.nodeLayer.replaceChildren();
    this.edgeLayer.replaceChildren();
  }

  get selection(): number | undefined {
    return this.selectedIndex;
  }

  /** Marks a node, and brings it into view with `isRevealed`. */
  select(index: number | undefined, isRevealed: boolean): void {
    if (this.selectedIndex !== undefined) {
      const old = this.nodes[this.selectedIndex]?.element;
      old?.classList.remove("selected");
      old?.setAttribute("aria-selected", "false");
    }
    this.selectedIndex = index;
    this.markSelected();
    const sceneNode = index === undefined ? undefined : this.scene?.nodes[index];
    if (sceneNode && isRevealed) this.camera.bringIntoView(sceneNode, readableZoom);
  }

  private markSelected(): void {
    this.edgeLayer.querySelectorAll(".touching").forEach((edge) => edge.classList.remove("touching"));
    this.ring.remove();
    if (this.selectedIndex === undefined || !this.scene) {
      this.root.removeAttribute("aria-activedescendant");
      return;
    }
    const { element } = this.nodes[this.selectedIndex]!;
    const { node, width, height } = this.scene.nodes[this.selectedIndex]!;
    const distance = node.isInserted ? 8 : 4;
    this.ring.setAttribute("x", String(-distance));
    this.ring.setAttribute("y", String(-distance));
    this.ring.setAttribute("width", String(width + 2 * distance));
    this.ring.setAttribute("height", String(height + 2 * distance));
    this.ring.setAttribute("rx", String(distance + cardRadius(node, height)));
    element.append(this.ring);
    element.classList.add("selected");
    element.setAttribute("aria-selected", "true");
    this.root.setAttribute("aria-activedescendant", element.id);
    this.showNode(this.selectedIndex, true);
    this.scene.edges.forEach((edge, index) => {
      const isTouching = edge.source === this.selectedIndex || edge.target === this.selectedIndex;
      const drawnEdge = this.edges[index]!;
      if (isTouching) drawnEdge.element.classList.add("touching");
      if (edge.isStub) drawnEdge.element.setAttribute("d", isTouching ? edge.whole : edge.d);
      if (isTouching) this.showEdge(index, true);
    });
  }

  /** Marks the matches of a search. */
  setMatches(matches: number[], current: number | undefined): void {
    const matching = new Set(matches);
    this.root.classList.toggle("searching", matches.length > 0);
    this.nodes.forEach(({ element }, index) => {
      element.classList.toggle("match", matching.has(index));
      element.classList.toggle("match-current", index === current);
    });
  }

  /** Highlights the nodes that a node depends on, and dims the others. */
  setCone(index: number | undefined): void {
    if (index === this.cone) return;
    this.cone = index;
    const { scene } = this;
    if (index === undefined || !scene) {
      this.root.classList.remove("focusing");
      return;
    }
    const cone = coneOf(scene, index);
    this.nodes.forEach(({ element }, nodeIndex) => element.classList.toggle("lit", cone.has(nodeIndex)));
    scene.edges.forEach(({ source, target }, edgeIndex) => {
      this.edges[edgeIndex]!.element.classList.toggle("lit", cone.has(source) && cone.has(target));
    });
    this.root.classList.add("focusing");
  }

  /** The box of a node, in pixels of the page. */
  boxOf(index: number): DOMRect | undefined {
    const sceneNode = this.scene?.nodes[index];
    if (!sceneNode) return undefined;
    const { x, y, zoom } = this.camera.view;
    const stage = this.stage.getBoundingClientRect();
    return new DOMRect(
      stage.left + sceneNode.x * zoom + x,
      stage.top + sceneNode.y * zoom + y,
      sceneNode.width * zoom,
      sceneNode.height * zoom,
    );
  }

  private redrawSoon(): void {
    this.frameRequest ||= requestAnimationFrame(() => this.redraw());
  }

  private redraw(): void {
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    const { camera, scene } = this;
    const { x, y, zoom } = camera.view;
    this.world.setAttribute("transform", `translate(${x} ${y}) scale(${zoom})`);
    this.root.classList.toggle("far", zoom < readableZoom);
    farZooms.forEach((far, index) => this.root.classList.toggle(`far-${index + 1}`, zoom < far));
    if (scene) {
      const space = overscan / zoom;
      const left = -x / zoom - space;
      const top = -y / zoom - space;
      const right = (camera.width - x) / zoom + space;
      const bottom = (camera.height - y) / zoom + space;
      scene.nodes.forEach((node, index) => {
        const isSeen =
          node.x < right && node.x + node.width > left && node.y < bottom && node.y + node.height > top;
        this.showNode(index, isSeen);
        if (isSeen && zoom >= readableZoom) this.addDetails(index, node);
      });
      scene.edges.forEach((edge, index) => {
        const isSeen = edge.left < right && edge.right > left && edge.top < bottom && edge.bottom > top;
        // A stub of the selected node is drawn whole, and may reach far.
        const isWhole =
          edge.isStub && (edge.source === this.selectedIndex || edge.target === this.selectedIndex);
        this.showEdge(index, isSeen || isWhole);
      });
    }
    this.events.onMove();
  }

  private showEdge(index: number, isShown: boolean): void {
    const drawnEdge = this.edges[index]!;
    if (drawnEdge.isShown === isShown) return;
    drawnEdge.isShown = isShown;
    drawnEdge.element.classList.toggle("outside", !isShown);
  }

  private showNode(index: number, isSeen: boolean): void {
    const drawnNode = this.nodes[index]!;
    // The selected node stays for screen readers.
    const isShown = isSeen || index === this.selectedIndex;
    if (drawnNode.isShown === isShown) return;
    drawnNode.isShown = isShown;
    drawnNode.element.classList.toggle("outside", !isShown);
  }

  private addDetails(index: number, { node, width, height }: SceneNode): void {
    const drawnNode = this.nodes[index]!;
    if (drawnNode.hasDetails) return;
    drawnNode.hasDetails = true;
    const details = cardDetails(node, width, height).map((shape) => shapeElement(shape));
    drawnNode.element.append(svg("g", { class: "details", "aria-hidden": "true" }, ...details));
  }

  private nodeAt(target: EventTarget | null): number | undefined {
    const element = target instanceof Element ? target.closest(".node") : null;
    return element ? this.byElement.get(element) : undefined;
  }

  private listen(): void {
    const { root } = this;
    let drag: { x: number; y: number; isPanning: boolean; node: number | undefined } | undefined;
    root.addEventListener("pointerdown", (event) => {
      if (event.button > 1) return;
      drag = { x: event.clientX, y: event.clientY, isPanning: false, node: this.nodeAt(event.target) };
    });
    root.addEventListener("pointermove", (event) => {
      if (!drag) {
        this.events.onHover(this.nodeAt(event.target));
        return;
      }
      const dx = event.clientX - drag.x;
      const dy = event.clientY - drag.y;
      if (!drag.isPanning && Math.hypot(dx, dy) < 4) return;
      if (!drag.isPanning) {
        drag.isPanning = true;
        root.setPointerCapture(event.pointerId);
        root.classList.add("panning");
        this.events.onHover(undefined);
      }
      this.events.onUserMove();
      this.camera.pan(dx, dy);
      drag.x = event.clientX;
      drag.y = event.clientY;
    });
    const end = (isClick: boolean): void => {
      if (isClick && drag && !drag.isPanning && drag.node !== undefined) this.events.onPick(drag.node, false);
      drag = undefined;
      root.classList.remove("panning");
    };
    root.addEventListener("pointerup", () => end(true));
    root.addEventListener("pointercancel", () => end(false));
    root.addEventListener("pointerleave", () => this.events.onHover(undefined));
    root.addEventListener("dblclick", (event) => {
      const node = this.nodeAt(event.target);
      if (node !== undefined) this.events.onPick(node, true);
    });
    root.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.events.onUserMove();
        // The pixels of a unit, for wheels that scroll by lines or pages.
        const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? this.camera.height : 1;
        const { left, top } = this.stage.getBoundingClientRect();
        if (event.ctrlKey || event.metaKey) {
          const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY * unit)) * 0.008);
          this.camera.zoomBy(factor, event.clientX - left, event.clientY - top);
        } else if (event.shiftKey && !event.deltaX) this.camera.pan(-event.deltaY * unit, 0);
        else this.camera.pan(-event.deltaX * unit, -event.deltaY * unit);
      },
      { passive: false },
    );
  }
}

/** For each node of the heaviest path the one before it: of its sources on the path the
 * noisiest. */
function pathSourcesOf({ nodes, edges }: NoiseGraph): Map<number, number> {
  const sources = new Map<number, number>();
  for (const { from, to, isBack } of edges) {
    if (isBack || !nodes[from]!.isOnPath || !nodes[to]!.isOnPath) continue;
    const best = sources.get(to);
    const noiseOf = (index: number) => nodes[index]!.noise ?? Infinity;
    if (best === undefined || noiseOf(from) > noiseOf(best)) sources.set(to, from);
  }
  return sources;
}

/** Stripes and dots, by which levels differ without colour. */
function patterns(): SVGDefsElement {
  return svg(
    "defs",
    {},
    svg(
      "pattern",
      { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { class: "hatch", width: 2, height: 7 }),
    ),
    svg(
      "pattern",
      { id: "dots", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
      svg("circle", { class: "dot", cx: 2, cy: 2, r: 0.8 }),
    ),
  );
}
