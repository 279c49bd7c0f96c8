// The point that stays where it is on the screen when the drawing changes.
import type { GraphView } from "./graphView.ts";

/** A node, and its place in pixels of the view. */
export interface Anchor {
  key: string;
  x: number;
  y: number;
}

/** The node that should stay where it is when the drawing changes: the selected node
 * when it is visible, or else the one nearest to the middle. */
export function anchorOf(view: GraphView): Anchor | undefined {
  const { scene } = view;
  if (!scene) return undefined;
  const { x, y, zoom } = view.camera.view;
  const { width, height } = view.camera;
  let nearest: Anchor | undefined;
  let shortest = Infinity;
  scene.nodes.forEach(({ node, ...box }, index) => {
    const anchor = { key: node.key, x: box.x * zoom + x, y: box.y * zoom + y };
    const isVisible = anchor.x > 0 && anchor.y > 0 && anchor.x < width && anchor.y < height;
    const distance =
      index === view.selection && isVisible ? -1 : Math.hypot(anchor.x - width / 2, anchor.y - height / 2);
    if (distance < shortest) {
      shortest = distance;
      nearest = anchor;
    }
  });
  return nearest;
}
