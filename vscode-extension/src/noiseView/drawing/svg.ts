// A scene as a file of its own.
import type { NoiseGraph } from "../../protocol.ts";
import { cardDetails, cardShapes } from "./card.ts";
import { levelIcons, nodeIcon } from "./icons.ts";
import { heatSteps, levelNames, levels, nodeClasses } from "./levels.ts";
import { mix, type Palette } from "./palette.ts";
import { describe, type Scene } from "./scene.ts";
import { path, rect, text, type Shape } from "./shapes.ts";

/** Text as it may stand in XML, in elements and in attributes. */
export function escapeXml(content: string): string {
  return (
    content
      // Characters that XML 1.0 does not have.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "�")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      .replace(/'/g, "&#39;")
  );
}

function write(shape: Shape): string {
  const attributes = Object.entries(shape.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
  const start = `<${shape.tag} class="${shape.className}"${attributes}`;
  return shape.text === undefined ? `${start}/>` : `${start}>${escapeXml(shape.text)}</${shape.tag}>`;
}

/** The rules of one level or step: the card is tinted, the border and the bar
 * have the colour. */
function tint(selector: string, colour: string, palette: Palette): string {
  return (
    `${selector} .card{fill:${mix(palette.background, colour, 0.16)};stroke:${mix(palette.background, colour, 0.75)}}` +
    `${selector} .bar-used,${selector} .icon{fill:${colour}}`
  );
}

function styles(palette: Palette): string {
  const { background, foreground, dim, over, safe, near } = palette;
  const rules = [
    `text{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:${foreground}}`,
    `.title{font-size:18px;font-weight:600}.summary,.legend{font-size:12px;fill:${dim}}.note{font-size:12px;font-weight:600;fill:${over}}`,
    `.name{font-size:12px;font-weight:600}.operation{font-size:10px;fill:${dim}}.label{font-size:11px}`,
    `.edge{fill:none;stroke:${mix(background, dim, 0.55)};stroke-width:1.3}.back{stroke-dasharray:5 4}`,
    `.edge.from-over,.edge.from-unreliable{stroke:${mix(background, over, 0.6)}}`,
    `.card{stroke-width:1.2}.icon,.level{fill-rule:evenodd}.bar-back{fill:${mix(background, dim, 0.3)}}`,
    `.bar-limit{fill:${foreground}}.bar-unknown{fill:none;stroke:${dim};stroke-dasharray:2 2}`,
    `.card{fill:${mix(background, dim, 0.1)};stroke:${mix(background, dim, 0.5)}}.icon{fill:${dim}}`,
    `:is(.kind-sink,.kind-call) .card{fill:${background};stroke-width:1}`,
  ];
  for (let step = 0; step <= heatSteps; step++) {
    rules.push(tint(`.heat-${step}`, mix(safe, near, (step / heatSteps) ** 3), palette));
  }
  rules.push(
    tint(".level-nearLimit", near, palette),
    `.level-nearLimit .level{fill:${near}}`,
    tint(".level-over", over, palette),
    `.level-over .card{stroke:${over};stroke-width:2.4}.level-over .level{fill:${over}}`,
    tint(".level-unreliable", over, palette),
    `.level-unreliable .card{fill:${background};stroke-dasharray:6 3}.level-unreliable .pattern{fill:url(#hatch)}`,
    `.level-unreliable .level{fill:${over}}`,
    `.level-unknown .card{stroke:${dim};stroke-dasharray:2 3}.level-unknown .pattern{fill:url(#dots)}`,
    `.level-unknown .level{fill:${dim}}`,
    `.kind-reduction:not(.level-over,.level-unreliable,.level-unknown) .card{stroke:${palette.reduction};fill:${mix(background, palette.reduction, 0.16)}}`,
    `.kind-reduction:not(.level-over,.level-unreliable,.level-unknown) :is(.icon,.bar-used),.badge{fill:${palette.reduction}}`,
    `.level-unreliable text,.level-unknown text{paint-order:stroke;stroke:${background};stroke-width:3px;stroke-linejoin:round}`,
    `.halo{fill:none;stroke:${palette.reduction};stroke-width:1.5}.badge-icon{fill:${background}}`,
  );
  return rules.join("\n");
}

/** The width of an entry of the legend, in pixels. */
function legendStep(name: string): number {
  return Math.round(32 + name.length * 7.4 + 20);
}

/** An entry of the legend, and the classes that colour it. */
interface LegendEntry {
  classes: string;
  name: string;
  shapes: Shape[];
}

function legendOf({ nodes }: NoiseGraph): LegendEntry[] {
  const entries = levels
    .filter((level) => nodes.some((node) => node.level === level))
    .map((level): LegendEntry => {
      const classes = level === "safe" ? "level-safe heat-4" : `level-${level}`;
      const shapes = [rect("card", 0, 0, 24, 16, 4)];
      if (level === "unreliable" || level === "unknown") shapes.push(rect("pattern", 0, 0, 24, 16, 4));
      const sign = levelIcons[level];
      if (sign) shapes.push(path("level", sign, 6, 2));
      return { classes, name: levelNames[level], shapes };
    });
  if (nodes.some(({ kind }) => kind === "reduction")) {
    const sign = path("icon", nodeIcon({ kind: "reduction", operation: "" }), 6, 2);
    entries.push({
      classes: "kind-reduction",
      name: "reduction",
      shapes: [rect("card", 0, 0, 24, 16, 8), sign],
    });
  }
  return entries;
}

/** A scene as the text of a standalone SVG file, with its styles, a title, a
 * legend, and `notes` on what the picture does not show or is not; nothing is
 * loaded from elsewhere. */
export function svgOf(scene: Scene, title: string, palette: Palette, notes: string[] = []): string {
  const { graph } = scene;
  const notesHeight = 18 * notes.length;
  const head = 96 + notesHeight;
  const entries = legendOf(graph);
  const legendWidth = 24 + entries.reduce((sum, { name }) => sum + legendStep(name), 0);
  const longest =
    Math.max(title.length * 11, ...[graph.summary, ...notes].map((line) => line.length * 7.4)) + 48;
  const width = Math.ceil(Math.max(scene.width, legendWidth, longest));
  const height = Math.ceil(scene.height + head);
  const indent = Math.max(0, (width - scene.width) / 2);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title summary">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="summary">${escapeXml([graph.summary, ...notes].join("; "))}</desc>`,
    `<style>${styles(palette)}</style>`,
    `<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="7" fill="${mix(palette.background, palette.over, 0.28)}"/></pattern>`,
    `<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="0.8" fill="${mix(palette.background, palette.dim, 0.6)}"/></pattern></defs>`,
    `<rect width="${width}" height="${height}" fill="${palette.background}"/>`,
    write(text("title", 24, 32, title)),
    write(text("summary", 24, 52, graph.summary)),
    ...notes.map((note, index) => write(text("note", 24, 70 + 18 * index, note))),
  ];
  let x = 24;
  for (const { classes, name, shapes } of entries) {
    const content = [...shapes, text("legend", 32, 12, name)].map(write).join("");
    parts.push(`<g class="${classes}" transform="translate(${x} ${68 + notesHeight})">${content}</g>`);
    x += legendStep(name);
  }
  parts.push(`<g transform="translate(${Math.round(indent)} ${head})">`);
  for (const edge of scene.edges) {
    const level = graph.nodes[edge.source]!.level;
    const classes = `edge from-${level}${edge.isBack ? " back" : ""}${edge.isStub ? " stub" : ""}`;
    parts.push(write(path(classes, edge.d)));
  }
  for (const { node, x, y, width, height } of scene.nodes) {
    const shapes = [...cardShapes(node, width, height), ...cardDetails(node, width, height)];
    const words = [describe(node), node.equation, ...node.remarks].filter(Boolean).join("\n");
    parts.push(
      `<g class="${nodeClasses(node)}" transform="translate(${x} ${y})"><title>${escapeXml(words)}</title>${shapes.map(write).join("")}</g>`,
    );
  }
  parts.push("</g>", "</svg>", "");
  return parts.join("\n");
}
