//===- MeantDifferences.cpp - Intended differences ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/MeantDifferences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using llvm::StringRef;

llvm::Expected<MeantDifferences> MeantDifferences::parse(StringRef List) {
  MeantDifferences Result;
  Result.Text = std::make_shared<const std::string>(List);
  unsigned Number = 0;
  for (StringRef Line : llvm::split(*Result.Text, '\n')) {
    ++Number;
    auto Fail = [&](const std::string &Reason) {
      return llvm::createStringError("line " + std::to_string(Number) + ": " +
                                     Reason);
    };
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("#"))
      continue;
    llvm::SmallVector<StringRef> Fields;
    Line.split(Fields, " | ", /*MaxSplit=*/3);
    if (Fields.size() != 4 || Fields[3].trim().empty())
      return Fail("not of the form KIND | FILE | MESSAGE | REASON");
    std::optional<DifferenceKind> Kind = differenceKindNamed(Fields[0].trim());
    if (!Kind && Fields[0].trim() != "*")
      return Fail("no kind of difference: " + Fields[0].trim().str());
    llvm::Expected<llvm::GlobPattern> File =
        llvm::GlobPattern::create(Fields[1].trim(), /*MaxSubPatterns=*/64);
    if (!File)
      return Fail(llvm::toString(File.takeError()));
    llvm::Regex Message(Fields[2].trim());
    if (std::string Error; !Message.isValid(Error))
      return Fail(Error);
    Result.Entries.push_back({Kind, std::move(*File), std::move(Message)});
  }
  return Result;
}

bool MeantDifferences::contains(StringRef File, const Difference &Diff) const {
  return llvm::any_of(Entries, [&](const Entry &Pattern) {
    return (!Pattern.Kind || Pattern.Kind == Diff.Kind) &&
           Pattern.File.match(File) && Pattern.Message.match(Diff.Message);
  });
}
