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
  const char *Asked = std::getenv("NOISY_TEST_LAYOUTS");
  return Asked ? Usual * std::strtoul(Asked, nullptr, 10) : Usual;
}

/// How many programs the rewriting may spoil in each test.
static constexpr unsigned MostOdd = 3;

namespace {
/// A program between two others, of which nothing may change.
struct Document {
  std::string Before, Text, After;

  std::string all() const { return Before + Text + After; }
  /// A text between those two; empty if it is not between them.
  std::string inside(const std::string &All) const {
    if (!All.starts_with(Before) || !All.ends_with(After) ||
        All.size() < Before.size() + After.size())
      return "";
    return All.substr(Before.size(), All.size() - Before.size() - After.size());
  }
};
} // namespace

static Document makeDocument(const std::string &Program, std::mt19937 &Random) {
  Document Made;
  Made.Text = layOut(rewrite(Program, Random), Random);
  if (Random() % 4 == 0)
    Made.Before = "\"broken \xC3\xA9\n// -----\n";
  if (Random() % 4 == 0) {
    if (!Made.Text.ends_with("\n"))
      Made.Text += "\n";
    Made.After = "// -----\nfunc.func @f0(%v1_reduced: i1";
  }
  return Made;
}

static std::string makeNoisy(std::mt19937 &Random, unsigned I) {
  auto Shape = noisy::test::makeOptimizableShape(Random, 1 + I % 12);
  return noisy::test::makeProgram(Random, Shape).text();
}

/// Whether nothing is wrong with the text.
static bool isLegal(const std::string &Text) {
  auto Built = chunkOf(Text);
  for (const Problem &Found : Built->problems())
    UNSCOPED_INFO(Found.Message);
  return Built->isValid() && Built->facts().getFindings().empty();
}

TEST_CASE("Layouts: the optimal reductions", "[fix][layouts]") {
  unsigned Inserted = 0, Fixed = 0, Odd = 0;
  for (unsigned I = 0; I < countOf(150); ++I) {
    std::mt19937 Random(I);
    Document Old = makeDocument(makeNoisy(Random, I), Random);
    CAPTURE(I, Old.Text);
    auto Built = chunkOf(Old.Text);
    for (const Problem &Found : Built->problems())
      UNSCOPED_INFO(Found.Message);
    // Rewriting takes the same name in two functions for one value.
    if (!Built->isValid()) {
      REQUIRE(++Odd <= MostOdd);
      continue;
    }
    OptimizerOptions Options;
    Options.timeLimit = std::chrono::seconds(60);
    Fix Found = computeReductionFix(allDialects(), Text(Old.all()),
                                    Old.Before.size(), Options);
    INFO(Found.Message);
    if (Found.Edits.empty()) {
      // It cannot be mended, or there is nothing to mend.
      REQUIRE((Built->facts().getFindings().empty() ||
               llvm::StringRef(Found.Message).starts_with("cannot")));
      continue;
    }
    std::string After = Old.inside(applyEdits(Old.all(), Found.Edits));
    INFO(After);
    unsigned Count = 0;
    REQUIRE(undoReductions(Old.Text, After, Count) == "");
    REQUIRE(Count > 0);
    REQUIRE(isLegal(After));
    Inserted += Count;
    ++Fixed;
  }
  CHECK(Fixed >= 50);
  CHECK(Inserted >= 100);
}

/// The fix at the beginning of `Where`, and the text after it; empty if there
/// is none.
static std::string fixAt(const Document &Old, const SmallFixKind &Kind,
                         size_t Where, std::string &Message) {
  Fix Found = computeSmallFix(Kind, Old.all(), Old.Before.size() + Where);
  Message = Found.Message;
  // What the check refuses, another part of the fix got wrong.
  REQUIRE(Message.find("please report") == std::string::npos);
  return Found.Edits.empty() ? ""
                             : Old.inside(applyEdits(Old.all(), Found.Edits));
}

TEST_CASE("Layouts: small fixes of noise", "[small-fix][layouts]") {
  unsigned Reduced = 0, Removed = 0, Declared = 0, Refused = 0, Odd = 0;
  for (unsigned I = 0; I < countOf(120); ++I) {
    std::mt19937 Random(I);
    Document Old = makeDocument(makeNoisy(Random, I), Random);
    CAPTURE(I, Old.Text);
    auto Built = chunkOf(Old.Text);
    // Rewriting takes the same name in two functions for one value.
    if (!Built->isValid()) {
      REQUIRE(++Odd <= MostOdd);
      continue;
    }
    llvm::ArrayRef<Value> Values = Built->facts().getValues();
    auto pick = [&](auto isWanted) -> Value {
      for (unsigned Try = 0; Try < 20 && !Values.empty(); ++Try)
        if (Value V = Values[Random() % Values.size()]; isWanted(V))
          return V;
      return nullptr;
    };
    auto placeOf = [&](Value V) {
      std::vector<ByteRange> Places = Built->usesOf(V);
      Places.push_back(Built->definitionOf(V));
      return Places[Random() % Places.size()].Begin;
    };
    std::string Message;
    Value Any = pick([](Value V) { return isa<NoisyI32Type>(V.getType()); });
    if (Any) {
      std::string After = fixAt(Old, fixes::ReduceValue, placeOf(Any), Message);
      INFO(Message << "\n" << After);
      unsigned Count = 0;
      if (!After.empty()) {
        REQUIRE(undoReductions(Old.Text, After, Count) == "");
        REQUIRE(Count == 1);
      }
      ++(After.empty() ? Refused : Reduced);
    }
    Value Gone = pick([](Value V) {
      return isa_and_nonnull<ReduceNoiseOp>(V.getDefiningOp());
    });
    if (Gone) {
      std::string After = fixAt(Old, fixes::RemoveReduction,
                                Built->definitionOf(Gone).Begin, Message);
      INFO(Message << "\n" << After);
      ByteRange Where = Built->rangeOf(Gone.getDefiningOp());
      llvm::StringRef Op = Built->text().slice(Where.Begin, Where.End);
      // Comments inside of it stay, in some place.
      if (size_t Comment = Op.find("//"); Comment != llvm::StringRef::npos)
        REQUIRE((After.empty() ||
                 llvm::StringRef(After).contains(Op.substr(Comment).take_until(
                     [](char C) { return C == '\r' || C == '\n'; }))));
      else if (!After.empty())
        REQUIRE(undoRemoval(Old.Text, Where.Begin, After) == "");
      ++(After.empty() ? Refused : Removed);
    }
    Value Argument = pick([](Value V) {
      return isa<BlockArgument>(V) && isa<NoisyI32Type>(V.getType()) &&
             isa<FunctionOpInterface>(V.getParentBlock()->getParentOp());
    });
    if (Argument) {
      std::string After = fixAt(Old, fixes::DeclareBound,
                                Built->definitionOf(Argument).Begin, Message);
      INFO(Message << "\n" << After);
      if (!After.empty())
        REQUIRE(undoBound(Old.Text, After) == "");
      ++(After.empty() ? Refused : Declared);
    }
    std::vector<size_t> Returns;
    Built->module()->walk([&](Operation *Op) {
      if (Op->hasTrait<OpTrait::ReturnLike>() && Op->getNumOperands() > 0 &&
          isa<FunctionOpInterface>(Op->getParentOp()))
        Returns.push_back(Built->text().find('%', Built->rangeOf(Op).Begin));
    });
    if (!Returns.empty()) {
      std::string After = fixAt(Old, fixes::DeclareBound,
                                Returns[Random() % Returns.size()], Message);
      INFO(Message << "\n" << After);
      if (!After.empty())
        REQUIRE(undoBound(Old.Text, After) == "");
      ++(After.empty() ? Refused : Declared);
    }
  }
  CAPTURE(Reduced, Removed, Declared, Refused);
  CHECK(Reduced >= 40);
  CHECK(Removed >= 5);
  CHECK(Declared >= 40);
}

TEST_CASE("Layouts: small fixes of integers", "[small-fix][layouts]") {
  unsigned Constants = 0, Unsigned = 0, Odd = 0;
  for (unsigned I = 0; I < countOf(60); ++I) {
    std::mt19937 Random(I);
    noisy::test::IntegerShape Shape;
    Shape.functions = 1 + Random() % 2;
    Shape.mostlySigned = Random() % 2;
    Shape.overflowFlags = false;
    Document Old =
        makeDocument(noisy::test::makeIntegerProgram(Random, Shape), Random);
    CAPTURE(I, Old.Text);
    auto Built = chunkOf(Old.Text);
    for (const Problem &Found : Built->problems())
      UNSCOPED_INFO(Found.Message);
    // Rewriting takes the same name in two functions for one value.
    if (!Built->isValid()) {
      REQUIRE(++Odd <= MostOdd);
      continue;
    }
    ProgramFlow Flow(Built->module());
    IntegerFacts Facts = IntegerFacts::compute(Flow);
    unsigned Done = 0;
    for (const IntegerFinding &Found : Facts.getFindings()) {
      bool IsUnsigned = Found.kind == IntegerFindingKind::Unsigned;
      if ((!IsUnsigned && Found.kind != IntegerFindingKind::Constant &&
           Found.kind != IntegerFindingKind::Comparison) ||
          ++Done > 4)
        continue;
      std::string Message;
      std::string After =
          fixAt(Old, IsUnsigned ? fixes::UseUnsigned : fixes::ReplaceByConstant,
                Built->rangeOf(Found.op).Begin, Message);
      INFO(Message << "\n" << After);
      if (After.empty())
        continue;
      REQUIRE((IsUnsigned ? undoToken(Old.Text, After)
                          : undoConstant(Old.Text, After)) == "");
      ++(IsUnsigned ? Unsigned : Constants);
    }
  }
  CAPTURE(Constants, Unsigned);
  CHECK(Constants >= 30);
  CHECK(Unsigned >= 8);
}
