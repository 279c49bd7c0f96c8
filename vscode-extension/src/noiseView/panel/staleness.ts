import { formatNumber } from "../../numberText.ts";
import type { NoiseGraph } from "../../protocol.ts";
import type { Staleness } from "./messages.ts";

/** The reason why a graph is not current; null when it is. `version`: of the
 * document, undefined when it is not open; `doubt`: a reason that versions do not show. */
export function stalenessOf(
  graph: NoiseGraph,
  version: number | undefined,
  doubt: Staleness | null,
): Staleness | null {
  if (graph.isStale) return "broken";
  if (version !== undefined && version !== graph.version) return "edited";
  return doubt;
}

/** The words for each reason. */
export const stalenessText: Record<Staleness, string> = {
  broken: "from before the error",
  edited: "from before the last edit",
  settings: "from before the settings were changed",
};

/** The notes that an exported picture of a graph needs. */
export function notesOf(
  graph: NoiseGraph,
  staleness: Staleness | null | undefined,
  isFixOutdated: boolean | undefined,
): string[] {
  const notes: string[] = [];
  if (staleness) notes.push(stalenessText[staleness]);
  if (isFixOutdated) notes.push("the fix is outdated: the text or the settings were changed since");
  const part = partText(graph);
  if (part) notes.push(part);
  return notes;
}

/** The part of a large function that a graph shows; undefined for a whole one. */
export function partText({ nodes, totalNodes, focus }: NoiseGraph): string | undefined {
  if (focus !== undefined) return `around ${focus}, of ${formatNumber(totalNodes)} values`;
  if (totalNodes <= nodes.length) return undefined;
  return `${formatNumber(nodes.length)} of ${formatNumber(totalNodes)} values, those nearest to the cursor`;
}
