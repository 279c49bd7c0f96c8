import * as vscode from "vscode";
import { isOvertaken } from "../../errorCodes.ts";
import { messageOf } from "../../plainText.ts";
import type { NoiseGraph } from "../../protocol.ts";
import { languageId } from "../../server/documents.ts";
import type { NoisyServer } from "../../server/server.ts";
import { tell } from "../../tell.ts";
import { toRange } from "../../workspaceEdits.ts";
import { askGraph, maxNodes } from "./askGraph.ts";
import { contains, moved } from "./cursor.ts";
import { CursorLink } from "./cursorLink.ts";
import { Earliest } from "./earliest.ts";
import { openedText, openText, whyNoFunction } from "./editors.ts";
import { noDocument, nothingEncrypted, requestFailed, serverProblem, tooEntangled } from "./emptyStates.ts";
import { exportGraph } from "./exportGraph.ts";
import { FixProposal } from "./fixProposal.ts";
import { isSameFunction, placeOf, type FunctionPlace } from "./identity.ts";
import type { Layout } from "../drawing/layout.ts";
import { LayoutThread, mostEdges, TooEntangled } from "../drawing/layoutThread.ts";
import { pageCommands, type EmptyState, type FromPage, type Picture } from "./messages.ts";
import type { Side, ViewState } from "./messages.ts";
import { normalise } from "../drawing/normalise.ts";
import { PageLink } from "./pageLink.ts";
import { StaleMark } from "./staleMark.ts";
import { layoutInput } from "../drawing/union.ts";

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
  private readonly page: PageLink;
  private readonly server: NoisyServer;
  private readonly thread: LayoutThread;
  private readonly fix: FixProposal;
  private readonly subscriptions: vscode.Disposable[] = [];
  private target: Target | undefined;
  private isPinned: boolean;
  private side: Side;
  private picture: Shown | undefined;
  private empty: EmptyState | undefined;
  private asking: Asking | undefined;
  /** Something is to be asked for when the panel is seen again, or what is asked
   * for is answered. */
  private isDue = false;
  private isDisposed = false;
  private readonly soon = new Earliest(() => void this.refresh());
  private readonly stale = new StaleMark(
    () => this.picture,
    (why) => this.page.send({ type: "stale", why }),
  );
  /** Numbers of drawings: of the last one that was begun, and of the one that is shown. */
  private begun = 0;
  private drawn = 0;
  /** The user wants to see the side after the fix, once it is there. */
  private wantsAfter = false;
  /** ... and it is to be asked for when the text is shown as it is. */
  private isProposalDue = false;
  private readonly cursor = new CursorLink();

  /** `state`: of a panel that is restored. */
  constructor(
    panel: vscode.WebviewPanel,
    context: vscode.ExtensionContext,
    server: NoisyServer,
    state: ViewState = {},
  ) {
    this.panel = panel;
    this.server = server;
    this.fix = new FixProposal(server, (proposal) => this.page.send({ type: "proposal", proposal }));
    this.isPinned = state.isPinned ?? false;
    this.side = "before";
    if (state.uri) {
      this.target = { uri: vscode.Uri.parse(state.uri), position: new vscode.Position(state.line ?? 0, 0) };
    }
    const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
    this.thread = new LayoutThread(vscode.Uri.joinPath(dist, "layoutWorker.js").fsPath);
    this.thread.warmUp();
    this.page = new PageLink(panel.webview, dist);
    this.subscriptions.push(
      this.page.onMessage((message) => void this.receive(message).catch(this.failed)),
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
        const shown = this.picture && vscode.Uri.parse(this.picture.uri);
        if ([shown, this.target?.uri].some((uri) => change.affectsConfiguration("noisy", uri)))
          this.settingsChanged();
      }),
    );
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
    if (!this.cursor.counts(selection, isByUser)) return;
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
      staleness: this.stale.why,
      isOutdated: isAfter && this.fix.graphOf(picture.uri, picture.before) === null,
    });
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.soon.cancel();
    this.stale.dispose();
    this.page.dispose();
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
    this.cursor.forget();
    this.soon.in(editDelay);
  }

  /** What is shown is not what holds now. */
  private fellBehind(by: "text" | "settings" = "text"): void {
    this.fix.outdate(by);
    this.wantsAfter = this.isProposalDue = false;
    this.stale.fellBehind();
  }

  private settingsChanged(): void {
    if (this.picture) this.stale.doubt = "settings";
    this.fellBehind("settings");
    this.soon.in(settingsDelay);
  }

  /** The versions of a document begin anew when it is opened again, with a text
   * that may be another. */
  private closed(document: vscode.TextDocument): void {
    if (this.picture?.uri === document.uri.toString()) {
      this.stale.doubt = "edited";
      this.fellBehind();
    }
    if (this.isTarget(document.uri)) this.soon.in(cursorDelay);
  }

  private visibilityChanged(): void {
    if (!this.panel.visible) {
      this.page.isReady = false;
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
    this.stale.pace.begins(Date.now());
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
    if (!asking || !target || !picture || !this.stale.pace.isStarving(Date.now())) return false;
    const isSame = this.isTarget(asking.uri) && picture.uri === asking.uri.toString();
    return isSame && contains(picture.before.range, target.position);
  }

  private async ask(target: Target, token: vscode.CancellationToken): Promise<void> {
    const document = await openText(target.uri);
    if (token.isCancellationRequested) return;
    if (!document) return this.setEmpty(noDocument);
    const uri = target.uri.toString();
    const shown = this.picture?.uri === uri ? this.picture : undefined;
    const { doubt } = this.stale;
    // Between functions the last one stays.
    const positions = [target.position, ...(shown ? [toRange(shown.before.nameRange).start] : [])];
    const answer = await askGraph(this.server, uri, positions, token);
    if (token.isCancellationRequested) return;
    if (!answer) return this.setEmpty(whyNoFunction(target.uri));
    const { graph, position } = answer;
    if (graph.nodes.length === 0) return this.setEmpty(nothingEncrypted(graph.name));
    const before = normalise(graph);
    if (!(await this.draw(uri, before, this.fix.graphOf(uri, before), position, token))) return;
    if (this.stale.doubt === doubt) this.stale.doubt = null;
    this.stale.drawn();
    if (this.isProposalDue) void this.receive({ type: "propose" }).catch(this.failed);
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
    this.stale.doubt = null;
    this.dropProposal();
    this.empty = empty;
    this.panel.title = "Noise";
    this.page.send({ type: "empty", empty });
    this.stale.drawn();
  }

  private sendPicture(): void {
    if (!this.picture) return;
    const { uri, position: _, ...picture } = this.picture;
    this.page.send({ type: "picture", picture, uri });
  }

  /** Tells the page which node the cursor is at; whether there is one. */
  private sendCursor(): boolean {
    const { picture, target } = this;
    if (!picture || !target || picture.uri !== target.uri.toString()) return false;
    const message = this.cursor.message(picture.uri, picture.before, target.position);
    if (message) this.page.send(message);
    return message !== undefined && message.key !== null;
  }

  private setSide(side: Side): void {
    this.side = side;
    this.page.send({ type: "side", side });
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
        return this.reveal(message);
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
    this.page.isReady = true;
    this.cursor.restart();
    this.page.send({ type: "pinned", isPinned: this.isPinned });
    this.page.send({ type: "side", side: this.side });
    this.page.send({ type: "proposal", proposal: this.fix.proposal });
    if (this.picture) {
      this.sendPicture();
      this.stale.send();
    } else if (this.empty) this.page.send({ type: "empty", empty: this.empty });
    this.sendCursor();
  }

  private async reveal(wish: Extract<FromPage, { type: "reveal" }>): Promise<void> {
    const { picture } = this;
    const graph = wish.side === "after" ? picture?.after : picture?.before;
    if (!picture || !graph) return;
    const uri = vscode.Uri.parse(picture.uri);
    await this.cursor.reveal(uri, graph, wish, (position) => (this.target = { uri, position }));
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
    this.isProposalDue = document?.version !== before.version || this.stale.doubt !== null;
    if (this.isProposalDue || !document) return this.soon.in(0);
    const place: FunctionPlace = placeOf(uri, before);
    const known = this.fix.graphOf(uri, before);
    if (!known && !(await this.fix.propose(document, place, position, maxNodes()))) return;
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
