// Notices when a program is replaced. It polls the file: watching a folder misses
// the target of a link, a folder that is made anew, and everything on network
// drives.

import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";

/** A string that differs for different contents of the file; undefined when there is
 * no file that can be executed. Links are followed. */
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

/** Calls back when a program has been replaced, and has stayed the same for an
 * interval: a linker may take its time. */
export class FileWatch {
  private readonly file: string;
  private readonly onReplace: () => void;
  private readonly interval: number;
  private identity: string | undefined;
  private lastIdentity: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isDisposed = false;

  /** `identity`: that of the program when it was started; undefined when there was none. */
  constructor(file: string, identity: string | undefined, onReplace: () => void, interval = 1000) {
    this.file = file;
    this.identity = identity;
    this.lastIdentity = identity;
    this.onReplace = onReplace;
    this.interval = interval;
    this.schedule();
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.check(), this.interval);
    this.timer.unref();
  }

  private async check(): Promise<void> {
    const identity = await identityOf(this.file);
    if (this.isDisposed) return;
    const isSettled = identity !== undefined && identity === this.lastIdentity;
    this.lastIdentity = identity;
    this.schedule();
    if (!isSettled || identity === this.identity) return;
    this.identity = identity;
    this.onReplace();
  }
}
