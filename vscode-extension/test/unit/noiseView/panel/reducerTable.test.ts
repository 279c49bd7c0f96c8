// Each event in each state of the panel, by the effects that the reducer answers with.

import assert from "node:assert/strict";
import { test } from "node:test";
import { otherUri, panelsByState, proposedFix, uri, type PanelDriver } from "./panelDriver.ts";

/** An event, and its effects by the names of the states. */
type Row = [send: (panel: PanelDriver) => string[], effects: Record<string, string>];

const table: Record<string, Row> = {
  "the cursor moves inside the function": [
    (panel) => panel.select(4),
    {
      "new waiting following requesting drawing empty": "refresh in 120",
      otherwise: "post cursor %p2",
      hidden: "",
    },
  ],
  "the cursor moves to another document": [
    (panel) => panel.select(4, otherUri),
    { otherwise: "refresh in 120", pinned: "" },
  ],
  "the text is edited": [
    (panel) => panel.edit(),
    {
      "new waiting empty": "",
      "following requesting drawing": "refresh in 700",
      otherwise: "mark in 200, refresh in 700",
      solving: "cancelRequest, post fix outdated, mark in 200, refresh in 700",
      "drawingFix ready": "post fix outdated, mark in 200, refresh in 700",
    },
  ],
  "another text is edited": [
    (panel) => {
      panel.versions[otherUri]!++;
      return panel.send({ type: "textChanged", uri: otherUri, changes: [], isActive: true });
    },
    { otherwise: "" },
  ],
  "the document is closed": [
    (panel) => {
      delete panel.versions[uri];
      return panel.send({ type: "documentClosed", uri });
    },
    {
      "new waiting empty": "",
      "following requesting drawing": "refresh in 120",
      otherwise: "mark in 200, refresh in 120",
      solving: "cancelRequest, post fix outdated, mark in 200, refresh in 120",
      "drawingFix ready": "post fix outdated, mark in 200, refresh in 120",
    },
  ],
  "the document is analysed": [
    (panel) => panel.send({ type: "documentAnalysed", uri }),
    { "new waiting empty": "", otherwise: "refresh in 40" },
  ],
  "another document is analysed": [
    (panel) => panel.send({ type: "documentAnalysed", uri: otherUri }),
    { otherwise: "" },
  ],
  "the settings change": [
    (panel) => panel.send({ type: "settingsChanged" }),
    {
      otherwise: "mark in 200, refresh in 250",
      solving: "cancelRequest, post fix outdated, mark in 200, refresh in 250",
      "drawingFix ready applying": "post fix outdated, mark in 200, refresh in 250",
    },
  ],
  "the server is solving": [
    (panel) => {
      panel.server = { kind: "solving", message: "gap 2 %" };
      return panel.send({ type: "serverChanged" });
    },
    { otherwise: "", empty: "refresh in 40", solving: "post fix solving" },
  ],
  "the server ends": [
    (panel) => {
      panel.server = { kind: "stopped" };
      return panel.send({ type: "serverChanged" });
    },
    { otherwise: "refresh in 40" },
  ],
  "the panel is hidden": [
    (panel) => panel.send({ type: "visibilityChanged", isVisible: false }),
    { otherwise: "", "requesting drawing refreshing": "cancelRequest" },
  ],
  "the panel is visible": [
    (panel) => panel.send({ type: "visibilityChanged", isVisible: true }),
    { otherwise: "", hidden: "refresh in 0" },
  ],
  "the refresh timer fires": [
    (panel) => panel.fire("refresh"),
    {
      new: "cancelTimer",
      "waiting empty": "post No MLIR document, cancelTimer, post stale null",
      otherwise: "requestGraph",
      "requesting drawing refreshing": "cancelRequest, requestGraph",
      hidden: "",
    },
  ],
  "the mark timer fires": [
    (panel) => panel.fire("mark"),
    {
      "new hidden": "cancelTimer",
      otherwise: "cancelTimer, post stale null",
      "edited refreshing outdated": "cancelTimer, post stale edited",
    },
  ],
  "the page is ready": [
    (panel) => panel.page({ type: "ready" }),
    {
      otherwise: "post unpinned, post before, post fix none, post focus",
      shown:
        "post unpinned, post before, post fix none, post focus, post picture, cancelTimer, post stale null, post cursor %p1",
      empty: "post unpinned, post before, post fix none, post focus, post No MLIR document",
      "edited refreshing hidden":
        "post unpinned, post before, post fix none, post focus, post picture, cancelTimer, post stale edited, post cursor %p1",
      solving:
        "post unpinned, post before, post fix solving, post focus, post picture, cancelTimer, post stale null, post cursor %p1",
      drawingFix:
        "post unpinned, post before, post fix ready, post focus, post picture, cancelTimer, post stale null, post cursor %p1",
      "ready applying":
        "post unpinned, post after, post fix ready, post focus, post fixed picture, cancelTimer, post stale null, post cursor %p1",
      outdated:
        "post unpinned, post after, post fix outdated, post focus, post fixed picture, cancelTimer, post stale edited, post cursor %p1",
      failed:
        "post unpinned, post before, post fix failed, post focus, post picture, cancelTimer, post stale null, post cursor %p1",
      pinned:
        "post pinned, post before, post fix none, post focus, post picture, cancelTimer, post stale null, post cursor %p1",
    },
  ],
  "the page reveals a node": [
    (panel) => panel.page({ type: "reveal", key: "%p1", side: "before", takeFocus: false, serial: 1 }),
    { "new waiting following requesting drawing empty": "", otherwise: "selectRange" },
  ],
  "the page reveals a node of the fix": [
    (panel) => panel.page({ type: "reveal", key: "%p1_reduced", side: "after", takeFocus: false, serial: 1 }),
    { otherwise: "", "ready applying outdated": "selectRange" },
  ],
  "the page shows the side before": [
    (panel) => panel.page({ type: "side", side: "before" }),
    { otherwise: "" },
  ],
  "the page unpins": [(panel) => panel.page({ type: "pin", isPinned: false }), { otherwise: "followEditor" }],
  "the page wants a fix": [
    (panel) => panel.page({ type: "propose" }),
    {
      otherwise: "",
      "shown failed pinned": "post fix solving, requestFix",
      "edited refreshing outdated hidden": "refresh in 0",
      drawingFix: "requestLayout",
    },
  ],
  "the page cancels the fix": [
    (panel) => panel.page({ type: "cancelProposal" }),
    { otherwise: "", solving: "stopRequest" },
  ],
  "the page applies the fix": [
    (panel) => panel.page({ type: "apply" }),
    { otherwise: "", "drawingFix ready": "applyFix" },
  ],
  "the page previews the fix": [
    (panel) => panel.page({ type: "preview" }),
    { otherwise: "", "drawingFix ready": "previewFix" },
  ],
  "the page exports": [
    (panel) => panel.page({ type: "export" }),
    {
      "new waiting following requesting drawing empty":
        "information: Noisy MLIR: there is no graph to export. Put the cursor into a function.",
      otherwise: "export",
    },
  ],
  "the page runs a command": [
    (panel) => panel.page({ type: "command", command: "noisy.restart" }),
    { otherwise: "runCommand" },
  ],
  "the page fails": [(panel) => panel.page({ type: "failure", message: "x" }), { otherwise: "log" }],
  "the graph comes": [
    (panel) => panel.answerGraph(),
    { otherwise: "", "requesting refreshing": "requestLayout" },
  ],
  "the answer to a request comes that was cancelled": [
    (panel) => panel.send({ type: "graphAnswer", id: 99, answer: { error: new Error("x") } }),
    { otherwise: "" },
  ],
  "the graph fails": [
    (panel) => panel.fail("graphAnswer", new Error("x")),
    {
      otherwise: "",
      "requesting refreshing": "post The server could not provide the graph, cancelTimer, post stale null",
    },
  ],
  "the graph is overtaken": [
    (panel) => panel.fail("graphAnswer", { code: -32801 }),
    { otherwise: "", "requesting refreshing": "refresh in 250" },
  ],
  "the layout comes": [
    (panel) => panel.answerLayout(),
    {
      otherwise: "",
      drawing: "post picture, post cursor %p1, cancelTimer, post stale null",
      drawingFix: "post fixed picture, post after, post cursor %p1",
    },
  ],
  "the layout fails": [
    (panel) => panel.fail("layoutAnswer", new Error("x")),
    {
      otherwise: "",
      drawing: "post The server could not provide the graph, cancelTimer, post stale null",
      drawingFix: "error: Noisy MLIR: x",
    },
  ],
  "the fix comes": [
    (panel) => panel.answerFix(),
    { otherwise: "", solving: "post fix ready, requestLayout" },
  ],
  "the fix is cancelled elsewhere": [
    (panel) => panel.fail("fixAnswer", { code: -32800 }),
    { otherwise: "", solving: "post fix none" },
  ],
  "the fix is applied": [
    (panel) =>
      panel.send({ type: "fixOutcome", answer: panel.state.application ?? proposedFix, outcome: "applied" }),
    {
      otherwise: "",
      drawingFix: "post fix none",
      "ready applying": "post fix none, post before",
      outdated: "post before",
    },
  ],
  "the fix is refused": [
    (panel) =>
      panel.send({ type: "fixOutcome", answer: panel.state.application ?? proposedFix, outcome: "refused" }),
    { otherwise: "", "drawingFix ready applying": "post fix failed" },
  ],
};

for (const [name, [send, effects]] of Object.entries(table)) {
  const rows = Object.entries(effects).flatMap(([states, words]) =>
    states.split(" ").map((state): [string, string] => [state, words]),
  );
  const byState = new Map(rows);
  test(name, () => {
    assert.equal(rows.length, byState.size, "a state is listed twice");
    for (const state of byState.keys()) assert.ok(state === "otherwise" || state in panelsByState, state);
    for (const [state, make] of Object.entries(panelsByState))
      assert.equal(send(make()).join(", "), byState.get(state) ?? byState.get("otherwise"), state);
  });
}
