// The output channels, for somebody who looks for a fault.

import * as vscode from "vscode";

/** The output channels. */
export class Channels implements vscode.Disposable {
  /** The log of the server, and of its starts and ends. */
  readonly output: vscode.LogOutputChannel = vscode.window.createOutputChannel("Noisy MLIR", { log: true });
  /** The messages to and from the server. */
  readonly trace = new TraceChannel();

  dispose(): void {
    this.output.dispose();
    this.trace.dispose();
  }
}

/** Shows the messages to and from the server by the setting `noisy.trace.server`. The
 * client library goes by the log level of a channel instead, which users would have
 * to set as well; so the level of this channel follows the setting. */
class TraceChannel implements vscode.LogOutputChannel {
  readonly name = "Noisy MLIR Trace";
  private channel: vscode.OutputChannel | undefined;
  private readonly levelChanged = new vscode.EventEmitter<vscode.LogLevel>();
  private readonly listener: vscode.Disposable;
  readonly onDidChangeLogLevel = this.levelChanged.event;

  constructor() {
    this.listener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("noisy.trace.server")) this.levelChanged.fire(this.logLevel);
    });
  }

  get logLevel(): vscode.LogLevel {
    const level = vscode.workspace.getConfiguration("noisy").get<string>("trace.server", "off");
    return level === "off" ? vscode.LogLevel.Off : vscode.LogLevel.Trace;
  }

  readonly trace = (message: string | Error) =>
    this.appendLine(`${new Date().toISOString()} ${String(message)}`);
  readonly debug = this.trace;
  readonly info = this.trace;
  readonly warn = this.trace;
  readonly error = this.trace;

  append(value: string): void {
    this.open().append(value);
  }

  appendLine(value: string): void {
    this.open().appendLine(value);
  }

  replace(value: string): void {
    this.open().replace(value);
  }

  clear(): void {
    this.channel?.clear();
  }

  show(columnOrFocus?: vscode.ViewColumn | boolean, preserveFocus?: boolean): void {
    this.open().show(typeof columnOrFocus === "boolean" ? columnOrFocus : preserveFocus);
  }

  hide(): void {
    this.channel?.hide();
  }

  dispose(): void {
    this.listener.dispose();
    this.levelChanged.dispose();
    this.channel?.dispose();
  }

  /** Made when there is something to show: most users never need it. */
  private open(): vscode.OutputChannel {
    return (this.channel ??= vscode.window.createOutputChannel(this.name));
  }
}
