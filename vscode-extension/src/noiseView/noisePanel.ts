import * as vscode from "vscode";
import { isOvertaken } from "../errorCodes.ts";
import { messageOf } from "../plainText.ts";
import type { NoiseGraph, NoiseGraphParams } from "../protocol.ts";
import { languageId } from "../server/documents.ts";
import type { NoisyServer } from "../server/server.ts";
import { tell } from "../tell.ts";
import { toRange } from "../workspaceEdits.ts";
import { contains, moved, nodeAtCursor } from "./cursor.ts";
import { Earliest } from "./earliest.ts";
import { openedText, openText, revealRange, whyNoFunction } from "./editors.ts";
import { noDocument, nothingEncrypted, requestFailed, serverProblem, tooEntangled } from "./emptyStates.ts";
import { exportGraph } from "./exportGraph.ts";
import { FixProposal } from "./fixProposal.ts";
import { isSameFunction, placeOf, type FunctionPlace } from "./identity.ts";
import type { Layout } from "./layout.ts";
import { LayoutThread, mostEdges, TooEntangled } from "./layoutThread.ts";
import { pageCommands, type EmptyState, type FromPage, type Picture } from "./messages.ts";
import type { Side, ToPage, ViewState } from "./messages.ts";
import { normalise } from "./normalise.ts";
import { OwnSelections } from "./ownSelections.ts";
import { Pace } from "./pace.ts";
import { pageHtml } from "./page.ts";
import { stalenessOf } from "./staleness.ts";
import { layoutInput } from "./union.ts";

/** How long the cursor rests before another function is asked for, in ms. */
const cursorDelay = 120;
/** How long it rests before another part of a large function is asked for. */
const partDelay = 400;
/** How long after an analysis the graph is asked for; several come at once. */
const analysedDelay = 40;
/** When nothing was analysed after an edit; of a server that does not tell. */
const editDelay = 700;
/** After a change of settings, of which the server is told first. */
const settingsDelay = 250;
/** After an answer that the server withdrew because the text went on. */
const retryDelay = 250;
/** How long what is shown may be of an older text before that is said: most
 * pictures come sooner, and what flickers is in the way. */
const staleDelay = 200;

interface Target {
  uri: vscode.Uri;
  position: vscode.Position;
}

/** What is shown. */
interface Shown extends Picture {
  uri: string;
  /** Where it was asked for: in the function, and of a large one in the part that is shown. */
  position: vscode.Position;
}

/** What is asked for. */
interface Asking extends Target {
  source: vscode.CancellationTokenSource;
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
  private picture: Shown | undefined;
  private empty: EmptyState | undefined;
  private asking: Asking | undefined;
  /** Something is to be asked for when the panel is seen again, or what is asked
   * for is answered. */
  private isDue = false;
  private isDisposed = false;
  private readonly soon = new Earliest(() => void this.refresh());
  private readonly staleSoon = new Earliest(() => this.sendStale());
  private readonly pace = new Pace();
  /** The settings were changed, and the picture is of before. */
  private hasOldSettings = false;
  private isShownStale = false;
  /** Numbers of drawings: of the last one that was begun, and of the one that is shown. */
  private begun = 0;
  private drawn = 0;
  /** The user wants to see the side after the fix, once it is there. */
  private wantsAfter = false;
  /** ... and it is to be asked for when the text is shown as it is. */
  private isProposalDue = false;
  private readonly own = new OwnSelections();
  /** Of the last `reveal` of the page. */
  private serial = 0;
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
      panel.webview.onDidReceiveMessage((message: FromPage) => {
        void this.receive(message).catch(this.failed);
      }),
      panel.onDidChangeViewState(() => this.visibilityChanged()),
      server.onDidAnalyse(({ uri }) => {
        if (this.isTarget(vscode.Uri.parse(uri))) this.soon.in(analysedDelay);
      }),
      server.onDidChangeState((now) => {
        if (now.kind === "solving") this.fix.progress(now.message);
        // A server that came, went or was replaced.
        const problem = serverProblem(now, server.capabilities);
        if (problem || this.empty) this.soon.in(analysedDelay);
      }),
      vscode.workspace.onDidChangeTextDocument((change) => this.textChanged(change)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("noisy", this.target?.uri)) this.settingsChanged();
      }),
    );
    panel.webview.html = pageHtml({
      script: file("noiseView.js"),
      style: file("noiseView.css"),
      source: panel.webview.cspSource,
      nonce: crypto.randomUUID().replaceAll("-", ""),
    });
    // A new panel is told what to follow at once; until then there is nothing to say.
    this.soon.in(this.target ? 0 : cursorDelay);
  }

  get onDidDispose(): vscode.Event<void> {
    return this.panel.onDidDispose;
  }

  /** Brings the panel to the front, without taking the focus. */
  show(): void {
    this.panel.reveal(undefined, true);
  }

  /** The editor or its cursor changed; `isByUser`: the user has moved it. */
  follow(editor: vscode.TextEditor, isByUser = false): void {
    const { document, selection } = editor;
    if (document.languageId !== languageId) return;
    if (isByUser) this.own.clear();
    else if (this.own.isOvertaken(selection, Date.now())) return;
    const isSame = this.isTarget(document.uri);
    if (this.isPinned && !isSame) return;
    const { picture } = this;
    const position = selection.active;
    const isInside =
      isSame && picture?.uri === document.uri.toString() && contains(picture.before.range, position);
    if (this.isPinned && picture && !isInside) return;
    this.target = { uri: document.uri, position };
    if (!isInside) return this.soon.in(cursorDelay);
    const isShown = this.sendCursor();
    // Of a large function only a part is there, around a position.
    if (!isShown && picture.before.totalNodes > picture.before.nodes.length) this.soon.in(partDelay);
  }

  /** Asks where to write the graph that is shown, and writes it there as SVG. */
  async export(): Promise<void> {
    const { picture } = this;
    if (!picture) {
      void tell.information("Noisy MLIR: there is no graph to export. Put the cursor into a function.");
      return;
    }
    const isAfter = this.side === "after" && picture.after !== null;
    await exportGraph({
      graph: isAfter ? picture.after! : picture.before,
      layout: picture.layout,
      after: picture.after,
      document: vscode.Uri.parse(picture.uri),
      isAfter,
      staleness: this.staleness(),
      isOutdated: isAfter && this.fix.graphOf(picture.uri, picture.before) === null,
    });
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.soon.cancel();
    this.staleSoon.cancel();
    this.asking?.source.cancel();
    this.fix.dispose();
    this.thread.dispose();
    for (const each of this.subscriptions) each.dispose();
    this.panel.dispose();
  }

  private isTarget(uri: vscode.Uri): boolean {
    return this.target?.uri.toString() === uri.toString();
  }

  private textChanged({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    if (this.picture?.uri === document.uri.toString()) this.fellBehind();
    if (!this.target || !this.isTarget(document.uri)) return;
    if (this.isPinned || vscode.window.activeTextEditor?.document !== document) {
      const { line, character } = moved(this.target.position, contentChanges);
      this.target.position = new vscode.Position(line, character);
    }
    this.revealed = undefined;
    this.soon.in(editDelay);
  }

  /** What is shown is not what holds now. */
  private fellBehind(by: "text" | "settings" = "text"): void {
    this.fix.outdate(by);
    this.wantsAfter = this.isProposalDue = false;
    this.pace.fellBehind(Date.now());
    this.staleSoon.in(staleDelay);
  }

  private settingsChanged(): void {
    this.hasOldSettings = this.picture !== undefined;
    this.fellBehind("settings");
    this.soon.in(settingsDelay);
  }

  /** The versions of a document begin anew when it is opened again, with a text
   * that may be another. */
  private closed(document: vscode.TextDocument): void {
    if (this.picture?.uri === document.uri.toString()) this.fellBehind();
    if (this.isTarget(document.uri)) this.soon.in(cursorDelay);
  }

  private visibilityChanged(): void {
    if (!this.panel.visible) {
      this.isReady = false;
      if (!this.asking) return;
      this.asking.source.cancel();
      this.isDue = true;
    } else if (this.isDue) this.soon.in(0);
  }

  private async refresh(): Promise<void> {
    if (this.isDisposed) return;
    this.isDue = !this.panel.visible || this.mustWait();
    if (this.isDue) return;
    this.asking?.source.cancel();
    this.asking = undefined;
    if (!this.target) return this.setEmpty(noDocument);
    const problem = serverProblem(this.server.state, this.server.capabilities);
    if (problem) return this.setEmpty(problem);
    const asking = { ...this.target, source: new vscode.CancellationTokenSource() };
    this.asking = asking;
    this.pace.begins(Date.now());
    try {
      await this.ask(asking, asking.source.token);
    } catch (error) {
      if (this.isDisposed || asking.source.token.isCancellationRequested) return;
      if (isOvertaken(error)) this.soon.in(retryDelay);
      else this.setEmpty(requestFailed(messageOf(error)));
    } finally {
      asking.source.dispose();
      if (this.asking === asking) {
        this.asking = undefined;
        if (this.isDue) this.soon.in(0);
      }
    }
  }

  /** Whether what is under way is let finish: the picture was not of the newest
   * text for long. Not when another function is wanted. */
  private mustWait(): boolean {
    const { asking, target, picture } = this;
    if (!asking || !target || !picture || !this.pace.isStarving(Date.now())) return false;
    const isSame = this.isTarget(asking.uri) && picture.uri === asking.uri.toString();
    return isSame && contains(picture.before.range, target.position);
  }

  private async ask(target: Target, token: vscode.CancellationToken): Promise<void> {
    const document = await openText(target.uri);
    if (token.isCancellationRequested) return;
    if (!document) return this.setEmpty(noDocument);
    const uri = target.uri.toString();
    const shown = this.picture?.uri === uri ? this.picture : undefined;
    const hadOldSettings = this.hasOldSettings;
    let { position } = target;
    let graph = await this.request(uri, position, token);
    // Between functions the last one stays.
    if (!graph && shown) {
      position = toRange(shown.before.nameRange).start;
      graph = await this.request(uri, position, token);
    }
    if (token.isCancellationRequested) return;
    if (!graph) return this.setEmpty(whyNoFunction(target.uri));
    if (graph.nodes.length === 0) return this.setEmpty(nothingEncrypted(graph.name));
    const before = normalise(graph);
    if (!(await this.draw(uri, before, this.fix.graphOf(uri, before), position, token))) return;
    if (hadOldSettings) this.hasOldSettings = false;
    this.showStaleness();
    if (this.isProposalDue) void this.receive({ type: "propose" }).catch(this.failed);
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

  /** Lays out and shows; whether it did. Nothing is shown when something newer
   * was asked for. */
  private async draw(
    uri: string,
    before: NoiseGraph,
    after: NoiseGraph | null,
    position: vscode.Position,
    token?: vscode.CancellationToken,
  ): Promise<boolean> {
    const number = ++this.begun;
    let layout: Layout | undefined;
    try {
      if (before.edges.length > mostEdges(before.nodes.length)) throw new TooEntangled();
      layout = await this.thread.layout(layoutInput(before, after));
    } catch (error) {
      if (!(error instanceof TooEntangled)) throw error;
      if (this.isDisposed || token?.isCancellationRequested || number < this.drawn) return false;
      if (after) return this.drawWithoutFix(uri, before, position, token);
      this.drawn = number;
      this.setEmpty(tooEntangled(before.name));
      return false;
    }
    if (!layout || this.isDisposed || token?.isCancellationRequested || number < this.drawn) return false;
    this.drawn = number;
    const name = vscode.Uri.parse(uri).path.split("/").at(-1) ?? uri;
    if (!this.fix.isOf(placeOf(uri, before))) this.dropProposal();
    // It may have been outdated while it was laid out.
    const isThere = after !== null && this.fix.graphOf(uri, before) === after;
    this.picture = { uri, document: name, before, after: isThere ? after : null, layout, position };
    this.empty = undefined;
    this.panel.title = `Noise: ${before.name}`;
    // What a text that changed meanwhile makes of the fix.
    if (!isThere && this.side === "after") this.setSide("before");
    this.sendPicture();
    if (isThere && this.wantsAfter) {
      this.wantsAfter = false;
      this.setSide("after");
    }
    this.sendCursor();
    return true;
  }

  /** The two together are no picture that helps. */
  private drawWithoutFix(
    uri: string,
    before: NoiseGraph,
    position: vscode.Position,
    token?: vscode.CancellationToken,
  ): Promise<boolean> {
    this.fix.forgetGraph();
    this.wantsAfter = false;
    void tell.warning(
      `Noisy MLIR: ${before.name} with the fix is too entangled to be drawn. Preview shows it in the text.`,
    );
    return this.draw(uri, before, null, position, token);
  }

  private setEmpty(empty: EmptyState): void {
    if (this.isDisposed) return;
    this.picture = undefined;
    this.hasOldSettings = false;
    this.dropProposal();
    this.empty = empty;
    this.panel.title = "Noise";
    this.send({ type: "empty", empty });
    this.showStaleness();
  }

  private sendPicture(): void {
    if (!this.picture) return;
    const { uri, position: _, ...picture } = this.picture;
    this.send({ type: "picture", picture, uri });
  }

  private staleness() {
    const { picture } = this;
    return picture && stalenessOf(picture.before, openedText(picture.uri)?.version, this.hasOldSettings);
  }

  /** Something was drawn: tells at once of what is broken, and of what is right
   * again; of an edit that came meanwhile only when it lasts. */
  private showStaleness(): void {
    const why = this.staleness();
    this.pace.shown(Date.now(), !why || why === "broken");
    if (why && why !== "broken" && !this.isShownStale) return this.staleSoon.in(staleDelay);
    this.staleSoon.cancel();
    this.sendStale();
  }

  private sendStale(): void {
    const why = this.staleness() ?? null;
    this.isShownStale = why !== null;
    this.send({ type: "stale", why });
  }

  /** Tells the page which node the cursor is at; whether there is one. */
  private sendCursor(): boolean {
    const { picture, target } = this;
    if (!picture || !target || picture.uri !== target.uri.toString()) return false;
    const document = openedText(picture.uri);
    if (!document) return false;
    const { serial } = this;
    if (this.revealed?.position.isEqual(target.position)) {
      this.send({ type: "cursor", key: this.revealed.key, serial });
      return true;
    }
    this.revealed = undefined;
    const range = document.getWordRangeAtPosition(document.validatePosition(target.position), /%[\w$.#-]+/);
    const index = nodeAtCursor(picture.before, target.position, range && document.getText(range));
    const key = index === undefined ? null : picture.before.nodes[index]!.key;
    this.send({ type: "cursor", key, serial });
    return key !== null;
  }

  private send(message: ToPage): void {
    if (!this.isReady || this.isDisposed) return;
    // It may be closed before it has got it.
    this.panel.webview.postMessage(message).then(undefined, () => {});
  }

  private setSide(side: Side): void {
    this.side = side;
    this.send({ type: "side", side });
  }

  /** What the user wanted did not work out. */
  private readonly failed = (error: unknown): void => {
    if (!this.isDisposed) void tell.error(`Noisy MLIR: ${messageOf(error)}`);
  };

  private async receive(message: FromPage): Promise<void> {
    if (this.isDisposed) return;
    switch (message.type) {
      case "ready":
        return this.replay();
      case "reveal":
        this.serial = message.serial;
        return this.reveal(message.key, message.side, message.takeFocus);
      case "side":
        this.side = message.side;
        this.wantsAfter = this.isProposalDue = false;
        return;
      case "pin":
        this.isPinned = message.isPinned;
        if (!this.isPinned && vscode.window.activeTextEditor) this.follow(vscode.window.activeTextEditor);
        return;
      case "propose":
        return this.propose();
      case "cancelProposal":
        this.wantsAfter = this.isProposalDue = false;
        this.fix.cancel();
        return;
      case "apply":
        return this.apply(false);
      case "preview":
        return this.apply(true);
      case "export":
        return this.export();
      case "command":
        if (pageCommands.includes(message.command)) await vscode.commands.executeCommand(message.command);
        return;
      case "failure":
        console.error(`noise view: ${message.message}`);
    }
  }

  /** The page is new, as after it was hidden: it is told everything. */
  private replay(): void {
    this.isReady = true;
    this.serial = 0;
    this.send({ type: "pinned", isPinned: this.isPinned });
    this.send({ type: "side", side: this.side });
    this.send({ type: "proposal", proposal: this.fix.proposal });
    if (this.picture) {
      this.sendPicture();
      this.sendStale();
    } else if (this.empty) this.send({ type: "empty", empty: this.empty });
    this.sendCursor();
  }

  private async reveal(key: string, side: Side, takeFocus: boolean): Promise<void> {
    const { picture } = this;
    const graph = side === "after" ? picture?.after : picture?.before;
    const node = graph?.nodes.find((each) => each.key === key);
    if (!picture || !node) return;
    const uri = vscode.Uri.parse(picture.uri);
    const document = await openText(uri);
    if (!document) return;
    const range = document.validateRange(toRange(node.range));
    if (this.isDisposed) return;
    this.revealed = { position: range.end, key };
    this.target = { uri, position: range.end };
    this.own.add(range, Date.now());
    await revealRange(document, range, takeFocus);
  }

  private dropProposal(): void {
    this.fix.drop();
    this.wantsAfter = this.isProposalDue = false;
    if (this.side === "after") this.setSide("before");
  }

  /** Has the fix computed for the function that is shown, and draws it. */
  private async propose(): Promise<void> {
    const { picture } = this;
    if (!picture) return;
    const { uri, before, position } = picture;
    this.wantsAfter = true;
    // What is shown is to be of the text that is mended; it is asked for already.
    const document = openedText(uri);
    this.isProposalDue = document?.version !== before.version || this.hasOldSettings;
    if (this.isProposalDue || !document) return this.soon.in(0);
    const place: FunctionPlace = placeOf(uri, before);
    const known = this.fix.graphOf(uri, before);
    if (!known && !(await this.fix.propose(document, place, position, this.maxNodes()))) return;
    // A graph that came meanwhile is as good as the one at the beginning.
    const now = this.picture;
    if (this.isDisposed || !now || !isSameFunction(place, placeOf(now.uri, now.before))) return;
    const after = this.fix.graphOf(uri, now.before);
    if (!after || after === now.after) return;
    // It is drawn with what is asked for, which it must not overtake.
    if (this.asking) this.isDue = true;
    else await this.draw(uri, now.before, after, now.position);
  }

  private async apply(preview: boolean): Promise<void> {
    const { picture } = this;
    if (!picture || !this.fix.isOf(placeOf(picture.uri, picture.before))) return;
    const isApplied = await this.fix.apply(preview);
    if (isApplied && !this.isDisposed && this.side === "after") this.setSide("before");
  }
}
