//===- StubMaker.h - Stubs in the place of operations -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_STUBMAKER_H
#define NOISY_SERVER_RECOVERY_STUBMAKER_H

#include "server/recovery/StubResults.h"
#include "server/recovery/StubbedText.h"

namespace mlir::noisy::lsp {

/// Puts stubs in the place of the operations of a text that are to blame for
/// its errors.
class StubMaker {
public:
  /// `Results` are those of the stubs of `Attempt`, which is the attempt for
  /// `Broken`. All of them have to outlive this object.
  StubMaker(MLIRContext &Context, const BrokenText &Broken,
            StubbedText &Attempt, StubResults &Results)
      : Context(Context), Text(Broken.Text), Form(Broken.Form),
        Attempt(Attempt), Stubs(Attempt.Stubs), Results(Results) {}

  /// Replaces an operation by a stub because of an error in it. Returns false
  /// if no stub can stand there.
  bool replace(const InnerOperation &Operation, Problem Issue);
  /// Replaces the neighbour of a stub in which an error is, so that its
  /// operation is not to blame, or not alone: the one before may go on into it,
  /// or the one around is broken. Returns false if there is no such neighbour.
  bool blameNeighbour(Stub &Wrong, const Problem &Issue);
  /// Makes a plain word or a number behind a stub, and what follows that, a
  /// part of the stub's operation, with the regions in it. Returns false if it
  /// is none.
  bool extend(const InnerOperation &Operation);
  /// Leaves out the regions of a stub as well. Returns false if it has none.
  bool dropRegions(Stub &Wrong);
  /// Leaves out the regions of a stub with a use that MLIR takes for one of a
  /// value behind the stub: the header does not show the name that it gives to
  /// its region, and no other line is wrong. Returns false if there is none.
  bool dropUnnamed(llvm::ArrayRef<Problem> Problems);

private:
  std::optional<MlirToken> findName(ByteRange Range) const;
  void keepRegions(Stub &New) const;
  void takeOver(Stub &New);

  MLIRContext &Context;
  llvm::StringRef Text;
  TextForm Form;
  StubbedText &Attempt;
  std::map<size_t, Stub> &Stubs;
  StubResults &Results;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_STUBMAKER_H
