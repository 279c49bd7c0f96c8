// Which documents the server has not analysed yet.

import type { Analysed } from "../protocol.ts";

/** Compares the versions of the documents that were sent with those that were
 * analysed. Tells only of what lasts: most analyses take less time than an eye
 * needs to see that something flickered. */
export class AnalysisTracker {
  private readonly tell: (isBehind: boolean) => void;
  private readonly patience: number;
  private readonly sent = new Map<string, number>();
  private readonly done = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private told = false;

  /** `patience`: milliseconds that it has to last. */
  constructor(tell: (isBehind: boolean) => void, patience = 300) {
    this.tell = tell;
    this.patience = patience;
  }

  /** Something has been so for a while. */
  get isBehind(): boolean {
    return this.told;
  }

  /** A document was opened or changed. */
  onSent(uri: string, version: number): void {
    this.sent.set(uri, version);
    this.update();
  }

  onClosed(uri: string): void {
    this.sent.delete(uri);
    this.done.delete(uri);
    this.update();
  }

  onAnalysed({ uri, version, isComplete }: Analysed): void {
    if (isComplete && this.sent.has(uri))
      this.done.set(uri, Math.max(version, this.done.get(uri) ?? version));
    this.update();
  }

  /** The server is gone, with all that it knew. */
  clear(): void {
    this.sent.clear();
    this.done.clear();
    this.update();
  }

  private update(): void {
    const isBehind = [...this.sent].some(([uri, version]) => (this.done.get(uri) ?? -1) < version);
    if (!isBehind) {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.set(false);
    } else if (!this.told) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.set(true);
      }, this.patience);
    }
  }

  private set(isBehind: boolean): void {
    if (this.told === isBehind) return;
    this.told = isBehind;
    this.tell(isBehind);
  }
}
