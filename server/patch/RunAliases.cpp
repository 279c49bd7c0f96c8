//===- RunAliases.cpp - Aliases for operations parsed alone ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/RunAliases.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/OperationStart.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir::noisy::lsp;

/// True if a definition, or what ends all, begins at `Offset`.
static bool beginsDefinition(llvm::StringRef Text, size_t Offset) {
  return Text.substr(Offset).starts_with("{-#") ||
         outline::isAliasDefinition(Text.data() + Offset, Text.end());
}

/// The range of the first definition of a name; empty if there is none.
static ByteRange findDefinition(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t Begin = 0;
       (Begin = Text.find(Name, Begin)) != llvm::StringRef::npos; ++Begin) {
    bool IsDefinition =
        (Begin == 0 || Text[Begin - 1] == '\n') &&
        Text.substr(Begin + Name.size()).ltrim(" \t").starts_with("=");
    if (!IsDefinition)
      continue;
    size_t End = Begin;
    do
      End = std::min(Text.find('\n', End), Text.size() - 1) + 1;
    while (End < Text.size() && !beginsDefinition(Text, End));
    return {Begin, End};
  }
  return {};
}

static llvm::StringSet<> findAliases(llvm::StringRef Text) {
  llvm::StringSet<> Result;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->isAlias())
      Result.insert(Token->Text);
  return Result;
}

AliasTexts mlir::noisy::lsp::findRunAliases(const llvm::StringSet<> &Names,
                                            llvm::StringRef Before,
                                            llvm::StringRef After) {
  AliasTexts Result;
  if (Before.empty() && After.empty())
    return Result;
  llvm::StringSet<> Known;
  std::vector<std::string> Next;
  auto need = [&](const llvm::StringSet<> &More) {
    for (llvm::StringRef Name : More.keys())
      if (Known.insert(Name).second)
        Next.push_back(Name.str());
  };
  // In the order of the text.
  std::map<size_t, llvm::StringRef> OfBefore, OfAfter;
  need(Names);
  while (!Next.empty()) {
    std::string Name = std::move(Next.back());
    Next.pop_back();
    bool IsBefore = true;
    llvm::StringRef Text = Before;
    ByteRange Range = findDefinition(Text, Name);
    if (Range.empty()) {
      IsBefore = false;
      Text = After;
      Range = findDefinition(Text, Name);
    }
    if (Range.empty())
      continue;
    llvm::StringRef Definition = Text.slice(Range.Begin, Range.End);
    (IsBefore ? OfBefore : OfAfter)[Range.Begin] = Definition;
    need(findAliases(Definition));
  }
  for (auto [Place, Definition] : OfBefore)
    (Result.Before += Definition) += "\n";
  for (auto [Place, Definition] : OfAfter)
    (Result.After += "\n") += Definition;
  return Result;
}

/// True if a text has a name that is no part of a longer one.
static bool hasName(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t Begin = 0;
       (Begin = Text.find(Name, Begin)) != llvm::StringRef::npos;
       Begin += Name.size()) {
    llvm::StringRef Rest = Text.substr(Begin + Name.size());
    if (Rest.empty() || !(llvm::isAlnum(Rest.front()) ||
                          llvm::StringRef("_$.-").contains(Rest.front())))
      return true;
  }
  return false;
}

bool mlir::noisy::lsp::areAlikeForOthers(std::string OldList,
                                         llvm::ArrayRef<std::string> OldUses,
                                         std::string NewList,
                                         llvm::ArrayRef<std::string> NewUses) {
  if (OldList == NewList)
    return true;
  // Between whole definitions.
  llvm::StringRef Old = OldList += "\n", New = NewList += "\n";
  TextChange Change = TextChange::diff(Old, New);
  size_t Begin = Change.Old.Begin, Tail = Old.size() - Change.Old.End;
  auto isBetween = [](llvm::StringRef Text, size_t Offset) {
    return Offset == Text.size() || (Offset > 0 && Text[Offset - 1] == '\n' &&
                                     beginsDefinition(Text, Offset));
  };
  while (Begin > 0 && !(isBetween(Old, Begin) && isBetween(New, Begin)))
    --Begin;
  while (Tail > 0 && !(isBetween(Old, Old.size() - Tail) &&
                       isBetween(New, New.size() - Tail)))
    --Tail;
  llvm::StringRef OldPart = Old.drop_back(Tail).drop_front(Begin),
                  NewPart = New.drop_back(Tail).drop_front(Begin),
                  Before = Old.take_front(Begin), After = Old.take_back(Tail);
  // What only the changed operations need is little.
  constexpr size_t MaxBytes = 4096;
  if (Begin == 0 || OldPart.size() > MaxBytes || NewPart.size() > MaxBytes)
    return false;
  auto isForOne = [&](llvm::StringRef Part,
                      llvm::ArrayRef<std::string> OtherUses) {
    return llvm::all_of(findAliases(Part).keys(), [&](llvm::StringRef Name) {
      return findDefinition(Part, Name).empty() ||
             (!llvm::is_contained(OtherUses, Name) && !hasName(Before, Name) &&
              !hasName(After, Name));
    });
  };
  return isForOne(OldPart, NewUses) && isForOne(NewPart, OldUses);
}
