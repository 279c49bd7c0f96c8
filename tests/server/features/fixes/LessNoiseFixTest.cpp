//===- LessNoiseFixTest.cpp - One computation in another order ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/LessNoiseFix.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/snapshot/ProblemCodes.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/random/RandomSums.h"
#include "tests/server/Histories.h"
#include "tests/server/features/fixes/SmallFixes.h"
#include "tests/server/features/fixes/TextLayouts.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The hints of a text, in its order; ranges are those of the text.
static std::vector<Problem> hintsIn(const Snapshot &State) {
  std::vector<Problem> Hints;
  State.forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Code == LessNoiseCode)
      Hints.push_back(Issue);
  });
  return Hints;
}

static const char Sum[] = "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> "
                          "!noisy.i32 {\n"
                          "  // The first.\n"
                          "  %0 = noisy.add %a, %b : !noisy.i32 // one\n"
                          "  %p = noisy.mul %a, %b : !noisy.i32\n"
                          "  %1 = noisy.add %p, %0 : !noisy.i32\n"
                          "  %2 = noisy.sub %1, %b : !noisy.i32 // two\n"
                          "\n"
                          "  %s = [|noisy.add|] %2, %a : !noisy.i32 // sum\n"
                          "  return %s : !noisy.i32\n}\n";

TEST_CASE("LessNoise: the hint is at the end of the computation",
          "[small-fix]") {
  AnnotatedText Source(Sum);
  auto State = snapshotOf(Source.Text);
  std::vector<Problem> Hints = hintsIn(*State);
  REQUIRE(Hints.size() == 1);
  CHECK(Hints[0].Range == Source.Ranges[0]);
  CHECK(Hints[0].Severity == Problem::Level::Hint);
  CHECK(Hints[0].Message ==
        "could have less noise: added up in another order, its 2 terms have at "
        "most 25 bits of noise instead of 27");
}

TEST_CASE("LessNoise: the rest of the text stays", "[small-fix]") {
  AnnotatedText Source(Sum);
  const std::string Old = Source.Text;
  Fix Repair =
      computeSmallFix(fixes::RewriteForNoise, Old, Source.Ranges[0].Begin);
  INFO(Repair.Message);
  CHECK(applyEdits(Old, Repair.Edits) ==
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {\n"
        "  // The first.\n"
        "  // one\n"
        "  %p = noisy.mul %a, %b : !noisy.i32\n"
        "  // two\n"
        "\n"
        "  %0 = noisy.scale %a by 2 : !noisy.i32\n"
        "  %s = noisy.add %0, %p : !noisy.i32 // sum\n"
        "  return %s : !noisy.i32\n}\n");
  CHECK(Repair.Message ==
        "rewrote %s: added up in another order, its 2 terms have at most 25 "
        "bits of noise instead of 27");
  // From any of its operations.
  CHECK(computeSmallFix(fixes::RewriteForNoise, Old, Old.find("noisy.sub"))
            .Edits == Repair.Edits);
}

TEST_CASE("LessNoise: hints follow what other functions do", "[small-fix]") {
  std::string First = "func.func private @g(%a: !noisy.i32) -> !noisy.i32 {\n"
                      "  return %a : !noisy.i32\n}\n\n"
                      "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                      "  %x = func.call @g(%a) : (!noisy.i32) -> !noisy.i32\n";
  std::string Last = "%x";
  for (char C : std::string("bcdefghij")) {
    std::string Name = std::string("%") + C;
    First += "  " + Name + "0 = noisy.reduce_noise %a : !noisy.i32\n  " + Name +
             " = noisy.add " + Last + ", " + Name + "0 : !noisy.i32\n";
    Last = Name;
  }
  First += "  return %j : !noisy.i32\n}\n";
  auto messages = [](const Snapshot &State) {
    std::string Result;
    for (const Problem &Hint : hintsIn(State))
      Result += Hint.Message.substr(Hint.Message.find("at most")) + "\n";
    return Result;
  };
  const std::string Return = "return %a : !noisy.i32";
  std::string Noisier = replaceOnce(
      First, Return,
      "%0 = noisy.scale %a by 9 : !noisy.i32\n  return %0 : !noisy.i32");
  std::string Unknown = replaceOnce(
      First, Return,
      "%0 = \"test.unknown\"() : () -> !noisy.i32\n  return %0 : !noisy.i32");
  CHECK(messages(*snapshotOf(First)) ==
        "at most 16 bits of noise instead of 21\n");
  CHECK(messages(*snapshotAfter({First, Noisier})) ==
        messages(*snapshotOf(Noisier)));
  CHECK(messages(*snapshotOf(Noisier)) ==
        "at most 17 bits of noise instead of 25\n");
  CHECK(messages(*snapshotAfter({First, Unknown})) == "");
  CHECK(messages(*snapshotAfter({First, Unknown, First})) ==
        messages(*snapshotOf(First)));
  // Nothing of an operation that is being written.
  CHECK(messages(*snapshotAfter(
            {First, replaceOnce(First, "%x, %b0 :", "%x, %b :")})) == "");
}

TEST_CASE("LessNoise: where it is refused", "[small-fix]") {
  CHECK(fixedAt(fixes::RewriteForNoise,
                "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                "  %0 = |noisy.add %a, %a : !noisy.i32\n"
                "  return %0 : !noisy.i32\n}\n") ==
        "no: no other order of what is computed here has much less noise");
  CHECK(fixedAt(fixes::RewriteForNoise,
                "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                "  |return %a : !noisy.i32\n}\n") ==
        "no: there is no sum and no product here");
}

/// The bits in "at most 25 bits of noise instead of 27".
static uint32_t promisedBits(llvm::StringRef Message) {
  uint32_t Bits = 0;
  llvm::StringRef Rest = Message.substr(Message.rfind("at most ") + 8);
  REQUIRE_FALSE(Rest.consumeInteger(10, Bits));
  return Bits;
}

/// The value with this name in the function with this one.
static Value find(const Chunk &Program, llvm::StringRef Function,
                  const std::string &Name) {
  for (Value V : Program.facts().getValues())
    if (Program.nameOf(V) == Name && V.getDefiningOp() &&
        V.getDefiningOp()->getParentOfType<FunctionOpInterface>().getName() ==
            Function)
      return V;
  return nullptr;
}

TEST_CASE("LessNoise: what the hint says is what the text then has",
          "[small-fix][random]") {
  std::mt19937 Random(noisy::test::randomSeed(8));
  unsigned FixedCount = 0;
  for (unsigned I = 0; I < 150; ++I) {
    std::string OldText = noisy::test::makeSums(Random);
    if (I % 2)
      OldText = layOut(OldText, Random);
    INFO(OldText);
    auto State = snapshotOf(OldText);
    auto Old = chunkOf(OldText);
    REQUIRE(Old->isValid());
    for (const Problem &Hint : hintsIn(*State)) {
      INFO(Hint.Message);
      Operation *Root = nullptr;
      Old->module()->walk([&](Operation *Op) {
        if (Op->getNumResults() == 1 &&
            Old->rangeOf(Op).contains(Hint.Range.Begin))
          Root = Root && Old->rangeOf(Root).size() < Old->rangeOf(Op).size()
                     ? Root
                     : Op;
      });
      REQUIRE(Root);
      Fix Repair =
          computeSmallFix(fixes::RewriteForNoise, OldText, Hint.Range.Begin);
      INFO(Repair.Message);
      REQUIRE_FALSE(Repair.Edits.empty());
      std::string NewText = applyEdits(OldText, Repair.Edits);
      INFO(NewText);
      auto New = chunkOf(NewText);
      REQUIRE(New->isValid());
      auto Function = Root->getParentOfType<FunctionOpInterface>();
      Value After =
          find(*New, Function.getName(), Old->nameOf(Root->getResult(0)));
      REQUIRE(After);
      NoiseBound Bound = New->facts().getBound(After);
      CHECK_FALSE(Bound.exceeds(promisedBits(Hint.Message)));
      if (Function.isPublic() && Root->getParentOp() == Function)
        CHECK(Bound == NoiseBound::bits(promisedBits(Hint.Message)));
      // What is outside of the function is the same bytes.
      ByteRange Range = Old->rangeOf(Function);
      CHECK(Range.Begin <= Repair.Edits.front().Range.Begin);
      CHECK(Repair.Edits.back().Range.End <= Range.End);
      unsigned Finished = 0;
      CHECK(noisy::test::compareRuns(Old->module(), New->module(), Random, 2,
                                     Finished) == "");
      noisy::test::countChecked("texts with less noise");
      ++FixedCount;
    }
  }
  CHECK(FixedCount > 30);
}
