import * as vscode from "vscode";
import type { NoiseGraph, NoiseGraphParams } from "../protocol.ts";
import type { NoisyServer } from "../server/server.ts";
import { toRange } from "../workspaceEdits.ts";
import { contains, moved, nodeAtCursor } from "./cursor.ts";
import { noDocument, nothingEncrypted, requestFailed, serverProblem } from "./emptyStates.ts";
import { exportGraph } from "./exportGraph.ts";
import { FixProposal } from "./fixProposal.ts";
import { LayoutThread } from "./layoutThread.ts";
import type { EmptyState, FromPage, Picture, Side, ToPage, ViewState } from "./messages.ts";
import { normalise } from "./normalise.ts";
import { revealRange, whyNoFunction } from "./editors.ts";
import { pageHtml } from "./page.ts";
import { layoutInput } from "./union.ts";

/** How long the cursor rests before another function is asked for, in ms. */
const cursorDelay = 120;
/** How long it rests before another part of a large function is asked for. */
const partDelay = 400;
/** How long after an analysis the graph is asked for; several come at once. */
const analysedDelay = 40;
/** When nothing was analysed after an edit; of a server that does not tell. */
const editDelay = 700;
/** After an answer that the server withdrew because the text went on. */
const retryDelay = 250;

interface Target {
  uri: vscode.Uri;
  position: vscode.Position;
}

/** One panel with the graph of the function at a target, which follows the
 * editor unless it is pinned. */
export class NoisePanel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly server: NoisyServer;
  private readonly thread: LayoutThread;
  private readonly fix: FixProposal;
  private readonly subscriptions: vscode.Disposable[] = [];
  private target: Target | undefined;
  private isPinned: boolean;
  private isReady = false;
  private side: Side;
  private picture: (Picture & { uri: string }) | undefined;
  private empty: EmptyState | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private timer: NodeJS.Timeout | undefined;
  private timerEnds = Infinity;
  /** Where a click in the view put the cursor, and for which node. */
  private revealed: { position: vscode.Position; key: string } | undefined;

  /** `state`: of a panel that is restored. */
  constructor(
    panel: vscode.WebviewPanel,
    context: vscode.ExtensionContext,
    server: NoisyServer,
    state: ViewState = {},
  ) {
    this.panel = panel;
    this.server = server;
    this.fix = new FixProposal(server, (proposal) => this.send({ type: "proposal", proposal }));
    this.isPinned = state.isPinned ?? false;
    this.side = "before";
    if (state.uri) {
      this.target = { uri: vscode.Uri.parse(state.uri), position: new vscode.Position(state.line ?? 0, 0) };
    }
    const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
    this.thread = new LayoutThread(vscode.Uri.joinPath(dist, "layoutWorker.js").fsPath);
    this.thread.warmUp();
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const file = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    this.subscriptions.push(
      panel.webview.onDidReceiveMessage((message: FromPage) => void this.receive(message)),
      panel.onDidChangeViewState(() => {
        if (panel.visible) this.refreshSoon(0);
        else this.isReady = false;
      }),
      server.onDidAnalyse(({ uri }) => {
        if (this.isTarget(vscode.Uri.parse(uri))) this.refreshSoon(analysedDelay);
      }),
      server.onDidChangeState((now) => {
        if (now.kind === "solving") this.fix.progress(now.message);
        // A server that came, went or was replaced.
        const problem = serverProblem(now, server.capabilities);
        if (problem || this.empty) this.refreshSoon(analysedDelay);
      }),
      vscode.workspace.onDidChangeTextDocument((change) => this.textChanged(change)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("noisy.noiseView")) this.refreshSoon(cursorDelay);
      }),
    );
    panel.webview.html = pageHtml({
      script: file("noiseView.js"),
      style: file("noiseView.css"),
      source: panel.webview.cspSource,
      nonce: crypto.randomUUID().replaceAll("-", ""),
    });
    // A new panel is told what to follow at once; until then there is nothing to say.
    this.refreshSoon(this.target ? 0 : cursorDelay);
  }

  get onDidDispose(): vscode.Event<void> {
    return this.panel.onDidDispose;
  }

  /** Brings the panel to the front, without taking the focus. */
  show(): void {
    this.panel.reveal(undefined, true);
  }

  /** The editor or its cursor changed. */
  follow(editor: vscode.TextEditor): void {
    const { document, selection } = editor;
    if (document.languageId !== "mlir") return;
    const isSame = this.isTarget(document.uri);
    if (this.isPinned && !isSame) return;
    const { picture } = this;
    const position = selection.active;
    const isInside = isSame && picture && contains(picture.before.range, position);
    if (this.isPinned && picture && !isInside) return;
    this.target = { uri: document.uri, position };
    if (!isInside) return this.refreshSoon(cursorDelay);
    const isShown = this.sendCursor();
    // Of a large function only a part is there, around a position.
    if (!isShown && picture.before.totalNodes > picture.before.nodes.length) this.refreshSoon(partDelay);
  }

  /** Asks where to write the graph that is shown, and writes it there as SVG. */
  async export(): Promise<void> {
    const { picture } = this;
    if (!picture) {
      void vscode.window.showInformationMessage(
        "There is no graph to export: put the cursor into a function.",
      );
      return;
    }
    const isAfter = this.side === "after" && picture.after !== null;
    await exportGraph({
      graph: isAfter ? picture.after! : picture.before,
      layout: picture.layout,
      after: picture.after,
      document: vscode.Uri.parse(picture.uri),
      isAfter,
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.fix.dispose();
    this.thread.dispose();
    for (const each of this.subscriptions) each.dispose();
    this.panel.dispose();
  }

  private isTarget(uri: vscode.Uri): boolean {
    return this.target?.uri.toString() === uri.toString();
  }

  private document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find((each) => this.isTarget(each.uri));
  }

  private textChanged({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!this.target || !this.isTarget(document.uri) || contentChanges.length === 0) return;
    if (this.isPinned || vscode.window.activeTextEditor?.document !== document) {
      const { line, character } = moved(this.target.position, contentChanges);
      this.target.position = new vscode.Position(line, character);
    }
    this.fix.outdate();
    this.refreshSoon(editDelay);
  }

  /** Refreshes after a while; the earliest of several wishes counts. */
  private refreshSoon(delay: number): void {
    const ends = Date.now() + delay;
    if (ends >= this.timerEnds) return;
    clearTimeout(this.timer);
    this.timerEnds = ends;
    this.timer = setTimeout(() => {
      this.timerEnds = Infinity;
      this.refresh().catch((error: unknown) => this.setEmpty(requestFailed(String(error))));
    }, delay);
  }

  private async refresh(): Promise<void> {
    this.asking?.cancel();
    // It is refreshed when it is seen again.
    if (!this.panel.visible) return;
    if (!this.target) return this.setEmpty(noDocument);
    const problem = serverProblem(this.server.state, this.server.capabilities);
    if (problem) return this.setEmpty(problem);
    const source = new vscode.CancellationTokenSource();
    this.asking = source;
    try {
      await this.ask(this.target, source.token);
    } catch (error) {
      if (source.token.isCancellationRequested) return;
      const code: unknown = (error as { code?: unknown } | null)?.code;
      // ContentModified, ServerCancelled, RequestCancelled.
      if (code === -32801 || code === -32802 || code === -32800) return this.refreshSoon(retryDelay);
      this.setEmpty(requestFailed(error instanceof Error ? error.message : String(error)));
    } finally {
      if (this.asking === source) this.asking = undefined;
      source.dispose();
    }
  }

  private async ask(target: Target, token: vscode.CancellationToken): Promise<void> {
    let document = this.document();
    if (!document) {
      try {
        document = await vscode.workspace.openTextDocument(target.uri);
      } catch {
        return this.setEmpty(noDocument);
      }
    }
    const uri = target.uri.toString();
    const shown = this.picture?.uri === uri ? this.picture : undefined;
    let graph = await this.request(uri, target.position, token);
    // Between functions the last one stays.
    if (!graph && shown) graph = await this.request(uri, toRange(shown.before.nameRange).start, token);
    if (token.isCancellationRequested) return;
    if (!graph) return this.setEmpty(whyNoFunction(target.uri));
    if (graph.nodes.length === 0) return this.setEmpty(nothingEncrypted(graph.name));
    await this.draw(uri, normalise(graph), this.fix.graphOf(graph), token);
  }

  private request(
    uri: string,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<NoiseGraph | null> {
    const params: NoiseGraphParams = {
      textDocument: { uri },
      position: { line: position.line, character: position.character },
      maxNodes: this.maxNodes(),
    };
    return this.server.request<NoiseGraph | null>("noisy/noiseGraph", params, token);
  }

  private maxNodes(): number {
    return vscode.workspace.getConfiguration("noisy").get<number>("noiseView.maxNodes", 2000);
  }

  /** Lays out and shows. Nothing is shown when something newer was asked for. */
  private async draw(
    uri: string,
    before: NoiseGraph,
    after: NoiseGraph | null,
    token?: vscode.CancellationToken,
  ): Promise<void> {
    const layout = await this.thread.layout(layoutInput(before, after));
    if (!layout || token?.isCancellationRequested) return;
    const name = vscode.Uri.parse(uri).path.split("/").at(-1) ?? uri;
    const isOther = this.picture && (this.picture.uri !== uri || this.picture.before.name !== before.name);
    if (isOther) this.dropProposal();
    this.picture = { uri, document: name, before, after: isOther ? null : after, layout };
    this.empty = undefined;
    this.panel.title = `Noise: ${before.name}`;
    // What a text that changed meanwhile makes of the fix.
    if (!after && this.side === "after") this.setSide("before");
    this.sendPicture();
    this.sendCursor();
  }

  private setEmpty(empty: EmptyState): void {
    this.picture = undefined;
    this.dropProposal();
    this.empty = empty;
    this.panel.title = "Noise";
    this.send({ type: "empty", empty });
  }

  private sendPicture(): void {
    if (!this.picture) return;
    const { uri, ...picture } = this.picture;
    this.send({ type: "picture", picture, uri });
    this.send({ type: "stale", isStale: picture.before.isStale });
  }

  /** Tells the page which node the cursor is at; whether there is one. */
  private sendCursor(): boolean {
    const { picture, target } = this;
    const document = this.document();
    if (!picture || !target || !document || picture.uri !== target.uri.toString()) return false;
    if (this.revealed?.position.isEqual(target.position)) {
      this.send({ type: "cursor", key: this.revealed.key });
      return true;
    }
    this.revealed = undefined;
    const range = document.getWordRangeAtPosition(document.validatePosition(target.position), /%[\w$.#-]+/);
    const index = nodeAtCursor(picture.before, target.position, range && document.getText(range));
    const key = index === undefined ? null : picture.before.nodes[index]!.key;
    this.send({ type: "cursor", key });
    return key !== null;
  }

  private send(message: ToPage): void {
    if (this.isReady) void this.panel.webview.postMessage(message);
  }

  private setSide(side: Side): void {
    this.side = side;
    this.send({ type: "side", side });
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case "ready":
        return this.replay();
      case "reveal":
        return this.reveal(message.key, message.side, message.takeFocus);
      case "side":
        this.side = message.side;
        return;
      case "pin":
        this.isPinned = message.isPinned;
        if (!this.isPinned && vscode.window.activeTextEditor) this.follow(vscode.window.activeTextEditor);
        return;
      case "propose":
        return this.propose();
      case "cancelProposal":
        this.fix.cancel();
        return;
      case "apply":
        return this.apply(false);
      case "preview":
        return this.apply(true);
      case "export":
        return this.export();
      case "command":
        await vscode.commands.executeCommand(message.command);
        return;
      case "failure":
        console.error(`noise view: ${message.message}`);
    }
  }

  /** The page is new, as after it was hidden: it is told everything. */
  private replay(): void {
    this.isReady = true;
    this.send({ type: "pinned", isPinned: this.isPinned });
    this.send({ type: "side", side: this.side });
    this.send({ type: "proposal", proposal: this.fix.proposal });
    if (this.picture) this.sendPicture();
    else if (this.empty) this.send({ type: "empty", empty: this.empty });
    this.sendCursor();
  }

  private async reveal(key: string, side: Side, takeFocus: boolean): Promise<void> {
    const { picture } = this;
    const graph = side === "after" ? picture?.after : picture?.before;
    const node = graph?.nodes.find((each) => each.key === key);
    if (!picture || !node) return;
    const uri = vscode.Uri.parse(picture.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const range = document.validateRange(toRange(node.range));
    this.revealed = { position: range.end, key };
    this.target = { uri, position: range.end };
    await revealRange(document, range, takeFocus);
  }

  private dropProposal(): void {
    this.fix.drop();
    if (this.side === "after") this.setSide("before");
  }

  private async propose(): Promise<void> {
    const { picture } = this;
    const document = this.document();
    if (!picture || !document) return;
    const known = this.fix.graphOf(picture.before);
    const at = this.target?.position;
    const position = at && contains(picture.before.range, at) ? at : toRange(picture.before.nameRange).start;
    const after = known ?? (await this.fix.propose(document, position, this.maxNodes()));
    if (!after || this.picture?.before.name !== picture.before.name) return;
    // A graph that came meanwhile is as good as the one at the beginning.
    await this.draw(picture.uri, this.picture.before, after);
    if (this.picture.after === after) this.setSide("after");
  }

  private async apply(preview: boolean): Promise<void> {
    const document = this.document();
    if (document && (await this.fix.apply(document, preview)) && this.side === "after")
      this.setSide("before");
  }
}
