//===- Recovery.cpp - Parsing without broken operations -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/Recovery.h"
#include "server/recovery/HeaderRepair.h"
#include "server/recovery/StubRecovery.h"
#include "server/recovery/StubbedText.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/syntax/BraceRepair.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

void Recovery::add(Problem New) {
  if (llvm::none_of(Problems, [&](const Problem &Other) {
        bool IsPlaced =
            New.Range.End > 0 && New.Severity == Problem::Level::Error;
        return Other.Range.Begin == New.Range.Begin &&
               Other.Severity == New.Severity &&
               (IsPlaced || Other.Message == New.Message);
      }))
    Problems.push_back(std::move(New));
}

void Recovery::addBehind(llvm::ArrayRef<Problem> Earlier) {
  std::vector<Problem> Mine = std::exchange(Problems, Earlier.vec());
  for (Problem &Issue : Mine)
    add(std::move(Issue));
  sort();
}

std::vector<Problem> Recovery::upToError(llvm::ArrayRef<Problem> Problems) {
  std::vector<Problem> Result;
  bool HasError = false;
  for (const Problem &Issue : Problems) {
    bool IsError = Issue.Severity == Problem::Level::Error;
    if (!IsError || !HasError)
      Result.push_back(Issue);
    HasError |= IsError && Issue.Message != undefinedValueMessage;
  }
  return Result;
}

void Recovery::sort() {
  auto beginsBefore = [](ByteRange A, ByteRange B) {
    return A.Begin < B.Begin;
  };
  llvm::stable_sort(Problems, [&](const Problem &A, const Problem &B) {
    return beginsBefore(A.Range, B.Range);
  });
  llvm::stable_sort(BrokenRanges, beginsBefore);
}

namespace {
/// Recovers texts, with repairs before stubs.
class TextRecovery {
public:
  TextRecovery(MLIRContext &Context, KnownPatterns *Patterns,
               const std::string &FileName,
               llvm::function_ref<bool()> ShouldStop)
      : Context(Context), Patterns(Patterns), FileName(FileName),
        ShouldStop(ShouldStop) {}

  std::optional<Recovery> run(const BrokenText &Broken) const;

private:
  using Step =
      std::optional<Recovery> (TextRecovery::*)(const BrokenText &) const;
  std::optional<Recovery> recoverEdited(const BrokenText &Broken,
                                        llvm::ArrayRef<ByteEdit> Edits,
                                        Step Recover) const;
  std::optional<Recovery> recoverBraces(const BrokenText &Broken,
                                        llvm::ArrayRef<ByteEdit> Edits) const;
  std::optional<Recovery> recoverHeader(const BrokenText &Broken) const;
  std::optional<Recovery> useStubs(const BrokenText &Broken) const {
    return recoverByStubs(Context, Patterns, Broken, FileName, ShouldStop);
  }

  MLIRContext &Context;
  KnownPatterns *const Patterns;
  const std::string &FileName;
  llvm::function_ref<bool()> ShouldStop;
};
} // namespace

/// Recovers a text with edits. The problems are those of the edited text.
std::optional<Recovery>
TextRecovery::recoverEdited(const BrokenText &Broken,
                            llvm::ArrayRef<ByteEdit> Edits,
                            Step Recover) const {
  std::string Text = applyEdits(Broken.Text, Edits);
  size_t Begin = Broken.Prefix.size();
  OffsetMap ToText = mapBack(Edits, Begin);
  std::optional<Recovery> Result = (this->*Recover)(
      {Broken.Prefix, Text, Broken.Suffix, Broken.Form, {}, {}});
  if (!Result)
    return std::nullopt;
  Result->Offsets.append(ToText);
  if (Result->Patterned)
    Result->LineOffsets.append(ToText.slice({Begin, Begin + Text.size()}));
  if (Result->UnendedBrace)
    Result->UnendedBrace = ToText.toTarget(*Result->UnendedBrace);
  for (ByteRange &Range : Result->BrokenRanges)
    Range = ToText.toTargetClamped(Range);
  for (const ByteEdit &Edit : Edits) {
    ByteRange Place = Edit.Range.shift(Begin);
    if (llvm::none_of(Result->BrokenRanges,
                      [&](ByteRange Range) { return Range.contains(Place); }))
      Result->BrokenRanges.push_back(Place);
  }
  for (Problem &Issue : Result->Problems)
    moveRanges(Issue, ToText);
  return Result;
}

/// True if an error is one of the line of a quote that was taken out: of the
/// words that the string has become.
static bool isOfQuote(const ByteEdit &Edit, const Problem &Issue,
                      const BrokenText &Broken) {
  if (Broken.Text.slice(Edit.Range.Begin, Edit.Range.End) != "\"")
    return false;
  ByteRange Line =
      findRun(Broken.Text, Edit.Range.Begin, [](char C) { return C != '\n'; });
  return Line.shift(Broken.Prefix.size()).contains(Issue.Range);
}

/// Adds the error of a brace or a quote that was put right, unless its line has
/// one. MLIR tells only the first error of a text.
static void tellEdit(const ByteEdit &Edit, const BrokenText &Broken,
                     Recovery &Result) {
  size_t Begin = Broken.Prefix.size();
  llvm::StringRef Removed = Broken.Text.slice(Edit.Range.Begin, Edit.Range.End);
  ByteRange Line =
      findRun(Broken.Text, Edit.Range.Begin, [](char C) { return C != '\n'; });
  if (llvm::any_of(Result.Problems, [&](const Problem &Issue) {
        return Issue.Severity == Problem::Level::Error &&
               Issue.Range.Begin >= Line.Begin + Begin &&
               Issue.Range.Begin <= Line.End + Begin;
      }))
    return;
  Problem New;
  New.Source = "mlir";
  New.Range = Edit.Range.shift(Begin);
  if (Removed.empty())
    New.Message =
        "expected '" + llvm::StringRef(Edit.NewText).trim().str() + "'";
  else if (Removed == "\"")
    New.Message = "expected '\"' in string literal";
  else
    New.Message = "this '" + Removed.str() + "' is one too many";
  Result.Problems.push_back(std::move(New));
}

/// Recovers a text whose braces are repaired first.
std::optional<Recovery>
TextRecovery::recoverBraces(const BrokenText &Broken,
                            llvm::ArrayRef<ByteEdit> Edits) const {
  std::optional<Recovery> Result =
      recoverEdited(Broken, Edits, &TextRecovery::recoverHeader);
  if (!Result)
    return std::nullopt;
  Result->RepairsBrackets = true;
  Result->UnendedBrace = std::nullopt;
  llvm::erase_if(Result->Problems, [&](const Problem &Issue) {
    return llvm::any_of(Edits, [&](const ByteEdit &Edit) {
      return isOfQuote(Edit, Issue, Broken);
    });
  });
  // What else is missing beside a brace is told once that is there.
  llvm::erase_if(Result->Problems, [&](const Problem &Issue) {
    size_t Begin = Issue.Range.Begin;
    return llvm::any_of(Edits,
                        [&](const ByteEdit &Edit) {
                          return Edit.Range.Begin + Broken.Prefix.size() ==
                                 Begin;
                        }) &&
           llvm::any_of(Broken.Problems, [&](const Problem &Other) {
             return Other.Severity == Problem::Level::Error &&
                    (Other.Code == UnclosedBracketCode ||
                     Other.Range.Begin + 1 >= Begin);
           });
  });
  Result->addBehind(Recovery::upToError(Broken.Problems));
  for (const ByteEdit &Edit : llvm::drop_begin(Edits))
    tellEdit(Edit, Broken, *Result);
  Result->sort();
  return Result;
}

/// Recovers a text whose header is repaired first, if that does not parse.
std::optional<Recovery>
TextRecovery::recoverHeader(const BrokenText &Broken) const {
  std::optional<HeaderRepair> Header = repairHeader(Context, Broken, FileName);
  if (!Header)
    return useStubs(Broken);
  std::optional<Recovery> Result =
      recoverEdited(Broken, Header->Edits, &TextRecovery::useStubs);
  if (!Result)
    return std::nullopt;
  Result->RepairsHeader = true;
  Result->LosesBounds = Header->LosesBounds;
  // What the text uses of the header is there, though nobody can read it.
  size_t Begin = Broken.Prefix.size();
  llvm::erase_if(Result->Problems, [&](const Problem &Issue) {
    if (Issue.Message != undefinedValueMessage || Issue.Range.Begin < Begin)
      return false;
    llvm::StringRef Name =
        Broken.Text.slice(Issue.Range.Begin - Begin, Issue.Range.End - Begin);
    return Header->LostNames.contains(Name.split('#').first);
  });
  llvm::ArrayRef<Problem> Earlier = Broken.Problems;
  if (Earlier.empty() && Header->Error)
    Earlier = *Header->Error;
  Result->addBehind(Earlier);
  return Result;
}

std::optional<Recovery> TextRecovery::run(const BrokenText &Broken) const {
  std::vector<ByteEdit> Edits = findBraceEdits(Broken.Text);
  if (!Edits.empty())
    if (std::optional<Recovery> Result = recoverBraces(Broken, Edits))
      return Result;
  return recoverHeader(Broken);
}

std::optional<Recovery>
mlir::noisy::lsp::recover(MLIRContext &Context, KnownPatterns *Patterns,
                          const BrokenText &Broken, const std::string &FileName,
                          llvm::function_ref<bool()> ShouldStop) {
  return TextRecovery(Context, Patterns, FileName, ShouldStop).run(Broken);
}
