// The progress of the server's work, with a way to cancel it.

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

/** Shows the server's `$/progress`, each task in a notification. */
export class ServerProgress {
  private readonly tasks = new Map<ProgressToken, Task>();
  private readonly onChange: () => void;
  private readonly cancel: (token: ProgressToken) => void;

  /** `onChange`: `message` may have changed; `cancel`: the user has cancelled a task. */
  constructor(onChange: () => void, cancel: (token: ProgressToken) => void) {
    this.onChange = onChange;
    this.cancel = cancel;
  }

  /** The last report of the newest task; undefined when nothing is under way. */
  get message(): string | undefined {
    return [...this.tasks.values()].at(-1)?.message;
  }

  handle(token: ProgressToken, step: Step): void {
    if (step.kind === "begin") this.begin(token, step);
    else if (step.kind === "report") this.report(token, step.message);
    else this.end(token);
  }

  /** The task has ended. */
  end(token: ProgressToken): void {
    const task = this.tasks.get(token);
    if (!task) return;
    this.tasks.delete(token);
    task.end();
    this.onChange();
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
    const end = new Promise<void>((resolve) => (task.end = resolve));
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable },
      (progress, cancellation) => {
        task.show = (newest) => progress.report({ message: plainText(newest) });
        if (task.message) task.show(task.message);
        cancellation.onCancellationRequested(() => this.cancel(token));
        return end;
      },
    );
    this.onChange();
  }

  private report(token: ProgressToken, message: string | undefined): void {
    const task = this.tasks.get(token);
    if (!task || message === undefined) return;
    task.message = message;
    task.show(message);
    this.onChange();
  }
}
