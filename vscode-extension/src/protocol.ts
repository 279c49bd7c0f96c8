// The messages of noisy-lsp-server beyond the Language Server Protocol.
// docs/protocol.md describes them for the writers of other clients.

import type { Position, Range, TextDocumentIdentifier, WorkspaceEdit } from "vscode-languageclient/node";

/** The severity of a value's noise. Unknown noise is never "safe". */
export type NoiseLevel = "safe" | "nearLimit" | "unreliable" | "unknown" | "over";

/** An encrypted value, or an operation that stands for no value. */
export interface NoiseGraphNode {
  /** `argument`: of a function, a block or a loop; `reduction`: the result of
   * noisy.reduce_noise; `sink`: an operation without encrypted results; `call`:
   * an operation with several operands and results, each of which may flow into each;
   * `bundle`: several nodes, with the noise of the heaviest and the worst level. */
  kind: "value" | "argument" | "reduction" | "sink" | "call" | "bundle";
  /** The name, with a number from the second node of that name on; unique in its
   * graph. A node keeps its key in graphs of other versions of the text, and
   * before and after a fix. */
  key: string;
  /** `%p1`; of a sink or a call the name of the operation. */
  name: string;
  /** `noisy.mul`; empty for arguments. */
  operation: string;
  /** The range of the name, or of the operation where there is no name; empty for
   * a node that was edited away since, or that a fix would insert. */
  range: Range;
  /** The level of the worst operand for a sink or a call. `over` for an operation
   * that breaks a contract; where that is no node, for its results. */
  level: NoiseLevel;
  /** `24/26`, `24/26 assumed`, `unbounded`; empty for sinks and calls, and for
   * operations that are never executed. */
  label: string;
  /** Bits of noise; absent where there is no number. */
  noise?: number;
  /** The most bits that can be decrypted; absent for sinks and calls, and where it
   * is unknown. */
  limit?: number;
  /** `24 = 12 + 12`; may be empty. */
  equation: string;
  /** The assumptions of the bound, and the contracts that it breaks, a sentence each. */
  remarks: string[];
  /** The node depends on a value that is over the limit or unknown; it may be over
   * the limit itself. False for sinks and calls. */
  isUnreliable: boolean;
  /** The node is, or depends on, an argument that is assumed to be fresh. False for
   * sinks and calls. */
  isAssumed: boolean;
  /** The proposed fix inserts it. */
  isInserted: boolean;
  /** The node is on the heaviest path to the focus. */
  isOnPath?: boolean;
  /** The number of nodes in a bundle, and the key of the heaviest of them. */
  count?: number;
  heaviest?: string;
}

/** An edge from an encrypted value to a node that uses it; indices into `nodes`.
 * Each pair of ends is there once. */
export interface NoiseGraphEdge {
  from: number;
  to: number;
  /** The edge leads back in the text, as from one iteration of a loop to the next,
   * possibly to its own node. Without such edges a graph has no cycles. */
  isBack: boolean;
  /** How often the operation has it as an operand, if more than once. */
  times?: number;
}

/** The flow of encrypted values through one function. */
export interface NoiseGraph {
  /** The version of the document that the positions refer to. */
  version: number;
  /** `@f`, or `<unnamed>`. */
  name: string;
  /** The function, and its name. */
  range: Range;
  nameRange: Range;
  /** As the lens above the function has it: "overflow: 48/26 at %p2". */
  summary: string;
  level: NoiseLevel;
  /** The graph is, or depends on, that of a text before it broke. */
  isStale: boolean;
  /** In the order of the text. */
  nodes: NoiseGraphNode[];
  edges: NoiseGraphEdge[];
  /** The number of nodes of the function; more than `nodes` has where some were left out. */
  totalNodes: number;
  /** The key of the node in focus; absent in a graph without one. */
  focus?: string;
}

/** Request `noisy/noiseGraph`: the graph of the innermost function at a
 * position, or null where there is none. Answered once the newest text is
 * analysed: an edit does not make it fail. */
export interface NoiseGraphParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
  /** The most nodes of the answer: the nearest to the position, counted in edges,
   * then the first of the text. */
  maxNodes?: number;
  /** A function with more nodes is answered with the part around one: the heaviest
   * path to it, its operands and users, and the rest in bundles. */
  focusAbove?: number;
  /** The key of that node; if there is none, the one at the position, or the worst. */
  focus?: string;
}

/** The part of a large graph that is requested. */
export type GraphPart = Pick<NoiseGraphParams, "maxNodes" | "focusAbove" | "focus">;

export type FixScope = "function" | "chunk" | "document";

/** Request `noisy/proposeFix`: the reductions that cost least, with the graph
 * of the function as it is after them. The server reports progress with
 * `workDoneToken`; a user who cancels that gets the best so far. Fails with
 * RequestCancelled when there is none, or the request was cancelled, and with
 * ContentModified when the text is edited meanwhile, or another noise model holds. */
export interface ProposeFixParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
  scope: FixScope;
  /** The answer is to have the graph; it costs another analysis. */
  withGraph?: boolean;
  maxNodes?: number;
  focusAbove?: number;
  focus?: string;
  workDoneToken?: string | number;
}
export interface ProposedFix {
  /** The version that `edit` is for. */
  version: number;
  /** Null where there is nothing to change, or no fix. */
  edit: WorkspaceEdit | null;
  /** What the edit would do, or the reason why there is no edit: a sentence without
   * a full stop. */
  message: string;
  /** The same once it is done; older servers do not have it. */
  done?: string;
  /** `done` says what the new text does not show: how far it may be from the best, or what is
   * not fixed. */
  isNotable?: boolean;
  /** The title of a button for the command `noisy.searchLonger`, where the search ended at
   * its time limit. */
  searchLonger?: string;
  /** The graph of the function at the position after the edit; its positions are
   * those before. Null where it was not requested, or no function that parses is
   * there. */
  graph: NoiseGraph | null;
}

/** Notification `noisy/analysed`, for clients with the capability
 * `experimental.noisy.analysed`: a document was analysed. */
export interface AnalysisReport {
  uri: string;
  version: number;
  /** The details (integer ranges and findings) are there as well; otherwise
   * another notification follows with these, unless the text is edited. */
  isComplete: boolean;
}

/** The server's `capabilities.experimental.noisy`. */
export interface NoisyCapabilities {
  noiseGraph?: boolean;
  proposeFix?: boolean;
}
