//===- BrokenFunctionTest.cpp - What a broken function leaves -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What is broken in one function takes nothing away from those that have
// nothing to do with it.
//
//===----------------------------------------------------------------------===//

#include "tests/server/CrashRecovery.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"
#include "tests/support/RandomDocument.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <random>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The names with an @ in a text.
static std::set<std::string> namesIn(llvm::StringRef Text) {
  std::set<std::string> Result;
  while (true) {
    Text = Text.substr(Text.find('@'));
    if (Text.empty())
      return Result;
    llvm::StringRef Name = Text.take_while([](char C) {
      return llvm::isAlnum(C) || C == '@' || C == '_' || C == '$';
    });
    Result.insert(Name.str());
    Text = Text.drop_front(Name.size());
  }
}

static bool intersect(const std::set<std::string> &A,
                      const std::set<std::string> &B) {
  return llvm::any_of(A,
                      [&](const std::string &Name) { return B.count(Name); });
}

static llvm::StringRef textOf(const Snapshot &State, const Snapshot::Part &P) {
  return State.text().bytes().slice(P.Range.Begin, P.Range.End);
}

/// The names in a part and in the headers around it: whoever names a module may
/// have all in hand that is in it.
static std::set<std::string> namesAround(const Snapshot &State,
                                         const Snapshot::Part &P) {
  std::set<std::string> Result = namesIn(textOf(State, P));
  for (uint32_t I = P.Container; I != Piece::None;
       I = State.parts()[I].Container)
    Result.merge(namesIn(textOf(State, State.parts()[I])));
  return Result;
}

/// The texts of the functions that have nothing to do with `BrokenText`, which
/// is one; and what is known of their noise.
static std::map<std::string, std::string>
describeOthers(const Snapshot &State, llvm::StringRef BrokenText) {
  std::set<std::string> Names = namesIn(BrokenText);
  for (bool IsNew = true; IsNew;) {
    size_t OldSize = Names.size();
    for (const Snapshot::Part &P : State.parts()) {
      std::set<std::string> Mine = namesAround(State, P);
      if (P.Kind == PieceKind::Operation && intersect(Mine, Names))
        Names.insert(Mine.begin(), Mine.end());
    }
    IsNew = Names.size() > OldSize;
  }
  std::map<std::string, std::string> Result;
  for (const Snapshot::Part &P : State.parts()) {
    llvm::StringRef Text = textOf(State, P);
    if (P.Kind != PieceKind::Operation ||
        intersect(namesAround(State, P), Names))
      continue;
    std::string &Description = Result[Text.str()];
    for (const PlacedSection &Placement : P.Sections)
      Description += Placement.Facts ? describe(*Placement.Facts, State)
                                     : "nothing is known";
    for (const std::string &Line : describeProblems(P, State))
      Description += Line + "\n";
  }
  return Result;
}

/// A change of one line that most likely does not parse, and leaves all
/// brackets as they are. False when there is none.
static bool breakByChance(std::string &Function, std::mt19937 &Random,
                          llvm::ArrayRef<std::string> OtherValues) {
  std::vector<std::pair<size_t, size_t>> Lines;
  for (size_t Begin = 0; Begin < Function.size();) {
    size_t End = std::min(Function.find('\n', Begin), Function.size());
    llvm::StringRef Line = llvm::StringRef(Function).slice(Begin, End);
    if (Line.find_first_of("{}()") == llvm::StringRef::npos &&
        Line.contains('%'))
      Lines.push_back({Begin, End});
    Begin = End + 1;
  }
  if (Lines.empty())
    return false;
  auto [Begin, End] = Lines[Random() % Lines.size()];
  size_t Name = Function.rfind('%', End);
  size_t NameEnd = Name + 1;
  while (NameEnd < End &&
         (llvm::isAlnum(Function[NameEnd]) || Function[NameEnd] == '_' ||
          Function[NameEnd] == '#'))
    ++NameEnd;
  switch (Random() % 4) {
  case 0: // A name of another function, or of none.
    Function.replace(Name, NameEnd - Name,
                     OtherValues.empty()
                         ? "%nowhere"
                         : OtherValues[Random() % OtherValues.size()]);
    return true;
  case 1:
    Function.erase(Begin, End - Begin);
    return true;
  case 2: // As it is while it is typed.
    Function.erase(Name + 1, End - Name - 1);
    return true;
  default:
    Function.insert(End, " ,");
    return true;
  }
}

static std::vector<std::string> valuesIn(llvm::StringRef Text) {
  std::vector<std::string> Result;
  for (size_t Offset = 0;
       (Offset = Text.find('%', Offset)) != llvm::StringRef::npos; ++Offset)
    Result.push_back("%" + Text.substr(Offset + 1)
                               .take_while([](char C) {
                                 return llvm::isAlnum(C) || C == '_';
                               })
                               .str());
  return Result;
}

TEST_CASE("what is broken in one function is not missing in others",
          "[typing]") {
  CrashRecovery Recovery;
  std::mt19937 Random(mlir::noisy::test::randomSeed(17));
  unsigned Comparisons = 0;
  for (unsigned Round = 0; Round < 60; ++Round) {
    std::string Whole = mlir::noisy::test::makeDocument(Random);
    auto OldState = Typist(Whole).build();
    std::vector<const Snapshot::Part *> Functions;
    for (const Snapshot::Part &P : OldState->parts())
      if (P.Kind == PieceKind::Operation && P.Info->Aliases.empty())
        Functions.push_back(&P);
    if (Functions.size() < 2)
      continue;
    const Snapshot::Part &ChosenFunction =
        *Functions[Random() % Functions.size()];
    std::string Old = textOf(*OldState, ChosenFunction).str(), BrokenText = Old;
    if (!breakByChance(BrokenText, Random, valuesIn(Whole)))
      continue;
    std::map<std::string, std::string> OldDescriptions =
        describeOthers(*OldState, Old);
    Typist EditedTypist(Whole);
    EditedTypist.build();
    EditedTypist.edit(ChosenFunction.Range, BrokenText);
    for (auto &NewState :
         {EditedTypist.build(), Typist(EditedTypist.text()).build()}) {
      INFO(EditedTypist.text());
      std::map<std::string, std::string> NewDescriptions;
      for (auto &[Text, Description] : describeOthers(*NewState, Old))
        NewDescriptions[Text] = Description;
      for (auto &[Text, Description] : OldDescriptions) {
        INFO(Text);
        REQUIRE(NewDescriptions.count(Text));
        REQUIRE(difference(Description, NewDescriptions[Text]) == "");
        ++Comparisons;
      }
    }
  }
  CHECK(Comparisons > 50);
}
