//===- FixLayoutTest.cpp - Fixes of programs in every layout --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated programs are written in every way there is; each fix has to give a
// text that parses and is right, and that is the old one again when it is taken
// back by its letters alone (FixUndo.h).
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "dialect/NoisyOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/features/fixes/ReductionFix.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/features/fixes/FixUndo.h"
#include "tests/server/features/fixes/SmallFixes.h"
#include "tests/server/features/fixes/TextLayouts.h"
#include "tests/support/RandomIntegers.h"
#include "tests/support/RandomProgram.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// `Usual` programs: more where NOISY_TEST_LAYOUTS asks for it, which is a
/// factor.
static unsigned countOf(unsigned Usual) {
  const char *Setting = std::getenv("NOISY_TEST_LAYOUTS");
  return Setting ? Usual * std::strtoul(Setting, nullptr, 10) : Usual;
}

/// How many programs the rewriting may spoil in each test.
static constexpr unsigned MostOdd = 3;

namespace {
/// A program between two others, of which nothing may change.
struct Document {
  std::string Prefix, Text, Suffix;

  std::string fullText() const { return Prefix + Text + Suffix; }
  /// A text between those two; empty if it is not between them.
  std::string innerText(const std::string &FullText) const {
    if (!FullText.starts_with(Prefix) || !FullText.ends_with(Suffix) ||
        FullText.size() < Prefix.size() + Suffix.size())
      return "";
    return FullText.substr(Prefix.size(),
                           FullText.size() - Prefix.size() - Suffix.size());
  }
};
} // namespace

static Document makeDocument(const std::string &Program, std::mt19937 &Random) {
  Document Result;
  Result.Text = layOut(rewrite(Program, Random), Random);
  if (Random() % 4 == 0)
    Result.Prefix = "\"broken \xC3\xA9\n// -----\n";
  if (Random() % 4 == 0) {
    if (!Result.Text.ends_with("\n"))
      Result.Text += "\n";
    Result.Suffix = "// -----\nfunc.func @f0(%v1_reduced: i1";
  }
  return Result;
}

static std::string makeNoisy(std::mt19937 &Random, unsigned I) {
  auto Shape = noisy::test::makeOptimizableShape(Random, 1 + I % 12);
  return noisy::test::makeProgram(Random, Shape).text();
}

/// Whether nothing is wrong with the text that reductions could mend.
static bool isLegal(const std::string &Text) {
  auto Program = chunkOf(Text);
  for (const Problem &Issue : Program->problems())
    UNSCOPED_INFO(Issue.Message);
  return Program->isValid() &&
         llvm::all_of(Program->facts().getFindings(), isBeyondReductions);
}

TEST_CASE("Layouts: the optimal reductions", "[fix][layouts]") {
  unsigned InsertedCount = 0, FixedCount = 0, Odd = 0;
  for (unsigned I = 0; I < countOf(150); ++I) {
    std::mt19937 Random(I);
    Document Old = makeDocument(makeNoisy(Random, I), Random);
    CAPTURE(I, Old.Text);
    auto Program = chunkOf(Old.Text);
    for (const Problem &Issue : Program->problems())
      UNSCOPED_INFO(Issue.Message);
    // Rewriting takes the same name in two functions for one value.
    if (!Program->isValid()) {
      REQUIRE(++Odd <= MostOdd);
      continue;
    }
    OptimizerOptions Options;
    Options.timeLimit = std::chrono::seconds(60);
    Fix Repair = fixOrReason(computeReductionFix(
        allDialects(), Text(Old.fullText()), Old.Prefix.size(), Options));
    INFO(Repair.Message);
    if (Repair.Edits.empty()) {
      // It cannot be mended, or there is nothing to mend.
      REQUIRE((Program->facts().getFindings().empty() ||
               llvm::StringRef(Repair.Message).starts_with("cannot")));
      continue;
    }
    std::string NewText =
        Old.innerText(applyEdits(Old.fullText(), Repair.Edits));
    INFO(NewText);
    unsigned Count = 0;
    REQUIRE(undoReductions(Old.Text, NewText, Count) == "");
    REQUIRE(Count > 0);
    REQUIRE(isLegal(NewText));
    InsertedCount += Count;
    ++FixedCount;
  }
  CHECK(FixedCount >= 50);
  CHECK(InsertedCount >= 100);
}

/// The fix at the beginning of `Offset`, and the text after it; empty if there
/// is none.
static std::string fixAt(const Document &Old, const SmallFixKind &Kind,
                         size_t Offset, std::string &Message) {
  Fix Repair =
      computeSmallFix(Kind, Old.fullText(), Old.Prefix.size() + Offset);
  Message = Repair.Message;
  // What the check refuses, another part of the fix got wrong.
  REQUIRE(Message.find("please report") == std::string::npos);
  return Repair.Edits.empty()
             ? ""
             : Old.innerText(applyEdits(Old.fullText(), Repair.Edits));
}

namespace {
/// Small fixes of random places of a program; each is checked.
class SmallFixTrial {
public:
  struct Counts {
    unsigned Reductions = 0, Removals = 0, Declarations = 0, Refusals = 0;
  };

  SmallFixTrial(const Document &Old, const Chunk &Program, std::mt19937 &Random,
                Counts &Total)
      : Old(Old), Program(Program), Random(Random), Total(Total) {}

  void reduceValue();
  void removeReduction();
  void declareArgument();
  void declareResult();

private:
  /// A random value that `IsWanted` accepts; null if none was found.
  Value pick(llvm::function_ref<bool(Value)> IsWanted) {
    llvm::ArrayRef<Value> Values = Program.facts().getValues();
    for (unsigned Try = 0; Try < 20 && !Values.empty(); ++Try)
      if (Value V = Values[Random() % Values.size()]; IsWanted(V))
        return V;
    return nullptr;
  }
  void declareBound(size_t Offset);

  const Document &Old;
  const Chunk &Program;
  std::mt19937 &Random;
  Counts &Total;
};
} // namespace

void SmallFixTrial::reduceValue() {
  Value EncryptedValue =
      pick([](Value V) { return isa<NoisyI32Type>(V.getType()); });
  if (!EncryptedValue)
    return;
  std::vector<ByteRange> Places = Program.usesOf(EncryptedValue);
  Places.push_back(Program.definitionOf(EncryptedValue));
  std::string Message;
  std::string NewText = fixAt(Old, fixes::ReduceValue,
                              Places[Random() % Places.size()].Begin, Message);
  INFO(Message << "\n" << NewText);
  unsigned Count = 0;
  if (!NewText.empty()) {
    REQUIRE(undoReductions(Old.Text, NewText, Count) == "");
    REQUIRE(Count == 1);
  }
  ++(NewText.empty() ? Total.Refusals : Total.Reductions);
}

void SmallFixTrial::removeReduction() {
  Value ReducedValue = pick([](Value V) {
    return isa_and_nonnull<ReduceNoiseOp>(V.getDefiningOp());
  });
  if (!ReducedValue)
    return;
  std::string Message;
  std::string NewText =
      fixAt(Old, fixes::RemoveReduction,
            Program.definitionOf(ReducedValue).Begin, Message);
  INFO(Message << "\n" << NewText);
  ByteRange Range = Program.rangeOf(ReducedValue.getDefiningOp());
  llvm::StringRef Op = Program.text().slice(Range.Begin, Range.End);
  // Comments inside of it stay, in some place.
  if (size_t Comment = Op.find("//"); Comment != llvm::StringRef::npos)
    REQUIRE((NewText.empty() ||
             llvm::StringRef(NewText).contains(Op.substr(Comment).take_until(
                 [](char C) { return C == '\r' || C == '\n'; }))));
  else if (!NewText.empty())
    REQUIRE(undoRemoval(Old.Text, Range.Begin, NewText) == "");
  ++(NewText.empty() ? Total.Refusals : Total.Removals);
}

void SmallFixTrial::declareBound(size_t Offset) {
  std::string Message;
  std::string NewText = fixAt(Old, fixes::DeclareBound, Offset, Message);
  INFO(Message << "\n" << NewText);
  if (!NewText.empty())
    REQUIRE(undoBound(Old.Text, NewText) == "");
  ++(NewText.empty() ? Total.Refusals : Total.Declarations);
}

void SmallFixTrial::declareArgument() {
  Value Argument = pick([](Value V) {
    return isa<BlockArgument>(V) && isa<NoisyI32Type>(V.getType()) &&
           isa<FunctionOpInterface>(V.getParentBlock()->getParentOp());
  });
  if (Argument)
    declareBound(Program.definitionOf(Argument).Begin);
}

void SmallFixTrial::declareResult() {
  std::vector<size_t> Returns;
  Program.module()->walk([&](Operation *Op) {
    if (Op->hasTrait<OpTrait::ReturnLike>() && Op->getNumOperands() > 0 &&
        isa<FunctionOpInterface>(Op->getParentOp()))
      Returns.push_back(Program.text().find('%', Program.rangeOf(Op).Begin));
  });
  if (!Returns.empty())
    declareBound(Returns[Random() % Returns.size()]);
}

TEST_CASE("Layouts: small fixes of noise", "[small-fix][layouts]") {
  SmallFixTrial::Counts Total;
  unsigned Odd = 0;
  for (unsigned I = 0; I < countOf(120); ++I) {
    std::mt19937 Random(I);
    Document Old = makeDocument(makeNoisy(Random, I), Random);
    CAPTURE(I, Old.Text);
    auto Program = chunkOf(Old.Text);
    // Rewriting takes the same name in two functions for one value.
    if (!Program->isValid()) {
      REQUIRE(++Odd <= MostOdd);
      continue;
    }
    SmallFixTrial Trial(Old, *Program, Random, Total);
    Trial.reduceValue();
    Trial.removeReduction();
    Trial.declareArgument();
    Trial.declareResult();
  }
  CAPTURE(Total.Reductions, Total.Removals, Total.Declarations, Total.Refusals);
  CHECK(Total.Reductions >= 40);
  CHECK(Total.Removals >= 5);
  CHECK(Total.Declarations >= 40);
}

TEST_CASE("Layouts: small fixes of integers", "[small-fix][layouts]") {
  unsigned Constants = 0, UnsignedCount = 0, Odd = 0;
  for (unsigned I = 0; I < countOf(60); ++I) {
    std::mt19937 Random(I);
    noisy::test::IntegerShape Shape;
    Shape.functions = 1 + Random() % 2;
    Shape.mostlySigned = Random() % 2;
    Shape.overflowFlags = false;
    Document Old =
        makeDocument(noisy::test::makeIntegerProgram(Random, Shape), Random);
    CAPTURE(I, Old.Text);
    auto Program = chunkOf(Old.Text);
    for (const Problem &Issue : Program->problems())
      UNSCOPED_INFO(Issue.Message);
    // Rewriting takes the same name in two functions for one value.
    if (!Program->isValid()) {
      REQUIRE(++Odd <= MostOdd);
      continue;
    }
    ProgramFlow Flow(Program->module());
    IntegerFacts Facts = IntegerFacts::compute(Flow);
    unsigned Attempts = 0;
    for (const IntegerFinding &Finding : Facts.getFindings()) {
      bool IsUnsigned = Finding.kind == IntegerFindingKind::Unsigned;
      if ((!IsUnsigned && Finding.kind != IntegerFindingKind::Constant &&
           Finding.kind != IntegerFindingKind::Comparison) ||
          ++Attempts > 4)
        continue;
      std::string Message;
      std::string NewText =
          fixAt(Old, IsUnsigned ? fixes::UseUnsigned : fixes::ReplaceByConstant,
                Program->rangeOf(Finding.op).Begin, Message);
      INFO(Message << "\n" << NewText);
      if (NewText.empty())
        continue;
      REQUIRE((IsUnsigned ? undoToken(Old.Text, NewText)
                          : undoConstant(Old.Text, NewText)) == "");
      ++(IsUnsigned ? UnsignedCount : Constants);
    }
  }
  CAPTURE(Constants, UnsignedCount);
  CHECK(Constants >= 30);
  CHECK(UnsignedCount >= 8);
}
