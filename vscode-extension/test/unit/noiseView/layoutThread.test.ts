import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import type { LayoutInput } from "../../../src/noiseView/layout.ts";
import { LayoutThread } from "../../../src/noiseView/layoutThread.ts";

const worker = fileURLToPath(new URL("../../../src/noiseView/layoutWorker.ts", import.meta.url));

function chain(length: number, prefix = "%"): LayoutInput {
  const nodes = Array.from({ length }, (_, index) => ({ key: `${prefix}${index}`, width: 100, height: 40 }));
  return { nodes, edges: nodes.slice(1).map((_, index) => ({ from: index, to: index + 1 })) };
}

test("a thread lays out one graph after the other", async () => {
  const thread = new LayoutThread(worker);
  try {
    assert.equal(Object.keys((await thread.layout(chain(3)))!.places).length, 3);
    assert.equal(Object.keys((await thread.layout(chain(5)))!.places).length, 5);
  } finally {
    thread.dispose();
  }
});

test("the newest wins: those before it end without a layout", async () => {
  const thread = new LayoutThread(worker);
  try {
    const layouts = await Promise.all([4, 5, 6].map((length) => thread.layout(chain(length))));
    assert.deepEqual(
      layouts.map((layout) => layout && Object.keys(layout.places).length),
      [undefined, undefined, 6],
    );
  } finally {
    thread.dispose();
  }
});

test("what was done in time but is outdated is not told", async () => {
  const thread = new LayoutThread(worker);
  try {
    await thread.layout(chain(3));
    const [old, newest] = await Promise.all([thread.layout(chain(4)), thread.layout(chain(5))]);
    assert.equal(old, undefined);
    assert.equal(Object.keys(newest!.places).length, 5);
  } finally {
    thread.dispose();
  }
});

test("an outdated layout that takes long is given up", async () => {
  const thread = new LayoutThread(worker);
  try {
    // Dense enough to take several seconds.
    const slow = chain(280);
    for (let from = 0; from < 280; from++) {
      for (let to = from + 2; to < 280; to += 3) slow.edges.push({ from, to });
    }
    const began = performance.now();
    let isSettled = false;
    const first = thread.layout(slow).finally(() => (isSettled = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(isSettled, false, "the slow one is not slow enough for this test");
    const second = await thread.layout(chain(2));
    assert.equal(Object.keys(second!.places).length, 2);
    assert.equal(await first, undefined);
    assert.ok(performance.now() - began < 8000);
  } finally {
    thread.dispose();
  }
});

test("an error of the library rejects, and the next layout works", async () => {
  const thread = new LayoutThread(worker);
  try {
    const wrong: LayoutInput = { nodes: [{ key: "%a", width: 1, height: 1 }], edges: [{ from: 0, to: 7 }] };
    await assert.rejects(thread.layout(wrong), /./);
    assert.ok(await thread.layout(chain(2)));
  } finally {
    thread.dispose();
  }
});

test("what waits when the thread is ended gets no layout", async () => {
  const thread = new LayoutThread(worker);
  const waiting = [thread.layout(chain(3)), thread.layout(chain(4))];
  thread.dispose();
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
});

test("what is being laid out is not begun anew, and the last layout is kept", async () => {
  const thread = new LayoutThread(worker);
  try {
    const first = thread.layout(chain(40));
    const second = thread.layout(chain(40));
    assert.ok(await first);
    assert.equal(await second, await first);
    assert.equal(await thread.layout(chain(40)), await first);
    assert.notEqual(await thread.layout(chain(41)), await first);
  } finally {
    thread.dispose();
  }
});
