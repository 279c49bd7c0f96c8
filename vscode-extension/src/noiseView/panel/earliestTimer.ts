/** A timer that runs its action once, at the earliest of the times that it was scheduled for. */
export class EarliestTimer {
  private readonly action: () => void;
  private timer: NodeJS.Timeout | undefined;
  private deadline = Infinity;

  constructor(action: () => void) {
    this.action = action;
  }

  /** `delay`: in ms. */
  schedule(delay: number): void {
    const deadline = Date.now() + delay;
    if (deadline >= this.deadline) return;
    clearTimeout(this.timer);
    this.deadline = deadline;
    this.timer = setTimeout(() => {
      this.deadline = Infinity;
      this.action();
    }, delay);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.deadline = Infinity;
  }
}
