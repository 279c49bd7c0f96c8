//===- ReductionFixWriteTest.cpp - Reductions as edits of a text ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "optimizer/ReductionCosts.h"
#include "server/features/fixes/ReductionWriter.h"
#include "tests/server/AnnotatedText.h"
#include "tests/support/RandomProgram.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// `Text` with the reductions of the values in `ReducedNames` (in their own
/// places), and without those of the names in `RemovedNames`.
static std::string rewriteText(const std::string &Text,
                               std::vector<std::string> ReducedNames,
                               std::vector<std::string> RemovedNames) {
  auto Program = chunkOf(Text);
  REQUIRE(Program->isValid());
  ProgramFlow Flow(Program->module());
  NoiseFlows Flows(Flow);
  ReductionCosts Costs(Flow, Flows, 10);
  std::vector<Reduction> Reductions;
  for (const std::string &Name : ReducedNames)
    Reductions.push_back(
        Costs.getCandidate(valueNamed(*Program, Name)).value().place);
  std::vector<Operation *> Operations;
  for (const std::string &Name : RemovedNames)
    Operations.push_back(valueNamed(*Program, Name).getDefiningOp());
  auto Edits = writeReductions(*Program, Reductions, Operations);
  REQUIRE(Edits);
  std::string NewText = applyEdits(Text, *Edits);
  INFO(NewText);
  CHECK(chunkOf(NewText)->isValid());
  return NewText;
}

//===----------------------------------------------------------------------===//
// Behind a loop of blocks
//===----------------------------------------------------------------------===//

/// A loop of blocks whose value %m is used behind it only, from where it is
/// left on.
static std::string afterLoop(const std::string &Exit,
                             std::vector<std::string> RemovedNames = {}) {
  std::string Head = "func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
                     "  cf.br ^loop\n"
                     "^loop:\n"
                     "  %m = noisy.mul %a, %a : !noisy.i32\n"
                     "  cf.cond_br %p, ^loop, ^exit\n";
  std::string NewText = rewriteText(Head + Exit, {"%m"}, RemovedNames);
  REQUIRE(llvm::StringRef(NewText).starts_with(Head));
  return NewText.substr(Head.size());
}

TEST_CASE("Write: at the top of a block behind the loop", "[fix]") {
  CHECK(afterLoop("^exit:\n"
                  "  // Squared.\n"
                  "  %s = noisy.mul %m, %m : !noisy.i32\n"
                  "  return %s : !noisy.i32\n}\n") ==
        "^exit:\n"
        "  // Squared.\n"
        "  %m_reduced = noisy.reduce_noise %m : !noisy.i32\n"
        "  %s = noisy.mul %m_reduced, %m_reduced : !noisy.i32\n"
        "  return %s : !noisy.i32\n}\n");
  // With nothing but the end of the block.
  CHECK(afterLoop("^exit:\n"
                  "  return %m : !noisy.i32\n}\n") ==
        "^exit:\n"
        "  %m_reduced = noisy.reduce_noise %m : !noisy.i32\n"
        "  return %m_reduced : !noisy.i32\n}\n");
  CHECK(afterLoop("^exit: return %m : !noisy.i32 }") ==
        "^exit: %m_reduced = noisy.reduce_noise %m : !noisy.i32 "
        "return %m_reduced : !noisy.i32 }");
  // That the block does not use it itself.
  CHECK(afterLoop("^exit:\r\n"
                  "  cf.br ^end\r\n"
                  "^end:\r\n"
                  "\treturn %m : !noisy.i32\r\n}") ==
        "^exit:\r\n"
        "  %m_reduced = noisy.reduce_noise %m : !noisy.i32\r\n"
        "  cf.br ^end\r\n"
        "^end:\r\n"
        "\treturn %m_reduced : !noisy.i32\r\n}");
  // What stands first there goes.
  CHECK(afterLoop("^exit:\n"
                  "  %r = noisy.reduce_noise %a : !noisy.i32\n"
                  "  %s = noisy.mul %m, %r : !noisy.i32\n"
                  "  return %s : !noisy.i32\n}\n",
                  {"%r"}) ==
        "^exit:\n"
        "  %m_reduced = noisy.reduce_noise %m : !noisy.i32\n"
        "  %s = noisy.mul %m_reduced, %a : !noisy.i32\n"
        "  return %s : !noisy.i32\n}\n");
}

//===----------------------------------------------------------------------===//
// Reductions that go
//===----------------------------------------------------------------------===//

/// In a function of %a, the text behind its head once %r, and what else is
/// said, is removed.
static std::string
removeReductions(const std::string &Body,
                 std::vector<std::string> RemovedNames = {"%r"},
                 std::vector<std::string> ReducedNames = {}) {
  std::string Head = "func.func @f(%a: !noisy.i32, %p: i1) -> !noisy.i32 {";
  std::string NewText = rewriteText(Head + Body, ReducedNames, RemovedNames);
  REQUIRE(llvm::StringRef(NewText).starts_with(Head));
  return NewText.substr(Head.size());
}

TEST_CASE("Write: a reduction goes with its line", "[fix]") {
  CHECK(removeReductions("\n  %b = noisy.mul %a, %a : !noisy.i32 // Behind.\n"
                         "\t %r = noisy.reduce_noise %b : !noisy.i32  \t\n"
                         "  %c = noisy.add %r, %a : !noisy.i32\n"
                         "  return %r : !noisy.i32\n}\n") ==
        "\n  %b = noisy.mul %a, %a : !noisy.i32 // Behind.\n"
        "  %c = noisy.add %b, %a : !noisy.i32\n"
        "  return %b : !noisy.i32\n}\n");
  CHECK(removeReductions("\r\n  %r = noisy.reduce_noise %a : !noisy.i32\r\n"
                         "  return %r : !noisy.i32\r\n}") ==
        "\r\n  return %a : !noisy.i32\r\n}");
  CHECK(removeReductions("\r  %r = noisy.reduce_noise %a : !noisy.i32\r"
                         "  return %r : !noisy.i32\r}") ==
        "\r  return %a : !noisy.i32\r}");
  // Over several lines, in the generic form, with a location.
  CHECK(
      removeReductions("\n  %r =\n"
                       "      \"noisy.reduce_noise\"(%a)\n"
                       "        : (!noisy.i32) -> !noisy.i32 loc(\"here\")\n\n"
                       "  return %r#0 : !noisy.i32\n}\n") ==
      "\n\n  return %a : !noisy.i32\n}\n");
}

TEST_CASE("Write: what stands on the line of a reduction stays", "[fix]") {
  CHECK(removeReductions(
            "\n  %r = noisy.reduce_noise %a : !noisy.i32 // Why: %r\n"
            "  return %r : !noisy.i32\n}\n") ==
        "\n  // Why: %r\n"
        "  return %a : !noisy.i32\n}\n");
  CHECK(removeReductions(" %r = noisy.reduce_noise %a : !noisy.i32 return %r : "
                         "!noisy.i32 }") == " return %a : !noisy.i32 }");
  CHECK(removeReductions("\n  %b = noisy.mul %a, %a : !noisy.i32 "
                         "%r = noisy.reduce_noise %b : !noisy.i32\n"
                         "  return %r : !noisy.i32\n}\n") ==
        "\n  %b = noisy.mul %a, %a : !noisy.i32\n"
        "  return %b : !noisy.i32\n}\n");
  // What is in it as well.
  CHECK(removeReductions("\n  %r = // one\n"
                         "    noisy.reduce_noise // two\n"
                         "      %a : !noisy.i32\n"
                         "  return %r : !noisy.i32\n}\n") ==
        "\n  // one\n"
        "    // two\n"
        "  return %a : !noisy.i32\n}\n");
  // Together with another.
  CHECK(removeReductions("\n  %r = noisy.reduce_noise %a : !noisy.i32  "
                         "%s = noisy.reduce_noise %r : !noisy.i32\n"
                         "  return %s : !noisy.i32\n}\n",
                         {"%r", "%s"}) == "\n  return %a : !noisy.i32\n}\n");
  CHECK(removeReductions("\n  %r = noisy.reduce_noise %a : !noisy.i32  "
                         "%s = noisy.reduce_noise %r : !noisy.i32\n"
                         "  return %s : !noisy.i32\n}\n",
                         {"%s"}) ==
        "\n  %r = noisy.reduce_noise %a : !noisy.i32\n"
        "  return %r : !noisy.i32\n}\n");
}

TEST_CASE("Write: reductions of what is removed, and of what is reduced",
          "[fix]") {
  // A new one in place of the old one, and all names of the text are taken.
  CHECK(removeReductions("\n  %b = noisy.mul %a, %a : !noisy.i32\n"
                         "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
                         "  %c = noisy.mul %b_reduced, %b : !noisy.i32\n"
                         "  return %c : !noisy.i32\n}\n",
                         {"%b_reduced"}, {"%b "}) ==
        "\n  %b = noisy.mul %a, %a : !noisy.i32\n"
        "  %b_reduced_2 = noisy.reduce_noise %b : !noisy.i32\n"
        "  %c = noisy.mul %b_reduced_2, %b_reduced_2 : !noisy.i32\n"
        "  return %c : !noisy.i32\n}\n");
  CHECK(removeReductions("\n  %b:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {\n"
                         "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
                         "  } else {\n"
                         "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
                         "  }\n"
                         "  %r = noisy.reduce_noise %b#1 : !noisy.i32\n"
                         "  return %r : !noisy.i32\n}\n") ==
        "\n  %b:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {\n"
        "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
        "  } else {\n"
        "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
        "  }\n"
        "  return %b#1 : !noisy.i32\n}\n");
  // A chain, of which the middle stays.
  CHECK(removeReductions("\n  %r = noisy.reduce_noise %a : !noisy.i32\n"
                         "  %s = noisy.reduce_noise %r : !noisy.i32\n"
                         "  %t = noisy.reduce_noise %s : !noisy.i32\n"
                         "  return %t : !noisy.i32\n}\n",
                         {"%r", "%t"}) ==
        "\n  %s = noisy.reduce_noise %a : !noisy.i32\n"
        "  return %s : !noisy.i32\n}\n");
}

TEST_CASE("Write: an argument of a block without operations", "[fix]") {
  auto Program =
      chunkOf("\"some.op\"() ({ ^a(%x: !noisy.i32, %y: i32) : // a\n}) : () -> "
              "()\n");
  REQUIRE(Program->isValid());
  auto Edits = writeReductions(*Program, {{valueNamed(*Program, "%x")}});
  REQUIRE(Edits);
  CHECK(applyEdits(Program->text(), *Edits) ==
        "\"some.op\"() ({ ^a(%x: !noisy.i32, %y: i32) : %x_reduced = "
        "noisy.reduce_noise %x : !noisy.i32 // a\n}) : () -> ()\n");
}

TEST_CASE("Write: what is not in the text cannot be written", "[fix]") {
  auto Program =
      chunkOf("func.func @f(%t: tensor<!noisy.i32>) -> tensor<2x!noisy.i32> {\n"
              "  %e = tensor.empty() : tensor<2x!noisy.i32>\n"
              "  %m = linalg.broadcast ins(%t : tensor<!noisy.i32>) outs(%e : "
              "tensor<2x!noisy.i32>) dimensions = [0]\n"
              "  return %m : tensor<2x!noisy.i32>\n}\n");
  REQUIRE(Program->isValid());
  unsigned Count = 0;
  Program->module()->walk([&](Operation *Op) {
    for (Region &R : Op->getRegions())
      for (Block &B : R)
        for (Value V : B.getArguments())
          if (isa<NoisyI32Type>(V.getType())) {
            ++Count;
            CHECK_FALSE(writeReductions(*Program, {{V}}));
          }
  });
  CHECK(Count == 2);
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

/// Another layout of the same program: lines joined, comments, line ends.
static std::string layOut(const std::string &Text, std::mt19937 &Random) {
  std::string LineEnd = Random() % 3 ? "\n" : "\r\n", Result;
  unsigned JoinRate = Random() % 5, Comments = Random() % 5;
  for (char C : Text) {
    if (C != '\n') {
      Result += C;
      continue;
    }
    if (Random() % 10 < Comments)
      Result += "  // reduce_noise %v1" + LineEnd;
    else
      Result += Random() % 10 < JoinRate ? std::string(1 + Random() % 2, ' ')
                                         : LineEnd;
  }
  return Result;
}

/// Another block that dominates all uses of `V`, if there is one.
static Block *findBlockAfter(Value V, DominanceInfo &Dominance) {
  Region *ParentRegion = V.getParentRegion();
  Block *Dominator = nullptr;
  for (Operation *User : V.getUsers()) {
    Block *Use = ParentRegion->findAncestorBlockInRegion(*User->getBlock());
    if (!Dominance.isReachableFromEntry(Use))
      return nullptr;
    Dominator =
        Dominator ? Dominance.findNearestCommonDominator(Dominator, Use) : Use;
  }
  return Dominator == V.getParentBlock() ? nullptr : Dominator;
}

TEST_CASE("Write: the text becomes what the IR becomes", "[fix]") {
  unsigned InsertedCount = 0, RemovedOps = 0, LaterBlocks = 0;
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::mt19937 Random(Seed);
    noisy::test::Shape Shape;
    Shape.statements = 10;
    Shape.switches = Shape.regions = Shape.affine = Shape.tensors = true;
    Shape.parallels = Shape.foralls = true;
    std::string OldText =
        layOut(noisy::test::makeProgram(Random, Shape).text(), Random);
    INFO("seed " << Seed << "\n" << OldText);
    auto Program = chunkOf(OldText);
    REQUIRE(Program->isValid());

    ProgramFlow Flow(Program->module());
    NoiseFlows Flows(Flow);
    ReductionCosts Costs(Flow, Flows, 10);
    DominanceInfo Dominance;
    IRMapping Mapping;
    OwningOpRef<Operation *> Copy = Program->module()->clone(Mapping);
    std::vector<Reduction> Reductions, Copies;
    std::vector<Operation *> RemovedReductions, RemovedCopies;
    auto Consider = [&](Value V) {
      auto Candidate = Costs.getCandidate(V);
      if (!Candidate || Random() % 3)
        return;
      Block *Place = findBlockAfter(V, Dominance);
      Reductions.push_back({V, Place});
      LaterBlocks += Place != nullptr;
      Copies.push_back({Mapping.lookup(V), Mapping.lookupOrNull(Place)});
    };
    Program->module()->walk<WalkOrder::PreOrder>([&](Operation *Op) {
      if (isa<ReduceNoiseOp>(Op) && Random() % 2) {
        RemovedReductions.push_back(Op);
        RemovedCopies.push_back(Mapping.lookup(Op));
      }
      llvm::for_each(Op->getResults(), Consider);
      for (Region &R : Op->getRegions())
        for (Block &B : R)
          llvm::for_each(B.getArguments(), Consider);
    });
    InsertedCount += Reductions.size();
    RemovedOps += RemovedReductions.size();
    // Each is put before those that are there.
    std::reverse(Copies.begin(), Copies.end());
    applyReductions(Copies, RemovedCopies);
    REQUIRE(succeeded(verify(Copy.get())));

    auto Edits = writeReductions(*Program, Reductions, RemovedReductions);
    REQUIRE(Edits);
    size_t PreviousEnd = 0;
    for (const ByteEdit &Edit : *Edits) {
      REQUIRE(PreviousEnd <= Edit.Range.Begin);
      PreviousEnd = Edit.Range.End;
    }
    std::string NewText = applyEdits(OldText, *Edits);
    INFO(NewText);
    auto NewProgram = chunkOf(NewText);
    REQUIRE(NewProgram->isValid());
    auto Print = [](Operation *Op) {
      std::string Text;
      llvm::raw_string_ostream(Text) << *Op;
      return Text;
    };
    REQUIRE(Print(NewProgram->module()) == Print(Copy.get()));
  }
  CHECK(InsertedCount >= 1000);
  CHECK(RemovedOps >= 100);
  CHECK(LaterBlocks >= 10);
}
