import { Worker } from "node:worker_threads";
import type { Layout, LayoutInput } from "./layout.ts";

/** What the thread answers to a `LayoutInput`. */
export type LayoutAnswer = { layout: Layout; error?: never } | { error: string; layout?: never };

interface Job {
  input: LayoutInput;
  /** Of the input, to know the same one again. */
  text: string;
  promise: Promise<Layout | undefined>;
  resolve(layout: Layout | undefined): void;
  reject(error: Error): void;
}

/** How long an outdated layout may go on before its thread is ended, in ms. A
 * new thread takes about 100 ms to load the library. */
const patience = 250;

/** How long a layout may take, in ms. */
const usualLimit = 10_000;

/** Nobody would wait for this layout, or could read it. */
export class TooEntangled extends Error {
  override name = "TooEntangled";
}

/** Lays out graphs in a thread of its own, one at a time; the newest wins. */
export class LayoutThread {
  private readonly file: string;
  private worker: Worker | undefined;
  private running: Job | undefined;
  private next: Job | undefined;
  private last: { text: string; layout: Layout } | undefined;
  private impatience: NodeJS.Timeout | undefined;
  private limiting: NodeJS.Timeout | undefined;
  private readonly limit: number;
  /** The last input that took too long. */
  private tooLong: string | undefined;
  private isDisposed = false;

  /** `file`: the bundled layoutWorker.ts; `limit`: how long a layout may take, in ms. */
  constructor(file: string, limit = usualLimit) {
    this.file = file;
    this.limit = limit;
  }

  /** Starts the thread, so that the first layout does not wait for it. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  /** The layout; undefined when a newer one was asked for meanwhile. What is
   * being laid out already is not begun anew, and the last one is kept. Rejects
   * with TooEntangled where there are too many edges, or it takes too long. */
  layout(input: LayoutInput): Promise<Layout | undefined> {
    if (this.isDisposed) return Promise.resolve(undefined);
    if (input.edges.length > mostEdges(input.nodes.length)) return Promise.reject(new TooEntangled());
    const text = JSON.stringify(input);
    if (this.tooLong === text) return Promise.reject(new TooEntangled());
    if (this.last?.text === text) return Promise.resolve(this.last.layout);
    const waiting = this.next ?? this.running;
    if (waiting?.text === text) return waiting.promise;
    this.next?.resolve(undefined);
    const { promise, resolve, reject } = withResolvers<Layout | undefined>();
    this.next = { input, text, promise, resolve, reject };
    if (!this.running) this.begin();
    else this.impatience ??= setTimeout(() => this.abandon(), patience);
    return promise;
  }

  /** Ends the thread. */
  dispose(): void {
    this.isDisposed = true;
    this.next?.resolve(undefined);
    this.next = undefined;
    this.abandon();
  }

  private begin(): void {
    clearTimeout(this.impatience);
    this.impatience = undefined;
    this.running = this.next;
    this.next = undefined;
    if (!this.running) return;
    this.worker ??= this.start();
    this.worker.postMessage(this.running.input);
    this.limiting = setTimeout(() => {
      this.tooLong = this.running?.text;
      this.abandon((job) => job.reject(new TooEntangled()));
    }, this.limit);
  }

  private start(): Worker {
    const worker = new Worker(this.file);
    worker.on("message", (answer: LayoutAnswer) => {
      const { layout } = answer;
      if (layout) {
        if (this.running) this.last = { text: this.running.text, layout };
        this.end((job) => job.resolve(layout));
      } else this.end((job) => job.reject(new Error(answer.error)));
    });
    worker.on("error", (error) => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      this.end((job) => job.reject(error instanceof Error ? error : new Error(String(error))));
    });
    return worker;
  }

  private end(settle: (job: Job) => void): void {
    clearTimeout(this.limiting);
    const job = this.running;
    this.running = undefined;
    // Nobody waits for what is outdated.
    if (job) this.next ? job.resolve(undefined) : settle(job);
    this.begin();
  }

  private abandon(settle: (job: Job) => void = (job) => job.resolve(undefined)): void {
    const worker = this.worker;
    this.worker = undefined;
    worker?.removeAllListeners();
    void worker?.terminate();
    this.end(settle);
  }
}

/** The most edges of a graph that is drawn. A circuit has two for each value;
 * where there are very many more nobody can follow them. */
export function mostEdges(nodes: number): number {
  return 6000 + 4 * nodes;
}

/** As Promise.withResolvers of newer versions of the language. */
function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((resolving, rejecting) => {
    resolve = resolving;
    reject = rejecting;
  });
  return { promise, resolve, reject };
}
