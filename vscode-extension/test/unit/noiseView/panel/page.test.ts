import assert from "node:assert/strict";
import { test } from "node:test";
import { pageHtml } from "../../../../src/noiseView/panel/page.ts";

const page = pageHtml({
  script: "https://x/a.js",
  style: "https://x/a.css",
  source: "https://x",
  nonce: "n0",
});

test("the page may load its script and its style sheet, and nothing else", () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  assert.equal(policy, "default-src 'none'; script-src 'nonce-n0'; style-src https://x");
});

test("the page has no styles or scripts of its own", () => {
  assert.doesNotMatch(page, /<style|style=|\bon[a-z]+=/);
  assert.deepEqual(page.match(/<script[^>]*>/g), ['<script nonce="n0" src="https://x/a.js">']);
  assert.match(page, /<\/script>/);
});
