//===- SmallFixes.h - Small fixes on annotated text -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_FEATURES_FIXES_SMALLFIXES_H
#define NOISY_TESTS_SERVER_FEATURES_FIXES_SMALLFIXES_H

#include "server/features/fixes/ConstantFix.h"
#include "server/features/fixes/DeclareBoundFix.h"
#include "server/features/fixes/LessNoiseFix.h"
#include "server/features/fixes/ReduceValueFix.h"
#include "server/features/fixes/RemoveReductionFix.h"
#include "server/features/fixes/UnsignedFix.h"
#include "tests/server/AnnotatedText.h"

namespace mlir::noisy::lsp::test {

/// The fix; one without edits, with the reason, if it was refused.
inline Fix fixOrReason(llvm::Expected<Fix> Result) {
  if (Result)
    return std::move(*Result);
  return {{}, llvm::toString(Result.takeError())};
}

inline Fix computeSmallFix(const SmallFixKind &Kind,
                           const std::string &Contents, size_t Offset,
                           const Settings &Options = {}) {
  return fixOrReason(Kind.compute(
      {&Kind, Text(Contents), Offset, Options, &allDialects()}, {}));
}

/// The text after the fix at the first `|` of `MarkedText`; where there is
/// none, "no: " and the reason.
inline std::string fixedAt(const SmallFixKind &Kind,
                           const std::string &MarkedText,
                           const Settings &Options = {}) {
  AnnotatedText Source(MarkedText);
  REQUIRE(Source.Places.size() == 1);
  Fix Repair = computeSmallFix(Kind, Source.Text, Source.Places[0], Options);
  CHECK_FALSE(Repair.Message.empty());
  if (Repair.Edits.empty())
    return "no: " + Repair.Message;
  size_t PreviousEnd = 0;
  for (const ByteEdit &Edit : Repair.Edits) {
    CHECK(PreviousEnd <= Edit.Range.Begin);
    CHECK(Edit.Range.Begin <= Edit.Range.End);
    PreviousEnd = Edit.Range.End;
  }
  REQUIRE(PreviousEnd <= Source.Text.size());
  return applyEdits(Source.Text, Repair.Edits);
}

/// What is said of the fix at the first `|`, which is there.
inline std::string messageAt(const SmallFixKind &Kind,
                             const std::string &MarkedText) {
  AnnotatedText Source(MarkedText);
  Fix Repair = computeSmallFix(Kind, Source.Text, Source.Places.at(0));
  INFO(Repair.Message);
  CHECK_FALSE(Repair.Edits.empty());
  return Repair.Message;
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_FIXES_SMALLFIXES_H
