import type { Scene, SceneNode } from "./scene.ts";

export type Direction = "up" | "down" | "left" | "right";

function middle(node: SceneNode): { x: number; y: number } {
  return { x: node.x + node.width / 2, y: node.y + node.height / 2 };
}

/** The node that an arrow key goes to: up and down along edges, to the nearest
 * of the inputs or users; left and right to the next one at about the same
 * height. Where there is none, the nearest node in that direction; undefined
 * when nothing lies there. */
export function neighbour(scene: Scene, from: number, direction: Direction): number | undefined {
  const start = scene.nodes[from];
  if (!start) return undefined;
  const here = middle(start);
  if (direction === "up" || direction === "down") {
    const along = direction === "up" ? start.inputs : start.users;
    const ahead = along.filter((other) => other !== from);
    if (ahead.length > 0) {
      return nearest(ahead, (other) => {
        const there = middle(scene.nodes[other]!);
        return Math.hypot(there.x - here.x, there.y - here.y);
      });
    }
  }
  const isSideways = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  const candidates = [...scene.nodes.keys()].filter((other) => {
    if (other === from) return false;
    const there = middle(scene.nodes[other]!);
    return sign * (isSideways ? there.x - here.x : there.y - here.y) > 1;
  });
  return nearest(candidates, (other) => {
    const there = middle(scene.nodes[other]!);
    const along = Math.abs(isSideways ? there.x - here.x : there.y - here.y);
    const aside = Math.abs(isSideways ? there.y - here.y : there.x - here.x);
    return along + 4 * aside;
  });
}

function nearest(candidates: number[], distance: (index: number) => number): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const away = distance(candidate);
    if (away < least) {
      least = away;
      best = candidate;
    }
  }
  return best;
}
