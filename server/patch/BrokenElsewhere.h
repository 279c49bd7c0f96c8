//===- BrokenElsewhere.h - What is broken beside an edit --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_BROKENELSEWHERE_H
#define NOISY_SERVER_PATCH_BROKENELSEWHERE_H

#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// The broken operations and undefined names of a section outside of a run of
/// its operations, which is parsed again without them.
class BrokenElsewhere {
public:
  /// `Run` is the range of the run in the text of the section.
  BrokenElsewhere(const Section &Data, ByteRange Run);

  /// True if there are none; what is only missing does not count.
  bool empty() const { return Ranges.empty(); }
  /// The number of broken operations.
  size_t countOperations() const;
  /// False if one is only in part outside of the run.
  bool isApart() const;
  /// True if each is in one line and its brackets match, so that a bracket that
  /// is open elsewhere does not change how it is read.
  bool areClosedLines() const;
  /// True if one has the name of a value in it, with its %.
  bool names(llvm::StringRef Name) const { return Names.contains(Name); }
  /// True if a broken operation begins with the name, so that it may define it.
  bool mayDefine(llvm::StringRef Name) const { return Defined.contains(Name); }
  /// True if the name is undefined, and no broken operation has it.
  bool isUndefined(llvm::StringRef Name) const {
    return Names.contains(Name) && !InOperations.contains(Name);
  }
  /// The problems of these, at the places where they are after a change of the
  /// run; nothing if one may also be of the run.
  std::optional<std::vector<Problem>> select(llvm::ArrayRef<Problem> Problems,
                                             const TextChange &Change) const;

private:
  bool isInside(ByteRange Place) const;

  const Section &Data;
  ByteRange Run;
  std::vector<ByteRange> Ranges;
  /// True if something in the run is broken.
  bool IsRunBroken = false;
  llvm::StringSet<> Names, InOperations, Defined;
};

/// The names of values, with their %, that a broken operation may define: those
/// that it begins with.
std::vector<llvm::StringRef> findDefinedNames(llvm::StringRef Operation);

/// True if a broken range is an undefined name in an operation.
bool isUndefinedName(const Section &Data, ByteRange Range);

/// The number of broken operations among the broken ranges of a section; the
/// others are undefined names, of which recovery defines all at once.
size_t countBrokenOperations(const Section &Data,
                             llvm::ArrayRef<ByteRange> Ranges);

/// True if lines in a broken operation seem to begin others, because a bracket
/// that is open in one is closed in a later one.
bool spansOperations(llvm::StringRef Operation);

/// True if the brackets of a text match.
bool hasMatchingBrackets(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_BROKENELSEWHERE_H
