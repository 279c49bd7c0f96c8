// A panel of the noise view without VS Code: the reducer, driven by events.

import assert from "node:assert/strict";
import type { NoiseGraph, NoisyCapabilities, ProposedFix } from "../../../../src/protocol.ts";
import type { ServerState } from "../../../../src/server/server.ts";
import type {
  AnswerValues,
  Effect,
  PanelEvent,
  Surroundings,
} from "../../../../src/noiseView/panel/events.ts";
import type { PageRequest, ViewState } from "../../../../src/noiseView/panel/messages.ts";
import { reduce } from "../../../../src/noiseView/panel/reducer.ts";
import { initialState, type PanelState } from "../../../../src/noiseView/panel/state.ts";
import { fixedGraph, originalGraph } from "../drawing/graphs.ts";

export const uri = "file:///a.mlir";
export const otherUri = "file:///b.mlir";
export const layout = { places: new Map(), width: 0, height: 0, routes: new Map() } as never;

/** The proposed fix of `@f`. */
export const proposedFix: ProposedFix = {
  version: 1,
  edit: { changes: {} },
  message: "inserted 1 reduction",
  graph: fixedGraph,
};

export class PanelDriver {
  state: PanelState;
  now = 1000;
  isTyping = false;
  server: ServerState = { kind: "ready" };
  capabilities: NoisyCapabilities = { noiseGraph: true, proposeFix: true };
  /** The versions of the open documents. */
  versions: Record<string, number> = { [uri]: 1, [otherUri]: 1 };

  constructor(saved: ViewState = {}, isVisible = true) {
    this.state = freeze(initialState(saved, isVisible));
  }

  /** Has the reducer handle an event; the effects in words. */
  send(event: PanelEvent): string[] {
    return this.run(event).map((effect) => describe(effect));
  }

  run(event: PanelEvent): Effect[] {
    const surroundings: Surroundings = {
      now: this.now,
      server: this.server,
      capabilities: this.capabilities,
      document: (name) => {
        const version = this.versions[name];
        const clampRange: <Range>(range: Range) => Range = (range) => range;
        return version === undefined ? undefined : { version, valueAt: () => undefined, clampRange };
      },
    };
    const { state, effects } = reduce(this.state, freeze(event), surroundings);
    this.state = freeze(state);
    checkState(state);
    const isPost = ({ type }: Effect) => type === "post";
    assert.ok(state.isPageReady || !effects.some(isPost), "a message to a page that is not ready");
    return effects;
  }

  page(request: PageRequest): string[] {
    return this.send({ type: "pageRequest", request });
  }

  select(line: number, document = uri): string[] {
    const position = { line, character: 0 };
    const selection = { start: position, end: position };
    return this.send({ type: "selectionChanged", uri: document, position, selection, isByUser: true });
  }

  /** Types a character into line 50, which is in the function. */
  edit(): string[] {
    this.versions[uri]!++;
    const place = { line: 50, character: 0 };
    const changes = [{ range: { start: place, end: place }, text: "x" }];
    return this.send({ type: "textChanged", uri, changes, isActive: true });
  }

  /** Lets the time pass after which nobody types. */
  rest(): void {
    this.now += 350;
  }

  /** A timer fires: that of a request once nobody types. */
  fire(timer: "refresh" | "mark"): string[] {
    if (timer === "refresh" && !this.isTyping) this.rest();
    return this.send({ type: "timerFired", timer });
  }

  /** The server answers the request under way; with the graph of the newest text,
   * unless another is given. */
  answerGraph(graph: NoiseGraph = { ...originalGraph, version: this.versions[uri]! }): string[] {
    const value = { graph, document: "a.mlir", position: { line: 3, character: 0 } };
    return this.send({ type: "graphAnswer", id: this.ids.graphAnswer, answer: { value } });
  }

  answerLayout(): string[] {
    return this.send({ type: "layoutAnswer", id: this.ids.layoutAnswer, answer: { value: layout } });
  }

  answerFix(fix: ProposedFix = proposedFix): string[] {
    return this.send({ type: "fixAnswer", id: this.ids.fixAnswer, answer: { value: fix } });
  }

  /** A request under way fails. */
  fail(type: keyof AnswerValues, error: unknown): string[] {
    return this.send({ type, id: this.ids[type], answer: { error } });
  }

  /** The ids of the requests under way; 0 where there is none. */
  private get ids(): Record<keyof AnswerValues, number> {
    const { request, drawing, fix } = this.state;
    return {
      graphAnswer: request?.id ?? 0,
      layoutAnswer: drawing?.id ?? 0,
      fixAnswer: fix.kind === "solving" ? fix.id : 0,
    };
  }

  /** Requests the graph, and draws it. */
  refresh(graph?: NoiseGraph): string[] {
    return [...this.fire("refresh"), ...this.answerGraph(graph), ...this.answerLayout()];
  }
}

/** A panel in one of its states, reached as users reach it. */
export const panelsByState: Record<string, () => PanelDriver> = {
  new: () => new PanelDriver(),
  waiting: () => drive(panelsByState.new!(), (panel) => panel.page({ type: "ready" })),
  following: () => drive(panelsByState.waiting!(), (panel) => panel.select(3)),
  requesting: () => drive(panelsByState.following!(), (panel) => panel.fire("refresh")),
  drawing: () => drive(panelsByState.requesting!(), (panel) => panel.answerGraph()),
  shown: () => drive(panelsByState.drawing!(), (panel) => panel.answerLayout()),
  empty: () => drive(panelsByState.waiting!(), (panel) => panel.fire("refresh")),
  edited: () => drive(panelsByState.shown!(), (panel) => panel.edit()),
  refreshing: () => drive(panelsByState.edited!(), (panel) => panel.fire("refresh")),
  solving: () => drive(panelsByState.shown!(), (panel) => panel.page({ type: "propose" })),
  drawingFix: () => drive(panelsByState.solving!(), (panel) => panel.answerFix()),
  ready: () => drive(panelsByState.drawingFix!(), (panel) => panel.answerLayout()),
  applying: () => drive(panelsByState.ready!(), (panel) => panel.page({ type: "apply" })),
  outdated: () => drive(panelsByState.ready!(), (panel) => panel.edit()),
  failed: () => drive(panelsByState.solving!(), (panel) => panel.fail("fixAnswer", new Error("no solution"))),
  pinned: () => drive(panelsByState.shown!(), (panel) => panel.page({ type: "pin", isPinned: true })),
  hidden: () =>
    drive(panelsByState.refreshing!(), (panel) =>
      panel.send({ type: "visibilityChanged", isVisible: false }),
    ),
};

function drive(panel: PanelDriver, action: (panel: PanelDriver) => unknown): PanelDriver {
  action(panel);
  return panel;
}

/** The rules that every state keeps. */
function checkState({ request, drawing, wish, content, fix, lastId }: PanelState): void {
  const isRequestDrawn = !drawing || drawing.request === null || drawing.request === request?.id;
  assert.ok(isRequestDrawn, "a drawing of a request that has ended");
  assert.ok(wish === "none" || content.kind === "picture", "a wish without a picture");
  const ids = [request?.id, drawing?.id, fix.kind === "solving" ? fix.id : undefined];
  assert.ok(ids.every((id) => id === undefined || id <= lastId));
  if (content.kind !== "picture") assert.equal(fix.kind, "none");
}

/** `refresh in 40`, `post side after`, `requestGraph`. */
function describe(effect: Effect): string {
  switch (effect.type) {
    case "schedule":
      return `${effect.timer} in ${effect.delay}`;
    case "post": {
      const { message } = effect;
      if (message.type === "side") return `post ${message.side}`;
      if (message.type === "proposal") return `post fix ${message.proposal.kind}`;
      if (message.type === "stale") return `post stale ${message.staleness}`;
      if (message.type === "cursor") return `post cursor ${message.key}`;
      if (message.type === "empty") return `post ${message.empty.title}`;
      if (message.type === "picture")
        return message.picture.fixedGraph ? "post fixed picture" : "post picture";
      if (message.type === "focus") {
        const ways = [message.canGoBack && "back", message.canGoForward && "forward"].filter(Boolean);
        return `post focus ${message.isAll ? "all" : ways.join(" ")}`.trim();
      }
      return `post ${message.isPinned ? "pinned" : "unpinned"}`;
    }
    case "notify":
      return `${effect.severity}: ${effect.message}`;
    case "applyFix":
      return effect.isPreview ? "previewFix" : "applyFix";
    default:
      return effect.type;
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}
