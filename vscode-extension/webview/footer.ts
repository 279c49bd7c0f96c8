// The legend, and the zoom.
import { levelIcons, nodeIcon } from "../src/noiseView/drawing/icons.ts";
import { levelNames, levels, shortLevelNames } from "../src/noiseView/drawing/levels.ts";
import { kindFilter, levelFilter } from "../src/noiseView/drawing/search.ts";
import type { NoiseGraph } from "../src/protocol.ts";
import { html, icon } from "./dom.ts";
import { icons } from "./toolbarIcons.ts";

export interface FooterEvents {
  zoom(direction: 1 | -1): void;
  /** Searches for the nodes of a level or kind. */
  find(query: string): void;
}

export class Footer {
  readonly element: HTMLElement;
  private readonly legend = html("div", { class: "legend", role: "group", "aria-label": "Legend" });
  private readonly zoom = html("span", { class: "zoom" });
  private readonly events: FooterEvents;

  constructor(events: FooterEvents) {
    this.events = events;
    const button = (label: string, d: string, direction: 1 | -1) => {
      const element = html(
        "button",
        { class: "icon-button", type: "button", title: label, "aria-label": label },
        icon(d),
      );
      element.addEventListener("click", () => events.zoom(direction));
      return element;
    };
    this.element = html(
      "footer",
      {},
      this.legend,
      html(
        "div",
        { class: "zooming" },
        button("Zoom out (-)", icons.minus, -1),
        this.zoom,
        button("Zoom in (+)", icons.plus, 1),
      ),
    );
  }

  setZoom(zoom: number): void {
    const percent = `${Math.round(zoom * 100)}%`;
    if (this.zoom.textContent !== percent) this.zoom.textContent = percent;
  }

  /** Shows the legend of a graph: its levels and kinds. */
  setGraph(graph: NoiseGraph | undefined): void {
    this.element.hidden = !graph;
    if (!graph) return;
    const entries: HTMLElement[] = [
      html(
        "span",
        { class: "scale", title: "Noise, from none to the limit" },
        "0",
        html("span", { class: "ramp", "aria-hidden": "true" }),
        "limit",
      ),
    ];
    for (const level of levels) {
      const sign = levelIcons[level];
      const count = graph.nodes.filter((node) => node.level === level).length;
      if (!sign || count === 0) continue;
      entries.push(
        this.entry(`level-${level}`, sign, shortLevelNames[level], count, {
          name: levelNames[level],
          query: levelFilter + level,
        }),
      );
    }
    const reductions = graph.nodes.filter((node) => node.kind === "reduction").length;
    if (reductions > 0) {
      const sign = nodeIcon({ kind: "reduction", operation: "" });
      entries.push(
        this.entry("kind-reduction", sign, "reduction", reductions, {
          name: "reduction",
          query: `${kindFilter}reduction`,
        }),
      );
    }
    this.legend.replaceChildren(...entries);
  }

  private entry(
    className: string,
    sign: string,
    name: string,
    count: number,
    filter: { name: string; query: string },
  ): HTMLElement {
    const button = html(
      "button",
      { class: `entry ${className}`, type: "button", title: `Find: ${filter.name}` },
      html("span", { class: "swatch", "aria-hidden": "true" }, icon(sign)),
      name,
      html("span", { class: "amount" }, count.toLocaleString("en")),
    );
    button.addEventListener("click", () => this.events.find(filter.query));
    return button;
  }
}
