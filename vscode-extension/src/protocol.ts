// What noisy-lsp-server speaks beyond the Language Server Protocol. The same is
// told to the writers of other clients in docs/protocol.md.

import type { Position, Range, TextDocumentIdentifier, WorkspaceEdit } from "vscode-languageclient/node";

/** How bad the noise of a value is. What is not known is never "safe". */
export type NoiseLevel = "safe" | "nearLimit" | "spoiled" | "unknown" | "over";

/** An encrypted value, or an operation that stands for no value. */
export interface NoiseGraphNode {
  /** `argument`: of a function, a block or a loop; `reduction`: what
   * noisy.reduce_noise gives; `sink`: an operation without encrypted results;
   * `call`: an operation of several operands and results of which it is not
   * known what flows where: all into all. */
  kind: "value" | "argument" | "reduction" | "sink" | "call";
  /** The name, with a number from the second node of that name on: the same for
   * the same node in graphs of other versions of the text, and before and after
   * a fix; unique in its graph. */
  key: string;
  /** `%p1`; of a sink or a call the name of the operation. */
  name: string;
  /** `noisy.mul`; empty for arguments. */
  operation: string;
  /** Where the name stands, or what is around where there is none; of what was
   * edited away since, and of what a fix would insert, the empty place for it. */
  range: Range;
  /** Of a sink or a call that of the worst that it takes. `over` for an
   * operation that breaks a contract; where that is no node, for its results. */
  level: NoiseLevel;
  /** `24/26`, `24/26 assumed`, `unbounded`; empty for sinks and calls, and for
   * what is never executed. */
  label: string;
  /** Bits of noise; absent where there is no number. */
  noise?: number;
  /** The most bits that are right; absent for sinks and calls, and where nothing
   * is known. */
  limit?: number;
  /** `24 = 12 + 12`; may be empty. */
  equation: string;
  /** What the bound rests on, and the contracts that it breaks, a sentence each. */
  remarks: string[];
  /** It depends on what is over the limit or not known; it may be over the limit
   * itself. False for sinks and calls. */
  isSpoiled: boolean;
  /** It is, or rests on, an argument that is assumed to come in fresh. False for
   * sinks and calls. */
  isAssumed: boolean;
  /** The proposed fix inserts it. */
  isInserted: boolean;
}

/** From an encrypted value to what is computed from it; indices into `nodes`,
 * none twice. */
export interface NoiseGraphEdge {
  from: number;
  to: number;
  /** It leads back in the text, as from a turn of a loop to the next; possibly
   * to where it begins. Without such edges a graph has no circles. */
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
  /** It is, or rests on, that of a text before it broke. */
  isStale: boolean;
  /** In the order of the text. */
  nodes: NoiseGraphNode[];
  edges: NoiseGraphEdge[];
  /** How many nodes there are; more than `nodes` where some were left out. */
  totalNodes: number;
}

/** Request `noisy/noiseGraph`: the graph of the innermost function at a
 * position, or null where there is none. Answered once the text is analysed as
 * it is, or as it is by then: an edit does not make it fail. */
export interface NoiseGraphParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
  /** At most so many nodes are given: those nearest to the position, counted in
   * edges, then the first of the text. */
  maxNodes?: number;
}

export type FixScope = "function" | "chunk" | "document";

/** Request `noisy/proposeFix`: the reductions that cost least, with the graph
 * of the function as it is after them. The server reports progress with
 * `workDoneToken`. Fails with RequestCancelled, and with ContentModified when
 * the text is edited meanwhile, or another noise model holds. */
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
  /** Of the function at the position in the text after the edit; its positions
   * are those before. Null where it was not asked for, or no function that
   * parses is there. */
  graph: NoiseGraph | null;
}

/** Notification `noisy/analysed`, for clients with the capability
 * `experimental.noisy.analysed`: a document was analysed. */
export interface Analysed {
  uri: string;
  version: number;
  /** Its details (ranges of integers, and findings on them) are there as well;
   * otherwise another follows with these, unless the text is edited. */
  isComplete: boolean;
}

/** What the server announces in `capabilities.experimental.noisy`. */
export interface NoisyCapabilities {
  noiseGraph?: boolean;
  proposeFix?: boolean;
}
