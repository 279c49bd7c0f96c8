// The legend, and the zoom.
import { levelIcons, nodeIcon } from "../src/noiseView/drawing/icons.ts";
import { levelNames, levels, shortLevelNames } from "../src/noiseView/drawing/levels.ts";
import { kindFilter, levelFilter } from "../src/noiseView/drawing/search.ts";
import type { NoiseGraph } from "../src/protocol.ts";
import { html, icon } from "./dom.ts";
import { icons } from "./toolbarIcons.ts";

export interface FooterEvents {
  zoom(by: 1 | -1): void;
  /** Show what has this level, as by a search. */
  find(query: string): void;
}

export class Footer {
  readonly element: HTMLElement;
  private readonly legend = html("div", { class: "legend", role: "group", "aria-label": "Legend" });
  private readonly zoom = html("span", { class: "zoom" });
  private readonly events: FooterEvents;

  constructor(events: FooterEvents) {
    this.events = events;
    const button = (label: string, d: string, by: 1 | -1) => {
      const made = html(
        "button",
        { class: "icon-button", type: "button", title: label, "aria-label": label },
        icon(d),
      );
      made.addEventListener("click", () => events.zoom(by));
      return made;
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

  /** The legend names what is there. */
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
    found: { name: string; query: string },
  ): HTMLElement {
    const button = html(
      "button",
      { class: `entry ${className}`, type: "button", title: `Find: ${found.name}` },
      html("span", { class: "swatch", "aria-hidden": "true" }, icon(sign)),
      name,
      html("span", { class: "amount" }, count.toLocaleString("en")),
    );
    button.addEventListener("click", () => this.events.find(found.query));
    return button;
  }
}
