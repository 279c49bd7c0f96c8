import type { NoiseGraph, NoiseGraphNode } from "../../protocol.ts";
import { BackEdges } from "./backEdge.ts";
import { cardSize } from "./card.ts";
import { edgeKey, type Layout, type Point } from "./layout.ts";
import { assumption, levelNames, noiseInWords } from "./levels.ts";
import { detours, hubsOf } from "./union.ts";

/** A node with its place. */
export interface SceneNode {
  node: NoiseGraphNode;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The indices of its operands and of its users, in their order from left to right. */
  inputs: number[];
  users: number[];
}

/** An edge as a curve. */
export interface SceneEdge {
  /** The indices of its nodes. */
  source: number;
  target: number;
  /** The data of an SVG path. */
  d: string;
  /** An edge from a source with very many users: only its end is drawn, and all of it
   * (`whole`) while its source or target is selected. */
  isStub: boolean;
  isBack: boolean;
  whole: string;
  /** The box that it covers. */
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
/** The space around an edge back that is outside of all nodes. */
const backMargin = 12;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A smooth curve through points: it leaves each of them straight down. */
export function curve(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let d = `M${round(first.x)} ${round(first.y)}`;
  let last = first;
  for (const point of rest) {
    if (point.x === last.x) d += `V${round(point.y)}`;
    else {
      const middle = round((last.y + point.y) / 2);
      d += `C${round(last.x)} ${middle} ${round(point.x)} ${middle} ${round(point.x)} ${round(point.y)}`;
    }
    last = point;
  }
  return d;
}

/** The distance of the lines of an operand that is used several times, and the most of
 * these lines. */
const lineDistance = 5;
const mostLines = 3;

/** A curve for each time that an operation has the same operand. */
function curves(points: Point[], times: number): string {
  const count = Math.min(times, mostLines);
  const lines = Array.from({ length: count }, (_, line) => (line - (count - 1) / 2) * lineDistance);
  return lines.map((shift) => curve(points.map(({ x, y }) => ({ x: x + shift, y })))).join("");
}

/** The edges and nodes of a graph at the places of a layout. `fixedGraph`: the graph
 * with the fix, where the layout has room for both. */
export function sceneOf(graph: NoiseGraph, layout: Layout, fixedGraph: NoiseGraph | null = null): Scene {
  const nodes: SceneNode[] = graph.nodes.map((node) => ({
    node,
    ...(layout.places[node.key] ?? { x: 0, y: 0, ...cardSize(node) }),
    inputs: [],
    users: [],
  }));
  const hubs = hubsOf(graph);
  const detour = detours(fixedGraph);
  const route = (sourceKey: string, targetKey: string): Point[] | undefined => {
    const direct = layout.routes[edgeKey(sourceKey, targetKey)];
    const insertedKey = direct ? undefined : detour(sourceKey, targetKey);
    if (insertedKey === undefined) return direct;
    const first = layout.routes[edgeKey(sourceKey, insertedKey)];
    const second = layout.routes[edgeKey(insertedKey, targetKey)];
    return first && second ? [...first, ...second] : undefined;
  };
  const edges: SceneEdge[] = [];
  const backEdges = new BackEdges(nodes);
  let { width, height } = layout;
  for (const { from: source, to: target, isBack, times = 1 } of graph.edges) {
    const sourceNode = nodes[source]!;
    const targetNode = nodes[target]!;
    sourceNode.users.push(target);
    targetNode.inputs.push(source);
    const isStub = !isBack && hubs.has(source);
    let points: Point[];
    let d: string;
    let whole: string;
    if (isBack) {
      const edge = backEdges.route(sourceNode, targetNode);
      points = edge.points;
      d = whole = edge.d;
      width = Math.max(width, ...points.map(({ x }) => x + backMargin));
      height = Math.max(height, ...points.map(({ y }) => y + backMargin));
    } else {
      const end = { x: targetNode.x + targetNode.width / 2, y: targetNode.y };
      points = route(sourceNode.node.key, targetNode.node.key) ?? [
        { x: sourceNode.x + sourceNode.width / 2, y: sourceNode.y + sourceNode.height },
        end,
      ];
      whole = curves(points, times);
      if (isStub) {
        const corner = { x: targetNode.x + 16, y: targetNode.y };
        d = curves([{ x: corner.x, y: corner.y - stubLength }, corner], times);
        points = [corner, { x: corner.x, y: corner.y - stubLength }];
      } else d = whole;
    }
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    edges.push({
      source,
      target,
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
  const byPlace = (a: number, b: number) => nodes[a]!.x - nodes[b]!.x;
  for (const node of nodes) {
    node.inputs.sort(byPlace);
    node.users.sort(byPlace);
  }
  return { graph, width, height, nodes, edges };
}

/** A node in words, for those who cannot see it. */
export function describe(node: NoiseGraphNode): string {
  const parts = [node.name];
  if (node.kind === "argument") parts.push("argument");
  else if (node.operation && node.operation !== node.name) parts.push(node.operation);
  if (node.noise !== undefined && node.limit) parts.push(noiseInWords(node));
  else if (node.label) parts.push(node.label);
  parts.push(levelNames[node.level]);
  if (node.heaviest !== undefined) parts.push(`the heaviest is ${node.heaviest}`);
  if (node.isAssumed) parts.push(assumption);
  if (node.isInserted) parts.push("inserted by the fix");
  return parts.join(", ");
}

/** The nodes that a node depends on, with itself: the cone of its causes. */
export function coneOf(scene: Scene, start: number): Set<number> {
  return reach(scene, start, (node) => node.inputs);
}

function reach(scene: Scene, start: number, next: (node: SceneNode) => number[]): Set<number> {
  const nodes = new Set([start]);
  const stack = [start];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    for (const neighbour of next(scene.nodes[index]!)) {
      if (nodes.has(neighbour)) continue;
      nodes.add(neighbour);
      stack.push(neighbour);
    }
  }
  return nodes;
}
