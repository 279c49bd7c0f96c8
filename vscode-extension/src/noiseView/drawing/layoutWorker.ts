// The thread that lays out graphs: it answers each message with a layout.
import { parentPort } from "node:worker_threads";
import ElkConstructor from "elkjs/lib/elk.bundled.js";
import { layOut, type LayoutInput } from "./layout.ts";
import type { LayoutAnswer } from "./layoutThread.ts";

const elk = new ElkConstructor();

parentPort?.on("message", (input: LayoutInput) => {
  layOut(elk, input).then(
    (layout) => parentPort?.postMessage({ layout } satisfies LayoutAnswer),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies LayoutAnswer),
  );
});
