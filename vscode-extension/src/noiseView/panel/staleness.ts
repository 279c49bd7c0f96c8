import type { NoiseGraph } from "../../protocol.ts";
import type { Staleness } from "./messages.ts";

/** Why what is shown is not what holds now; null when it does. `version`: of the
 * document, undefined when it is not open; `doubt`: what versions do not tell of. */
export function stalenessOf(
  graph: NoiseGraph,
  version: number | undefined,
  doubt: Staleness | null,
): Staleness | null {
  if (graph.isStale) return "broken";
  if (version !== undefined && version !== graph.version) return "edited";
  return doubt;
}

/** What is said of it. */
export const stalenessText: Record<Staleness, string> = {
  broken: "stale: the text is broken",
  edited: "stale: the text was edited",
  settings: "stale: the settings were changed",
};

/** What a picture of a graph that stands alone has to say of itself. */
export function notesOf(
  graph: NoiseGraph,
  staleness: Staleness | null | undefined,
  isFixOutdated: boolean | undefined,
): string[] {
  const notes: string[] = [];
  if (staleness) notes.push(`${stalenessText[staleness]}; this is as of before`);
  if (isFixOutdated) notes.push("the fix is outdated: the text or the settings were changed since");
  const part = partText(graph);
  if (part) notes.push(part);
  return notes;
}

/** How much of a large function a graph is; undefined of all. */
export function partText({ nodes, totalNodes }: NoiseGraph): string | undefined {
  if (totalNodes <= nodes.length) return undefined;
  const number = (value: number) => value.toLocaleString("en");
  return `${number(nodes.length)} of ${number(totalNodes)} values, those nearest to the cursor`;
}
