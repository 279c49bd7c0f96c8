import { formatNumber } from "../../numberText.ts";
import type { NoiseGraphNode, NoiseLevel } from "../../protocol.ts";

/** The names of the levels in the legend, in tooltips and in the search. */
export const levelNames: Record<NoiseLevel, string> = {
  safe: "within the limit",
  nearLimit: "near the limit",
  over: "over the limit",
  unreliable: "depends on an overflow or unknown noise",
  unknown: "unknown",
};

/** The names of the levels, short enough for a legend. */
export const shortLevelNames: Record<NoiseLevel, string> = {
  ...levelNames,
  nearLimit: "near limit",
  unreliable: "after an overflow",
  over: "over limit",
};

/** The noise of a node that has a number, in the words of hovers and lenses. */
export function noiseInWords({ noise = 0, limit = 0 }: NoiseGraphNode): string {
  return `${formatNumber(noise)} ${noise === 1 ? "bit" : "bits"}, limit ${formatNumber(limit)}`;
}

/** What is said of a node that rests on an argument of unknown callers. */
export const assumption = "if arguments are fresh";

/** The levels, the worst first. */
export const levels: NoiseLevel[] = ["over", "unreliable", "unknown", "nearLimit", "safe"];

/** Steps of the colouring from no noise (0) to the limit. */
export const heatSteps = 10;

/** The step of the colouring; undefined where noise is not a number. */
export function heatOf(node: NoiseGraphNode): number | undefined {
  if (node.noise === undefined || !node.limit) return undefined;
  return Math.round(Math.min(1, Math.max(0, node.noise / node.limit)) * heatSteps);
}

/** The classes of a node: its kind and its level. */
export function nodeClasses(node: NoiseGraphNode): string {
  const classes = ["node", `kind-${node.kind}`, `level-${node.level}`];
  const heat = heatOf(node);
  if (heat !== undefined) classes.push(`heat-${heat}`);
  if (node.isInserted) classes.push("inserted");
  if (node.isOnPath) classes.push("on-path");
  return classes.join(" ");
}
