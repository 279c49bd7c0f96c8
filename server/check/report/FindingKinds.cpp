//===- FindingKinds.cpp - What the codes of findings mean -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/FindingKinds.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

static constexpr FindingKind Kinds[] = {
    {"noise-overflow", "Noise overflow",
     "A value can have more noise than the limit of its noise model. What is "
     "decrypted from it can be junk.",
     "Reduce noise on the way to it: the quick fix of the editor, or "
     "`noisy-opt --noisy-reduce-noise-optimizer`, inserts `noisy.reduce_noise` "
     "at the least cost. If the scheme allows more, state its numbers: "
     "`noisy.model`."},
    {"noise-unbounded", "Unbounded noise",
     "Noise grows with each iteration of a loop, or each call of a recursion, "
     "and nothing tells how many there are.",
     "Reduce noise inside the loop or the recursion (the quick fix does), or "
     "give the loop a known number of iterations."},
    {"noise-unknown", "Unknown noise",
     "Nothing tells how much noise a value has: it comes from an operation "
     "that is not known, from memory, or from unknown callers.",
     "Reduce it, state a bound on an argument or a result (`noisy.bound`), or "
     "write a rule for the operation into `.noisy.yaml`."},
    {"noise-contract", "Broken contract",
     "A call or a return passes more noise than the `noisy.bound` of the "
     "function allows.",
     "Reduce the value before it is passed, or raise the bound."},
    {"noise-unchecked", "Unchecked statement",
     "A `noisy.bound` or a `noisy.range` has no effect: it is on a call "
     "instead "
     "of the function, or the function does not end in a way that is known to "
     "return its results.",
     "Write it on the argument or the result of the function."},
    {"noise-no-effect", "Reduction without effect",
     "A `noisy.reduce_noise` of a value that has no more noise than a reduced "
     "one.",
     "Remove it: the quick fix does."},
    {"less-noise", "Could have less noise",
     "A sum or a product has much more noise than in another order.",
     "Write it in that order: the quick fix does."},
    {"int-stated-range", "Broken range",
     "An integer is, or may be, outside of the `noisy.range` that the function "
     "states for its argument, or that its operation states.",
     "Pass a value inside the range, or widen what is stated."},
    {"int-out-of-bounds", "Index out of bounds",
     "An index or a slice is certainly outside of a memref, a tensor or a "
     "vector: whenever it is used, or in the first or the last iteration of "
     "the loops around it.",
     "Correct the index or the shape."},
    {"int-division-by-zero", "Division by zero", "The divisor is always 0.",
     "Correct the divisor."},
    {"int-constant", "Always the same",
     "An integer operation has the same result whatever comes in.",
     "Replace it with the constant: the quick fix does."},
    {"int-comparison", "Comparison that is decided",
     "A comparison has the same outcome whatever comes in.",
     "Replace it with the constant, or correct what is compared."},
    {"int-unsigned", "Can be unsigned",
     "Both operands are never negative, so the unsigned form does the same.",
     "Use the unsigned form: the quick fix does."},
    {"unused-value", "Unused value",
     "Nothing uses the result of an operation without side effects.",
     "Remove the operation."},
    {"unused-function", "Unused function", "Nothing names a private function.",
     "Remove it, or make it public."},
    {"never-executed", "Never executed", "No execution reaches this code.",
     "Remove it, or correct the condition in front of it."},
    {"unclosed-bracket", "Unclosed bracket",
     "A bracket is opened and not closed.", "Close it."},
    {"unknown-operation", "Unknown operation",
     "No dialect has an operation of this name.",
     "Correct the name; the message says what is probably meant."},
    {"unknown-type", "Unknown type",
     "There is no such type, but one with nearly that name.",
     "Correct the name; the message says what is probably meant."},
    {"unknown-name", "Unknown name",
     "Nothing defines this value, block or function, but one with nearly that "
     "name is there.",
     "Correct the name; the message says what is probably meant."},
    {"foreign-dialect", "Dialect that is not linked in",
     "The operations of this dialect are read by what their text shows; its "
     "own rules are not checked.",
     "Name the TableGen files of the dialect in `.noisy.yaml` for its exact "
     "syntax."},
    {MlirCode, "MLIR error",
     "MLIR's parser or a verifier refuses the text, or warns of it.",
     "The message says what is expected."},
    {InternalErrorCode, "Internal error",
     "The server crashed, or its answer was invalid. That is a defect of the "
     "server, not of the file.",
     "Please report it, with the file."},
};

llvm::ArrayRef<FindingKind> mlir::noisy::lsp::findingKinds() { return Kinds; }

const FindingKind *mlir::noisy::lsp::findKind(llvm::StringRef Code) {
  llvm::StringRef Name = Code.empty() ? llvm::StringRef(MlirCode) : Code;
  const auto *Match = llvm::find_if(
      Kinds, [&](const FindingKind &Kind) { return Kind.Code == Name; });
  return Match == std::end(Kinds) ? nullptr : Match;
}
