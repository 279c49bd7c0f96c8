// The output channels, for somebody who looks for a fault.

import * as vscode from "vscode";

/** The output channels. */
export class Channels implements vscode.Disposable {
  /** The log of the server, and of its starts and ends. */
  readonly output: vscode.LogOutputChannel = vscode.window.createOutputChannel("Noisy MLIR", { log: true });
  /** The conversation with the server. */
  readonly trace = new TraceChannel();

  dispose(): void {
    this.output.dispose();
    this.trace.dispose();
  }
}

/** Shows the conversation with the server by the setting `noisy.trace.server`.
 * The client library goes by the log level of a channel instead, which users
 * would have to set as well; so this is one whose level follows the setting. */
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

  trace(message: string): void {
    this.appendLine(`${new Date().toISOString()} ${message}`);
  }

  debug(message: string): void {
    this.trace(message);
  }

  info(message: string): void {
    this.trace(message);
  }

  warn(message: string): void {
    this.trace(message);
  }

  error(error: string | Error): void {
    this.trace(String(error));
  }

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
