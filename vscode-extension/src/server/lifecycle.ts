// The starts and ends of the server, one at a time.

import { CrashCounter } from "./crashes.ts";

/** A server that runs. */
export interface Session {
  /** Resolves when the server is gone, for whatever reason, and nothing is left of
   * it. Does not reject. */
  readonly exit: Promise<void>;
  /** Ends the server, and resolves when it is gone. Does not reject. */
  end(): Promise<void>;
}

export type LifecycleEvent =
  | { kind: "starting" }
  | { kind: "running" }
  | { kind: "stopped" }
  /** The server ended by itself, and is started again. */
  | { kind: "crashed" }
  /** The server could not be started; it is not tried again by itself. */
  | { kind: "failed"; error: unknown }
  /** The server crashed too often, and is not started again. */
  | { kind: "gaveUp"; crashes: number };

/** Keeps one session open, never two at once. A session that ends by itself is
 * opened again, unless that happens too often, or it cannot be opened. */
export class Lifecycle {
  private readonly open: (signal: AbortSignal) => Promise<Session>;
  private readonly report: (event: LifecycleEvent) => void;
  private readonly crashes: CrashCounter;
  private session: Session | undefined;
  private goal: "run" | "stop" | undefined;
  private isFinal = false;
  private openAbort: AbortController | undefined;
  private settlement: Promise<void> | undefined;

  /** `open` rejects when a session cannot be opened, soon after `signal` at the
   * latest, and leaves nothing behind then. */
  constructor(
    open: (signal: AbortSignal) => Promise<Session>,
    report: (event: LifecycleEvent) => void,
    crashes = new CrashCounter(),
  ) {
    this.open = open;
    this.report = report;
    this.crashes = crashes;
  }

  /** Ends the session, if there is one, and opens another. Several calls meanwhile
   * are one. Resolves when nothing is under way any more, whether it succeeded or
   * not. Does nothing after `stop`. */
  restart(): Promise<void> {
    this.crashes.forget();
    return this.reach("run");
  }

  /** Ends the session for good. */
  stop(): Promise<void> {
    const promise = this.reach("stop");
    this.isFinal = true;
    return promise;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.settlement;
  }

  private reach(goal: "run" | "stop"): Promise<void> {
    if (!this.isFinal) {
      this.goal = goal;
      this.openAbort?.abort();
      this.settlement ??= this.settle();
    }
    return this.settled();
  }

  private async settle(): Promise<void> {
    while (this.goal) {
      const goal = this.goal;
      this.goal = undefined;
      const old = this.session;
      this.session = undefined;
      await old?.end();
      if (this.goal) continue;
      if (goal === "stop") this.report({ kind: "stopped" });
      else await this.openOne();
    }
    // Cleared before anything else can run: a goal that is set now needs a new loop.
    this.settlement = undefined;
  }

  private async openOne(): Promise<void> {
    this.report({ kind: "starting" });
    const openAbort = (this.openAbort = new AbortController());
    try {
      const session = await this.open(openAbort.signal);
      this.session = session;
      if (!this.goal) this.report({ kind: "running" });
      void session.exit.then(() => this.onExit(session));
    } catch (error) {
      // The failure of a session that nobody wants any more is not reported.
      if (!this.goal) this.report({ kind: "failed", error });
    } finally {
      this.openAbort = undefined;
    }
  }

  private onExit(session: Session): void {
    if (this.session !== session) return;
    this.session = undefined;
    // A goal that is set already is reached all the same.
    if (this.goal) return;
    if (this.crashes.add()) {
      this.report({ kind: "gaveUp", crashes: this.crashes.count });
      return;
    }
    this.report({ kind: "crashed" });
    void this.reach("run");
  }
}
