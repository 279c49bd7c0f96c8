import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "node:test";
import { CrashCounter } from "../../../src/server/crashes.ts";
import { Lifecycle, type LifecycleEvent, type Session } from "../../../src/server/lifecycle.ts";

/** Sessions that open and end when the test says so. */
class Stage {
  readonly events: string[] = [];
  alive = 0;
  openCount = 0;
  /** The failure of the next sessions. */
  failure: Error | undefined;
  isSlow = false;
  /** The next sessions do not react to the abort signal. */
  isDeaf = false;
  /** The next sessions crash when they are open. */
  isDoomed = false;
  proceed: () => void = () => {};
  crash: () => void = () => {};
  readonly lifecycle = new Lifecycle(
    (signal) => this.open(signal),
    (event: LifecycleEvent) => this.events.push(event.kind),
    new CrashCounter(3, 1000, () => 0),
  );

  private async open(signal: AbortSignal): Promise<Session> {
    this.openCount++;
    assert.equal(this.alive, 0, "two at once");
    const isDoomed = this.isDoomed;
    if (this.isSlow) {
      await new Promise<void>((resolve, reject) => {
        this.proceed = resolve;
        if (!this.isDeaf) signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    }
    await turn();
    if (this.failure) throw this.failure;
    this.alive++;
    let leave = () => {};
    let isThere = true;
    const exit = new Promise<void>((resolve) => {
      leave = () => {
        if (isThere) this.alive--;
        isThere = false;
        resolve();
      };
    });
    this.crash = leave;
    if (isDoomed) leave();
    return {
      exit,
      end: async () => {
        await turn();
        leave();
        await exit;
      },
    };
  }

  takeEvents(): string {
    return this.events.splice(0).join(" ");
  }
}

test("a session is opened, replaced, and ended", async () => {
  const stage = new Stage();
  await stage.lifecycle.restart();
  assert.equal(stage.takeEvents(), "starting running");
  await stage.lifecycle.restart();
  assert.equal(stage.takeEvents(), "starting running");
  assert.equal(stage.alive, 1);
  await stage.lifecycle.stop();
  assert.equal(stage.takeEvents(), "stopped");
  assert.equal(stage.alive, 0);
  await stage.lifecycle.restart();
  assert.equal(stage.takeEvents(), "");
  assert.equal(stage.openCount, 2);
});

test("several restarts at once are one", async () => {
  const stage = new Stage();
  await stage.lifecycle.restart();
  stage.takeEvents();
  await Promise.all([1, 2, 3, 4].map(() => stage.lifecycle.restart()));
  assert.equal(stage.takeEvents(), "starting running");
  assert.equal(stage.openCount, 2);
});

test("a restart while one is opened has that one given up", async () => {
  const stage = new Stage();
  stage.isSlow = true;
  const first = stage.lifecycle.restart();
  await turn();
  stage.isSlow = false;
  const second = stage.lifecycle.restart();
  await Promise.all([first, second]);
  assert.equal(stage.takeEvents(), "starting starting running");
  assert.equal(stage.alive, 1);
});

test("a stop while one is opened leaves nothing", async () => {
  const stage = new Stage();
  stage.isSlow = true;
  void stage.lifecycle.restart();
  await turn();
  await stage.lifecycle.stop();
  assert.equal(stage.takeEvents(), "starting stopped");
  assert.equal(stage.alive, 0);
});

test("a session that opens although nobody wants it any more is ended, and not reported", async () => {
  const stage = new Stage();
  stage.isSlow = stage.isDeaf = true;
  const first = stage.lifecycle.restart();
  await turn();
  const second = stage.lifecycle.restart();
  stage.isSlow = false;
  stage.proceed();
  await Promise.all([first, second]);
  assert.equal(stage.takeEvents(), "starting starting running");
  assert.equal(stage.alive, 1);
});

test("a crash of a session that nobody wants any more is not reported", async () => {
  const stage = new Stage();
  stage.isSlow = stage.isDeaf = stage.isDoomed = true;
  const first = stage.lifecycle.restart();
  await turn();
  const second = stage.lifecycle.restart();
  stage.isSlow = stage.isDoomed = false;
  stage.proceed();
  await Promise.all([first, second]);
  await turn();
  assert.equal(stage.takeEvents(), "starting starting running");
});

test("a crash is followed by a restart, until there were too many", async () => {
  const stage = new Stage();
  await stage.lifecycle.restart();
  stage.takeEvents();
  for (let i = 0; i < 2; i++) {
    stage.crash();
    await turn();
    await stage.lifecycle.settled();
    assert.equal(stage.takeEvents(), "crashed starting running");
  }
  stage.crash();
  await turn();
  await stage.lifecycle.settled();
  assert.equal(stage.takeEvents(), "gaveUp");
  // Asked for, it starts to count from zero.
  await stage.lifecycle.restart();
  assert.equal(stage.takeEvents(), "starting running");
  stage.crash();
  await turn();
  await stage.lifecycle.settled();
  assert.equal(stage.takeEvents(), "crashed starting running");
});

test("a session that cannot be opened is not tried again, until a restart", async () => {
  const stage = new Stage();
  stage.failure = new Error("missing");
  await stage.lifecycle.restart();
  await turn();
  assert.equal(stage.takeEvents(), "starting failed");
  assert.equal(stage.openCount, 1);
  stage.failure = undefined;
  await stage.lifecycle.restart();
  assert.equal(stage.takeEvents(), "starting running");
});

test("a restart right when another has settled is done", async () => {
  const stage = new Stage();
  stage.failure = new Error("missing");
  const restarts = stage.lifecycle.restart().then(() => {
    stage.failure = undefined;
    return stage.lifecycle.restart();
  });
  await restarts;
  assert.equal(stage.takeEvents(), "starting failed starting running");
});
