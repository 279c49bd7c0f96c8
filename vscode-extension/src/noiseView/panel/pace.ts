/** How long the picture may stay behind before what is under way is let finish,
 * although something newer is wanted, in ms. */
const patience = 2000;

/** Sees to it that the picture moves on while somebody goes on typing: each edit
 * overtakes what is under way for the one before, so that nothing would ever be
 * done. Times are in ms. */
export class Pace {
  private behindSince: number | undefined;
  private began = 0;

  /** Something is shown that is not what holds now. */
  fellBehind(now: number): void {
    this.behindSince ??= now;
  }

  /** A picture was shown; `isCurrent`: of what holds now. */
  shown(now: number, isCurrent: boolean): void {
    this.behindSince = isCurrent ? undefined : now;
  }

  /** A picture is asked for. */
  begins(now: number): void {
    this.began = now;
  }

  /** Whether what is under way should not be overtaken. What takes longer than
   * any layout may is not waited for. */
  isStarving(now: number): boolean {
    return this.behindSince !== undefined && now - this.behindSince >= patience && now - this.began < 15_000;
  }
}
