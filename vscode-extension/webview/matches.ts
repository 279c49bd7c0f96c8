import { findNodes, step } from "../src/noiseView/drawing/search.ts";
import type { NoiseGraph } from "../src/protocol.ts";
import type { GraphView } from "./graphView.ts";
import type { Header } from "./header.ts";

/** What the search has found in the graph that is shown. */
export class Matches {
  private readonly header: Header;
  private readonly view: GraphView;
  /** Goes to a node that was found. */
  private readonly go: (index: number) => void;
  private graph: NoiseGraph | undefined;
  private found: number[] = [];
  private current: number | undefined;

  constructor(header: Header, view: GraphView, go: (index: number) => void) {
    this.header = header;
    this.view = view;
    this.go = go;
  }

  /** Another graph is shown: the same words are found in it. */
  update(graph: NoiseGraph | undefined): void {
    this.graph = graph;
    this.find();
    if (this.current !== undefined && this.current >= this.found.length) this.current = undefined;
    this.mark();
  }

  /** The words are new: goes to the first match. */
  search(): void {
    this.find();
    this.current = this.found.length > 0 ? 0 : undefined;
    this.mark();
    this.visit();
  }

  step(by: 1 | -1): void {
    this.current = step(this.current, by, this.found.length);
    this.mark();
    this.visit();
  }

  /** Forgets the words. */
  close(): void {
    this.header.input.value = "";
    this.current = undefined;
    this.find();
    this.mark();
  }

  private find(): void {
    this.found = this.graph ? findNodes(this.graph, this.header.input.value) : [];
  }

  private mark(): void {
    const index = this.current === undefined ? undefined : this.found[this.current];
    this.view.setMatches(this.found, index);
    this.header.setCount(this.current, this.found.length);
  }

  private visit(): void {
    const index = this.current === undefined ? undefined : this.found[this.current];
    if (index !== undefined) this.go(index);
  }
}
