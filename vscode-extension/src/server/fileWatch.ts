// Notices when a program is replaced. By looking at it: watching a folder does
// not tell of a link's target, of a folder that is made anew, nor, on network
// drives, of anything.

import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";

/** Different for different contents of the file; nothing when there is no file
 * that can be executed. Links are followed. */
export async function identityOf(file: string): Promise<string | undefined> {
  try {
    const real = await realpath(file);
    const { ino, size, mtimeMs } = await stat(real);
    await access(real, constants.X_OK);
    return JSON.stringify([real, ino, size, mtimeMs]);
  } catch {
    return undefined;
  }
}

/** Calls back when a program has been replaced, and has stayed the same from
 * one look to the next: a linker may take its time. */
export class FileWatch {
  private readonly file: string;
  private readonly changed: () => void;
  private readonly interval: number;
  private known: string | undefined;
  private last: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isDisposed = false;

  /** `known`: its identity when it was started; nothing when there was none. */
  constructor(file: string, known: string | undefined, changed: () => void, interval = 1000) {
    this.file = file;
    this.known = known;
    this.last = known;
    this.changed = changed;
    this.interval = interval;
    this.schedule();
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.look(), this.interval);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const now = await identityOf(this.file);
    if (this.isDisposed) return;
    const isSettled = now !== undefined && now === this.last;
    this.last = now;
    this.schedule();
    if (!isSettled || now === this.known) return;
    this.known = now;
    this.changed();
  }
}
