import type { Scene, SceneNode } from "./scene.ts";

export type Direction = "up" | "down" | "left" | "right";

function middle(node: SceneNode): { x: number; y: number } {
  return { x: node.x + node.width / 2, y: node.y + node.height / 2 };
}

/** The node that an arrow key goes to: up and down along edges, to the nearest
 * of the inputs or users; left and right to the next one at about the same
 * height. Where there is none, the nearest node in that direction; undefined
 * when nothing lies there. */
export function neighbour(scene: Scene, origin: number, direction: Direction): number | undefined {
  const startNode = scene.nodes[origin];
  if (!startNode) return undefined;
  const start = middle(startNode);
  if (direction === "up" || direction === "down") {
    const linkedNodes = direction === "up" ? startNode.inputs : startNode.users;
    const neighbours = linkedNodes.filter((candidate) => candidate !== origin);
    if (neighbours.length > 0) {
      return nearest(neighbours, (candidate) => {
        const point = middle(scene.nodes[candidate]!);
        return Math.hypot(point.x - start.x, point.y - start.y);
      });
    }
  }
  const isSideways = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  const candidates = [...scene.nodes.keys()].filter((candidate) => {
    if (candidate === origin) return false;
    const point = middle(scene.nodes[candidate]!);
    return sign * (isSideways ? point.x - start.x : point.y - start.y) > 1;
  });
  return nearest(candidates, (candidate) => {
    const point = middle(scene.nodes[candidate]!);
    const distance = Math.abs(isSideways ? point.x - start.x : point.y - start.y);
    const deviation = Math.abs(isSideways ? point.y - start.y : point.x - start.x);
    return distance + 4 * deviation;
  });
}

function nearest(candidates: number[], distance: (index: number) => number): number | undefined {
  let best: number | undefined;
  let shortest = Infinity;
  for (const candidate of candidates) {
    const length = distance(candidate);
    if (length < shortest) {
      shortest = length;
      best = candidate;
    }
  }
  return best;
}
