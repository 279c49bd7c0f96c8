// The drawing: nodes and edges as SVG, of which only what is seen is there to
// be painted, and text only where it is large enough to read.
import { cardDetails, cardRadius, cardShapes } from "../src/noiseView/drawing/card.ts";
import { nodeClasses } from "../src/noiseView/drawing/levels.ts";
import { coneOf, describe, type Scene, type SceneNode } from "../src/noiseView/drawing/scene.ts";
import { Camera } from "./camera.ts";
import { html, shapeElement, svg } from "./dom.ts";

/** Below this zoom no text is drawn. */
export const readableZoom = 0.42;
/** Below these zooms lines are drawn wider, so that they can be seen. */
const farZooms = [0.22, 0.11, 0.055];
/** Larger drawings change without moving. */
const mostMoving = 700;
/** How far outside the view things are kept, in pixels of the view. */
const overscan = 160;

const help =
  "Arrow keys go along edges, Enter goes to the line, Space tells more, slash searches, plus, minus and 0 zoom.";

interface DrawnNode {
  element: SVGGElement;
  key: string;
  /** What it was drawn from. */
  of: string;
  hasDetails: boolean;
  isShown: boolean;
}

interface DrawnEdge {
  element: SVGPathElement;
  isShown: boolean;
}

export interface GraphEvents {
  /** A node was clicked; twice with `isDouble`. */
  picked(index: number, isDouble: boolean): void;
  /** The mouse rests on a node, or on none. */
  hovered(index: number | undefined): void;
  /** The user panned or zoomed with the mouse. */
  movedByUser(): void;
  moved(): void;
  resized(): void;
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
  private selected: number | undefined;
  private cone: number | undefined;
  private awaited = 0;
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
    this.events.resized();
    this.redrawSoon();
  }

  /** Draws a scene. Nodes that were there already move to their new places. */
  show(scene: Scene): void {
    const old = new Map(this.nodes.map((node) => [node.key, node]));
    const selectedKey = this.selected === undefined ? undefined : this.nodes[this.selected]?.key;
    const isMoving = old.size > 0 && scene.nodes.length <= mostMoving;
    this.root.classList.toggle("moving", isMoving);
    this.setCone(undefined);
    this.scene = scene;
    this.selected = undefined;
    this.byElement = new WeakMap();
    const { graph } = scene;
    this.nodes = scene.nodes.map((placed, index) => {
      const { node } = placed;
      const of = JSON.stringify([
        node.kind,
        node.name,
        node.operation,
        node.label,
        node.level,
        node.noise,
        node.limit,
        node.isInserted,
      ]);
      let drawn = old.get(node.key);
      old.delete(node.key);
      if (!drawn) {
        const element = svg("g", { role: "option", "aria-selected": "false" });
        drawn = { element, key: node.key, of: "", hasDetails: false, isShown: true };
      }
      if (drawn.of !== of) {
        drawn.of = of;
        drawn.hasDetails = false;
        drawn.element.setAttribute("class", nodeClasses(node));
        drawn.element.setAttribute("aria-label", describe(node));
        drawn.element.replaceChildren(
          ...cardShapes(node, placed.width, placed.height).map((shape) => shapeElement(shape)),
        );
      }
      drawn.element.classList.remove("match", "match-current");
      drawn.element.id = `node-${index}`;
      drawn.element.style.transform = `translate(${placed.x}px, ${placed.y}px)`;
      this.byElement.set(drawn.element, index);
      if (node.key === selectedKey) this.selected = index;
      return drawn;
    });
    for (const { element } of old.values()) element.remove();
    this.nodeLayer.replaceChildren(...this.nodes.map(({ element }) => element));
    this.edges = scene.edges.map((edge) => {
      const level = graph.nodes[edge.from]!.level;
      const kinds = `${edge.isBack ? " back" : ""}${edge.isStub ? " stub" : ""}`;
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
    this.selected = undefined;
    this.nodeLayer.replaceChildren();
    this.edgeLayer.replaceChildren();
  }

  get selection(): number | undefined {
    return this.selected;
  }

  /** Marks a node, and brings it into view with `isRevealed`. */
  select(index: number | undefined, isRevealed: boolean): void {
    if (this.selected !== undefined) {
      const old = this.nodes[this.selected]?.element;
      old?.classList.remove("selected");
      old?.setAttribute("aria-selected", "false");
    }
    this.selected = index;
    this.markSelected();
    const placed = index === undefined ? undefined : this.scene?.nodes[index];
    if (placed && isRevealed) this.camera.bringIntoView(placed, readableZoom);
  }

  private markSelected(): void {
    this.edgeLayer.querySelectorAll(".touching").forEach((edge) => edge.classList.remove("touching"));
    this.ring.remove();
    if (this.selected === undefined || !this.scene) {
      this.root.removeAttribute("aria-activedescendant");
      return;
    }
    const { element } = this.nodes[this.selected]!;
    const { node, width, height } = this.scene.nodes[this.selected]!;
    const away = node.isInserted ? 8 : 4;
    this.ring.setAttribute("x", String(-away));
    this.ring.setAttribute("y", String(-away));
    this.ring.setAttribute("width", String(width + 2 * away));
    this.ring.setAttribute("height", String(height + 2 * away));
    this.ring.setAttribute("rx", String(away + cardRadius(node, height)));
    element.append(this.ring);
    element.classList.add("selected");
    element.setAttribute("aria-selected", "true");
    this.root.setAttribute("aria-activedescendant", element.id);
    this.showNode(this.selected, true);
    this.scene.edges.forEach((edge, index) => {
      const isTouching = edge.from === this.selected || edge.to === this.selected;
      const drawn = this.edges[index]!;
      if (isTouching) drawn.element.classList.add("touching");
      if (edge.isStub) drawn.element.setAttribute("d", isTouching ? edge.whole : edge.d);
      if (isTouching) this.showEdge(index, true);
    });
  }

  /** Marks what a search has found. */
  setMatches(matches: number[], current: number | undefined): void {
    const found = new Set(matches);
    this.root.classList.toggle("searching", matches.length > 0);
    this.nodes.forEach(({ element }, index) => {
      element.classList.toggle("match", found.has(index));
      element.classList.toggle("match-current", index === current);
    });
  }

  /** Shows what a node is computed from, and dims the others. */
  setCone(index: number | undefined): void {
    if (index === this.cone) return;
    this.cone = index;
    const { scene } = this;
    if (index === undefined || !scene) {
      this.root.classList.remove("focusing");
      return;
    }
    const cone = coneOf(scene, index);
    this.nodes.forEach(({ element }, at) => element.classList.toggle("lit", cone.has(at)));
    scene.edges.forEach(({ from, to }, at) => {
      this.edges[at]!.element.classList.toggle("lit", cone.has(from) && cone.has(to));
    });
    this.root.classList.add("focusing");
  }

  /** Where a node is, in pixels of the page. */
  boxOf(index: number): DOMRect | undefined {
    const placed = this.scene?.nodes[index];
    if (!placed) return undefined;
    const { x, y, zoom } = this.camera.view;
    const stage = this.stage.getBoundingClientRect();
    return new DOMRect(
      stage.left + placed.x * zoom + x,
      stage.top + placed.y * zoom + y,
      placed.width * zoom,
      placed.height * zoom,
    );
  }

  private redrawSoon(): void {
    this.awaited ||= requestAnimationFrame(() => this.redraw());
  }

  private redraw(): void {
    cancelAnimationFrame(this.awaited);
    this.awaited = 0;
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
        // Of a stub that is looked at all is drawn, and it may be far away.
        const isWhole = edge.isStub && (edge.from === this.selected || edge.to === this.selected);
        this.showEdge(index, isSeen || isWhole);
      });
    }
    this.events.moved();
  }

  private showEdge(index: number, isShown: boolean): void {
    const drawn = this.edges[index]!;
    if (drawn.isShown === isShown) return;
    drawn.isShown = isShown;
    drawn.element.classList.toggle("outside", !isShown);
  }

  private showNode(index: number, isSeen: boolean): void {
    const drawn = this.nodes[index]!;
    // The selected one stays for those who read the screen.
    const isShown = isSeen || index === this.selected;
    if (drawn.isShown === isShown) return;
    drawn.isShown = isShown;
    drawn.element.classList.toggle("outside", !isShown);
  }

  private addDetails(index: number, { node, width, height }: SceneNode): void {
    const drawn = this.nodes[index]!;
    if (drawn.hasDetails) return;
    drawn.hasDetails = true;
    const details = cardDetails(node, width, height).map((shape) => shapeElement(shape));
    drawn.element.append(svg("g", { class: "details", "aria-hidden": "true" }, ...details));
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
        this.events.hovered(this.nodeAt(event.target));
        return;
      }
      const dx = event.clientX - drag.x;
      const dy = event.clientY - drag.y;
      if (!drag.isPanning && Math.hypot(dx, dy) < 4) return;
      if (!drag.isPanning) {
        drag.isPanning = true;
        root.setPointerCapture(event.pointerId);
        root.classList.add("panning");
        this.events.hovered(undefined);
      }
      this.events.movedByUser();
      this.camera.pan(dx, dy);
      drag.x = event.clientX;
      drag.y = event.clientY;
    });
    const end = (isClick: boolean): void => {
      if (isClick && drag && !drag.isPanning && drag.node !== undefined) this.events.picked(drag.node, false);
      drag = undefined;
      root.classList.remove("panning");
    };
    root.addEventListener("pointerup", () => end(true));
    root.addEventListener("pointercancel", () => end(false));
    root.addEventListener("pointerleave", () => this.events.hovered(undefined));
    root.addEventListener("dblclick", (event) => {
      const node = this.nodeAt(event.target);
      if (node !== undefined) this.events.picked(node, true);
    });
    root.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.events.movedByUser();
        // Lines and pages of a wheel without a number of pixels.
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

/** Stripes and dots, that tell levels without colour. */
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
