import type { NoiseGraph } from "../../protocol.ts";
import { cardSize } from "./card.ts";
import { edgeKey, type LayoutInput } from "./layout.ts";

/** A source with so many users is not drawn with an edge to each: a constant
 * that everything takes would pull the picture apart. */
export const hubUsers = 12;

/** The nodes whose outgoing edges are drawn as stubs: without inputs, and with
 * `hubUsers` users or more. */
export function hubsOf(graph: NoiseGraph): Set<number> {
  const users = new Array<number>(graph.nodes.length).fill(0);
  const hasInput = new Set<number>();
  for (const { from, to } of graph.edges) {
    users[from]!++;
    hasInput.add(to);
  }
  return new Set([...users.keys()].filter((node) => users[node]! >= hubUsers && !hasInput.has(node)));
}

/** What is laid out of one graph, or of the graphs before and after a fix
 * together, so that a node has the same place in both. */
export function layoutInput(before: NoiseGraph, after: NoiseGraph | null): LayoutInput {
  const input: LayoutInput = { nodes: [], edges: [] };
  const places = new Map<string, number>();
  const seen = new Set<string>();
  const detour = detours(after);
  for (const graph of after ? [after, before] : [before]) {
    for (const node of graph.nodes) {
      const size = cardSize(node);
      const known = places.get(node.key);
      if (known === undefined) {
        places.set(node.key, input.nodes.length);
        input.nodes.push({ key: node.key, ...size });
      } else {
        const place = input.nodes[known]!;
        place.width = Math.max(place.width, size.width);
        place.height = Math.max(place.height, size.height);
      }
    }
    const hubs = hubsOf(graph);
    const isMended = graph === before && after !== null;
    for (const { from, to, isBack } of graph.edges) {
      // Turns back are drawn beside the nodes.
      if (hubs.has(from) || isBack) continue;
      const fromKey = graph.nodes[from]!.key;
      const toKey = graph.nodes[to]!.key;
      const key = edgeKey(fromKey, toKey);
      if (seen.has(key)) continue;
      seen.add(key);
      // Before the fix it goes the way of the edges through what is inserted.
      if (isMended && detour(fromKey, toKey)) continue;
      input.edges.push({ from: places.get(fromKey)!, to: places.get(toKey)! });
    }
  }
  return input;
}

/** Finds what a fix inserts between two nodes, by keys: the key of a node of
 * `after` that is inserted and leads from the one to the other. */
export function detours(after: NoiseGraph | null): (from: string, to: string) => string | undefined {
  const inserted = new Map<string, string>();
  const sources = new Map<number, number>();
  for (const { from, to } of after?.edges ?? []) {
    if (after!.nodes[to]!.isInserted) sources.set(to, from);
  }
  for (const { from, to } of after?.edges ?? []) {
    const source = sources.get(from);
    if (source === undefined) continue;
    inserted.set(edgeKey(after!.nodes[source]!.key, after!.nodes[to]!.key), after!.nodes[from]!.key);
  }
  return (from, to) => inserted.get(edgeKey(from, to));
}
