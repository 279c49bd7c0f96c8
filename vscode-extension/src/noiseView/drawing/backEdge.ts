// The way of an edge that leads back: around the nodes, never behind one.

import type { Box, Point } from "./layout.ts";

/** The way of an edge, and the data of its SVG path, with a head. */
export interface BackEdge {
  points: Point[];
  d: string;
}

/** The least space between an edge and a node that it passes. */
const clearance = 5;
/** How far an edge goes straight out of a node, or into it. */
const stub = 14;
/** Between edges that take the same way. */
const step = 3;
const corner = 8;
/** The most upright lines that are tried. */
const mostLanes = 60;

interface Way {
  lane: number;
  above: number;
  below: number;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function overlaps(aFrom: number, aTo: number, bFrom: number, bTo: number): boolean {
  return aFrom < bTo && bFrom < aTo;
}

/** Finds the ways of edges back between boxes, one after the other. */
export class BackEdges {
  private readonly boxes: readonly Box[];
  /** The number of edges at each upright part of a way. */
  private readonly used = new Map<number, number>();

  constructor(boxes: readonly Box[]) {
    this.boxes = boxes;
  }

  /** From a box into another one, that is above or the same. */
  route(source: Box, target: Box): BackEdge {
    return this.sideCurve(source, target) ?? this.detour(source, target);
  }

  /** A curve out of the right side of a box, into the right side of another one: undefined
   * if something is in its way. */
  private sideCurve(source: Box, target: Box): BackEdge | undefined {
    if (target.y + target.height > source.y) return undefined;
    const start = { x: source.x + source.width, y: source.y + source.height / 2 };
    const end = { x: target.x + target.width, y: target.y + target.height / 2 };
    const side = Math.max(start.x, end.x) + 28 + Math.min(80, Math.abs(start.y - end.y) / 8);
    const isFree = this.boxes.every(
      (box) =>
        box === source ||
        box === target ||
        !overlaps(box.x, box.x + box.width, Math.min(start.x, end.x), side) ||
        !overlaps(box.y, box.y + box.height, Math.min(start.y, end.y), Math.max(start.y, end.y)),
    );
    if (!isFree) return undefined;
    const d = `M${round(start.x)} ${round(start.y)}C${round(side)} ${round(start.y)} ${round(side)} ${round(end.y)} ${round(end.x)} ${round(end.y)}m8 -4l-8 4l8 4`;
    return { points: [start, { x: side, y: start.y }, { x: side, y: end.y }, end], d };
  }

  /** Down out of a box, aside, up between the others, and down into the other box. */
  private detour(source: Box, target: Box): BackEdge {
    const start = { x: source.x + source.width * 0.75, y: source.y + source.height };
    const end = { x: target.x + target.width * 0.75, y: target.y };
    const { lane, above, below } = this.findWay(start, end);
    const count = this.used.get(lane) ?? 0;
    this.used.set(lane, count + 1);
    const x = lane + step * (count % 2);
    const points = [
      start,
      { x: start.x, y: below },
      { x, y: below },
      { x, y: above },
      { x: end.x, y: above },
      end,
    ];
    return { points, d: `${withCorners(points)}m-4 -8l4 8l4 -8` };
  }

  /** The upright line of a way, and the levels of its flat ones: of the ways that meet no
   * box, the shortest. */
  private findWay(start: Point, end: Point): Way {
    const lanes = this.lanes(end.y - stub, start.y + stub);
    const length = (lane: number): number => Math.abs(lane - start.x) + Math.abs(lane - end.x);
    lanes.sort((a, b) => length(a) - length(b));
    let way: Way | undefined;
    for (const lane of lanes.slice(0, mostLanes)) {
      const below = this.freeLevel(start.x, lane, start.y + stub, 1);
      const above = this.freeLevel(end.x, lane, end.y - stub, -1);
      // Where nothing is free, the last one beside all others is the best.
      way = { lane, above, below };
      const isFree =
        this.isFreeUpright(lane, above, below) &&
        this.isFreeUpright(start.x, start.y + 1, below) &&
        this.isFreeUpright(end.x, above, end.y - 1);
      if (isFree) return way;
    }
    return way!;
  }

  /** The places of upright lines that meet no box between two levels. */
  private lanes(above: number, below: number): number[] {
    const inWay = this.boxes
      .filter(({ y, height }) => overlaps(y - clearance, y + height + clearance, above, below))
      .sort((a, b) => a.x - b.x);
    const lanes: number[] = [];
    let right = -Infinity;
    for (const { x, width } of inWay) {
      // With room for the line beside it.
      if (right > -Infinity && right + 2 * clearance + step < x) lanes.push(right + clearance);
      right = Math.max(right, x + width);
    }
    lanes.push(right + clearance);
    return lanes;
  }

  private isFreeUpright(x: number, from: number, to: number): boolean {
    return this.boxes.every(
      (box) =>
        !overlaps(box.x, box.x + box.width, x - 1, x + step + 1) ||
        !overlaps(box.y, box.y + box.height, from, to),
    );
  }

  /** The level next to `level`, in a direction, where a flat line meets no box. */
  private freeLevel(from: number, to: number, level: number, direction: 1 | -1): number {
    const left = Math.min(from, to) - clearance;
    const right = Math.max(from, to) + clearance;
    const inWay = this.boxes
      .filter(({ x, width }) => overlaps(x, x + width, left, right))
      .sort((a, b) => direction * (a.y - b.y));
    for (const { y, height } of inWay)
      if (overlaps(y - clearance, y + height + clearance, level - 0.5, level + 0.5))
        level = direction > 0 ? y + height + clearance + 1 : y - clearance - 1;
    return level;
  }
}

/** A path along points, with round corners. */
function withCorners(points: readonly Point[]): string {
  const [first] = points;
  let d = `M${round(first!.x)} ${round(first!.y)}`;
  for (let i = 1; i < points.length; i++) {
    const [last, here, next] = [points[i - 1]!, points[i]!, points[i + 1]];
    if (!next) {
      d += `L${round(here.x)} ${round(here.y)}`;
      break;
    }
    const radius = Math.min(corner, distance(last, here) / 2, distance(here, next) / 2);
    const before = towards(here, last, radius);
    const after = towards(here, next, radius);
    d += `L${round(before.x)} ${round(before.y)}Q${round(here.x)} ${round(here.y)} ${round(after.x)} ${round(after.y)}`;
  }
  return d;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}
