//===- ReductionFixes.h - Texts with optimal reductions ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_FEATURES_FIXES_REDUCTIONFIXES_H
#define NOISY_TESTS_SERVER_FEATURES_FIXES_REDUCTIONFIXES_H

#include "server/features/fixes/ReductionFix.h"
#include "tests/server/features/fixes/SmallFixes.h"
#include <regex>

namespace mlir::noisy::lsp::test {

inline Fix fixOf(const std::string &OldText, size_t Offset = 0) {
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  return fixOrReason(
      computeReductionFix(allDialects(), Text(OldText), Offset, Options));
}

/// What takes `Edits` of `OldText` back.
inline std::vector<ByteEdit> invert(const std::string &OldText,
                                    const std::vector<ByteEdit> &Edits) {
  std::vector<ByteEdit> InverseEdits;
  size_t Growth = 0;
  for (const ByteEdit &Edit : Edits) {
    size_t Begin = Edit.Range.Begin + Growth;
    size_t Size = Edit.Range.End - Edit.Range.Begin;
    InverseEdits.push_back({{Begin, Begin + Edit.NewText.size()},
                            OldText.substr(Edit.Range.Begin, Size)});
    Growth += Edit.NewText.size() - Size;
  }
  return InverseEdits;
}

/// The text after the fix of the chunk at `Offset`, which has to
/// - be legal, with nothing left to report in that chunk;
/// - differ only by reductions that were put in and names that were changed;
/// - be the old text again when that is taken back.
inline std::string fixText(const std::string &OldText, size_t Offset = 0) {
  Fix Repair = fixOf(OldText, Offset);
  INFO(OldText);
  INFO(Repair.Message);
  REQUIRE_FALSE(Repair.Edits.empty());

  static const std::regex Name("%[A-Za-z0-9_$.#-]+");
  static const std::regex Reduction(
      "\\s*%[A-Za-z0-9_$.-]+ = noisy.reduce_noise %[A-Za-z0-9_$.#-]+ : "
      "!noisy.i32\\s*");
  size_t PreviousEnd = 0;
  for (const ByteEdit &Edit : Repair.Edits) {
    CHECK(PreviousEnd <= Edit.Range.Begin);
    CHECK(Edit.Range.Begin <= Edit.Range.End);
    PreviousEnd = Edit.Range.End;
    std::string Old =
        OldText.substr(Edit.Range.Begin, Edit.Range.End - Edit.Range.Begin);
    CAPTURE(Old, Edit.NewText);
    if (Old.empty()) {
      CHECK(std::regex_match(Edit.NewText, Reduction));
    } else {
      CHECK(std::regex_match(Old, Name));
      CHECK(std::regex_match(Edit.NewText, Name));
    }
  }
  REQUIRE(PreviousEnd <= OldText.size());

  std::string NewText = applyEdits(OldText, Repair.Edits);
  INFO(NewText);
  CHECK(applyEdits(NewText, invert(OldText, Repair.Edits)) == OldText);
  // Edits are of one chunk; others may have problems of their own.
  auto State = snapshotOf(NewText);
  ByteRange FixedRange = State->chunkAt(Offset);
  State->forEachProblem([&](const Snapshot::Part &Part, Problem Issue) {
    // That it could be simpler makes it no worse.
    if (Issue.Severity == Problem::Level::Hint)
      return;
    CAPTURE(Issue.Message);
    CHECK_FALSE(FixedRange.contains(Part.Range));
  });
  return NewText;
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_FIXES_REDUCTIONFIXES_H
