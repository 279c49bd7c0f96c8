//===- RunAliases.cpp - Aliases for operations parsed alone ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/RunAliases.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/OperationStart.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir::noisy::lsp;

/// The most definitions that may differ, and the most names that may depend on
/// these.
static constexpr size_t MaxChanged = 16, MaxNames = 64;

/// The line that ends the definitions before a function.
static constexpr llvm::StringLiteral endOfList = "{-# #-}\n";

/// True if a definition, or what ends the list, begins at `Offset`. A line with
/// blanks in front belongs to the definition before.
static bool beginsDefinition(llvm::StringRef List, size_t Offset) {
  if (Offset == List.size() || (Offset > 0 && List[Offset - 1] != '\n'))
    return false;
  const char *P = List.data() + Offset;
  return ((*P == '#' || *P == '!') &&
          outline::isAliasDefinition(P, List.end())) ||
         outline::isMetadata(P, List.end());
}

/// The end of the definition that begins at `Begin`.
static size_t endOfDefinition(llvm::StringRef List, size_t Begin) {
  size_t End = Begin;
  do
    End = std::min(List.find('\n', End), List.size() - 1) + 1;
  while (End < List.size() && !beginsDefinition(List, End));
  return End;
}

static llvm::StringRef nameOf(llvm::StringRef Definition) {
  return {Definition.data(),
          size_t(lex::skipName(Definition.begin(), Definition.end()) -
                 Definition.begin())};
}

/// The next place of a name in a text, where it is no part of a longer one.
static size_t findName(llvm::StringRef Text, llvm::StringRef Name,
                       size_t Begin = 0) {
  while ((Begin = Text.find(Name, Begin)) != llvm::StringRef::npos &&
         nameOf(Text.drop_front(Begin)) != Name)
    ++Begin;
  return Begin;
}

/// The beginning of the definition around a place.
static size_t beginOfDefinition(llvm::StringRef List, size_t Place) {
  while (Place > 0 && !beginsDefinition(List, Place))
    --Place;
  return Place;
}

/// True if the alias at the beginning of a text is defined there.
static bool isDefined(llvm::StringRef Text) {
  Lexer Tokens(Text);
  Tokens.next();
  std::optional<MlirToken> Sign = nextCode(Tokens);
  return Sign && Sign->is("=");
}

/// The definition of a name, with what comes before it where that does not
/// begin like one: `!a = i32 !b = i64`. Empty if there is none.
static llvm::StringRef findDefinition(llvm::StringRef List,
                                      llvm::StringRef Name) {
  for (size_t Place = 0;
       (Place = findName(List, Name, Place)) != llvm::StringRef::npos; ++Place)
    if (isDefined(List.drop_front(Place))) {
      size_t Begin = beginOfDefinition(List, Place);
      return List.slice(Begin, endOfDefinition(List, Begin));
    }
  return {};
}

/// Visits the aliases in a text.
static void forEachAlias(llvm::StringRef Text,
                         llvm::function_ref<void(llvm::StringRef)> Visit) {
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->isAlias())
      Visit(Token->Text);
}

RunAliases mlir::noisy::lsp::findRunAliases(const llvm::StringSet<> &Names,
                                            const AliasLists &Around) {
  llvm::StringSet<> Needed;
  std::vector<llvm::StringRef> Next;
  auto need = [&](llvm::StringRef Name) {
    if (auto [Entry, IsNew] = Needed.insert(Name); IsNew)
      Next.push_back(Entry->first());
  };
  for (llvm::StringRef Name : Names.keys())
    need(Name);
  // In the order of the text.
  std::map<const char *, llvm::StringRef> Before, After;
  while (!Next.empty()) {
    llvm::StringRef Name = Next.back();
    Next.pop_back();
    auto *Definitions = &Before;
    llvm::StringRef Definition = findDefinition(Around.Before, Name);
    if (Definition.empty()) {
      Definitions = &After;
      Definition = findDefinition(Around.After, Name);
    }
    if (Definition.empty())
      continue;
    Definitions->insert({Definition.data(), Definition});
    forEachAlias(Definition, need);
  }
  RunAliases Result;
  for (auto [Place, Definition] : Before)
    (Result.Before += Definition.rtrim("\n")) += "\n";
  if (!Before.empty())
    Result.Before += endOfList;
  for (auto [Place, Definition] : After)
    (Result.After += "\n") += Definition.rtrim("\n");
  return Result;
}

/// Visits the names that a definition defines: mostly one.
static void forEachDefined(llvm::StringRef Definition,
                           llvm::function_ref<void(llvm::StringRef)> Visit) {
  forEachAlias(Definition, [&](llvm::StringRef Name) {
    if (isDefined({Name.data(), size_t(Definition.end() - Name.data())}))
      Visit(Name);
  });
}

static std::vector<llvm::StringRef> splitDefinitions(llvm::StringRef Part) {
  std::vector<llvm::StringRef> Result;
  for (size_t Begin = 0, End; Begin < Part.size(); Begin = End) {
    End = endOfDefinition(Part, Begin);
    llvm::StringRef Definition = Part.slice(Begin, End).trim("\n");
    if (!Definition.empty() &&
        !outline::isMetadata(Definition.begin(), Definition.end()))
      Result.push_back(Definition);
  }
  return Result;
}

/// Reduces two lists to whole definitions that are not in both at the beginning
/// or at the end.
static void dropCommonEnds(llvm::StringRef &Old, llvm::StringRef &New) {
  TextChange Change = TextChange::diff(Old, New);
  size_t Begin = Change.Old.Begin, Tail = Old.size() - Change.Old.End;
  while (Begin > 0 &&
         !(beginsDefinition(Old, Begin) && beginsDefinition(New, Begin)))
    --Begin;
  while (Tail > 0 && !(beginsDefinition(Old, Old.size() - Tail) &&
                       beginsDefinition(New, New.size() - Tail)))
    --Tail;
  Old = Old.drop_back(Tail).drop_front(Begin);
  New = New.drop_back(Tail).drop_front(Begin);
}

/// Adds the names of definitions that are in one of two lists only. Returns
/// false if these are many, or the others have another order.
static bool addDifference(llvm::StringRef Old, llvm::StringRef New,
                          llvm::StringSet<> &Names) {
  if (Old == New)
    return true;
  dropCommonEnds(Old, New);
  std::vector<llvm::StringRef> OldList = splitDefinitions(Old),
                               NewList = splitDefinitions(New);
  llvm::DenseSet<llvm::StringRef> InOld(OldList.begin(), OldList.end()),
      InNew(NewList.begin(), NewList.end());
  size_t Count = 0;
  auto isChanged = [&](llvm::StringRef Definition) {
    if (InOld.contains(Definition) && InNew.contains(Definition))
      return false;
    if (++Count <= MaxChanged)
      forEachDefined(Definition,
                     [&](llvm::StringRef Name) { Names.insert(Name); });
    return true;
  };
  llvm::erase_if(OldList, isChanged);
  llvm::erase_if(NewList, isChanged);
  return Count <= MaxChanged && OldList == NewList;
}

std::optional<llvm::StringSet<>>
mlir::noisy::lsp::findChangedAliases(const AliasLists &Old,
                                     const AliasLists &New) {
  llvm::StringSet<> Result;
  if (!addDifference(Old.Before, New.Before, Result) ||
      !addDifference(Old.After, New.After, Result))
    return std::nullopt;
  std::vector<std::string> Next;
  for (llvm::StringRef Name : Result.keys())
    Next.push_back(Name.str());
  // Of definitions that did not change, those that use a changed one.
  for (size_t I = 0; I < Next.size(); ++I) {
    const std::string Name = Next[I];
    for (llvm::StringRef List : {New.Before, New.After})
      for (size_t Place = 0;
           (Place = findName(List, Name, Place)) != llvm::StringRef::npos;
           ++Place) {
        size_t Begin = beginOfDefinition(List, Place);
        forEachDefined(List.slice(Begin, endOfDefinition(List, Begin)),
                       [&](llvm::StringRef User) {
                         if (Next.size() <= MaxNames &&
                             Result.insert(User).second)
                           Next.push_back(User.str());
                       });
      }
  }
  if (Next.size() > MaxNames)
    return std::nullopt;
  return Result;
}

bool mlir::noisy::lsp::namesAlias(llvm::StringRef Text,
                                  const llvm::StringSet<> &Names) {
  return llvm::any_of(Names.keys(), [&](llvm::StringRef Name) {
    return findName(Text, Name) != llvm::StringRef::npos;
  });
}
