// What stays where it is on the screen when the drawing changes.
import type { GraphView } from "./graphView.ts";

/** A node, and where it is seen, in pixels of the view. */
export interface Anchor {
  key: string;
  x: number;
  y: number;
}

/** What should stay where it is when the drawing changes: the selected node when
 * it is seen, or else the one nearest to the middle. */
export function anchorOf(view: GraphView): Anchor | undefined {
  const { scene } = view;
  if (!scene) return undefined;
  const { x, y, zoom } = view.camera.view;
  const { width, height } = view.camera;
  let best: Anchor | undefined;
  let least = Infinity;
  scene.nodes.forEach(({ node, ...placed }, index) => {
    const at = { key: node.key, x: placed.x * zoom + x, y: placed.y * zoom + y };
    const isSeen = at.x > 0 && at.y > 0 && at.x < width && at.y < height;
    const away = index === view.selection && isSeen ? -1 : Math.hypot(at.x - width / 2, at.y - height / 2);
    if (away < least) {
      least = away;
      best = at;
    }
  });
  return best;
}
