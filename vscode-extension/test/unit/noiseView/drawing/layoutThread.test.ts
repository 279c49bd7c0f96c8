import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import type { LayoutInput } from "../../../../src/noiseView/drawing/layout.ts";
import { LayoutThread, TooEntangled } from "../../../../src/noiseView/drawing/layoutThread.ts";

const worker = fileURLToPath(new URL("../../../../src/noiseView/drawing/layoutWorker.ts", import.meta.url));
const stuckWorker = fileURLToPath(new URL("stuckWorker.ts", import.meta.url));

function chain(length: number, prefix = "%"): LayoutInput {
  const nodes = Array.from({ length }, (_, index) => ({ key: `${prefix}${index}`, width: 100, height: 40 }));
  return { nodes, edges: nodes.slice(1).map((_, index) => ({ source: index, target: index + 1 })) };
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

test("a layout that is done in time but outdated is not reported", async () => {
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

test("an outdated layout that takes long is given up", { timeout: 60_000 }, async () => {
  const thread = new LayoutThread(stuckWorker, 600_000);
  try {
    const endless = thread.layout(chain(10));
    const second = await thread.layout(chain(2));
    assert.equal(Object.keys(second!.places).length, 2);
    assert.equal(await endless, undefined);
  } finally {
    thread.dispose();
  }
});

test(
  "a layout that takes longer than the limit is given up, and not begun again",
  { timeout: 60_000 },
  async () => {
    const thread = new LayoutThread(stuckWorker, 50);
    try {
      await assert.rejects(thread.layout(chain(10)), TooEntangled);
      const secondAttempt = thread.layout(chain(10)).catch((error: Error) => error);
      const nextTurn = new Promise((resolve) => setImmediate(resolve));
      assert.ok((await Promise.race([secondAttempt, nextTurn])) instanceof TooEntangled);
    } finally {
      thread.dispose();
    }
  },
);

test("after one that took too long the next is laid out", { timeout: 60_000 }, async () => {
  const thread = new LayoutThread(stuckWorker, 5000);
  try {
    await assert.rejects(thread.layout(chain(10)), TooEntangled);
    assert.equal(Object.keys((await thread.layout(chain(3)))!.places).length, 3);
  } finally {
    thread.dispose();
  }
});

test("a layout with too many edges is not begun", async () => {
  const thread = new LayoutThread(worker);
  try {
    // A call with 150 operands and 150 results, of all of which all depend on all.
    const { nodes } = chain(300);
    const edges = Array.from({ length: 22_500 }, (_, index) => ({
      source: index % 150,
      target: 150 + Math.floor(index / 150),
    }));
    await assert.rejects(thread.layout({ nodes, edges }), TooEntangled);
    assert.ok(await thread.layout(chain(2)));
  } finally {
    thread.dispose();
  }
});

test("a thread that was ended does not begin anew", async () => {
  const thread = new LayoutThread(worker);
  thread.dispose();
  assert.equal(await thread.layout(chain(2)), undefined);
});

test("an error of the library rejects, and the next layout works", async () => {
  const thread = new LayoutThread(worker);
  try {
    const wrong: LayoutInput = {
      nodes: [{ key: "%a", width: 1, height: 1 }],
      edges: [{ source: 0, target: 7 }],
    };
    await assert.rejects(thread.layout(wrong), /./);
    assert.ok(await thread.layout(chain(2)));
  } finally {
    thread.dispose();
  }
});

test("requests that wait when the thread is ended get no layout", async () => {
  const thread = new LayoutThread(worker);
  const layouts = [thread.layout(chain(3)), thread.layout(chain(4))];
  thread.dispose();
  assert.deepEqual(await Promise.all(layouts), [undefined, undefined]);
});

test("a layout under way is not begun again, and the last layout is kept", async () => {
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
