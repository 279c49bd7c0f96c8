import * as assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { readPng, writeApng, type Picture } from "../../../tools/apng.ts";

function picture(width: number, height: number, colour: (x: number, y: number) => number): Picture {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.fill(colour(x, y), (y * width + x) * 3, (y * width + x + 1) * 3);
  return { width, height, pixels };
}

/** The chunks of a PNG: types and contents. */
function chunksOf(file: Buffer): [string, Buffer][] {
  const result: [string, Buffer][] = [];
  for (let place = 8; place < file.length; place += file.readUInt32BE(place) + 12)
    result.push([
      file.toString("latin1", place + 4, place + 8),
      file.subarray(place + 8, place + 8 + file.readUInt32BE(place)),
    ]);
  return result;
}

test("the first picture of an animation is that of a plain PNG", () => {
  const first = picture(7, 5, (x, y) => x * 32 + y * 4);
  const chunks = new Map(chunksOf(writeApng([{ picture: first, duration: 100 }])));
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const palette = chunks.get("PLTE") ?? Buffer.alloc(0);
  for (let y = 0; y < 5; y++)
    for (let x = 0; x < 7; x++) {
      const index = rows[y * 8 + 1 + x] ?? 0;
      assert.equal(palette[index * 3], first.pixels[(y * 7 + x) * 3]);
    }
});

test("what a browser writes is read, whatever the filters", () => {
  // 2 x 3 pixels, each row with another filter: none, left, up.
  const rows = [0, 10, 20, 30, 40, 50, 60, 1, 1, 2, 3, 4, 5, 6, 2, 1, 1, 1, 1, 1, 1];
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  const file = Buffer.concat([
    Buffer.alloc(8),
    chunk("IHDR", Buffer.from([0, 0, 0, 2, 0, 0, 0, 3, 8, 2, 0, 0, 0])),
    chunk("IDAT", deflateSync(Buffer.from(rows))),
  ]);
  assert.deepEqual([...readPng(file).pixels], [10, 20, 30, 40, 50, 60, 1, 2, 3, 5, 7, 9, 2, 3, 4, 6, 8, 10]);
});

test("later pictures are only what differs, and equal ones only stay longer", () => {
  const first = picture(20, 10, () => 200);
  const second = picture(20, 10, (x, y) => (x >= 4 && x < 6 && y === 3 ? 10 : 200));
  const file = writeApng([
    { picture: first, duration: 100 },
    { picture: first, duration: 50 },
    { picture: second, duration: 300 },
  ]);
  const chunks = chunksOf(file);
  assert.deepEqual(
    chunks.map(([type]) => type),
    ["IHDR", "PLTE", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"],
  );
  const [one, two] = chunks.filter(([type]) => type === "fcTL").map(([, content]) => content);
  assert.equal(one?.readUInt16BE(20), 150);
  // Width, height, x and y.
  assert.deepEqual(
    [4, 8, 12, 16].map((place) => two?.readUInt32BE(place)),
    [2, 1, 4, 3],
  );
  assert.equal(two?.readUInt16BE(20), 300);
});

test("pictures of other sizes are refused", () => {
  const frames = [picture(2, 2, () => 0), picture(2, 3, () => 0)].map((each) => ({
    picture: each,
    duration: 1,
  }));
  assert.throws(() => writeApng(frames), /size/);
});
