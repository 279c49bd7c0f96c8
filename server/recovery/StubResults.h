//===- StubResults.h - The results of stubs ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_STUBRESULTS_H
#define NOISY_SERVER_RECOVERY_STUBRESULTS_H

#include "server/parse/UndefinedUse.h"
#include "server/recovery/StubbedText.h"
#include "server/syntax/Lexer.h"

namespace mlir::noisy::lsp {

/// Gives the stubs of a text their results. At first they have none, so that
/// MLIR tells the types of the uses.
class StubResults {
public:
  /// `Attempt` is the text, and what the errors are about.
  explicit StubResults(StubbedText &Attempt)
      : Attempt(Attempt), Stubs(Attempt.Stubs) {}

  /// Learns types from uses of undefined values. Returns false if no stub
  /// defines any.
  bool learn(llvm::ArrayRef<UndefinedUse> Uses);
  /// Learns a type from an error, or that results must be there. Returns false
  /// if it tells nothing of them.
  bool learn(const Problem &Issue);
  /// Forgets types that were told by uses in this range, and puts the stubs
  /// that only these made wrong back. Offsets are those of the text.
  void forget(ByteRange WrongUses);
  /// Puts the results into all stubs. Returns true if any had none.
  bool complete();
  /// True if a stub that has no results yet defines the value named at an
  /// offset of the buffer.
  bool defineLater(size_t OffsetInBuffer);

private:
  Stub *definerAt(size_t OffsetInBuffer, MlirToken &Name);
  bool learnFromUse(const Problem &Issue);
  bool learnFromOther(const Problem &Issue);
  bool completeForArgument(const Problem &Issue);

  StubbedText &Attempt;
  std::map<size_t, Stub> &Stubs;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_STUBRESULTS_H
