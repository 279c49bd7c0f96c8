/** Counts crashes, and says when there were too many. */
export class CrashCounter {
  private readonly limit: number;
  private readonly span: number;
  private readonly clock: () => number;
  private times: number[] = [];

  /** `limit` crashes within `span` milliseconds are too many. */
  constructor(limit = 5, span = 3 * 60 * 1000, clock: () => number = Date.now) {
    this.limit = limit;
    this.span = span;
    this.clock = clock;
  }

  /** Counts a crash; true when there were too many. */
  add(): boolean {
    const now = this.clock();
    this.times = [...this.times.filter((time) => now - time < this.span), now];
    return this.times.length >= this.limit;
  }

  /** The number of crashes in the last `span`. */
  get count(): number {
    return this.times.length;
  }

  forget(): void {
    this.times = [];
  }
}
