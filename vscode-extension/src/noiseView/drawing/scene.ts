import type { NoiseGraph, NoiseGraphNode } from "../../protocol.ts";
import { cardSize } from "./card.ts";
import { edgeKey, type Layout, type Point } from "./layout.ts";
import { levelNames } from "./levels.ts";
import { detours, hubsOf } from "./union.ts";

/** A node with its place. */
export interface SceneNode {
  node: NoiseGraphNode;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The indices of the nodes that it is computed from, and that use it, in the
   * order in which they stand from left to right. */
  inputs: number[];
  users: number[];
}

/** An edge as a curve. */
export interface SceneEdge {
  from: number;
  to: number;
  /** The data of an SVG path. */
  d: string;
  /** From a source with very many users: only its end is drawn, and all of it
   * where it is looked at (`whole`). */
  isStub: boolean;
  isBack: boolean;
  whole: string;
  /** What it covers. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A graph as it is drawn. */
export interface Scene {
  graph: NoiseGraph;
  width: number;
  height: number;
  nodes: SceneNode[];
  edges: SceneEdge[];
}

const stubLength = 22;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A smooth curve through points: it leaves each of them straight down. */
export function curve(points: Point[]): string {
  const [first, ...others] = points;
  if (!first) return "";
  let d = `M${round(first.x)} ${round(first.y)}`;
  let last = first;
  for (const point of others) {
    if (point.x === last.x) d += `V${round(point.y)}`;
    else {
      const middle = round((last.y + point.y) / 2);
      d += `C${round(last.x)} ${middle} ${round(point.x)} ${middle} ${round(point.x)} ${round(point.y)}`;
    }
    last = point;
  }
  return d;
}

/** A turn back, with a head: out of the right side of a node, into the right side of one above. */
function turnBack(from: SceneNode, to: SceneNode): Point[] & { d: string } {
  const start = { x: from.x + from.width, y: from.y + from.height / 2 };
  const end = { x: to.x + to.width, y: to.y + to.height / 2 };
  const out = Math.max(start.x, end.x) + 28 + Math.min(80, Math.abs(start.y - end.y) / 8);
  const d = `M${round(start.x)} ${round(start.y)}C${round(out)} ${round(start.y)} ${round(out)} ${round(end.y)} ${round(end.x)} ${round(end.y)}`;
  const head = `m8 -4l-8 4l8 4`;
  return Object.assign([start, end, { x: out, y: start.y }], { d: d + head });
}

/** The edges and nodes of a graph at the places of a layout that has them. When
 * it is the layout with a fix, `after` is the graph with it. */
export function sceneOf(graph: NoiseGraph, layout: Layout, after: NoiseGraph | null = null): Scene {
  const nodes: SceneNode[] = graph.nodes.map((node) => ({
    node,
    ...(layout.places[node.key] ?? { x: 0, y: 0, ...cardSize(node) }),
    inputs: [],
    users: [],
  }));
  const hubs = hubsOf(graph);
  const detour = detours(after);
  const route = (from: string, to: string): Point[] | undefined => {
    const direct = layout.routes[edgeKey(from, to)];
    const between = direct ? undefined : detour(from, to);
    if (between === undefined) return direct;
    const first = layout.routes[edgeKey(from, between)];
    const second = layout.routes[edgeKey(between, to)];
    return first && second ? [...first, ...second] : undefined;
  };
  const edges: SceneEdge[] = [];
  let width = layout.width;
  for (const { from, to, isBack } of graph.edges) {
    const source = nodes[from]!;
    const target = nodes[to]!;
    source.users.push(to);
    target.inputs.push(from);
    const isStub = !isBack && hubs.has(from);
    let points: Point[];
    let d: string;
    let whole: string;
    if (isBack) {
      const turn = turnBack(source, target);
      points = turn;
      d = whole = turn.d;
      width = Math.max(width, turn[2]!.x);
    } else {
      const end = { x: target.x + target.width / 2, y: target.y };
      points = route(source.node.key, target.node.key) ?? [
        { x: source.x + source.width / 2, y: source.y + source.height },
        end,
      ];
      whole = curve(points);
      if (isStub) {
        const corner = { x: target.x + 16, y: target.y };
        d = curve([{ x: corner.x, y: corner.y - stubLength }, corner]);
        points = [corner, { x: corner.x, y: corner.y - stubLength }];
      } else d = whole;
    }
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    edges.push({
      from,
      to,
      d,
      whole,
      isStub,
      isBack,
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
    });
  }
  const fromLeft = (a: number, b: number) => nodes[a]!.x - nodes[b]!.x;
  for (const node of nodes) {
    node.inputs.sort(fromLeft);
    node.users.sort(fromLeft);
  }
  return { graph, width, height: layout.height, nodes, edges };
}

/** A node in words, for those who cannot see it. */
export function describe(node: NoiseGraphNode): string {
  const parts = [node.name];
  if (node.kind === "argument") parts.push("argument");
  else if (node.operation && node.operation !== node.name) parts.push(node.operation);
  if (node.noise !== undefined && node.limit) parts.push(`${node.noise} of ${node.limit} bits of noise`);
  else if (node.label) parts.push(node.label);
  parts.push(levelNames[node.level]);
  if (node.isAssumed) parts.push("assumed");
  if (node.isInserted) parts.push("inserted by the fix");
  return parts.join(", ");
}

/** Everything that a node is computed from, with itself: the cone of causes. */
export function coneOf(scene: Scene, start: number): Set<number> {
  return reach(scene, start, (node) => node.inputs);
}

function reach(scene: Scene, start: number, next: (node: SceneNode) => number[]): Set<number> {
  const found = new Set([start]);
  const open = [start];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const other of next(scene.nodes[index]!)) {
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}
