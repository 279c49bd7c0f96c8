import type { NoiseGraph } from "../protocol.ts";
import { levelNames } from "./levels.ts";

/** The indices of the nodes that a search finds, in the order of the text. All
 * words must be found, in the name, the operation, the label, the level
 * ("over", "near the limit") or what the node is ("reduction", "inserted").
 * With none it finds nothing. Upper and lower case are the same. */
export function findNodes(graph: NoiseGraph, query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: number[] = [];
  graph.nodes.forEach((node, index) => {
    const fields = [node.name, node.operation, node.label, node.level, levelNames[node.level], node.kind];
    if (node.isInserted) fields.push("inserted");
    // What is spoiled can be over the limit too.
    if (node.noise !== undefined && node.limit !== undefined && node.noise > node.limit) fields.push("over");
    const all = fields.join("\n").toLowerCase();
    if (words.every((word) => all.includes(word))) found.push(index);
  });
  return found;
}

/** The place in `count` matches that is `by` after `current`, around the ends;
 * without a current one the first or the last. */
export function step(current: number | undefined, by: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (current === undefined) return by > 0 ? 0 : count - 1;
  return (current + by + count) % count;
}
