// Work of the server that takes long, shown with a way to cancel it.

import * as vscode from "vscode";
import type {
  ProgressToken,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from "vscode-languageclient/node";

import { plainText } from "../plainText.ts";

type Step = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

interface Task {
  message: string;
  show(message: string): void;
  end(): void;
}

/** Shows what the server reports with `$/progress`, each in a notification. */
export class ServerProgress {
  private readonly tasks = new Map<ProgressToken, Task>();
  private readonly changed: () => void;
  private readonly cancel: (token: ProgressToken) => void;

  /** `changed`: there is something new in `message`; `cancel`: the user wants
   * no more of that. */
  constructor(changed: () => void, cancel: (token: ProgressToken) => void) {
    this.changed = changed;
    this.cancel = cancel;
  }

  /** The last report of what began last; nothing when nothing is under way. */
  get message(): string | undefined {
    return [...this.tasks.values()].at(-1)?.message;
  }

  handle(token: ProgressToken, step: Step): void {
    if (step.kind === "begin") this.begin(token, step);
    else if (step.kind === "report") this.report(token, step.message);
    else this.end(token);
  }

  /** There will be no more of it. */
  end(token: ProgressToken): void {
    const task = this.tasks.get(token);
    if (!task) return;
    this.tasks.delete(token);
    task.end();
    this.changed();
  }

  /** The server is gone. */
  clear(): void {
    for (const token of [...this.tasks.keys()]) this.end(token);
  }

  private begin(
    token: ProgressToken,
    { title, message = "", cancellable = false }: WorkDoneProgressBegin,
  ): void {
    this.end(token);
    const task: Task = { message, show: () => {}, end: () => {} };
    this.tasks.set(token, task);
    const ended = new Promise<void>((resolve) => (task.end = resolve));
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable },
      (progress, cancellation) => {
        task.show = (newest) => progress.report({ message: plainText(newest) });
        if (task.message) task.show(task.message);
        cancellation.onCancellationRequested(() => this.cancel(token));
        return ended;
      },
    );
    this.changed();
  }

  private report(token: ProgressToken, message: string | undefined): void {
    const task = this.tasks.get(token);
    if (!task || message === undefined) return;
    task.message = message;
    task.show(message);
    this.changed();
  }
}
