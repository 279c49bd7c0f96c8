import * as vscode from "vscode";
import type { Position } from "vscode-languageclient/node";
import { applyFix, proposeFix, showOutcome, type FixOutcome } from "../../fix.ts";
import { messageOf } from "../../plainText.ts";
import { languageId } from "../../server/documents.ts";
import type { NoisyServer } from "../../server/server.ts";
import { notify } from "../../notify.ts";
import { toRange } from "../../workspaceEdits.ts";
import { LayoutThread, mostEdges, TooEntangled } from "../drawing/layoutThread.ts";
import { layoutInput } from "../drawing/union.ts";
import { EarliestTimer } from "./earliestTimer.ts";
import { findDocument, openDocument, revealRange } from "./editors.ts";
import type { AnswerValues, Effect, Effects, PanelEvent, Surroundings } from "./events.ts";
import { exportGraph } from "./exportGraph.ts";
import { findGraph, partOf } from "./findGraph.ts";
import { loadPage } from "./loadPage.ts";
import type { PageRequest, ViewState } from "./messages.ts";
import { reduce } from "./reducer.ts";
import { cursorDelay } from "./selection.ts";
import { currentPicture, initialState, type PanelState } from "./state.ts";

/** The two ways to end a request: without an answer, and with the best one so far. */
interface RequestEnds {
  cancel: vscode.CancellationTokenSource;
  stop: vscode.CancellationTokenSource;
}

/** A panel with the graph of the function at a target, which follows the
 * editor unless it is pinned. It turns what happens in VS Code into events, and
 * runs the effects that the reducer answers with. */
export class NoisePanel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly server: NoisyServer;
  private readonly thread: LayoutThread;
  private readonly subscriptions: vscode.Disposable[];
  private readonly timers = {
    refresh: new EarliestTimer(() => this.dispatch({ type: "timerFired", timer: "refresh" })),
    mark: new EarliestTimer(() => this.dispatch({ type: "timerFired", timer: "mark" })),
  };
  /** The requests under way, by their ids. */
  private readonly requests = new Map<number, RequestEnds>();
  private state: PanelState;
  private isDisposed = false;

  /** `saved`: the page's state, of a panel that is restored. */
  constructor(
    panel: vscode.WebviewPanel,
    context: vscode.ExtensionContext,
    server: NoisyServer,
    saved: ViewState = {},
  ) {
    this.panel = panel;
    this.server = server;
    this.state = initialState(saved, panel.visible);
    const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
    this.thread = new LayoutThread(vscode.Uri.joinPath(dist, "layoutWorker.js").fsPath);
    this.thread.warmUp();
    loadPage(panel.webview, dist);
    this.subscriptions = this.listen();
    // A new panel is told what to follow at once; until then there is nothing to say.
    this.timers.refresh.schedule(this.state.target ? 0 : cursorDelay);
  }

  get onDidDispose(): vscode.Event<void> {
    return this.panel.onDidDispose;
  }

  /** Brings the panel to the front, without taking the focus. */
  show(): void {
    this.panel.reveal(undefined, true);
  }

  /** The editor or its cursor changed; `isByUser`: the user has moved it. */
  follow({ document, selection }: vscode.TextEditor, isByUser = false): void {
    if (document.languageId !== languageId) return;
    const uri = document.uri.toString();
    this.dispatch({ type: "selectionChanged", uri, position: selection.active, selection, isByUser });
  }

  /** Lets the user choose a file, and writes the graph there as SVG. */
  export(): void {
    this.dispatch({ type: "pageRequest", request: { type: "export" } });
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    for (const timer of Object.values(this.timers)) timer.cancel();
    for (const { cancel } of this.requests.values()) cancel.cancel();
    this.thread.dispose();
    for (const each of this.subscriptions) each.dispose();
    this.panel.dispose();
  }

  private listen(): vscode.Disposable[] {
    const { panel, server } = this;
    const { workspace } = vscode;
    const send = (event: PanelEvent) => this.dispatch(event);
    return [
      panel.webview.onDidReceiveMessage((request: PageRequest) => send({ type: "pageRequest", request })),
      panel.onDidChangeViewState(() => send({ type: "visibilityChanged", isVisible: panel.visible })),
      server.onDidAnalyse(({ uri }) =>
        send({ type: "documentAnalysed", uri: vscode.Uri.parse(uri).toString() }),
      ),
      server.onDidChangeState(() => send({ type: "serverChanged" })),
      workspace.onDidCloseTextDocument(({ uri }) => send({ type: "documentClosed", uri: uri.toString() })),
      workspace.onDidChangeTextDocument(({ document, contentChanges: changes }) => {
        const isActive = vscode.window.activeTextEditor?.document === document;
        const uri = document.uri.toString();
        if (changes.length > 0) send({ type: "textChanged", uri, changes, isActive });
      }),
      workspace.onDidChangeConfiguration((change) => {
        const uris = [currentPicture(this.state)?.uri, this.state.target?.uri];
        const scopes = uris.map((uri) => (uri ? vscode.Uri.parse(uri) : undefined));
        if (scopes.some((scope) => change.affectsConfiguration("noisy", scope)))
          send({ type: "settingsChanged" });
      }),
    ];
  }

  private dispatch(event: PanelEvent): void {
    if (this.isDisposed) return;
    const { state, effects } = reduce(this.state, event, this.surroundings());
    this.state = state;
    const { content } = state;
    if (content.kind === "picture") this.panel.title = `Noise: ${content.picture.graph.name}`;
    else if (content.kind === "empty") this.panel.title = "Noise";
    for (const effect of effects) {
      const run = this.runners[effect.type] as (effect: Effect) => Promise<void>;
      run(effect).catch((error: unknown) => {
        if (!this.isDisposed) void notify.error(`Noisy MLIR: ${messageOf(error)}`);
      });
    }
  }

  private surroundings(): Surroundings {
    const { state, capabilities } = this.server;
    return {
      now: Date.now(),
      server: state,
      capabilities,
      document(uri) {
        const document = findDocument(uri);
        return (
          document && {
            version: document.version,
            valueAt: (position) => findValue(document, position),
            clampRange: (range) => document.validateRange(toRange(range)),
          }
        );
      },
    };
  }

  private readonly runners: { [Type in keyof Effects]: (effect: Effects[Type]) => Promise<unknown> } = {
    schedule: async ({ timer, delay }) => this.timers[timer].schedule(delay),
    cancelTimer: async ({ timer }) => this.timers[timer].cancel(),
    // The page may be closed before it receives the message.
    post: async ({ message }) => this.panel.webview.postMessage(message).then(undefined, () => {}),
    requestGraph: ({ id, uri, position, shown, focusKey, isAll }) =>
      this.request("graphAnswer", id, (token) =>
        findGraph(this.server, uri, position, shown, partOf(focusKey, isAll), token),
      ),
    requestLayout: ({ id, graph, fixedGraph }) =>
      this.request("layoutAnswer", id, async () => {
        if (graph.edges.length > mostEdges(graph.nodes.length)) throw new TooEntangled();
        return this.thread.layout(layoutInput(graph, fixedGraph));
      }),
    requestFix: ({ id, uri, position, focusKey, isAll }) =>
      this.request("fixAnswer", id, (token, stop) =>
        proposeFix(this.server, uri, position, "function", true, {
          token,
          stop,
          part: partOf(focusKey, isAll),
        }),
      ),
    cancelRequest: async ({ id }) => this.requests.get(id)?.cancel.cancel(),
    stopRequest: async ({ id }) => this.requests.get(id)?.stop.cancel(),
    applyFix: async ({ uri, answer, isPreview }) => {
      const document = findDocument(uri);
      let outcome: FixOutcome = "unchanged";
      try {
        outcome = document ? await applyFix(document, answer, isPreview) : "outdated";
        showOutcome(outcome, uri, answer);
      } finally {
        this.dispatch({ type: "fixOutcome", answer, outcome });
      }
    },
    selectRange: async ({ uri, range, takeFocus, serial }) => {
      const document = await openDocument(vscode.Uri.parse(uri));
      if (document && serial === this.state.serial) await revealRange(document, toRange(range), takeFocus);
    },
    followEditor: async () => {
      if (vscode.window.activeTextEditor) this.follow(vscode.window.activeTextEditor);
    },
    export: exportGraph,
    runCommand: async ({ command }) => vscode.commands.executeCommand(command),
    notify: async ({ severity, message }) => void notify[severity](message),
    log: async ({ message }) => console.error(message),
  };

  /** Runs a request, which the effects `cancelRequest` and `stopRequest` can end, and
   * dispatches its answer. */
  private async request<Type extends keyof AnswerValues>(
    type: Type,
    id: number,
    run: (token: vscode.CancellationToken, stop: vscode.CancellationToken) => Promise<AnswerValues[Type]>,
  ): Promise<void> {
    const cancel = new vscode.CancellationTokenSource();
    const stop = new vscode.CancellationTokenSource();
    this.requests.set(id, { cancel, stop });
    const answer = await run(cancel.token, stop.token).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    this.requests.delete(id);
    cancel.dispose();
    stop.dispose();
    this.dispatch({ type, id, answer } as PanelEvent);
  }
}

/** The name of the value at a position of a document. */
function findValue(document: vscode.TextDocument, { line, character }: Position): string | undefined {
  const position = document.validatePosition(new vscode.Position(line, character));
  const range = document.getWordRangeAtPosition(position, /%[\w$.#-]+/);
  return range && document.getText(range);
}
