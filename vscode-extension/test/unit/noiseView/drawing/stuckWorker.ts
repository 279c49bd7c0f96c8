// A thread that lays out small graphs, and never comes to an end with others.
import { parentPort } from "node:worker_threads";
import type { LayoutInput } from "../../../../src/noiseView/drawing/layout.ts";

parentPort?.on("message", ({ nodes }: LayoutInput) => {
  while (nodes.length > 9);
  const places = Object.fromEntries(nodes.map(({ key }) => [key, { x: 0, y: 0, width: 1, height: 1 }]));
  parentPort?.postMessage({ layout: { width: 1, height: 1, places, routes: {} } });
});
