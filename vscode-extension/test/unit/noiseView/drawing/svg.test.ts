import assert from "node:assert/strict";
import { test } from "node:test";
import { dark, light, mix } from "../../../../src/noiseView/drawing/palette.ts";
import { sceneOf } from "../../../../src/noiseView/drawing/scene.ts";
import { escapeXml, svgOf } from "../../../../src/noiseView/drawing/svg.ts";
import { originalGraph, graph, node } from "./graphs.ts";

const layout = { width: 300, height: 300, places: {}, routes: {} };

/** Checks that elements are closed, attributes quoted and text escaped. */
function assertWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/gi,
    (_, close: string, name: string, _attributes: string, alone: string) => {
      if (close) assert.equal(open.pop(), name);
      else if (!alone) open.push(name);
      return "";
    },
  );
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>]/);
  assert.doesNotMatch(rest, /&(?!amp;|lt;|gt;|quot;|#39;)/);
}

test("the file is XML of its own, with a title, a legend and nothing from elsewhere", () => {
  const svg = svgOf(sceneOf(originalGraph, layout), "@f in test.mlir", light);
  assertWellFormed(svg);
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(svg, /<title id="title">@f in test.mlir<\/title>/);
  assert.match(svg, />over the limit<\/text>/);
  assert.doesNotMatch(svg, />after an overflow<\/text>/);
  assert.equal(svg.match(/class="node /g)?.length, originalGraph.nodes.length);
  assert.match(svg, /class="node kind-value level-over heat-10"/);
  assert.doesNotMatch(svg.replace("http://www.w3.org/2000/svg", ""), /https?:|@import|url\((?!#)|var\(/);
});

test("notes on the picture stand above the legend", () => {
  const svgWithoutNotes = svgOf(sceneOf(originalGraph, layout), "@f", light);
  const svgWithNotes = svgOf(sceneOf(originalGraph, layout), "@f", light, [
    "before <edited>",
    "2,000 of 34,001 values",
  ]);
  assertWellFormed(svgWithNotes);
  assert.match(svgWithNotes, /class="note"[^>]*>before &lt;edited&gt;<\/text>/);
  assert.match(svgWithNotes, />2,000 of 34,001 values<\/text>/);
  assert.match(svgWithNotes, /<desc[^>]*>[^<]*before/);
  const height = (svg: string) => Number(/ height="(\d+)"/.exec(svg)![1]);
  assert.equal(height(svgWithNotes), height(svgWithoutNotes) + 36);
});

test("names from the text cannot become markup", () => {
  const evil = '"><script>alert(1)</script>&\u0001';
  const bad = node(evil, 1, {
    operation: evil,
    label: evil,
    equation: evil,
    remarks: [evil],
    level: "unknown",
  });
  const svg = svgOf(sceneOf(graph([bad], [], { summary: evil }), layout), evil, dark);
  assertWellFormed(svg);
  assert.doesNotMatch(svg, /<script/);
  assert.doesNotMatch(svg, /\u0001/);
});

test("text is escaped for elements and attributes", () => {
  assert.equal(escapeXml(`<&>"'`), "&lt;&amp;&gt;&quot;&#39;");
  assert.equal(escapeXml("a\u0000b"), "a\ufffdb");
});

test("colours are mixed", () => {
  assert.equal(mix("#000000", "#ffffff", 0), "#000000");
  assert.equal(mix("#000000", "#ffffff", 1), "#ffffff");
  assert.equal(mix("#102030", "#304050", 0.5), "#203040");
});
