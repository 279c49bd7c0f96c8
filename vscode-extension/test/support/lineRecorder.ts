// Watches the lines of an editor while somebody types: what a person sees move.

import type { Page } from "playwright-core";
import type { EditorPage } from "./editorPage.ts";
import { waitForHost } from "./hostClock.ts";

/** What a line does not do while another one is typed. */
export interface Movement {
  /** What was typed last, and the milliseconds since then. */
  after: string;
  time: number;
  line: string;
  what: string;
}

interface Outcome {
  frames: number;
  lines: number;
  movements: Movement[];
  /** The noise errors in the last frame. */
  errors: number;
}

/** A recorder in the page, which looks at each frame that the browser draws. It knows a
 * line by its function and what it defines or, without that, by its text and how many more
 * there are like it in the function below. */
export class LineRecorder {
  private readonly page: Page;
  private lastKeyAt = Date.now();

  /** Starts with the lines that are on screen now, but for that of the cursor. `overflow`:
   * what defines the lines whose squiggles are the noise errors. */
  static async start(editor: EditorPage, overflow: string[]): Promise<LineRecorder> {
    const recorder = new LineRecorder(editor.page);
    await editor.page.evaluate(watch, overflow);
    return recorder;
  }

  private constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key, or types a letter, for which the movements from now on count. */
  async key(key: string): Promise<void> {
    await this.page.evaluate((name) => window.lineRecorder?.onKey(name), key);
    if (key.length === 1) await this.page.keyboard.type(key);
    else await this.page.keyboard.press(key);
    this.lastKeyAt = Date.now();
  }

  /** Waits until the page has been the same for a second, and has handled what extensions say
   * to the last key (`waitForHost`). */
  async rest(): Promise<void> {
    await this.waitUntilStill();
    await waitForHost(this.page, this.lastKeyAt);
    await this.waitUntilStill();
  }

  private async waitUntilStill(): Promise<void> {
    await this.page.waitForFunction(() => (window.lineRecorder?.stillFor() ?? 0) > 1000, undefined, {
      polling: 100,
      timeout: 30_000,
    });
  }

  /** The lines that were typed so far count from now on, but for that of the cursor. */
  async adopt(): Promise<void> {
    await this.page.evaluate(() => window.lineRecorder?.adopt());
  }

  async stop(): Promise<Outcome> {
    const outcome = await this.page.evaluate(() => window.lineRecorder?.stop());
    if (!outcome) throw new Error("the recorder was not started");
    return outcome;
  }
}

interface RecorderInPage {
  onKey(key: string): void;
  stillFor(): number;
  adopt(): void;
  stop(): Outcome;
}

declare global {
  interface Window {
    lineRecorder?: RecorderInPage;
  }
}

/** Runs in the page. */
function watch(overflow: string[]): void {
  interface Place {
    top: number;
    left: number;
    right: number;
  }
  interface Seen {
    places: Map<string, Place>;
    /** The names of the lines from top to bottom. */
    order: string[];
    lineHeight: number;
    typed: string | undefined;
    errors: number;
  }
  const outcome: Outcome = {
    frames: 0,
    lines: 0,
    movements: [],
    errors: 0,
  };
  let lastKey = "";
  let lastTime = 0;
  let isStopped = false;
  let lastPicture = "";
  let lastChange = performance.now();
  const editor = document.querySelector(".editor-instance .monaco-editor") ?? document.body;

  /** The box of one character of a line. */
  const boxOf = (node: Text, offset: number): DOMRect => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };
  /** The text of a line without its hints, to know it by. */
  const textOf = (line: Element): string =>
    [...line.querySelectorAll("span > span")]
      .filter((part) => !/dyn-rule/.test(part.className))
      .map((part) => part.textContent ?? "")
      .join("")
      .replaceAll("\u00a0", " ");
  const charactersOf = (line: Element): [Text, number][] => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const characters: [Text, number][] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      [...(node.nodeValue ?? "")].forEach((letter, i) => {
        if (!/[\s\u200b\u200c]/.test(letter)) characters.push([node as Text, i]);
      });
    return characters;
  };
  const look = (): Seen => {
    const seen: Seen = { places: new Map(), order: [], lineHeight: 0, typed: undefined, errors: 0 };
    const cursor = editor.querySelector(".cursors-layer .cursor")?.getBoundingClientRect();
    const lines = [...editor.querySelectorAll<HTMLElement>(".view-lines .view-line")]
      .map((element) => ({ element, box: element.getBoundingClientRect(), text: textOf(element), start: "" }))
      .sort((a, b) => a.box.top - b.box.top);
    let scope = "";
    for (const line of lines) {
      scope = /^func\.func @\w+/.exec(line.text)?.[0] ?? scope;
      line.start = `${scope}: ${/^\s*(%\w+)(?=.* = )/.exec(line.text)?.[1] ?? line.text.trim()}`;
    }
    const repeated = new Map<string, number>();
    const overflowing: { top: number; bottom: number }[] = [];
    for (const { element, box, start } of lines.reverse()) {
      seen.lineHeight = box.height;
      const count = repeated.get(start) ?? 0;
      repeated.set(start, count + 1);
      const name = count === 0 ? start : `${start} (${count} below)`;
      seen.order.unshift(name);
      if (cursor && Math.abs(cursor.top - box.top) < box.height / 2) seen.typed = name;
      if (overflow.some((value) => start.endsWith(`: ${value}`))) overflowing.push(box);
      const characters = charactersOf(element);
      const [first] = characters;
      const last = characters.at(-1);
      if (!first || !last) continue;
      seen.places.set(name, { top: box.top, left: boxOf(...first).left, right: boxOf(...last).right });
    }
    for (const squiggle of editor.querySelectorAll(".view-overlays .squiggly-error")) {
      const { top, bottom } = squiggle.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      if (overflowing.some((line) => line.top < middle && middle < line.bottom)) seen.errors++;
    }
    return seen;
  };

  const start = look();
  outcome.errors = start.errors;
  const known = new Map<string, Place>();
  /** Takes the lines that are not known yet, but for that of the cursor. */
  const take = (seen: Seen): void => {
    for (const [name, place] of seen.places)
      if (!known.has(name) && name !== seen.typed)
        known.set(name, { ...place, top: place.top - seen.order.indexOf(name) * seen.lineHeight });
    outcome.lines = known.size;
  };
  const report = (line: string, what: string): void => {
    if (outcome.movements.length < 50)
      outcome.movements.push({ after: lastKey, time: Math.round(performance.now() - lastTime), line, what });
  };
  const compare = (seen: Seen): void => {
    if (seen.errors !== outcome.errors)
      report(overflow.join(", "), `noise errors from ${outcome.errors} to ${seen.errors}`);
    outcome.errors = seen.errors;
    for (const [name, old] of known) {
      const place = seen.places.get(name);
      if (name === seen.typed) continue;
      if (!place) {
        report(name, "is not there");
        continue;
      }
      // Down by what the lines above it, those that were typed among them, take up.
      const top = place.top - seen.order.indexOf(name) * seen.lineHeight;
      const by = (what: string, now: number, before: number): void => {
        if (Math.abs(now - before) > 0.5) report(name, `${what} from ${before} to ${now}`);
      };
      by("first character", place.left, old.left);
      by("last character", place.right, old.right);
      by("top without the lines above", top, old.top);
      // Once for each movement.
      known.set(name, { ...place, top });
    }
  };
  // A frame in which nothing changed is like the one before. To look at each would take VS
  // Code's time on a busy machine: what the server has said comes late then.
  let isChanged = true;
  const changes = new MutationObserver(() => (isChanged = true));
  changes.observe(editor, { subtree: true, childList: true, attributes: true, characterData: true });
  const frame = (): void => {
    if (isStopped) return;
    outcome.frames++;
    // What changed in this frame is not reported yet.
    isChanged ||= changes.takeRecords().length > 0;
    if (!isChanged) return;
    isChanged = false;
    const seen = look();
    compare(seen);
    const picture = JSON.stringify([[...seen.places], seen.errors]);
    if (picture !== lastPicture) {
      lastPicture = picture;
      lastChange = performance.now();
    }
  };
  // The size of the probe changes in each frame. Observers of sizes come after everything
  // that draws, right before the frame is shown: what is seen earlier may be half done.
  const probe = document.createElement("div");
  probe.style.position = "fixed";
  document.body.append(probe);
  const observer = new ResizeObserver(frame);
  observer.observe(probe);
  let width = 0;
  const beginFrame = (): void => {
    if (isStopped) return;
    width = 1 - width;
    probe.style.width = `${width + 1}px`;
    probe.style.height = "1px";
    requestAnimationFrame(beginFrame);
  };
  take(start);
  window.lineRecorder = {
    onKey: (key) => {
      lastKey = `${lastKey}${key.length === 1 ? key : `<${key}>`}`.slice(-50);
      lastTime = lastChange = performance.now();
    },
    stillFor: () => performance.now() - lastChange,
    adopt: () => take(look()),
    stop: () => {
      isStopped = true;
      observer.disconnect();
      changes.disconnect();
      probe.remove();
      return outcome;
    },
  };
  requestAnimationFrame(beginFrame);
}
