// Animated PNGs: pictures one after the other, each stored as what differs from the one before.

import { deflateSync, inflateSync, crc32 } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Three bytes for each pixel, in rows. */
export interface Picture {
  width: number;
  height: number;
  pixels: Buffer;
}

export interface Frame {
  picture: Picture;
  /** How long it stays, in ms. */
  duration: number;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads a PNG of a browser: 8 bits for each of red, green and blue, perhaps with alpha, which
 * is left out. */
export function readPng(file: Buffer): Picture {
  let width = 0;
  let height = 0;
  let channels = 0;
  const data: Buffer[] = [];
  for (let place = signature.length; place < file.length;) {
    const length = file.readUInt32BE(place);
    const type = file.toString("latin1", place + 4, place + 8);
    const content = file.subarray(place + 8, place + 8 + length);
    if (type === "IHDR") {
      width = content.readUInt32BE(0);
      height = content.readUInt32BE(4);
      channels = content[9] === 2 ? 3 : 4;
      if (content[8] !== 8 || (content[9] !== 2 && content[9] !== 6) || content[12] !== 0)
        throw new Error("this kind of PNG cannot be read");
    } else if (type === "IDAT") data.push(content);
    place += length + 12;
  }
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  if (channels === 3) return { width, height, pixels: rows };
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) rows.copy(pixels, i * 3, i * 4, i * 4 + 3);
  return { width, height, pixels };
}

/** Undoes the filters of the rows (PNG, section 9). */
function unfilter(data: Buffer, rowBytes: number, height: number, channels: number): Buffer {
  const result = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x++) {
      const raw = data[y * (rowBytes + 1) + 1 + x] ?? 0;
      const left = x >= channels ? (result[y * rowBytes + x - channels] ?? 0) : 0;
      const up = y > 0 ? (result[(y - 1) * rowBytes + x] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (result[(y - 1) * rowBytes + x - channels] ?? 0) : 0;
      result[y * rowBytes + x] = raw + prediction(filter, left, up, corner);
    }
  }
  return result;
}

function prediction(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** The smallest rectangle with all pixels that differ; undefined if none does. */
function difference(a: Picture, b: Picture): Rectangle | undefined {
  let [left, top, right, bottom] = [a.width, a.height, -1, -1];
  const row = a.width * 3;
  for (let y = 0; y < a.height; y++) {
    if (a.pixels.compare(b.pixels, y * row, (y + 1) * row, y * row, (y + 1) * row) === 0) continue;
    top = Math.min(top, y);
    bottom = y;
    for (let x = 0; x < row; x++) {
      if (a.pixels[y * row + x] === b.pixels[y * row + x]) continue;
      left = Math.min(left, Math.floor(x / 3));
      right = Math.max(right, Math.floor(x / 3));
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The most frequent colours of all pictures, without their lowest bits: 256 are enough for
 * an editor, and a third of the bytes. */
class Palette {
  readonly colours: number[];
  private readonly indices = new Map<number, number>();

  constructor(pictures: Iterable<Picture>) {
    const counts = new Map<number, number>();
    for (const { pixels } of pictures)
      for (let i = 0; i < pixels.length; i += 3) {
        const colour = colourAt(pixels, i);
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    this.colours = [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 256)
      .map(([colour]) => colour);
    this.colours.forEach((colour, i) => this.indices.set(colour, i));
  }

  /** The index of the nearest colour. */
  indexOf(colour: number): number {
    let index = this.indices.get(colour);
    if (index === undefined) {
      let least = Infinity;
      for (const [i, candidate] of this.colours.entries()) {
        const far = distance(colour, candidate);
        if (far < least) [least, index] = [far, i];
      }
      this.indices.set(colour, (index ??= 0));
    }
    return index;
  }
}

/** A pixel as a number, each part rounded to a multiple of 4. */
function colourAt(pixels: Buffer, place: number): number {
  const part = (i: number): number => (pixels[place + i] ?? 0) & ~3;
  return (part(0) << 16) | (part(1) << 8) | part(2);
}

function distance(a: number, b: number): number {
  const square = (shift: number): number => (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2;
  return square(16) + square(8) + square(0);
}

/** The compressed rows of a part of a picture, without filters. */
function compress({ width, pixels }: Picture, part: Rectangle, palette: Palette): Buffer {
  const data = Buffer.alloc((part.width + 1) * part.height);
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++)
      data[y * (part.width + 1) + 1 + x] = palette.indexOf(
        colourAt(pixels, ((part.y + y) * width + part.x + x) * 3),
      );
  return deflateSync(data, { level: 9 });
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function numbers(...values: number[]): Buffer {
  const result = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => result.writeUInt32BE(value, i * 4));
  return result;
}

/** The file of an animation that repeats for ever. A viewer without animations shows the
 * first picture. All have the same size. */
export function writeApng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error("an animation needs pictures");
  const { width, height } = first.picture;
  const steps: { picture: Picture; part: Rectangle; duration: number }[] = [];
  for (const { picture, duration } of frames) {
    if (picture.width !== width || picture.height !== height) throw new Error("the pictures differ in size");
    const last = steps.at(-1);
    const part = last ? difference(last.picture, picture) : { x: 0, y: 0, width, height };
    if (part) steps.push({ picture, part, duration });
    else if (last) last.duration += duration;
  }
  const palette = new Palette(steps.map(({ picture }) => picture));
  const chunks = [
    chunk("IHDR", Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk(
      "PLTE",
      Buffer.from(palette.colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk("acTL", numbers(steps.length, 0)),
  ];
  let serial = 0;
  steps.forEach(({ picture, part, duration }, i) => {
    const times = Buffer.alloc(6);
    times.writeUInt16BE(Math.min(duration, 65535), 0);
    times.writeUInt16BE(1000, 2);
    chunks.push(
      chunk("fcTL", Buffer.concat([numbers(serial++, part.width, part.height, part.x, part.y), times])),
    );
    const data = compress(picture, part, palette);
    chunks.push(i === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(serial++), data])));
  });
  return Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}
