// A large function is drawn around one value, and the way back to those before.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compatibleFixedGraph, placeOf } from "../../../../src/noiseView/panel/identity.ts";
import { originalGraph } from "../drawing/graphs.ts";
import { PanelDriver, panelsByState, uri } from "./panelDriver.ts";

/** A large function around a value. */
const around = (key: string) => ({ ...originalGraph, totalNodes: 34_000, focus: key });

/** The values that the requests of an event ask for. */
function asked(panel: PanelDriver): (string | null)[] {
  const effects = panel.run({ type: "timerFired", timer: "refresh" });
  return effects.flatMap((effect) => (effect.type === "requestGraph" ? [effect.focusKey] : []));
}

function shown(): PanelDriver {
  const panel = panelsByState.following!();
  panel.refresh(around("%p2"));
  return panel;
}

function focus(panel: PanelDriver, key: string): void {
  panel.page({ type: "focus", key });
  assert.deepEqual(asked(panel), [key]);
  panel.answerGraph(around(key));
  panel.answerLayout();
}

describe("panel: the value in focus", () => {
  test("the value at the cursor is asked for first, then the one of a double click", () => {
    const panel = panelsByState.following!();
    assert.deepEqual(asked(panel), [null]);
    panel.answerGraph(around("%p2"));
    assert.deepEqual(panel.answerLayout().slice(0, 2), ["post focus", "post picture"]);
    assert.deepEqual(panel.page({ type: "focus", key: "%a" }), ["refresh in 0"]);
    assert.deepEqual(asked(panel), ["%a"]);
    panel.answerGraph(around("%a"));
    assert.equal(panel.answerLayout()[0], "post focus back");
  });

  test("back and forward lead along the values, and a new one ends the way forward", () => {
    const panel = shown();
    focus(panel, "%p1");
    focus(panel, "%a");
    assert.deepEqual(panel.page({ type: "travel", direction: -1 }), [
      "post focus back forward",
      "refresh in 0",
    ]);
    assert.deepEqual(asked(panel), ["%p1"]);
    panel.answerGraph(around("%p1"));
    panel.answerLayout();
    panel.page({ type: "travel", direction: -1 });
    assert.deepEqual(asked(panel), ["%p2"]);
    panel.answerGraph(around("%p2"));
    panel.answerLayout();
    assert.deepEqual(panel.page({ type: "travel", direction: -1 }), [], "there is nothing before");
    panel.page({ type: "travel", direction: 1 });
    assert.deepEqual(asked(panel), ["%p1"]);
    panel.answerGraph(around("%p1"));
    panel.answerLayout();
    focus(panel, "%b");
    assert.deepEqual(panel.page({ type: "travel", direction: 1 }), []);
    assert.deepEqual(
      panel.state.history.entries.map(({ key }) => key),
      ["%p2", "%p1", "%b"],
    );
  });

  test("the same value again is no step", () => {
    const panel = shown();
    panel.refresh(around("%p2"));
    assert.equal(panel.state.history.entries.length, 1);
  });

  test("the cursor of the user takes the focus along, a click in the drawing does not", () => {
    const panel = shown();
    focus(panel, "%a");
    panel.page({ type: "reveal", key: "%p1", side: "before", takeFocus: false, serial: 1 });
    assert.equal(panel.state.focusKey, "%a");
    assert.ok(panel.select(2).includes("refresh in 400"));
    assert.deepEqual(asked(panel), [null]);
  });

  test("without a focus all is asked for", () => {
    const panel = shown();
    assert.deepEqual(panel.page({ type: "all", isAll: true }), ["post focus all", "refresh in 0"]);
    const [request] = panel.run({ type: "timerFired", timer: "refresh" });
    assert.ok(request?.type === "requestGraph" && request.isAll);
  });

  test("a fix is shown around the same value alone", () => {
    const place = placeOf(uri, originalGraph);
    const few = { ...around("%p2"), nodes: originalGraph.nodes.slice(3), edges: [] };
    assert.equal(compatibleFixedGraph(few, place, around("%p2"), uri), few);
    assert.equal(compatibleFixedGraph(few, place, around("%a"), uri), null);
    assert.equal(compatibleFixedGraph(few, place, originalGraph, uri), null);
  });
});
