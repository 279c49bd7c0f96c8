// Elements. Styles come from the style sheet alone, as the page's content security
// policy demands; text is always set as text.
import type { Shape } from "../src/noiseView/drawing/shapes.ts";

const svgNamespace = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number | boolean>;

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** An element of HTML with its children. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** An element of SVG with its children. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(svgNamespace, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** The element of a shape. */
export function shapeElement(shape: Shape): SVGElement {
  const children = shape.text === undefined ? [] : [shape.text];
  return svg(shape.tag, { class: shape.className, ...shape.attributes }, ...children);
}

/** An icon of 12 by 12 units, decoration only. */
export function icon(d: string, className = ""): SVGSVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 12 12", class: `glyph ${className}`, "aria-hidden": "true" },
    svg("path", { d, "fill-rule": "evenodd" }),
  );
}
