// When the server is started, ended, and started again: one thing at a time.

import { CrashCounter } from "./crashes.ts";

/** A server that runs. */
export interface Session {
  /** Resolves when it is gone, for whatever reason, and all of it is cleared
   * away. Does not reject. */
  readonly ended: Promise<void>;
  /** Ends it, and resolves when it is gone. Does not reject. */
  end(): Promise<void>;
}

export type LifecycleEvent =
  | { kind: "starting" }
  | { kind: "running" }
  | { kind: "stopped" }
  /** It ended by itself, and is started again. */
  | { kind: "crashed" }
  /** It could not be started, and will not be by itself. */
  | { kind: "failed"; error: unknown }
  /** It crashed too often. */
  | { kind: "gaveUp"; crashes: number };

/** Keeps one session open: never two at once. What ends by itself is opened
 * again, unless that happens too often; what cannot be opened is not. */
export class Lifecycle {
  private readonly open: (signal: AbortSignal) => Promise<Session>;
  private readonly tell: (event: LifecycleEvent) => void;
  private readonly crashes: CrashCounter;
  private session: Session | undefined;
  private goal: "run" | "stop" | undefined;
  private isFinal = false;
  private opening: AbortController | undefined;
  private settling: Promise<void> | undefined;

  /** `open` rejects when a session cannot be had, soon after `signal` at the
   * latest, and leaves nothing behind then. */
  constructor(
    open: (signal: AbortSignal) => Promise<Session>,
    tell: (event: LifecycleEvent) => void,
    crashes = new CrashCounter(),
  ) {
    this.open = open;
    this.tell = tell;
    this.crashes = crashes;
  }

  /** Ends the session, if there is one, and opens another. Several calls while
   * that goes on are one. Resolves when nothing is under way any more, however
   * it went. Does nothing after `stop`. */
  restart(): Promise<void> {
    this.crashes.forget();
    return this.reach("run");
  }

  /** Ends the session for good. */
  stop(): Promise<void> {
    const done = this.reach("stop");
    this.isFinal = true;
    return done;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.settling;
  }

  private reach(goal: "run" | "stop"): Promise<void> {
    if (!this.isFinal) {
      this.goal = goal;
      this.opening?.abort();
      this.settling ??= this.settle();
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
      if (goal === "stop") this.tell({ kind: "stopped" });
      else await this.openOne();
    }
    // Before anybody else can run: a goal that is set now needs a new loop.
    this.settling = undefined;
  }

  private async openOne(): Promise<void> {
    this.tell({ kind: "starting" });
    const opening = (this.opening = new AbortController());
    try {
      const session = await this.open(opening.signal);
      this.session = session;
      if (!this.goal) this.tell({ kind: "running" });
      void session.ended.then(() => this.onEnded(session));
    } catch (error) {
      // Of one that nobody wants any more it is no news.
      if (!this.goal) this.tell({ kind: "failed", error });
    } finally {
      this.opening = undefined;
    }
  }

  private onEnded(session: Session): void {
    if (this.session !== session) return;
    this.session = undefined;
    // What is asked for will be done, with or without a crash.
    if (this.goal) return;
    if (this.crashes.add()) {
      this.tell({ kind: "gaveUp", crashes: this.crashes.count });
      return;
    }
    this.tell({ kind: "crashed" });
    void this.reach("run");
  }
}
