//===- BetterFix.cpp - A fix in place of an earlier one -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/BetterFix.h"
#include "llvm/ADT/ArrayRef.h"

using namespace mlir::noisy::lsp;

namespace {
/// The edits of one fix, from the first to the last, with the text that was
/// passed.
class EditReader {
public:
  EditReader(llvm::StringRef Original, llvm::ArrayRef<ByteEdit> Edits)
      : Original(Original), Rest(Edits) {}

  bool hasMore() const { return !Rest.empty(); }
  ByteRange next() const { return Rest.front().Range; }
  /// True if the next edit touches what is before `End`.
  bool reaches(size_t End) const { return hasMore() && next().Begin <= End; }

  void skip() { Rest = Rest.drop_front(); }

  /// The text in place of a range of the original that no edit crosses the ends
  /// of. Its edits are passed.
  std::string read(ByteRange Range) {
    std::string Result;
    size_t Begin = Range.Begin;
    for (; reaches(Range.End); skip()) {
      Result += Original.slice(Begin, next().Begin).str();
      Result += Rest.front().NewText;
      Begin = next().End;
    }
    return Result + Original.slice(Begin, Range.End).str();
  }

private:
  llvm::StringRef Original;
  llvm::ArrayRef<ByteEdit> Rest;
};
} // namespace

/// The edits that lead from one edited text to another.
static std::vector<ByteEdit> editsBetween(llvm::StringRef Original,
                                          llvm::ArrayRef<ByteEdit> From,
                                          llvm::ArrayRef<ByteEdit> To) {
  std::vector<ByteEdit> Result;
  EditReader Old(Original, From), New(Original, To);
  // How much longer the first edited text is before the next edit.
  size_t Longer = 0;
  while (Old.hasMore() || New.hasMore()) {
    // The next range that one or both change.
    ByteRange Range = !New.hasMore() || (Old.hasMore() &&
                                         Old.next().Begin <= New.next().Begin)
                          ? Old.next()
                          : New.next();
    EditReader OldEnd = Old, NewEnd = New;
    while (OldEnd.reaches(Range.End) || NewEnd.reaches(Range.End)) {
      EditReader &Next = OldEnd.reaches(Range.End) ? OldEnd : NewEnd;
      Range.End = std::max(Range.End, Next.next().End);
      Next.skip();
    }
    std::string OldText = Old.read(Range), NewText = New.read(Range);
    size_t Begin = Range.Begin + Longer;
    if (OldText != NewText)
      Result.push_back({{Begin, Begin + OldText.size()}, std::move(NewText)});
    Longer += OldText.size() - (Range.End - Range.Begin);
  }
  return Result;
}

/// "10,545 reductions, at most ..."
static llvm::StringRef withoutVerb(llvm::StringRef Message) {
  Message.consume_front("inserted ");
  return Message;
}

Fix mlir::noisy::lsp::improveFix(llvm::StringRef Original, const Fix &Applied,
                                 Fix Better) {
  bool IsBetter = !Better.Edits.empty() && Better.Cost < Applied.Cost;
  Better.Edits = IsBetter ? editsBetween(Original, Applied.Edits, Better.Edits)
                          : std::vector<ByteEdit>();
  Better.IsNotable = true;
  Better.Message =
      (IsBetter ? "a better fix: " : "nothing better was found: ") +
      withoutVerb(Better.Message).str();
  Better.Proposal = Better.Message;
  return Better;
}
