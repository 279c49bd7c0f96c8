/** Does something after a while; of several wishes the earliest counts. */
export class Earliest {
  private readonly act: () => void;
  private timer: NodeJS.Timeout | undefined;
  private ends = Infinity;

  constructor(act: () => void) {
    this.act = act;
  }

  /** `delay`: in ms. */
  in(delay: number): void {
    const ends = Date.now() + delay;
    if (ends >= this.ends) return;
    clearTimeout(this.timer);
    this.ends = ends;
    this.timer = setTimeout(() => {
      this.ends = Infinity;
      this.act();
    }, delay);
  }

  /** Forgets what was wished. */
  cancel(): void {
    clearTimeout(this.timer);
    this.ends = Infinity;
  }
}
