//===- NoiseOracleTest.cpp - What a choice of reductions leaves open ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionModel.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Placements.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The rows that `reducedNames` leave violated, as text: "%1 %2 | %4", each
/// with the value that overflows behind a colon.
static std::string check(Program &program,
                         std::vector<llvm::StringRef> reducedNames = {}) {
  OptimizerOptions options;
  ReductionModel model(program.module(), options);
  std::vector<Value> columns = model.getColumns();
  std::vector<uint32_t> choice;
  for (llvm::StringRef name : reducedNames) {
    auto column = llvm::find(columns, program.value(name));
    REQUIRE(column != columns.end());
    choice.push_back(column - columns.begin());
  }
  std::string text;
  std::vector<NoiseOracle::Row> rows = *model.check(choice);
  for (const NoiseOracle::Row &row : rows) {
    text += text.empty() ? "" : " | ";
    for (uint32_t column : row.columns)
      text += program.name(columns[column]) + " ";
    text += ": " + program.name(model.getValue(row.culprit));
  }
  return text;
}

TEST_CASE("columns are the values that can be reduced, in order") {
  Program program(R"(
    func.func @f(%x: i5, %v: !noisy.i32) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %1 = noisy.mul %a, %v : !noisy.i32
      %t = tensor.from_elements %1, %1 : tensor<2x!noisy.i32>
      %2 = noisy.reduce_noise %1 : !noisy.i32
      %3 = noisy.add %2, %v : !noisy.i32
      return
    })");
  OptimizerOptions options;
  ReductionModel model(program.module(), options);
  std::string text;
  for (Value value : model.getColumns())
    text += program.name(value) + " ";
  CHECK(text == "%v %1 %3 ");
}

TEST_CASE("a row is what an overflow comes from, without itself") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.add %1, %c : !noisy.i32
    %3 = noisy.mul %2, %c : !noisy.i32)"));
  // 25 + 12; without %2's own bit still 24 + 12: %1 alone is no mend, %2 is.
  CHECK(check(program, {"%2"}) == "");
  CHECK(check(program, {"%1"}) == "");
  CHECK(check(program, {"%3"}) == "%1 %2 : %3");
  CHECK(check(program) == "%1 %2 : %3");
}

TEST_CASE("one answer has a row for every independent overflow") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32)"));
  // Each goes on as if the overflowed operand were fresh: 12 + 12 is legal.
  CHECK(check(program) == "%1 : %2 | %3 : %4");
  CHECK(check(program, {"%1"}) == "%2 : %3");
  CHECK(check(program, {"%1", "%2", "%3"}) == "");
}

TEST_CASE("in a loop that grows, the values round the cycle are the row") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      %2 = noisy.add %1, %b : !noisy.i32
      scf.yield %2 : !noisy.i32
    })"));
  CHECK(check(program).starts_with("%v %1 %2 : "));
  CHECK(check(program, {"%1"}) == "");
}

TEST_CASE("a contract counts where the value is used, which may be reduced") {
  Program program(R"(
    func.func private @g(!noisy.i32 {noisy.bound = 13 : i64})
    func.func @f(%v: !noisy.i32) {
      %1 = noisy.add %v, %v : !noisy.i32
      %2 = noisy.add %1, %1 : !noisy.i32
      call @g(%2) : (!noisy.i32) -> ()
      return
    })");
  CHECK(check(program) == "%1 %2 : %2");
  CHECK(check(program, {"%2"}) == "");
}

TEST_CASE("an empty row: nothing that could be reduced comes before") {
  Program program(withFresh("%1 = noisy.scale %a by 100000 : !noisy.i32"));
  CHECK(check(program) == ": %1");
  CHECK(check(program, {"%1"}) == ": %1");
}

TEST_CASE("a counted loop is followed through its turns") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.scale %v by 16 : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  // 12 + 4 * 4 in the fourth turn. What is reduced in the loop is so in every
  // turn; %v and %1 are the same by any other name.
  CHECK(check(program) == "%v %1 : %1");
  CHECK(check(program, {"%r"}) == "%v %1 : %1");
  CHECK(check(program, {"%v"}) == "");
  CHECK(check(program, {"%1"}) == "");
}

TEST_CASE("what two ways share is no circle, and rows stay short") {
  // 26 + 25. Without %3's own bit it is still 12 + 25: the row needs no %3.
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.add %1, %c : !noisy.i32
    %3 = noisy.add %2, %1 : !noisy.i32
    %4 = noisy.mul %3, %2 : !noisy.i32)"));
  CHECK(check(program) == "%1 %2 : %4");
}

TEST_CASE("a value that overflows in a loop cut behind it is in no row of its "
          "own") {
  // %2 is reduced, and overflows all the same, from a turn before.
  Program program(R"(
    func.func @f(%x: i5, %p: i1) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      cf.br ^loop(%a : !noisy.i32)
    ^loop(%v: !noisy.i32):
      %2 = noisy.mul %v, %a : !noisy.i32
      %3 = noisy.mul %2, %a : !noisy.i32
      cf.br ^loop(%3 : !noisy.i32)
    })");
  CHECK(check(program, {"%2"}) == "%v %3 : %2");
}

TEST_CASE("a check that is ended gives the rows that it has") {
  std::string body;
  for (int i = 0; i < 5; ++i) {
    std::string name = "%" + std::to_string(2 * i + 1);
    body += name + " = noisy.mul %a, %b : !noisy.i32\n%" +
            std::to_string(2 * i + 2) + " = noisy.mul " + name + ", " + name +
            " : !noisy.i32\n";
  }
  Program program(withFresh(body));
  ReductionModel model(program.module(), {});
  REQUIRE(model.check({})->size() == 5);
  CHECK_FALSE(model.check({}, [] { return true; }));
  unsigned checkCount = 0;
  auto rows = model.check({}, [&] { return ++checkCount > 1; });
  REQUIRE(rows);
  CHECK(rows->size() == 1);
}

TEST_CASE("rows hold for every legal placement, and are there for every other "
          "one",
          "[random]") {
  std::mt19937 random(randomSeed(3));
  unsigned programs = 0, placements = 0, rows = 0;
  while (programs < 600) {
    RandomProgram source = makeProgram(random, makeOptimizableShape(random, 6));
    std::string text = source.text();
    CAPTURE(text);
    Program program(text);
    const NoiseFacts &facts = program.facts();
    OptimizerOptions options;
    ReductionModel model(program.module(), options);
    std::vector<Value> values = model.getColumns();
    // Few enough to try them all; not legal as they are, for the most part.
    if (values.size() > 9 ||
        (facts.getFindings().empty() && random() % 20 != 0))
      continue;
    if (model.findHopeless())
      continue;
    ++programs;
    countChecked("optimizer, rows against all placements");
    Placements allPlacements(program.module(), values);
    std::vector<uint32_t> legal = allPlacements.getLegal();
    for (uint32_t placement = 0; placement < allPlacements.size();
         ++placement) {
      ++placements;
      std::vector<uint32_t> choice;
      for (uint32_t column = 0; column < values.size(); ++column)
        if (placement >> column & 1)
          choice.push_back(column);
      std::vector<NoiseOracle::Row> violatedRows = *model.check(choice);
      CAPTURE(placement);
      REQUIRE(violatedRows.empty() == allPlacements.isLegal(placement));
      for (const NoiseOracle::Row &row : violatedRows) {
        ++rows;
        uint32_t mask = 0;
        for (uint32_t column : row.columns)
          mask |= 1u << column;
        REQUIRE((mask & placement) == 0); // or the rounds would not end
        bool holds = llvm::all_of(
            legal, [&](uint32_t otherMask) { return (otherMask & mask) != 0; });
        if (!holds) {
          CAPTURE(mask, program.name(model.getValue(row.culprit)));
          REQUIRE(holds);
        }
      }
    }
  }
  WARN(programs << " programs, " << placements << " placements, " << rows
                << " rows");
}
