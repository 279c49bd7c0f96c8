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
#include "server/features/fixes/ReduceValueFix.h"
#include "server/features/fixes/RemoveReductionFix.h"
#include "server/features/fixes/UnsignedFix.h"
#include "tests/server/AnnotatedText.h"

namespace mlir::noisy::lsp::test {

inline Fix computeSmallFix(const SmallFixKind &Kind,
                           const std::string &Contents, size_t Offset,
                           const Settings &Options = {}) {
  return Kind.compute({&Kind, Text(Contents), Offset, Options, &allDialects()},
                      {});
}

/// The text after the fix at the first `|` of `Marked`; where there is none,
/// "no: " and the reason.
inline std::string fixedAt(const SmallFixKind &Kind, const std::string &Marked,
                           const Settings &Asked = {}) {
  AnnotatedText Given(Marked);
  REQUIRE(Given.Places.size() == 1);
  Fix Found = computeSmallFix(Kind, Given.Text, Given.Places[0], Asked);
  CHECK_FALSE(Found.Message.empty());
  if (Found.Edits.empty())
    return "no: " + Found.Message;
  size_t Done = 0;
  for (const ByteEdit &Edit : Found.Edits) {
    CHECK(Done <= Edit.Where.Begin);
    CHECK(Edit.Where.Begin <= Edit.Where.End);
    Done = Edit.Where.End;
  }
  REQUIRE(Done <= Given.Text.size());
  return applyEdits(Given.Text, Found.Edits);
}

/// What is said of the fix at the first `|`, which is there.
inline std::string messageAt(const SmallFixKind &Kind,
                             const std::string &Marked) {
  AnnotatedText Given(Marked);
  Fix Found = computeSmallFix(Kind, Given.Text, Given.Places.at(0));
  INFO(Found.Message);
  CHECK_FALSE(Found.Edits.empty());
  return Found.Message;
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_FIXES_SMALLFIXES_H
