import { Worker } from "node:worker_threads";
import type { Layout, LayoutInput } from "./layout.ts";

/** What the thread answers to a `LayoutInput`. */
export type LayoutAnswer = { layout: Layout; error?: never } | { error: string; layout?: never };

interface Job {
  input: LayoutInput;
  resolve(layout: Layout | undefined): void;
  reject(error: Error): void;
}

/** How long an outdated layout may go on before its thread is ended, in ms. A
 * new thread takes about 100 ms to load the library. */
const patience = 250;

/** Lays out graphs in a thread of its own, one at a time; the newest wins. */
export class LayoutThread {
  private readonly file: string;
  private worker: Worker | undefined;
  private running: Job | undefined;
  private next: Job | undefined;
  private impatience: NodeJS.Timeout | undefined;

  /** `file`: the bundled layoutWorker.ts. */
  constructor(file: string) {
    this.file = file;
  }

  /** The layout; undefined when a newer one was asked for meanwhile. */
  layout(input: LayoutInput): Promise<Layout | undefined> {
    return new Promise((resolve, reject) => {
      this.next?.resolve(undefined);
      this.next = { input, resolve, reject };
      if (!this.running) this.begin();
      else this.impatience ??= setTimeout(() => this.abandon(), patience);
    });
  }

  /** Ends the thread. */
  dispose(): void {
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
  }

  private start(): Worker {
    const worker = new Worker(this.file);
    worker.on("message", (answer: LayoutAnswer) => {
      if (answer.layout) this.end((job) => job.resolve(answer.layout));
      else this.end((job) => job.reject(new Error(answer.error)));
    });
    worker.on("error", (error) => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      this.end((job) => job.reject(error instanceof Error ? error : new Error(String(error))));
    });
    return worker;
  }

  private end(settle: (job: Job) => void): void {
    const job = this.running;
    this.running = undefined;
    // Nobody waits for what is outdated.
    if (job) this.next ? job.resolve(undefined) : settle(job);
    this.begin();
  }

  private abandon(): void {
    const worker = this.worker;
    this.worker = undefined;
    worker?.removeAllListeners();
    void worker?.terminate();
    this.end((job) => job.resolve(undefined));
  }
}
