//===- ConnectedFunctionsTest.cpp - Edits of functions that call others ---===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits of functions that call each other, each compared with a build from
// nothing; and edits after which the facts of the other functions must be those
// of before, the same objects.
//
//===----------------------------------------------------------------------===//

#include "tests/server/CrashRecovery.h"
#include "tests/server/Histories.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotComparison.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using FactsPtr = std::shared_ptr<const SectionFacts>;

static std::vector<FactsPtr> factsOf(const Snapshot &State) {
  std::vector<FactsPtr> Result;
  for (const Snapshot::Part &P : State.parts())
    if (const PlacedSection *Placement = currentSection(P))
      Result.push_back(Placement->Facts);
  return Result;
}

namespace {
/// A text that is edited.
class Network {
public:
  explicit Network(std::string Begin) : Writer(std::move(Begin)) { update(); }

  /// Makes the text; returns the number of functions with other facts.
  unsigned become(const std::string &Text) {
    std::string Before = Writer.text();
    INFO("before:\n" << Before);
    Writer.become(Text);
    return update();
  }

private:
  unsigned update() {
    INFO(Writer.text());
    Typist::SnapshotPtr State = Writer.build();
    REQUIRE(State);
    Typist Scratch(Writer.text());
    REQUIRE(compareWithScratch(*State, *Scratch.build()) == "");
    std::vector<FactsPtr> New = factsOf(*State);
    unsigned Count = 0;
    for (size_t I = 0; I < New.size(); ++I)
      Count += I >= Last.size() || New[I] != Last[I];
    Last = std::move(New);
    return Count;
  }

  Typist Writer;
  std::vector<FactsPtr> Last;
};
} // namespace

static const std::string Layers =
    "func.func private @layer(%x: !noisy.i32) -> !noisy.i32 {\n"
    "  %0 = noisy.add %x, %x : !noisy.i32\n"
    "  %1 = noisy.reduce_noise %0 : !noisy.i32\n"
    "  %2 = noisy.add %1, %1 : !noisy.i32\n"
    "  return %2 : !noisy.i32\n}\n"
    "func.func @main(%a: !noisy.i32, %n: index) -> !noisy.i32 {\n"
    "  %0 = call @layer(%a) : (!noisy.i32) -> !noisy.i32\n"
    "  %1 = noisy.mul %0, %a : !noisy.i32\n"
    "  %2 = noisy.reduce_noise %1 : !noisy.i32\n"
    "  %3 = call @other(%2) : (!noisy.i32) -> !noisy.i32\n"
    "  return %3 : !noisy.i32\n}\n"
    "func.func private @other(%x: !noisy.i32) -> !noisy.i32 {\n"
    "  %0 = noisy.add %x, %x : !noisy.i32\n"
    "  %1 = noisy.mul %x, %x : !noisy.i32\n"
    "  return %0 : !noisy.i32\n}\n";

/// The number of functions whose facts are others after an edit.
static unsigned countChanged(const std::string &From, const std::string &To,
                             const std::string &Text = Layers) {
  INFO(From << " -> " << To);
  Network N(Text);
  return N.become(replaceOnce(Text, From, To));
}

TEST_CASE("Connected functions: noise that stays in its function",
          "[connected]") {
  CrashRecovery Recovery;
  // In @main, @layer and @other.
  CHECK(countChanged("%1 = noisy.mul %0, %a", "%1 = noisy.add %0, %a") == 1);
  CHECK(countChanged("%0 = noisy.add %x, %x : !noisy.i32\n  %1 = noisy.red",
                     "%0 = noisy.mul %x, %x : !noisy.i32\n  %1 = noisy.red") ==
        1);
  CHECK(countChanged("%1 = noisy.mul %x, %x", "%1 = noisy.add %x, %0") == 1);
  // One edit after the other.
  Network Pair(Layers);
  std::string Other =
      replaceOnce(Layers, "%1 = noisy.mul %0, %a", "%1 = noisy.add %0, %a");
  for (const std::string &Text : {Other, Layers, Other, Layers})
    CHECK(Pair.become(Text) == 1);
  // Lines that are typed, from the first letter to the last; a line that nobody
  // uses has no noise that leaves.
  std::string Line = "  %new = noisy.mul %0, %a : !noisy.i32\n";
  Network N(Layers);
  for (size_t Size = 3; Size <= Line.size(); ++Size) {
    std::string Typed = Line.substr(0, Size);
    if (Size < Line.size())
      Typed += "\n";
    INFO(Typed);
    CHECK(N.become(replaceOnce(Layers, "  %2 = noisy.reduce_noise %1",
                               Typed + "  %2 = noisy.reduce_noise %1")) <= 1);
  }
  // What is returned to nobody in sight; but not past a contract.
  std::string Returning =
      replaceOnce(Layers, "return %3",
                  "%4 = noisy.add %3, %a : !noisy.i32\n"
                  "  %5 = noisy.add %4, %4 : !noisy.i32\n  return %5");
  CHECK(countChanged("%4 = noisy.add %3, %a", "%4 = noisy.mul %3, %a",
                     Returning) == 1);
  CHECK(countChanged("%4 = noisy.add %3, %a", "%4 = noisy.mul %3, %a",
                     replaceOnce(Returning, "index) -> !noisy.i32",
                                 "index) -> (!noisy.i32 {noisy.bound = 14 : "
                                 "i64})")) > 1);
  CHECK(countChanged("%4 = noisy.add %3, %a", "%4 = noisy.mul %3, %a",
                     Returning + "func.func @last(%a: !noisy.i32, %n: index) "
                                 "{\n  %0 = call @main(%a, %n) : (!noisy.i32, "
                                 "index) -> !noisy.i32\n  return\n}\n") > 1);
  // Comments and blank lines.
  CHECK(countChanged("  %1 = noisy.mul %0",
                     "  // What?\n  %1 = noisy.mul %0") <= 1);
}

TEST_CASE("Connected functions: noise that leaves its function",
          "[connected]") {
  CrashRecovery Recovery;
  // What is returned, and passed.
  CHECK(countChanged("%2 = noisy.add %1, %1", "%2 = noisy.mul %1, %1") > 1);
  CHECK(countChanged("%2 = noisy.reduce_noise %1", "%2 = noisy.add %1, %1") >
        1);
  CHECK(countChanged("return %0", "return %1") > 1);
  CHECK(countChanged("@other(%2)", "@other(%1)") > 1);
  CHECK(countChanged("call @other(%2)", "call @layer(%2)") > 1);
  // Unknown noise is passed.
  CHECK(countChanged("noisy.mul %0, %a", "noisy.mul %0,") > 1);
}

TEST_CASE("Connected functions: an overflow that goes shows what calls pass",
          "[connected]") {
  CrashRecovery Recovery;
  // While @inner overflows in all calls, nothing is told at those of @middle.
  const std::string Text =
      "func.func @outer(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %0 = noisy.reduce_noise %a : !noisy.i32\n"
      "  %1 = noisy.mul %0, %0 : !noisy.i32\n"
      "  %2 = call @middle(%1) : (!noisy.i32) -> !noisy.i32\n"
      "  return %2 : !noisy.i32\n}\n"
      "func.func @middle(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %0 = noisy.reduce_noise %a : !noisy.i32\n"
      "  %1 = call @passing(%0, %a) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
      "  return %1 : !noisy.i32\n}\n"
      "func.func private @passing(%a: !noisy.i32, %b: !noisy.i32)\n"
      "    -> !noisy.i32 {\n"
      "  %0 = call @inner(%a) : (!noisy.i32) -> !noisy.i32\n"
      "  %1 = noisy.reduce_noise %0 : !noisy.i32\n"
      "  %2 = noisy.mul %1, %b : !noisy.i32\n"
      "  %3 = noisy.reduce_noise %2 : !noisy.i32\n"
      "  return %3 : !noisy.i32\n}\n"
      "func.func private @inner(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %0 = noisy.scale %a by 3 : !noisy.i32\n"
      "  %1 = noisy.scale %0 by 2 : !noisy.i32\n"
      "  %2 = noisy.mul %1, %1 : !noisy.i32\n"
      "  %3 = noisy.reduce_noise %1 : !noisy.i32\n"
      "  return %3 : !noisy.i32\n}\n";
  const std::string Mended =
      replaceOnce(Text, "scale %0 by 2", "reduce_noise %0");
  Network N(Text);
  N.become(Mended);
  N.become(Text);
}

TEST_CASE("Connected functions: integers that are passed", "[connected]") {
  CrashRecovery Recovery;
  const std::string Text =
      "func.func @main(%a: !noisy.i32, %p: i1) -> !noisy.i32 {\n"
      "  %n = arith.constant 3 : index\n"
      "  %0 = call @count(%a, %n, %p) : (!noisy.i32, index, i1) -> !noisy.i32\n"
      "  %1 = call @count(%0, %n, %p) : (!noisy.i32, index, i1) -> !noisy.i32\n"
      "  return %1 : !noisy.i32\n}\n"
      "func.func private @count(%v: !noisy.i32, %n: index, %p: i1)\n"
      "    -> !noisy.i32 {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %z = arith.cmpi eq, %n, %c0 : index\n"
      "  %w = scf.if %z -> !noisy.i32 {\n"
      "    %t = noisy.scale %v by 8 : !noisy.i32\n"
      "    %x = arith.select %p, %v, %t : !noisy.i32\n"
      "    scf.yield %x : !noisy.i32\n"
      "  } else {\n"
      "    %m = arith.subi %n, %c1 : index\n"
      "    %s = noisy.add %v, %v : !noisy.i32\n"
      "    %q = func.call @count(%s, %m, %p) : (!noisy.i32, index, i1)\n"
      "        -> !noisy.i32\n"
      "    scf.yield %q : !noisy.i32\n"
      "  }\n"
      "  %y = arith.select %p, %w, %v : !noisy.i32\n"
      "  return %y : !noisy.i32\n}\n";
  Network N(Text);
  for (auto [Old, New] :
       {std::pair("constant 3", "constant 5"), std::pair("subi", "addi"),
        std::pair("(%0, %n, %p)", "(%a, %n, %p)"),
        std::pair("constant 1 :", "constant 2 :"),
        std::pair("noisy.scale %v by 8", "noisy.scale %v by 2"),
        std::pair("add %v, %v", "sub %v, %v"), std::pair("eq, %n", "ne, %n"),
        std::pair("%p, %w, %v", "%z, %w, %v")}) {
    N.become(replaceOnce(Text, Old, New));
    N.become(Text);
  }
}

TEST_CASE("Connected functions: stated ranges beside broken text",
          "[connected]") {
  CrashRecovery Recovery;
  // What is broken may be the reason that an integer is out of its range, so
  // nothing is said then; and said again when it is whole.
  std::string Recursion =
      "func.func @r(%a: !noisy.i32, %n: index {noisy.range = [0, 4]}) -> "
      "!noisy.i32 {\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %n1 = arith.addi %n, %c1 : index\n"
      "  %0 = noisy.reduce_noise %a : !noisy.i32\n"
      "  %1 = call @r(%0, %n1) : (!noisy.i32, index) -> !noisy.i32\n"
      "  return %1 : !noisy.i32\n}\n";
  std::string Launch =
      "func.func @main(%a: !noisy.i32, %n: index) {\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %p = func.call @h(%a) : (!noisy.i32) -> !noisy.i32\n"
      "  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) "
      "threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {\n"
      "    %u = gpu.thread_id x upper_bound 2\n"
      "    gpu.terminator\n  }\n  return\n}\n"
      "func.func private @h(%x: !noisy.i32) -> !noisy.i32 {\n"
      "  %0 = noisy.add %x, %x : !noisy.i32\n"
      "  %1 = noisy.add %0, %x : !noisy.i32\n"
      "  return %0 : !noisy.i32\n}\n";
  for (auto [Text, Place] :
       {std::pair(Recursion, "  %n1 ="), std::pair(Recursion, "  %0 ="),
        std::pair(Launch, "  %1 =")})
    for (std::string Line : {"  %k =\n", "  %k = noisy.mul %x,\n"}) {
      std::string Broken = replaceOnce(Text, Place, Line + Place);
      Network N(Text);
      N.become(Broken);
      N.become(Text);
    }
}

TEST_CASE("Connected functions: regions", "[connected]") {
  CrashRecovery Recovery;
  std::string Text = replaceOnce(
      Layers, "  %3 = call @other(%2)",
      "  %z = arith.constant 0 : index\n  %o = arith.constant 1 : index\n"
      "  %4 = arith.constant 4 : index\n"
      "  %sum = scf.for %i = %z to %4 step %o iter_args(%s = %a) -> "
      "(!noisy.i32) {\n"
      "    %next = noisy.add %s, %2 : !noisy.i32\n"
      "    scf.yield %next : !noisy.i32\n  }\n"
      "  %5 = noisy.add %sum, %a : !noisy.i32\n"
      "  %6 = noisy.reduce_noise %5 : !noisy.i32\n"
      "  %3 = call @other(%6)");
  // Before the loop and behind it.
  CHECK(countChanged("%1 = noisy.mul %0, %a", "%1 = noisy.add %0, %a", Text) ==
        1);
  CHECK(countChanged("%6 = noisy.reduce_noise %5", "%6 = noisy.add %a, %a",
                     Text) > 1);
  // What the loop reads, in it, and how often it runs.
  CHECK(countChanged("%2 = noisy.reduce_noise %1", "%2 = noisy.add %1, %1",
                     Text) > 1);
  CHECK(countChanged("noisy.add %s, %2", "noisy.add %s, %s", Text) > 1);
  CHECK(countChanged("constant 4", "constant 5", Text) > 1);
}

/// A function with places for eight operations.
static std::vector<std::string> writeRows(std::mt19937 &Random,
                                          unsigned Number) {
  std::vector<std::string> Rows;
  bool IsPrivate = Number > 0 && Random() % 2;
  Rows.push_back(std::string("func.func ") + (IsPrivate ? "private " : "") +
                 "@f" + std::to_string(Number) +
                 "(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {\n");
  for (unsigned I = 0; I < 8; ++I)
    Rows.push_back("?" + std::to_string(I));
  Rows.push_back("  return %v7 : !noisy.i32\n}\n");
  return Rows;
}

static std::string makeRow(std::mt19937 &Random, unsigned Function, unsigned I,
                           unsigned Functions, bool MayBeBroken) {
  auto pick = [&]() -> std::string {
    if (I == 0 || Random() % 4 == 0)
      return Random() % 2 ? "%a" : "%b";
    return "%v" + std::to_string(I - 1 - Random() % std::min(I, 3u));
  };
  std::string Name = "  %v" + std::to_string(I) + " = ";
  unsigned Kind = Random() % (MayBeBroken ? 14 : 10);
  if (Kind >= 10) {
    switch (Kind) {
    case 10:
      return Name + "noisy.add " + pick() + ",\n";
    case 11:
      return Name + "noisy.mul " + pick() + ", %nowhere : !noisy.i32\n";
    case 12:
      return Name + "call @f" + std::to_string(Random() % Functions) + "(\n";
    default:
      return Name + "\n";
    }
  }
  if (Kind == 0 && (Function + 1 < Functions || Random() % 4 == 0)) {
    // Mostly without circles.
    unsigned Callee =
        Random() % 8 == 0
            ? Random() % Functions
            : std::min(Functions - 1,
                       Function + 1 + unsigned(Random() % Functions));
    return Name + "call @f" + std::to_string(Callee) + "(" + pick() + ", " +
           pick() + ") : (!noisy.i32, !noisy.i32) -> !noisy.i32\n";
  }
  if (Kind <= 3)
    return Name + "noisy.reduce_noise " + pick() + " : !noisy.i32\n";
  return Name + (Kind == 4 ? "noisy.mul " : "noisy.add ") + pick() + ", " +
         pick() + " : !noisy.i32\n";
}

static bool isWhole(llvm::StringRef Row) {
  return Row.contains("-> ") ||
         (Row.contains(" : ") && !Row.contains("%nowhere"));
}

TEST_CASE("Connected functions: random edits", "[connected]") {
  CrashRecovery Recovery;
  std::mt19937 Random(mlir::noisy::test::randomSeed(23));
  unsigned KeptCount = 0, EditCount = 0;
  for (unsigned Round = 0; Round < 8; ++Round) {
    const unsigned Functions = 3 + Random() % 4;
    std::vector<std::vector<std::string>> Rows;
    for (unsigned F = 0; F < Functions; ++F) {
      Rows.push_back(writeRows(Random, F));
      for (unsigned I = 0; I < 8; ++I)
        Rows[F][1 + I] = makeRow(Random, F, I, Functions, false);
    }
    auto text = [&] {
      std::string Result;
      for (const std::vector<std::string> &OfFunction : Rows)
        Result += llvm::join(OfFunction, "");
      return Result;
    };
    Network N(text());
    for (unsigned Edit = 0; Edit < 60; ++Edit) {
      unsigned F = Random() % Functions, I = Random() % 8;
      std::string Before = Rows[F][1 + I];
      Rows[F][1 + I] = makeRow(Random, F, I, Functions, true);
      KeptCount += N.become(text()) <= 1;
      ++EditCount;
      // One thing is broken at a time.
      if (!isWhole(Rows[F][1 + I]) || Random() % 2) {
        Rows[F][1 + I] =
            Random() % 2 ? Before : makeRow(Random, F, I, Functions, false);
        KeptCount += N.become(text()) <= 1;
        ++EditCount;
      }
    }
  }
  INFO(KeptCount << " of " << EditCount);
  CHECK(KeptCount > EditCount / 8);
}

TEST_CASE("Connected functions: calls that pass no noise", "[connected]") {
  CrashRecovery Recovery;
  // What overflows is told at no call, so all stays in the function, also where
  // several values overflow that others depend on.
  std::mt19937 Random(mlir::noisy::test::randomSeed(31));
  unsigned KeptCount = 0, EditCount = 0;
  for (unsigned Round = 0; Round < 10; ++Round) {
    const unsigned Functions = 3, Size = 12;
    auto makeRow = [&](unsigned I) {
      auto pick = [&]() -> std::string {
        return I == 0 || Random() % 6 == 0
                   ? (Random() % 2 ? "%a" : "%b")
                   : "%v" + std::to_string(I - 1 - Random() % std::min(I, 4u));
      };
      std::string N = std::to_string(I), Name = "  %v" + N + " = ";
      switch (Random() % 8) {
      case 0:
        return Name + "noisy.reduce_noise " + pick() + " : !noisy.i32\n";
      case 1:
        return Name + "noisy.scale " + pick() + " by 3 : !noisy.i32\n";
      case 2:
        return "  %d" + N + " = noisy.decode " + pick() +
               " : !noisy.i32 -> i5\n  func.call @sink(%d" + N +
               ") : (i5) -> ()\n" + Name + "noisy.add " + pick() +
               ", %b : !noisy.i32\n";
      default:
        return Name + (Random() % 2 ? "noisy.mul " : "noisy.add ") + pick() +
               ", " + pick() + " : !noisy.i32\n";
      }
    };
    std::vector<std::vector<std::string>> Rows(Functions);
    for (std::vector<std::string> &Function : Rows)
      for (unsigned I = 0; I < Size; ++I)
        Function.push_back(makeRow(I));
    auto text = [&] {
      std::string Result = "func.func private @sink(i5)\n";
      for (unsigned F = 0; F < Functions; ++F)
        Result += "func.func @f" + std::to_string(F) +
                  "(%a: !noisy.i32, %b: !noisy.i32) {\n" +
                  llvm::join(Rows[F], "") + "  return\n}\n";
      return Result;
    };
    Network N(text());
    for (unsigned Edit = 0; Edit < 40; ++Edit, ++EditCount) {
      unsigned I = Random() % Size;
      Rows[Random() % Functions][I] = makeRow(I);
      KeptCount += N.become(text()) <= 1;
    }
  }
  INFO(KeptCount << " of " << EditCount);
  CHECK(KeptCount > EditCount * 3 / 4);
}

TEST_CASE("Connected functions: lines that change places", "[connected]") {
  CrashRecovery Recovery;
  // Both overflow; the first in the text is told as the cause behind them.
  for (std::string Call : {"", "  func.call @sink(%d) : (i5) -> ()\n"}) {
    std::string X = "  %x = noisy.mul %m, %m : !noisy.i32\n",
                Y = "  %y = noisy.mul %m, %m : !noisy.i32\n";
    std::string Text = "func.func private @sink(i5)\n"
                       "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %d: i5) "
                       "{\n  %m = noisy.mul %a, %a : !noisy.i32\n" +
                       X + Y + "  %w = noisy.add %y, %b : !noisy.i32\n" +
                       "  %z = noisy.add %x, %w : !noisy.i32\n" + Call +
                       "  return\n}\n";
    Network N(Text);
    N.become(replaceOnce(Text, X + Y, Y + X));
    N.become(Text);
  }
}

TEST_CASE("Connected functions: random edits where each function has one call",
          "[connected]") {
  CrashRecovery Recovery;
  std::mt19937 Random(mlir::noisy::test::randomSeed(5));
  for (unsigned Round = 0; Round < 10; ++Round) {
    const unsigned Functions = 4 + Random() % 4, Size = 8;
    std::vector<std::vector<std::string>> Rows(Functions);
    auto makeRow = [&](unsigned I) {
      auto pick = [&]() -> std::string {
        return I == 0 || Random() % 6 == 0
                   ? (Random() % 2 ? "%a" : "%b")
                   : "%v" + std::to_string(I - 1 - Random() % std::min(I, 2u));
      };
      std::string Name = "  %v" + std::to_string(I) + " = ";
      switch (Random() % 8) {
      case 0:
        return Name + "noisy.add " + pick() + ", " + pick() + " : !noisy.i32\n";
      case 1:
        return Name + "noisy.mul " + pick() + ", " + pick() + " : !noisy.i32\n";
      case 2:
      case 3:
        return Name + "noisy.reduce_noise " + pick() + " : !noisy.i32\n";
      default:
        return Name + "noisy.scale " + pick() + " by " +
               std::to_string(1 + Random() % 6) + " : !noisy.i32\n";
      }
    };
    for (std::vector<std::string> &Function : Rows)
      for (unsigned I = 0; I < Size; ++I)
        Function.push_back(makeRow(I));
    for (unsigned F = 1; F < Functions; ++F) {
      std::string &Row = Rows[Random() % F][2 + Random() % (Size - 3)];
      // One that is replaced is called by nobody.
      Row = Row.substr(0, Row.find(" = ")) + " = call @f" + std::to_string(F) +
            "(%v1, %a) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n";
    }
    std::vector<bool> ArePrivate;
    for (unsigned F = 0; F < Functions; ++F)
      ArePrivate.push_back(F > 0 && Random() % 2);
    bool IsReversed = Random() % 2;
    auto text = [&] {
      std::string Result;
      for (unsigned N = 0; N < Functions; ++N) {
        unsigned F = IsReversed ? Functions - 1 - N : N;
        Result += std::string("func.func ") +
                  (ArePrivate[F] ? "private " : "") + "@f" + std::to_string(F) +
                  "(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {\n" +
                  llvm::join(Rows[F], "") + "  return %v7 : !noisy.i32\n}\n";
      }
      return Result;
    };
    Network N(text());
    for (unsigned Edit = 0; Edit < 60; ++Edit) {
      unsigned F = Random() % Functions, I = Random() % Size;
      if (llvm::StringRef(Rows[F][I]).contains("call"))
        continue;
      Rows[F][I] = makeRow(I);
      N.become(text());
    }
  }
}
