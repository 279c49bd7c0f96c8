/** Counts crashes, and knows when it is enough. */
export class CrashCounter {
  private readonly most: number;
  private readonly span: number;
  private readonly now: () => number;
  private times: number[] = [];

  /** `most` crashes within `span` milliseconds are too many. */
  constructor(most = 5, span = 3 * 60 * 1000, now: () => number = Date.now) {
    this.most = most;
    this.span = span;
    this.now = now;
  }

  /** Counts one, and says whether these are too many. */
  add(): boolean {
    const now = this.now();
    this.times = [...this.times.filter((time) => now - time < this.span), now];
    return this.times.length >= this.most;
  }

  /** How many there were in the last `span`. */
  get count(): number {
    return this.times.length;
  }

  forget(): void {
    this.times = [];
  }
}
