import { findNodes, step } from "../src/noiseView/drawing/search.ts";
import type { NoiseGraph } from "../src/protocol.ts";
import type { GraphView } from "./graphView.ts";
import type { Header } from "./header.ts";

/** The matches of the search in the graph that is shown. */
export class Matches {
  private readonly header: Header;
  private readonly view: GraphView;
  /** Goes to a match. */
  private readonly go: (index: number) => void;
  private graph: NoiseGraph | undefined;
  private indices: number[] = [];
  private current: number | undefined;

  constructor(header: Header, view: GraphView, go: (index: number) => void) {
    this.header = header;
    this.view = view;
    this.go = go;
  }

  /** Finds the words in another graph. */
  update(graph: NoiseGraph | undefined): void {
    this.graph = graph;
    this.find();
    if (this.current !== undefined && this.current >= this.indices.length) this.current = undefined;
    this.mark();
  }

  /** Finds new words, and goes to the first match. */
  search(): void {
    this.find();
    this.current = this.indices.length > 0 ? 0 : undefined;
    this.mark();
    this.visit();
  }

  step(direction: 1 | -1): void {
    this.current = step(this.current, direction, this.indices.length);
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
    this.indices = this.graph ? findNodes(this.graph, this.header.input.value) : [];
  }

  private mark(): void {
    const index = this.current === undefined ? undefined : this.indices[this.current];
    this.view.setMatches(this.indices, index);
    this.header.setCount(this.current, this.indices.length);
  }

  private visit(): void {
    const index = this.current === undefined ? undefined : this.indices[this.current];
    if (index !== undefined) this.go(index);
  }
}
