import { levelIcons } from "../src/noiseView/drawing/icons.ts";
import { assumption, levelNames, noiseInWords } from "../src/noiseView/drawing/levels.ts";
import type { NoiseGraphNode } from "../src/protocol.ts";
import { html, icon } from "./dom.ts";

/** The noise of a node, shown beside it. */
export class Tooltip {
  readonly element = html("div", { class: "tooltip", role: "tooltip", hidden: true });

  /** Shows the noise of a node; `box`: its box in pixels of the page. */
  show(node: NoiseGraphNode, box: DOMRect): void {
    const sign = levelIcons[node.level];
    const rows: Node[] = [
      html("div", { class: "tooltip-head" }, html("strong", {}, node.name), html("span", {}, kindOf(node))),
    ];
    const level = html("div", { class: `tooltip-level level-${node.level}` });
    if (sign) level.append(icon(sign));
    if (node.noise !== undefined && node.limit !== undefined) {
      const left = node.limit - node.noise;
      level.append(`${noiseInWords(node)}, ${left < 0 ? `${-left} over` : `${left} left`}`);
    } else if (node.label) level.append(node.label);
    else level.append(levelNames[node.level]);
    rows.push(level);
    if (node.level === "unreliable" || node.level === "unknown") {
      rows.push(html("div", { class: "remark" }, levelNames[node.level]));
    }
    if (node.heaviest !== undefined)
      rows.push(
        html("div", { class: "remark" }, `The heaviest is ${node.heaviest}; double-click to see why`),
      );
    if (node.equation) rows.push(html("code", {}, node.equation));
    for (const remark of node.remarks) rows.push(html("div", { class: "remark" }, remark));
    if (node.isAssumed && !node.remarks.some((remark) => remark.includes("assumed"))) {
      rows.push(html("div", { class: "remark" }, assumption));
    }
    if (node.isInserted) rows.push(html("div", { class: "remark" }, "inserted by the fix"));
    this.element.replaceChildren(...rows);
    this.element.hidden = false;
    this.place(box);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Beside the node, where there is room: its operands are above it and its users below. */
  private place(box: DOMRect): void {
    const { width, height } = this.element.getBoundingClientRect();
    const edge = 8;
    const footer = 40;
    const clamp = (value: number, most: number) => Math.min(Math.max(edge, value), Math.max(edge, most));
    let left = clamp(box.left, window.innerWidth - width - edge);
    let top = clamp(box.top, window.innerHeight - footer - height);
    if (box.right + edge + width <= window.innerWidth - edge) left = box.right + edge;
    else if (box.left - edge - width >= edge) left = box.left - edge - width;
    else if (box.bottom + edge + height <= window.innerHeight - footer) top = box.bottom + edge;
    else top = Math.max(edge, box.top - edge - height);
    this.element.style.left = `${Math.round(left)}px`;
    this.element.style.top = `${Math.round(top)}px`;
  }
}

function kindOf(node: NoiseGraphNode): string {
  if (node.kind === "argument") return "argument";
  return node.operation === node.name ? "" : node.operation;
}
