import { Worker } from "node:worker_threads";
import type { Layout, LayoutInput } from "./layout.ts";

/** The thread's answer to a `LayoutInput`. */
export type LayoutAnswer = { layout: Layout; error?: never } | { error: string; layout?: never };

interface Job {
  input: LayoutInput;
  /** The input as text, to recognise an equal one. */
  text: string;
  promise: Promise<Layout | undefined>;
  resolve(layout: Layout | undefined): void;
  reject(error: Error): void;
}

/** The time after which the thread of an outdated layout is ended, in ms. A
 * new thread takes about 100 ms to load the library. */
const patience = 250;

/** The time that a layout may take, in ms. */
const usualLimit = 10_000;

/** Nobody would wait for this layout, or could read it. */
export class TooEntangled extends Error {
  override name = "TooEntangled";
}

/** Lays out graphs in a thread of its own, one at a time; the newest wins. */
export class LayoutThread {
  private readonly file: string;
  private worker: Worker | undefined;
  private currentJob: Job | undefined;
  private nextJob: Job | undefined;
  private lastResult: { text: string; layout: Layout } | undefined;
  private abandonTimer: NodeJS.Timeout | undefined;
  private limitTimer: NodeJS.Timeout | undefined;
  private readonly limit: number;
  /** The last input that took too long, as text. */
  private slowInput: string | undefined;
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

  /** The layout; undefined when a newer one was requested meanwhile. An input that is
   * being laid out already is not begun again, and the last layout is kept. Rejects
   * with TooEntangled when there are too many edges, or it takes too long. */
  layout(input: LayoutInput): Promise<Layout | undefined> {
    if (this.isDisposed) return Promise.resolve(undefined);
    if (input.edges.length > mostEdges(input.nodes.length)) return Promise.reject(new TooEntangled());
    const text = JSON.stringify(input);
    if (this.slowInput === text) return Promise.reject(new TooEntangled());
    if (this.lastResult?.text === text) return Promise.resolve(this.lastResult.layout);
    const pendingJob = this.nextJob ?? this.currentJob;
    if (pendingJob?.text === text) return pendingJob.promise;
    this.nextJob?.resolve(undefined);
    const { promise, resolve, reject } = withResolvers<Layout | undefined>();
    this.nextJob = { input, text, promise, resolve, reject };
    if (!this.currentJob) this.begin();
    else this.abandonTimer ??= setTimeout(() => this.abandon(), patience);
    return promise;
  }

  /** Ends the thread. */
  dispose(): void {
    this.isDisposed = true;
    this.nextJob?.resolve(undefined);
    this.nextJob = undefined;
    this.abandon();
  }

  private begin(): void {
    clearTimeout(this.abandonTimer);
    this.abandonTimer = undefined;
    this.currentJob = this.nextJob;
    this.nextJob = undefined;
    if (!this.currentJob) return;
    this.worker ??= this.start();
    this.worker.postMessage(this.currentJob.input);
    this.limitTimer = setTimeout(() => {
      this.slowInput = this.currentJob?.text;
      this.abandon((job) => job.reject(new TooEntangled()));
    }, this.limit);
  }

  private start(): Worker {
    const worker = new Worker(this.file);
    worker.on("message", (answer: LayoutAnswer) => {
      const { layout } = answer;
      if (layout) {
        if (this.currentJob) this.lastResult = { text: this.currentJob.text, layout };
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
    clearTimeout(this.limitTimer);
    const job = this.currentJob;
    this.currentJob = undefined;
    // Nobody waits for an outdated layout.
    if (job) this.nextJob ? job.resolve(undefined) : settle(job);
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
 * nobody can follow very many more. */
export function mostEdges(nodes: number): number {
  return 6000 + 4 * nodes;
}

/** As Promise.withResolvers of newer versions of the language. */
function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}
