//===- FixPlace.cpp - The code at the place of a fix ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixPlace.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Returns the beginning of the value name that contains `Offset` or ends
/// there.
static std::optional<size_t> findNameBegin(llvm::StringRef Text,
                                           size_t Offset) {
  auto isPart = [](char C) { return lex::isNameChar(C) || C == '#'; };
  size_t Begin = findRun(Text, Offset, isPart).Begin;
  if (Begin > 0 && Text[Begin - 1] == '%')
    return Begin - 1;
  if (Offset < Text.size() && Text[Offset] == '%')
    return Offset;
  return std::nullopt;
}

Value mlir::noisy::lsp::findValueAt(const Chunk &Program, size_t Offset,
                                    bool *IsWholeGroup) {
  std::optional<size_t> Begin = findNameBegin(Program.text(), Offset);
  if (!Begin)
    return nullptr;
  Value Match;
  bool IsDefinition = false;
  auto look = [&](Value V) {
    if (Match)
      return;
    ByteRange Definition = Program.definitionOf(V);
    if (Definition.empty())
      return;
    IsDefinition = Definition.Begin == *Begin;
    if (IsDefinition || llvm::any_of(Program.usesOf(V), [&](ByteRange Use) {
          return Use.Begin == *Begin;
        }))
      Match = V;
  };
  Program.module()->walk([&](Operation *Op) {
    llvm::for_each(Op->getResults(), look);
    for (Region &R : Op->getRegions())
      for (Block &B : R)
        llvm::for_each(B.getArguments(), look);
    return Match ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (IsWholeGroup)
    *IsWholeGroup = Match && IsDefinition &&
                    llvm::StringRef(Program.nameOf(Match)).contains('#');
  return Match;
}

Operation *mlir::noisy::lsp::findOperationAt(const Chunk &Program,
                                             size_t Offset) {
  Operation *Match = nullptr;
  Program.module()->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (Op == Program.module())
      return WalkResult::advance();
    ByteRange Range = Program.rangeOf(Op);
    // An operation without a place is part of a short form, like all inside it.
    if (Range.empty() || Offset < Range.Begin || Offset > Range.End)
      return WalkResult::skip();
    // The second one wins where two touch.
    Match = Op;
    return WalkResult::advance();
  });
  return Match;
}

OperationText::OperationText(const Chunk &Program, Operation *Op)
    : Tokens(Program.text(), Program.rangeOf(Op)), Name(Tokens.skipComments(0)),
      End(Tokens.size()) {
  // Skip `%a, %b:2 =` before the name.
  if (Name < Tokens.size() && Tokens[Name].Text.starts_with("%"))
    Name = Tokens.skipComments(Tokens.findOutside(Name, End, "=") + 1);
  size_t Last = Tokens.findPrevious(End);
  if (Last >= Tokens.size() || !Tokens[Last].is(")"))
    return;
  for (size_t I = Name; I < Last; ++I) {
    if (!Tokens[I].is("loc"))
      continue;
    size_t Open = Tokens.skipComments(I + 1);
    if (Open < Last && Tokens[Open].is("(") && Tokens.findClose(Open) == Last)
      End = I;
  }
}

std::vector<ByteEdit>
mlir::noisy::lsp::replaceTokens(llvm::StringRef Text, const MlirTokens &Tokens,
                                size_t Begin, size_t End,
                                const std::string &NewText) {
  std::vector<ByteEdit> Edits;
  for (size_t I = Begin; I < End; ++I) {
    if (Tokens[I].isComment())
      continue;
    ByteRange Run = Tokens[I].Range;
    while (I + 1 < End && !Tokens[I + 1].isComment())
      Run.End = Tokens[++I].Range.End;
    if (!NewText.empty() && Edits.empty()) {
      Edits.push_back({Run, NewText});
      continue;
    }
    llvm::StringRef Prefix = Text.take_front(Run.Begin).rtrim(" \t");
    llvm::StringRef Suffix = Text.substr(Run.End).ltrim(" \t");
    Run.End = Text.size() - Suffix.size();
    if ((Prefix.ends_with("\n") || Prefix.ends_with("\r")) &&
        (Suffix.empty() || Suffix.starts_with("\n") ||
         Suffix.starts_with("\r")))
      Run.Begin = Prefix.size() - (Prefix.ends_with("\r\n") ? 2 : 1);
    Edits.push_back({Run, ""});
  }
  return Edits;
}

/// Returns the range of removed operations with the white space that would be
/// left over: the whole line if it has nothing else.
static ByteRange makeGap(llvm::StringRef Text, ByteRange Ops) {
  llvm::StringRef Prefix = Text.take_front(Ops.Begin).rtrim(" \t");
  llvm::StringRef Suffix = Text.substr(Ops.End).ltrim(" \t");
  bool IsFirst =
      Prefix.empty() || Prefix.ends_with("\n") || Prefix.ends_with("\r");
  llvm::StringRef LineEnd = lineEndOf(Suffix);
  bool IsLast = Suffix.empty() || !LineEnd.empty();
  if (IsFirst && IsLast)
    return {Prefix.size(), Text.size() - Suffix.size() + LineEnd.size()};
  if (IsLast)
    return {Prefix.size(), Ops.End};
  return {Ops.Begin, Text.size() - Suffix.size()};
}

std::vector<ByteEdit>
mlir::noisy::lsp::removeOperations(const Chunk &Program,
                                   llvm::ArrayRef<Operation *> Ops) {
  llvm::StringRef Text = Program.text();
  std::vector<ByteEdit> Edits;
  std::vector<ByteRange> Ranges;
  for (Operation *Op : Ops) {
    ByteRange Range = Program.rangeOf(Op);
    MlirTokens Tokens(Text, Range);
    bool HasComments = false;
    for (size_t I = 0; I < Tokens.size(); ++I)
      HasComments |= Tokens[I].isComment();
    if (!HasComments) {
      Ranges.push_back(Range);
      continue;
    }
    llvm::append_range(Edits,
                       replaceTokens(Text, Tokens, 0, Tokens.size(), ""));
  }
  llvm::sort(Ranges, [](const ByteRange &A, const ByteRange &B) {
    return A.Begin < B.Begin;
  });
  // Neighbours on a line are removed together.
  std::vector<ByteRange> MergedRanges;
  for (const ByteRange &Range : Ranges) {
    if (!MergedRanges.empty() &&
        llvm::all_of(Text.slice(MergedRanges.back().End, Range.Begin),
                     lex::isBlank))
      MergedRanges.back().End = Range.End;
    else
      MergedRanges.push_back(Range);
  }
  for (const ByteRange &Range : MergedRanges)
    Edits.push_back({makeGap(Text, Range), ""});
  llvm::sort(Edits, [](const ByteEdit &A, const ByteEdit &B) {
    return A.Range.Begin < B.Range.Begin;
  });
  return Edits;
}

void mlir::noisy::lsp::sortEdits(std::vector<ByteEdit> &Edits) {
  llvm::stable_sort(Edits, [](const ByteEdit &A, const ByteEdit &B) {
    // An insertion before a name precedes the change of the name.
    return std::pair(A.Range.Begin, A.Range.End) <
           std::pair(B.Range.Begin, B.Range.End);
  });
  // Two removed ranges may share the blanks between them.
  for (size_t I = 1; I < Edits.size(); ++I)
    Edits[I].Range.Begin =
        std::max(Edits[I].Range.Begin, Edits[I - 1].Range.End);
}
