import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compatibleFixedGraph,
  isSameFunction,
  isSamePlace,
  placeOf,
} from "../../../../src/noiseView/panel/identity.ts";
import { fixedGraph, originalGraph, graph, node } from "../drawing/graphs.ts";

const uri = "file:///a.mlir";
const place = placeOf(uri, originalGraph);
const elsewhere = { start: { line: 20, character: 10 }, end: { line: 20, character: 12 } };

test("functions of one name at two places of a text are two", () => {
  const second = { ...place, nameRange: elsewhere };
  assert.ok(isSameFunction(place, { ...place }));
  assert.ok(!isSameFunction(place, second));
  // An edit may have moved it.
  assert.ok(isSameFunction(place, { ...second, version: 2 }));
  assert.ok(!isSamePlace(place, { ...place, version: 2 }));
  assert.ok(!isSameFunction(place, { ...place, name: "@g" }));
  assert.ok(!isSameFunction(place, { ...place, uri: "file:///b.mlir" }));
});

test("the graph after a fix is for the function that it was made for alone", () => {
  assert.equal(compatibleFixedGraph(fixedGraph, place, originalGraph, uri), fixedGraph);
  assert.equal(compatibleFixedGraph(null, place, originalGraph, uri), null);
  assert.equal(
    compatibleFixedGraph(fixedGraph, place, { ...originalGraph, nameRange: elsewhere }, uri),
    null,
  );
  assert.equal(compatibleFixedGraph(fixedGraph, place, { ...originalGraph, version: 2 }, uri), null);
  assert.equal(compatibleFixedGraph(fixedGraph, place, originalGraph, "file:///b.mlir"), null);
  assert.equal(
    compatibleFixedGraph({ ...fixedGraph, nameRange: elsewhere }, place, originalGraph, uri),
    null,
  );
  assert.equal(compatibleFixedGraph({ ...fixedGraph, name: "@g" }, place, originalGraph, uri), null);
});

test("the graph after a fix is for about the same part of a large function", () => {
  const otherPart = graph([node("%x", 40), node("%y", 41)], []);
  assert.equal(compatibleFixedGraph(otherPart, place, originalGraph, uri), null);
});
