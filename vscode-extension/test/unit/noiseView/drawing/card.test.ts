import assert from "node:assert/strict";
import { test } from "node:test";
import { cardDetails, cardShapes, cardSize, shorten } from "../../../../src/noiseView/drawing/card.ts";
import { heatOf, nodeClasses } from "../../../../src/noiseView/drawing/levels.ts";
import { node } from "./graphs.ts";

const details = (fields: Parameters<typeof node>[2]) => {
  const card = node("%x", 1, fields);
  const { width, height } = cardSize(card);
  return cardDetails(card, width, height);
};
const width = (shapes: ReturnType<typeof details>, name: string) =>
  shapes.find(({ className }) => className === name)?.attributes["width"];

test("a long name is shortened and does not make an endless card", () => {
  assert.equal(shorten("abc", 3), "abc");
  assert.equal(shorten("abcd", 3), "ab…");
  const long = cardSize(node(`%${"x".repeat(500)}`, 1));
  assert.ok(long.width < 400);
});

test("the bar shows the used part of the budget", () => {
  const full = Number(width(details({ noise: 26 }), "bar-used"));
  assert.equal(width(details({ noise: 13 }), "bar-used"), full / 2);
});

test("over the limit the bar is full and has a mark at the limit", () => {
  const shapes = details({ noise: 52, level: "over" });
  const bar = shapes.find(({ className }) => className === "bar-used")!;
  const mark = shapes.find(({ className }) => className === "bar-limit")!;
  const middle = Number(bar.attributes["x"]) + Number(bar.attributes["width"]) / 2;
  assert.ok(Math.abs(Number(mark.attributes["x"]) + 1 - middle) <= 1);
  assert.ok(!details({ noise: 26 }).some(({ className }) => className === "bar-limit"));
});

test("levels are told by icons and patterns, not by colour alone", () => {
  const icon = (level: "safe" | "over" | "unreliable" | "unknown" | "nearLimit") =>
    details({ level }).find(({ className }) => className === "level")?.attributes["d"];
  const icons = [icon("over"), icon("unreliable"), icon("unknown"), icon("nearLimit"), icon("safe")];
  assert.equal(new Set(icons).size, icons.length);
  const hasPattern = (level: "safe" | "unreliable" | "unknown") =>
    cardShapes(node("%x", 1, { level }), 100, 40).some(({ className }) => className === "pattern");
  assert.deepEqual(
    [hasPattern("unreliable"), hasPattern("unknown"), hasPattern("safe")],
    [true, true, false],
  );
});

test("a node that a fix inserts has a badge", () => {
  assert.ok(details({ isInserted: true }).some(({ className }) => className === "badge"));
  assert.ok(!details({ isInserted: false }).some(({ className }) => className === "badge"));
});

test("heat goes from nothing to the limit", () => {
  assert.equal(heatOf(node("%x", 1, { noise: 0 })), 0);
  assert.equal(heatOf(node("%x", 1, { noise: 26 })), 10);
  assert.equal(heatOf(node("%x", 1, { noise: 99 })), 10);
  const { noise: _, ...unknown } = node("%x", 1, { level: "unknown" });
  assert.equal(heatOf(unknown), undefined);
  assert.equal(nodeClasses(unknown), "node kind-value level-unknown");
});

test("the places stay when nothing but noise changes", () => {
  const size = (label: string, level: "safe" | "over") => cardSize(node("%a_long_name", 1, { label, level }));
  assert.deepEqual(size("12/26", "safe"), size("192/26", "over"));
});

test("a call is drawn as an operation, not as a value", () => {
  const call = node("func.call", 1, { kind: "call", operation: "func.call", label: "", level: "over" });
  const sink = { ...call, kind: "sink" } as const;
  assert.deepEqual(cardSize(call), cardSize(sink));
  const classes = cardDetails(call, 100, 28).map(({ className }) => className);
  assert.deepEqual(classes, ["icon", "name", "level"]);
});
