//===- StraightLineTest.cpp - Straight-line programs in numbers -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/StraightLine.h"
#include "tests/support/Program.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;
using bench::StepKind;
using bench::StraightLine;

TEST_CASE("the values of a straight line are read in numbers") {
  Program program(R"(
    func.func @f(%x: i5, %a: !noisy.i32, %b: !noisy.i32 {noisy.bound = 20 : i64}) {
      %0 = noisy.encode %x : i5 -> !noisy.i32
      %1 = noisy.sub %a, %0 : !noisy.i32
      %2 = noisy.mul %1, %b : !noisy.i32
      %3 = noisy.scale %2 by -9 : !noisy.i32
      %4 = noisy.reduce_noise %3 : !noisy.i32
      %5 = noisy.decode %4 : !noisy.i32 -> i5
      return
    })");
  REQUIRE(program.isParsed());
  std::optional<StraightLine> line = StraightLine::read(program.module());
  REQUIRE(line);
  CHECK(line->model == NoiseModel{12, 26});
  struct StepRow {
    const char *name;
    StepKind kind;
    std::vector<unsigned> operands;
    uint32_t bits;
    bool isReducible;
  };
  const StepRow steps[] = {
      {"%a", StepKind::Fresh, {}, 12, false},
      {"%b", StepKind::Fresh, {}, 20, true},
      {"%0", StepKind::Fresh, {}, 12, false},
      {"%1", StepKind::Add, {0, 2}, 0, true},
      {"%2", StepKind::Mul, {3, 1}, 0, true},
      {"%3", StepKind::Scale, {4}, 4, true},
      {"%4", StepKind::Fresh, {}, 12, false},
  };
  REQUIRE(line->steps.size() == std::size(steps));
  for (size_t i = 0; i < line->steps.size(); ++i) {
    const bench::Step &step = line->steps[i];
    CAPTURE(i);
    CHECK(step.value == program.value(steps[i].name));
    CHECK(step.kind == steps[i].kind);
    CHECK(std::vector<unsigned>(step.operands.begin(), step.operands.end()) ==
          steps[i].operands);
    if (step.kind == StepKind::Fresh || step.kind == StepKind::Scale)
      CHECK(step.bits == steps[i].bits);
    CHECK(step.isReducible == steps[i].isReducible);
  }
}

TEST_CASE("anything but a straight line is not read") {
  for (
      const char *text : {
          // Control flow.
          R"(func.func @f(%a: !noisy.i32, %p: i1) {
                scf.if %p {
                  %0 = noisy.add %a, %a : !noisy.i32
                }
                return
              })",
          // Blocks.
          R"(func.func @f(%a: !noisy.i32) {
                cf.br ^next(%a : !noisy.i32)
              ^next(%b: !noisy.i32):
                return
              })",
          // Calls, and results with contracts.
          R"(func.func private @g(%a: !noisy.i32) -> !noisy.i32 {
                return %a : !noisy.i32
              }
              func.func @f(%a: !noisy.i32) {
                %0 = call @g(%a) : (!noisy.i32) -> !noisy.i32
                return
              })",
          R"(func.func @f(%a: !noisy.i32) -> (!noisy.i32 {noisy.bound = 12 : i64}) {
                return %a : !noisy.i32
              })",
          // What nobody knows.
          R"(func.func @f() {
                %0 = "some.thing"() : () -> !noisy.i32
                return
              })",
          // Two models.
          R"(module attributes {noisy.model = #noisy.model<initial = 4, max = 9>} {
                func.func @f(%a: !noisy.i32) { return }
              }
              func.func @g(%a: !noisy.i32) { return })",
      }) {
    CAPTURE(text);
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK_FALSE(StraightLine::read(program.module()));
  }
}
