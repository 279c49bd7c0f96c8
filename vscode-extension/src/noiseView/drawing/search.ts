import type { NoiseGraph } from "../../protocol.ts";
import { levelNames } from "./levels.ts";

/** What only nodes of a level or of a kind pass: the filter and its name. */
export const levelFilter = "level:";
export const kindFilter = "kind:";

/** The indices of the nodes that a search finds, in the order of the text. All
 * words must be found, in the name, the operation, the label, the level
 * ("over", "near the limit") or what the node is ("reduction", "inserted");
 * `level:over` and `kind:reduction` are that level and kind alone. With none it finds nothing. Upper and lower case are the same. */
export function findNodes(graph: NoiseGraph, query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: number[] = [];
  const filters = words.filter((word) => word.startsWith(levelFilter) || word.startsWith(kindFilter));
  const others = words.filter((word) => !filters.includes(word));
  graph.nodes.forEach((node, index) => {
    const fields = [node.name, node.operation, node.label, node.level, levelNames[node.level], node.kind];
    if (node.isInserted) fields.push("inserted");
    // What is spoiled can be over the limit too.
    if (node.noise !== undefined && node.limit !== undefined && node.noise > node.limit) fields.push("over");
    const passes = [levelFilter + node.level, kindFilter + node.kind].map((each) => each.toLowerCase());
    if (!filters.every((filter) => passes.includes(filter))) return;
    const all = fields.join("\n").toLowerCase();
    if (others.every((word) => all.includes(word))) found.push(index);
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
