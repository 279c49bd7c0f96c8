import type { NoiseGraph } from "../../protocol.ts";
import { levelNames } from "./levels.ts";

/** The prefixes of filters, which only nodes of a level or of a kind pass. */
export const levelFilter = "level:";
export const kindFilter = "kind:";

/** The indices of the nodes that a search finds, in the order of the text. All
 * words must be found, in the name, the operation, the label, the level
 * ("over", "near the limit") or the kind ("reduction", "inserted");
 * `level:over` and `kind:reduction` are that level and kind alone. Without words
 * nothing is found. Upper and lower case are equal. */
export function findNodes(graph: NoiseGraph, query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const matches: number[] = [];
  const filters = words.filter((word) => word.startsWith(levelFilter) || word.startsWith(kindFilter));
  const texts = words.filter((word) => !filters.includes(word));
  graph.nodes.forEach((node, index) => {
    const fields = [node.name, node.operation, node.label, node.level, levelNames[node.level], node.kind];
    if (node.isInserted) fields.push("inserted");
    // A unreliable value can be over the limit too.
    if (node.noise !== undefined && node.limit !== undefined && node.noise > node.limit) fields.push("over");
    const passes = [levelFilter + node.level, kindFilter + node.kind].map((each) => each.toLowerCase());
    if (!filters.every((filter) => passes.includes(filter))) return;
    const content = fields.join("\n").toLowerCase();
    if (texts.every((word) => content.includes(word))) matches.push(index);
  });
  return matches;
}

/** The next place among `count` matches in a direction, around the ends; without a
 * current one the first or the last. */
export function step(current: number | undefined, direction: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (current === undefined) return direction > 0 ? 0 : count - 1;
  return (current + direction + count) % count;
}
