/** An element of a drawing, for the page and for SVG files alike. It has no style of
 * its own: its class has. */
export interface Shape {
  tag: "rect" | "path" | "text" | "circle";
  className: string;
  attributes: Record<string, string | number>;
  /** The content of a `text`. */
  text?: string;
}

export function rect(
  className: string,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): Shape {
  return { tag: "rect", className, attributes: { x, y, width, height, rx: radius } };
}

export function path(className: string, d: string, x = 0, y = 0): Shape {
  return { tag: "path", className, attributes: x || y ? { d, transform: `translate(${x} ${y})` } : { d } };
}

export function text(
  className: string,
  x: number,
  y: number,
  content: string,
  anchor: "start" | "middle" | "end" = "start",
): Shape {
  const attributes: Shape["attributes"] = { x, y };
  if (anchor !== "start") attributes["text-anchor"] = anchor;
  return { tag: "text", className, attributes, text: content };
}
