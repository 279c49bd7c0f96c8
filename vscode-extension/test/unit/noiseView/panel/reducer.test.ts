// The panel of the noise view in the order of what users do.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TooEntangled } from "../../../../src/noiseView/drawing/layoutThread.ts";
import { applicableAnswer, currentPicture } from "../../../../src/noiseView/panel/state.ts";
import { fixedGraph, originalGraph, graph, node } from "../drawing/graphs.ts";
import { otherUri, PanelDriver, panelsByState, proposedFix, uri } from "./panelDriver.ts";

const panelIn = (state: string) => panelsByState[state]!();
const elsewhere = { start: { line: 200, character: 10 }, end: { line: 200, character: 12 } };
/** Another function of the same name. */
const second = { ...originalGraph, nameRange: elsewhere };

describe("panel: the picture", () => {
  test("a restored panel requests the function of its last picture", () => {
    const panel = new PanelDriver({ uri, line: 7, isPinned: true });
    assert.deepEqual(panel.state.target, { uri, position: { line: 7, character: 0 } });
    assert.deepEqual(panel.fire("refresh"), ["requestGraph"]);
    assert.deepEqual(panel.page({ type: "ready" }).slice(0, 2), ["post pinned", "post before"]);
  });

  test("the function that was shown is requested where the cursor is between two", () => {
    const panel = panelIn("shown");
    panel.select(120);
    const [request] = panel.run({ type: "timerFired", timer: "refresh" });
    assert.ok(request?.type === "requestGraph");
    assert.deepEqual(request.position, { line: 120, character: 0 });
    assert.deepEqual(request.shown, { name: "@f", position: originalGraph.nameRange.start });
  });

  test("in another document no function was shown", () => {
    const panel = panelIn("shown");
    panel.select(120, otherUri);
    const [request] = panel.run({ type: "timerFired", timer: "refresh" });
    assert.ok(request?.type === "requestGraph");
    assert.equal(request.shown, null);
  });

  test("another part of a large function is requested when the cursor is outside", () => {
    const panel = panelIn("following");
    panel.refresh({ ...originalGraph, totalNodes: 34_001 });
    assert.deepEqual(panel.select(2), ["post cursor %b"]);
    assert.deepEqual(panel.select(40), ["post cursor null", "refresh in 400"]);
  });

  test("without encrypted values, a server or a document it says so", () => {
    const panel = panelIn("requesting");
    assert.match(panel.answerGraph(graph([], [])).join(), /No encrypted values in @f/);
    panel.server = { kind: "stopped" };
    assert.match(panel.fire("refresh").join(), /The server is not running/);
    panel.server = { kind: "ready" };
    panel.fire("refresh");
    const empty = { title: "No function here", detail: "" };
    const { id } = panel.state.request!;
    panel.send({ type: "graphAnswer", id, answer: { value: { empty } } });
    assert.deepEqual(panel.state.content, { kind: "empty", empty });
    assert.equal(panel.state.request, null);
  });

  test("a graph that is too entangled is no picture, and with its fix is drawn without", () => {
    const panel = panelIn("drawing");
    assert.match(panel.fail("layoutAnswer", new TooEntangled()).join(), /@f is too complex/);
    const fixed = panelIn("drawingFix");
    const effects = fixed.fail("layoutAnswer", new TooEntangled());
    assert.match(effects[0]!, /^warning: Noisy MLIR: @f with the fix is too complex/);
    assert.equal(effects[1], "requestLayout");
    assert.deepEqual(fixed.answerLayout(), ["post picture", "post cursor %p1"]);
    assert.equal(applicableAnswer(fixed.state.fix)?.edit, proposedFix.edit, "it can be applied all the same");
  });

  test("a hidden panel requests nothing until it is visible", () => {
    const panel = panelIn("shown");
    panel.send({ type: "visibilityChanged", isVisible: false });
    assert.deepEqual(panel.edit(), ["mark in 200", "refresh in 700"]);
    assert.deepEqual(panel.fire("refresh"), []);
    assert.deepEqual(panel.send({ type: "visibilityChanged", isVisible: true }), ["refresh in 0"]);
    assert.deepEqual(panel.fire("refresh"), ["requestGraph"]);
  });
});

describe("panel: a picture that is not current", () => {
  test("an edit is marked when the newest text is not shown soon", () => {
    const panel = panelIn("edited");
    assert.deepEqual(panel.fire("mark"), ["cancelTimer", "post stale edited"]);
    assert.deepEqual(panel.refresh().at(-1), "post stale null");
    assert.equal(panel.state.lagStart, null);
  });

  test("a picture of a text that was edited meanwhile is marked later, a broken one at once", () => {
    const panel = panelIn("refreshing");
    panel.answerGraph();
    panel.edit();
    assert.equal(panel.answerLayout().at(-1), "mark in 200");
    const broken = { ...originalGraph, version: panel.versions[uri]!, isStale: true };
    assert.equal(panel.refresh(broken).at(-1), "post stale broken");
  });

  test("a mark stays while pictures of older texts follow each other", () => {
    const panel = panelIn("refreshing");
    panel.fire("mark");
    panel.answerGraph();
    panel.edit();
    panel.now += 500;
    assert.equal(panel.answerLayout().at(-1), "post stale edited");
    assert.equal(panel.state.lagStart, panel.now, "the next one may take as long again");
  });

  test("a document that is opened again is in doubt, whatever its version", () => {
    const panel = panelIn("shown");
    panel.send({ type: "documentClosed", uri });
    assert.deepEqual(panel.fire("mark"), ["cancelTimer", "post stale edited"]);
    assert.equal(panel.refresh().at(-1), "post stale null");
  });

  test("settings that change during a request leave a doubt about its answer", () => {
    const panel = panelIn("refreshing");
    panel.send({ type: "settingsChanged" });
    panel.answerGraph();
    panel.answerLayout();
    assert.equal(panel.state.doubt, "settings");
    panel.refresh();
    assert.equal(panel.state.doubt, null);
  });

  test("who types is not asked to wait for pictures, but sees one now and then", () => {
    const panel = panelIn("shown");
    panel.isTyping = true;
    for (let key = 0; key < 33; key++) {
      panel.edit();
      panel.send({ type: "documentAnalysed", uri });
      panel.now += 60;
      assert.deepEqual(panel.fire("refresh"), ["refresh in 290"]);
    }
    panel.edit();
    panel.now += 60;
    assert.deepEqual(panel.fire("refresh"), ["requestGraph"], "after two seconds");
    panel.answerGraph();
    panel.answerLayout();
    panel.edit();
    panel.now += 340;
    assert.deepEqual(panel.fire("refresh"), ["refresh in 10"]);
    panel.now += 10;
    assert.deepEqual(panel.fire("refresh"), ["requestGraph"], "and after a rest");
  });

  test("a picture that lags behind for long lets the request under way finish", () => {
    const panel = panelIn("refreshing");
    panel.now += 1200;
    assert.deepEqual(panel.fire("refresh"), ["cancelRequest", "requestGraph"], "not for long yet");
    panel.edit();
    panel.now += 200;
    assert.deepEqual(panel.fire("refresh"), [], "an edit more does not begin it anew");
    panel.answerGraph();
    assert.equal(panel.answerLayout().at(-1), "refresh in 0", "then the newest is requested");
    panel.edit();
    panel.fire("refresh");
    panel.now += 1000;
    assert.deepEqual(panel.fire("refresh"), ["cancelRequest", "requestGraph"], "one was shown between");
  });

  test("a request that never ends, or is for another function, is not waited for", () => {
    const panel = panelIn("refreshing");
    panel.now += 60_000;
    assert.deepEqual(panel.fire("refresh"), ["cancelRequest", "requestGraph"]);
    panel.now += 5000;
    panel.select(3, otherUri);
    assert.deepEqual(panel.fire("refresh"), ["cancelRequest", "requestGraph"]);
  });
});

describe("panel: the cursor and the selection", () => {
  test("a click on one of two nodes with the same place selects that one, until an edit", () => {
    const panel = panelIn("following");
    panel.refresh(graph([node("%x", 4, { key: "1" }), node("%x", 4, { key: "2" })], []));
    panel.page({ type: "reveal", key: "2", side: "before", takeFocus: true, serial: 1 });
    const { position } = panel.state.target!;
    const selection = { start: position, end: position };
    const event = { type: "selectionChanged", uri, position, selection, isByUser: false } as const;
    assert.deepEqual(panel.send(event), ["post cursor 2"]);
    panel.edit();
    assert.deepEqual(panel.send(event), ["post cursor 1"]);
  });

  test("a click on a node moves the target, and its echo does not come back", () => {
    const panel = panelIn("shown");
    const reveal = (key: string, serial: number) =>
      panel.page({ type: "reveal", key, side: "before", takeFocus: false, serial });
    const echo = (line: number) => {
      const { range } = node("%p1", line);
      return panel.send({
        type: "selectionChanged",
        uri,
        position: range.end,
        selection: range,
        isByUser: false,
      });
    };
    reveal("%p1", 1);
    reveal("%p2", 2);
    assert.deepEqual(echo(3), [], "overtaken");
    assert.deepEqual(echo(4), ["post cursor %p2"]);
    panel.select(1);
    assert.deepEqual(echo(3), ["post cursor %p1"], "the user has selected something since");
    assert.deepEqual(echo(4), ["post cursor %p2"]);
    assert.deepEqual(panel.state.target?.position, { line: 4, character: 5 });
    assert.equal(panel.state.serial, 2);
    assert.deepEqual(reveal("%none", 3), []);
    assert.equal(panel.state.serial, 3);
    panel.page({ type: "ready" });
    assert.equal(panel.state.serial, 0, "a new page counts anew");
  });

  test("a pinned panel stays with its function, whose place moves with its line", () => {
    const panel = panelIn("pinned");
    assert.deepEqual(panel.select(150), []);
    assert.deepEqual(panel.select(2), ["post cursor %b"]);
    const place = { line: 0, character: 0 };
    const changes = [{ range: { start: place, end: place }, text: "\n\n" }];
    panel.send({ type: "textChanged", uri, changes, isActive: true });
    assert.deepEqual(panel.state.target?.position, { line: 4, character: 0 });
    panel.page({ type: "pin", isPinned: false });
    assert.deepEqual(panel.select(150, otherUri), ["refresh in 120"]);
  });
});

describe("panel: the request for a fix", () => {
  test("a fix that is wanted after an edit is requested with the newest picture", () => {
    const panel = panelIn("edited");
    assert.deepEqual(panel.page({ type: "propose" }), ["refresh in 0"]);
    assert.equal(panel.refresh().at(-1), "requestFix");
    const fix = { ...proposedFix, version: 2, graph: { ...fixedGraph, version: 2 } };
    assert.deepEqual(panel.answerFix(fix), ["post fix ready", "requestLayout"]);
    assert.equal(panel.state.wish, "after");
    assert.deepEqual(panel.answerLayout(), ["post fixed picture", "post after", "post cursor %p1"]);
    assert.equal(panel.state.wish, "none");
  });

  test("a fix of an older text, of another function or without a graph is none", () => {
    const panel = panelIn("solving");
    panel.versions[uri] = 2;
    assert.deepEqual(panel.answerFix({ ...proposedFix, version: 2 }), ["post fix none"]);
    for (const graph of [{ ...fixedGraph, name: "@g" }, null]) {
      const secondPanel = panelIn("solving");
      assert.deepEqual(secondPanel.answerFix({ ...proposedFix, graph }), ["post fix failed"]);
    }
  });

  test("a fix without an edit is ready, with nothing to draw or apply", () => {
    const panel = panelIn("solving");
    const fix = { ...proposedFix, edit: null, graph: null };
    assert.deepEqual(panel.answerFix(fix), ["post fix ready"]);
  });

  test("a search that the page ends has the best so far as its answer", () => {
    const panel = panelIn("solving");
    assert.deepEqual(panel.page({ type: "cancelProposal" }), ["stopRequest"]);
    assert.deepEqual(panel.answerFix(proposedFix), ["post fix ready", "requestLayout"]);
  });

  test("a search that the page ends twice has no answer", () => {
    const panel = panelIn("solving");
    panel.page({ type: "cancelProposal" });
    assert.deepEqual(panel.page({ type: "cancelProposal" }), ["cancelRequest", "post fix none"]);
    assert.equal(panel.state.wish, "none");
  });

  test("a fix that is not wanted any more is not requested", () => {
    for (const request of [{ type: "cancelProposal" }, { type: "side", side: "before" }] as const) {
      const panel = panelIn("edited");
      panel.page({ type: "propose" });
      panel.page(request);
      assert.equal(panel.refresh().at(-1), "post stale null");
    }
  });

  test("a server without fixes fails at once", () => {
    const panel = panelIn("shown");
    panel.capabilities = { noiseGraph: true };
    assert.deepEqual(panel.page({ type: "propose" }), ["post fix failed"]);
  });
});

describe("panel: a fix that is there", () => {
  test("a fix is dropped when another function is shown, or none", () => {
    for (const state of ["solving", "ready", "failed"]) {
      const panel = panelIn(state);
      panel.refresh(second);
      assert.equal(panel.state.fix.kind, "none", state);
      assert.equal(panel.state.side, "before");
    }
    const panel = panelIn("ready");
    panel.server = { kind: "stopped" };
    const effects = panel.fire("refresh");
    assert.deepEqual(effects.slice(0, 3), ["post fix none", "post before", "post The server is not running"]);
  });

  test("the picture of an edited text has no fix, and shows the side before", () => {
    const panel = panelIn("outdated");
    assert.equal(panel.state.side, "after");
    const effects = panel.refresh();
    assert.ok(effects.includes("post before") && effects.includes("post picture"));
    assert.equal(panel.state.fix.kind, "outdated");
    assert.equal(currentPicture(panel.state)?.fixedGraph, null);
  });

  test("a fix that comes during a request is drawn after its answer", () => {
    const panel = panelIn("solving");
    panel.fire("refresh");
    assert.deepEqual(panel.answerFix(), ["post fix ready"]);
    assert.deepEqual(panel.answerGraph(), ["requestLayout"]);
    assert.deepEqual(panel.answerLayout(), [
      "post fixed picture",
      "post after",
      "post cursor %p1",
      "cancelTimer",
      "post stale null",
      "refresh in 0",
    ]);
  });

  test("its own edit does not outdate it while it is applied", () => {
    const panel = panelIn("applying");
    assert.deepEqual(panel.edit(), ["mark in 200", "refresh in 700"]);
    const answer = panel.state.application!;
    assert.deepEqual(panel.send({ type: "fixOutcome", answer, outcome: "applied" }), [
      "post fix none",
      "post before",
    ]);
    const secondPanel = panelIn("applying");
    secondPanel.edit();
    assert.deepEqual(secondPanel.send({ type: "fixOutcome", answer, outcome: "unchanged" }), [
      "post fix outdated",
    ]);
  });

  test("a document that cannot be changed keeps the fix", () => {
    const panel = panelIn("applying");
    panel.send({ type: "fixOutcome", answer: panel.state.application!, outcome: "refused" });
    assert.equal(panel.state.fix.kind, "failed");
    assert.deepEqual(panel.page({ type: "preview" }), ["previewFix"]);
  });

  test("the export says of the side after when its fix is outdated", () => {
    for (const [state, isAfter, isOutdated] of [
      ["shown", false, false],
      ["ready", true, false],
      ["outdated", true, true],
    ] as const) {
      const panel = panelIn(state);
      const [effect] = panel.run({ type: "pageRequest", request: { type: "export" } });
      assert.ok(effect?.type === "export");
      assert.deepEqual([effect.isAfter, effect.isOutdated], [isAfter, isOutdated]);
      assert.equal(effect.staleness, isOutdated ? "edited" : null);
    }
  });
});
