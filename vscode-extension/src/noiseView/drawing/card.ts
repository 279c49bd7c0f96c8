// The look of a node: a card with an icon, the name, the operation, and the used
// part of the budget.
import type { NoiseGraphNode } from "../../protocol.ts";
import { insertedIcon, levelIcons, nodeIcon } from "./icons.ts";
import { isOperation } from "./normalise.ts";
import { path, rect, text, type Shape } from "./shapes.ts";

/** Widths of a character, in pixels, of the three sizes of text; generous for
 * the usual monospaced fonts. */
const nameWidth = 7.4;
const smallWidth = 6.2;
const labelWidth = 6.7;

const longestName = 24;
/** Characters of a label such as `192/26`. */
const usualLabel = 6;
const barWidth = 48;
const barHeight = 5;
const leftMargin = 30;
const rightMargin = 10;

/** The text, or its beginning and an ellipsis. */
export function shorten(content: string, length: number): string {
  const characters = [...content];
  return characters.length <= length ? content : `${characters.slice(0, length - 1).join("")}…`;
}

function secondLine(node: NoiseGraphNode): string {
  if (node.kind === "argument") return node.operation || "argument";
  return isOperation(node) ? "" : shorten(node.operation, longestName);
}

/** The size of a node's card, in pixels at zoom 1. There is room for the usual
 * labels and for an icon whether they are there or not, so that the places stay
 * when nothing but noise changes. */
export function cardSize(node: NoiseGraphNode): { width: number; height: number } {
  const name = Math.min([...node.name].length, longestName) * nameWidth;
  const icon = 17;
  if (isOperation(node)) return { width: Math.ceil(leftMargin + name + icon + rightMargin), height: 28 };
  const label = Math.max(usualLabel, [...shorten(node.label, longestName)].length) * labelWidth + icon;
  const text = Math.max(name + label, secondLine(node).length * smallWidth + barWidth);
  return { width: Math.ceil(leftMargin + text + 14 + rightMargin), height: 44 };
}

/** The bar that shows the used part of the budget. Over the limit it has a mark at
 * the limit; the part right of the mark is too much. */
function budgetBar(node: NoiseGraphNode, x: number, y: number): Shape[] {
  const { noise, limit } = node;
  if (noise === undefined || !limit) {
    const isOver = node.level === "over" || node.level === "unreliable";
    return [rect(isOver ? "bar-used" : "bar-unknown", x, y, barWidth, barHeight, barHeight / 2)];
  }
  const shapes = [rect("bar-back", x, y, barWidth, barHeight, barHeight / 2)];
  if (noise <= limit) {
    const used = Math.max(barHeight, Math.round((noise / limit) * barWidth));
    shapes.push(rect("bar-used", x, y, used, barHeight, barHeight / 2));
  } else {
    const mark = Math.round((limit / noise) * barWidth);
    shapes.push(rect("bar-used", x, y, barWidth, barHeight, barHeight / 2));
    shapes.push(rect("bar-limit", x + mark - 1, y - 2, 2, barHeight + 4, 0));
  }
  return shapes;
}

/** The radius of the corners. */
export function cardRadius(node: NoiseGraphNode, height: number): number {
  return node.kind === "reduction" ? height / 2 : isOperation(node) ? 3 : 8;
}

/** The shapes of a node at every zoom, from its upper left corner. */
export function cardShapes(node: NoiseGraphNode, width: number, height: number): Shape[] {
  const radius = cardRadius(node, height);
  const shapes: Shape[] = [];
  if (node.isInserted) shapes.push(rect("halo", -4, -4, width + 8, height + 8, radius + 4));
  // A bundle looks like several cards.
  if (node.kind === "bundle") {
    for (const distance of [8, 4]) shapes.push(rect("card", distance, distance, width, height, radius));
  }
  shapes.push(rect("card", 0, 0, width, height, radius));
  if (node.level === "unreliable" || node.level === "unknown") {
    shapes.push(rect("pattern", 0, 0, width, height, radius));
  }
  return shapes;
}

/** The shapes that are added when the zoom is large enough to read. */
export function cardDetails(node: NoiseGraphNode, width: number, height: number): Shape[] {
  const middle = height / 2;
  const shapes = [path("icon", nodeIcon(node), 11, middle - 6)];
  const level = levelIcons[node.level];
  const end = width - rightMargin - (node.kind === "reduction" ? 4 : 0);
  if (isOperation(node)) {
    shapes.push(text("name", leftMargin, middle + 4, shorten(node.name, longestName)));
    if (level) shapes.push(path("level", level, end - 12, middle - 6));
    return shapes;
  }
  const label = shorten(node.label, longestName);
  shapes.push(
    text("name", leftMargin, 18, shorten(node.name, longestName)),
    text("operation", leftMargin, 34, secondLine(node)),
    text("label", end, 18, label, "end"),
    ...budgetBar(node, end - barWidth, 28),
  );
  if (level) shapes.push(path("level", level, end - label.length * labelWidth - 16, 8));
  if (node.isInserted) {
    shapes.push({ tag: "circle", className: "badge", attributes: { cx: 6, cy: 2, r: 8 } });
    shapes.push(path("badge-icon", insertedIcon, 0, -4));
  }
  return shapes;
}
