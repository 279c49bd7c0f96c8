// What noisy-lsp-server speaks beyond the Language Server Protocol. The same is
// told to the writers of other clients in docs/protocol.md.

import type { Position, Range, TextDocumentIdentifier, WorkspaceEdit } from "vscode-languageclient/node";

/** How bad the noise of a value is. What is not known is never "safe". */
export type NoiseLevel = "safe" | "nearLimit" | "spoiled" | "unknown" | "over";

/** An encrypted value, or an operation that takes one and gives none. */
export interface NoiseGraphNode {
  /** `argument`: of a function, a block or a loop; `reduction`: what
   * noisy.reduce_noise gives; `sink`: an operation without encrypted results. */
  kind: "value" | "argument" | "reduction" | "sink";
  /** The same for the same node in graphs of other versions of the text, and
   * before and after a fix; unique in its graph. */
  key: string;
  /** `%p1`; of a sink the name of the operation. */
  name: string;
  /** `noisy.mul`; empty for arguments. */
  operation: string;
  /** Where the name stands; of what a fix would insert, the place for it. */
  range: Range;
  level: NoiseLevel;
  /** `24/26`, `24/26 assumed`, `unbounded`; empty for sinks. */
  label: string;
  /** Bits of noise; absent where there is no number. */
  noise?: number;
  /** The most bits that are right; absent for sinks. */
  limit?: number;
  /** `24 = 12 + 12`; may be empty. */
  equation: string;
  /** What the bound rests on, a sentence each. */
  remarks: string[];
  /** The proposed fix inserts it. */
  isInserted: boolean;
}

/** From an encrypted value to what is computed from it; indices into `nodes`. */
export interface NoiseGraphEdge {
  from: number;
  to: number;
  /** From a turn of a loop to the next. */
  isBack: boolean;
}

/** The flow of encrypted values through one function. */
export interface NoiseGraph {
  /** The version of the document that positions are of. */
  version: number;
  /** `@f`, or `<unnamed>`. */
  name: string;
  /** The function, and its name. */
  range: Range;
  nameRange: Range;
  /** As the lens above the function has it: "overflow: 48/26 at %p2". */
  summary: string;
  level: NoiseLevel;
  /** It is that of a text before it broke. */
  isStale: boolean;
  /** In the order of the text. */
  nodes: NoiseGraphNode[];
  edges: NoiseGraphEdge[];
  /** How many nodes there are; more than `nodes` where some were left out. */
  totalNodes: number;
}

/** Request `noisy/noiseGraph`: the graph of the function at a position, or
 * null where there is none. */
export interface NoiseGraphParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
  /** At most so many nodes are given, those nearest to the position. */
  maxNodes?: number;
}

export type FixScope = "function" | "chunk" | "document";

/** Request `noisy/proposeFix`: the reductions that cost least, with the graph
 * of the function as it is after them. The server reports progress with
 * `workDoneToken`. */
export interface ProposeFixParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
  scope: FixScope;
  /** With the graph; it costs another analysis. */
  withGraph?: boolean;
  maxNodes?: number;
  workDoneToken?: string | number;
}
export interface ProposedFix {
  /** The version that `edit` is for. */
  version: number;
  /** Null where there is nothing to change, or no way to mend it. */
  edit: WorkspaceEdit | null;
  /** What was found, or why there is no edit: a sentence without a full stop. */
  message: string;
  /** Of the text after the edit; its positions are those before. */
  graph: NoiseGraph | null;
}

/** Notification `noisy/analysed`, for clients with the capability
 * `experimental.noisy.analysed`: a document was analysed. */
export interface Analysed {
  uri: string;
  version: number;
  /** Nothing more will come for this version. */
  isComplete: boolean;
}

/** What the server announces in `capabilities.experimental.noisy`. */
export interface NoisyCapabilities {
  noiseGraph?: boolean;
  proposeFix?: boolean;
}
