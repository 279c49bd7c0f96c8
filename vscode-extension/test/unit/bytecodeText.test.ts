import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  decodeBytecode,
  decodeText,
  explainUnreadable,
  explainUnsavable,
  TextCache,
  unreadablePage,
} from "../../src/bytecode/bytecodeText.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("bytecode: files that cannot be read", () => {
  test("the file and the reason are named, in one line", () => {
    const reason = explainUnreadable(
      "a.mlirbc",
      "failed to parse bytecode source file: attempting to parse 73 bytes when only 35 remain\n",
    );
    assert.equal(
      reason,
      "a.mlirbc cannot be read as MLIR bytecode: attempting to parse 73 bytes when only 35 remain.",
    );
  });
  test("several operations at the top are explained", () => {
    const reason = explainUnreadable("a.mlirbc", "expected bytecode to contain a single top-level operation");
    assert.match(reason, /^a\.mlirbc is bytecode that does not hold one operation/);
  });
  test("no reason", () => {
    assert.equal(
      explainUnreadable("a", " \n"),
      "a cannot be read as MLIR bytecode: the server gives no reason.",
    );
  });
  test("the page has no markup of the file's", () => {
    const page = unreadablePage(`<img src="x" onerror='y'>&amp;`);
    assert.ok(!page.includes("<img"));
    assert.ok(page.includes("&#60;img src=&#34;x&#34; onerror=&#39;y&#39;&#62;&#38;amp;"));
    assert.ok(page.includes("default-src 'none'"));
  });
});

describe("bytecode: texts that cannot be saved", () => {
  const invalid = "expected a single and valid top-level operation, please ensure there are no errors";
  test("the first error, as the editor counts", () => {
    const errors = [
      { line: 9, character: 0, message: "later" },
      { line: 6, character: 8, message: "right of it" },
      { line: 6, character: 4, message: "custom op 'x' is unknown\nmore of it" },
    ];
    assert.equal(
      explainUnsavable(invalid, errors),
      "Text with errors cannot be saved as bytecode. Line 7: custom op 'x' is unknown.",
    );
    assert.equal(errors[0]?.message, "later", "the order of what was given stays");
  });
  test("no error is known", () => {
    assert.match(explainUnsavable(invalid, []), /has an error, or no operation/);
  });
  test("several operations, several programs, anything else", () => {
    assert.match(explainUnsavable("expected a single top-level operation", []), /one module/);
    assert.match(
      explainUnsavable("unexpected split file, please remove all `// -----`", []),
      /remove the lines/,
    );
    assert.equal(
      explainUnsavable("the server ended.", []),
      "The text cannot be saved as bytecode: the server ended.",
    );
  });
});

describe("bytecode: bytes", () => {
  const bytecode = Buffer.from([0x4d, 0x4c, 0xef, 0x52, 13, 0, 255]);
  test("base64 of bytecode", () => {
    assert.deepEqual(decodeBytecode(bytecode.toString("base64")), bytecode);
  });
  test("base64 of other bytes is refused", () => {
    assert.equal(decodeBytecode(""), null);
    assert.equal(decodeBytecode(Buffer.from("module {}").toString("base64")), null);
    assert.equal(decodeBytecode(`${bytecode.toString("base64")}\n`), null);
    assert.equal(decodeBytecode("TUzv!!"), null);
  });
  test("text is UTF-8, a byte order mark is no part of it", () => {
    assert.equal(decodeText(encode("\ufeff// é漢")), "// é漢");
    assert.equal(decodeText(Uint8Array.of(0xe9)), null);
  });
});

describe("bytecode: texts that are kept", () => {
  const stamp = { mtime: 1, size: 2 };
  test("requests for a text share one conversion", async () => {
    const cache = new TextCache();
    let count = 0;
    const make = async () => encode(`text ${++count}`);
    const texts = await Promise.all([cache.get("a", stamp, make), cache.get("a", { ...stamp }, make)]);
    assert.equal(texts[0], texts[1]);
    await cache.get("a", stamp, make);
    assert.equal(count, 1);
    await cache.get("b", stamp, make);
    assert.equal(count, 2);
  });
  test("another file under the name is converted anew", async () => {
    const cache = new TextCache();
    const make = (text: string) => async () => encode(text);
    await cache.get("a", stamp, make("old"));
    assert.deepEqual(await cache.get("a", { mtime: 2, size: 2 }, make("newer")), encode("newer"));
    assert.deepEqual(await cache.get("a", { mtime: 2, size: 3 }, make("longer")), encode("longer"));
  });
  test("a failed conversion is tried again, and does not replace a later one", async () => {
    const cache = new TextCache();
    let fail = (_: Error) => {};
    const rejection = cache.get("a", stamp, () => new Promise((_, reject) => (fail = reject)));
    await cache.get("a", { mtime: 2, size: 2 }, async () => encode("later"));
    fail(new Error("no"));
    await assert.rejects(rejection, /no/);
    assert.equal(cache.size, 1);
    await assert.rejects(
      cache.get("b", stamp, async () => {
        throw new Error("once");
      }),
      /once/,
    );
    assert.equal(cache.size, 1);
    assert.deepEqual(await cache.get("b", stamp, async () => encode("now")), encode("now"));
  });
  test("the saved text is read, until it is dropped", async () => {
    const cache = new TextCache();
    cache.set("a", stamp, encode("saved"));
    assert.deepEqual(await cache.get("a", stamp, async () => encode("converted")), encode("saved"));
    cache.drop("a");
    assert.deepEqual(await cache.get("a", stamp, async () => encode("converted")), encode("converted"));
  });
});
