// The documents that the server has not analysed yet.

import type { AnalysisReport } from "../protocol.ts";

/** Compares the versions of the documents that were sent with those that were
 * analysed. Reports only a difference that lasts: most analyses take less time
 * than an eye needs to see that something flickered. */
export class AnalysisTracker {
  private readonly report: (isBehind: boolean) => void;
  private readonly patience: number;
  private readonly sentVersions = new Map<string, number>();
  private readonly analysedVersions = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isReported = false;

  /** `patience`: the milliseconds for which a difference has to last. */
  constructor(report: (isBehind: boolean) => void, patience = 300) {
    this.report = report;
    this.patience = patience;
  }

  /** Some document has not been analysed for a while. */
  get isBehind(): boolean {
    return this.isReported;
  }

  /** A document was opened or changed. */
  onSent(uri: string, version: number): void {
    this.sentVersions.set(uri, version);
    this.update();
  }

  onClosed(uri: string): void {
    this.sentVersions.delete(uri);
    this.analysedVersions.delete(uri);
    this.update();
  }

  onAnalysed({ uri, version, isComplete }: AnalysisReport): void {
    if (isComplete && this.sentVersions.has(uri))
      this.analysedVersions.set(uri, Math.max(version, this.analysedVersions.get(uri) ?? version));
    this.update();
  }

  /** The server is gone, with all its documents. */
  clear(): void {
    this.sentVersions.clear();
    this.analysedVersions.clear();
    this.update();
  }

  private update(): void {
    const isBehind = [...this.sentVersions].some(
      ([uri, version]) => (this.analysedVersions.get(uri) ?? -1) < version,
    );
    if (!isBehind) {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.set(false);
    } else if (!this.isReported) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.set(true);
      }, this.patience);
    }
  }

  private set(isBehind: boolean): void {
    if (this.isReported === isBehind) return;
    this.isReported = isBehind;
    this.report(isBehind);
  }
}
