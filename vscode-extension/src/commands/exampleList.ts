// The examples that come with the extension.

export interface Example {
  /** The file in dist/examples, a copy of the examples of the project. */
  file: string;
  /** What a list has. */
  label: string;
  detail: string;
}

/** In the order of the list: the first is the one to begin with. */
export const examples: readonly Example[] = [
  { file: "overflow.mlir", label: "Overflow", detail: "Four products in a row: too much noise, and the fix" },
  { file: "loop.mlir", label: "Loop", detail: "Noise that grows with each iteration" },
  { file: "branches.mlir", label: "Branches", detail: "The noise of the worse of two ways" },
  { file: "calls.mlir", label: "Calls", detail: "Functions that state their noise with noisy.bound" },
  { file: "adder.mlir", label: "Adder", detail: "Two numbers of 32 bits, bit by bit: a real circuit" },
  {
    file: "matrix.mlir",
    label: "Matrix Product",
    detail: "Only dialects of MLIR: linalg, memref, scf, tensor",
  },
];
