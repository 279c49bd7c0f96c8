/** The visible part of the drawing: a point of the drawing (x, y) is at
 * (x * zoom + this.x, y * zoom + this.y) of the view. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const minZoom = 0.02;
const maxZoom = 3;
const glideTime = 220;
/** The space around a box that is brought into view, in pixels of the view. */
const margin = 28;

/** Pans and zooms; calls `onMove` whenever the view has moved. */
export class Camera {
  view: View = { x: 0, y: 0, zoom: 1 };
  width = 1;
  height = 1;
  private readonly onMove: () => void;
  private frame = 0;

  constructor(onMove: () => void) {
    this.onMove = onMove;
  }

  set(view: View): void {
    cancelAnimationFrame(this.frame);
    this.view = view;
    this.onMove();
  }

  pan(dx: number, dy: number): void {
    const { x, y, zoom } = this.view;
    this.set({ x: x + dx, y: y + dy, zoom });
  }

  /** Zooms by a factor; the point (x, y) of the view stays where it is. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.set(this.zoomed(factor, x, y));
  }

  /** Zooms by a factor smoothly, for keys and buttons. */
  glideBy(factor: number): void {
    this.glide(this.zoomed(factor, this.width / 2, this.height / 2));
  }

  private zoomed(factor: number, x: number, y: number): View {
    const { view } = this;
    const zoom = Math.min(maxZoom, Math.max(minZoom, view.zoom * factor));
    const scale = zoom / view.zoom;
    return { x: x - (x - view.x) * scale, y: y - (y - view.y) * scale, zoom };
  }

  /** The view that shows all of a drawing, not larger than it is. */
  fitting(width: number, height: number): View {
    const zoom = Math.max(minZoom, Math.min(1.1, this.width / width, this.height / height));
    return { x: (this.width - width * zoom) / 2, y: (this.height - height * zoom) / 2, zoom };
  }

  /** The view with a box in its middle. */
  centred(box: Box, zoom: number): View {
    return {
      x: this.width / 2 - (box.x + box.width / 2) * zoom,
      y: this.height / 2 - (box.y + box.height / 2) * zoom,
      zoom,
    };
  }

  /** Moves as little as is needed to see a box; zooms in when the box is too small to
   * be read. */
  bringIntoView(box: Box, readable: number): void {
    const { view } = this;
    if (view.zoom < readable) return this.glide(this.centred(box, Math.max(readable, 0.8)));
    const left = box.x * view.zoom + view.x;
    const top = box.y * view.zoom + view.y;
    const right = left + box.width * view.zoom;
    const bottom = top + box.height * view.zoom;
    const isInside =
      left >= margin && top >= margin && right <= this.width - margin && bottom <= this.height - margin;
    if (isInside) return;
    const isNear =
      left > -this.width / 2 &&
      right < this.width * 1.5 &&
      top > -this.height / 2 &&
      bottom < this.height * 1.5;
    if (!isNear) return this.glide(this.centred(box, view.zoom));
    const shift = (low: number, high: number, size: number) =>
      low < margin ? margin - low : high > size - margin ? size - margin - high : 0;
    this.glide({
      x: view.x + shift(left, right, this.width),
      y: view.y + shift(top, bottom, this.height),
      zoom: view.zoom,
    });
  }

  /** Moves to a view smoothly, or at once for users who want no motion. */
  glide(target: View): void {
    cancelAnimationFrame(this.frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.set(target);
    const start = this.view;
    const startTime = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - startTime) / glideTime));
      const eased = 1 - (1 - part) ** 3;
      const interpolate = (first: number, second: number) => first + (second - first) * eased;
      // The zoom changes by equal factors; the point in the middle follows.
      const zoom = start.zoom * (target.zoom / start.zoom) ** eased;
      const middle = (view: View) => ({
        x: (this.width / 2 - view.x) / view.zoom,
        y: (this.height / 2 - view.y) / view.zoom,
      });
      const x = interpolate(middle(start).x, middle(target).x);
      const y = interpolate(middle(start).y, middle(target).y);
      this.view = part === 1 ? target : { x: this.width / 2 - x * zoom, y: this.height / 2 - y * zoom, zoom };
      this.onMove();
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }
}
