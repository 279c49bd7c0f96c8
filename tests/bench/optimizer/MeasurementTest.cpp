//===- MeasurementTest.cpp - What was measured, and the targets -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Measurement.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using Catch::Contains;
using namespace std::chrono_literals;

/// A program of `operations` operations, proven in `seconds` with 10
/// reductions.
static Measurement proven(Target target, unsigned operations, double seconds) {
  Measurement measurement;
  measurement.kind = "a kind";
  measurement.program = "a program";
  measurement.operations = operations;
  measurement.target = target;
  measurement.timeLimit = 60;
  measurement.seconds = seconds;
  measurement.result.status = OptimizerStatus::Optimal;
  measurement.result.reductions.resize(10);
  measurement.result.cost = measurement.result.lowerBound = 10;
  return measurement;
}

/// The same, not proven, with 1000 reductions.
static Measurement open(Target target, unsigned operations, double seconds,
                        int64_t lowerBound) {
  Measurement measurement = proven(target, operations, seconds);
  measurement.result.status = OptimizerStatus::Feasible;
  measurement.result.reductions.resize(1000);
  measurement.result.cost = 1000;
  measurement.result.lowerBound = lowerBound;
  return measurement;
}

static std::string verdict(const Measurement &measurement) {
  std::string reason;
  switch (judge(measurement, reason)) {
  case Verdict::Met:
    CHECK(reason.empty());
    return "met";
  case Verdict::Missed:
    return "missed: " + reason;
  case Verdict::NotApplicable:
    return "none: " + reason;
  }
  return "";
}

TEST_CASE("circuits are to be proven in 3 s where the relaxation is integral") {
  CHECK(verdict(proven(Target::Circuit, 50'000, 2.9)) == "met");
  CHECK(verdict(proven(Target::Circuit, 50'000, 3.1)) ==
        "missed: not proven in 3 s");
  CHECK(verdict(open(Target::Circuit, 50'000, 10, 990)) ==
        "missed: not proven in 3 s");
  CHECK(verdict(proven(Target::Circuit, 100'000, 3.1)) ==
        "none: too large for a target");

  // The proof counts, not what comes behind it.
  Measurement early = proven(Target::Circuit, 50'000, 8);
  early.secondsToProof = 1;
  CHECK(verdict(early) == "met");

  Measurement fractional = proven(Target::Circuit, 5'000, 4);
  fractional.result.statistics.Relaxation = 9.5;
  CHECK(verdict(fractional) == "none: relaxation not integral");
  fractional.result.statistics.Relaxation = 10;
  CHECK(verdict(fractional) == "missed: not proven in 3 s");
}

TEST_CASE("random programs have targets by their size") {
  CHECK(verdict(proven(Target::Random, 1'500, 4.9)) == "met");
  CHECK(verdict(proven(Target::Random, 1'500, 5.1)) ==
        "missed: not proven in 5 s");
  CHECK(verdict(proven(Target::Random, 3'000, 59)) == "met");
  CHECK(verdict(open(Target::Random, 3'000, 60.4, 996)) == "met");
  CHECK(verdict(open(Target::Random, 3'000, 60.4, 990)) ==
        "missed: not proven in 60 s, nor within 0.5 %");
  CHECK(verdict(open(Target::Random, 50'000, 60.4, 990)) ==
        "none: too large for a target");
}

TEST_CASE("AES is to come within 5 %") {
  CHECK(verdict(open(Target::Aes, 33'616, 60.4, 960)) == "met");
  CHECK(verdict(open(Target::Aes, 33'616, 60.4, 900)) ==
        "missed: not within 5 % in 60 s");
  CHECK(verdict(open(Target::Aes, 33'616, 60.4, 0)) ==
        "missed: not within 5 % in 60 s");
}

TEST_CASE("sums of calls are to be placed in 1 s, proven or not") {
  Measurement measurement = proven(Target::Calls, 50'000, 10);
  measurement.result.times.model = 700ms;
  measurement.result.times.start = 290ms;
  CHECK(verdict(measurement) == "met");
  measurement.result.times.start = 310ms;
  CHECK(verdict(measurement) == "missed: no placement in 1 s");
  measurement = open(Target::Calls, 50'000, 10, 0);
  CHECK(verdict(measurement) == "met");
  measurement.result.status = OptimizerStatus::Stopped;
  CHECK(verdict(measurement) == "missed: no placement in 1 s");
}

TEST_CASE("a target is not missed by what did not have its time") {
  Measurement measurement = open(Target::Aes, 33'616, 5, 900);
  measurement.timeLimit = 5;
  CHECK(verdict(measurement) == "none: had 5 of 60 s");
  measurement.result.lowerBound = 960;
  CHECK(verdict(measurement) == "met");
}

TEST_CASE("the peers set targets for every program") {
  Measurement measurement = proven(Target::None, 100, 0.1);
  CHECK(verdict(measurement) == "none: no target in time");
  measurement.greedy = 10;
  CHECK(verdict(measurement) == "none: no target in time");
  measurement.greedy = 9;
  CHECK(verdict(measurement) == "missed: worse than greed");
  measurement.greedy.reset();

  measurement.article = MilpStatus::Optimal;
  measurement.articleSeconds = 10.1;
  CHECK(verdict(measurement) == "none: no target in time");
  measurement.articleSeconds = 9.9;
  CHECK(verdict(measurement) ==
        "missed: not 100 times faster than the article's model");
  measurement.articleSeconds = 0.9;
  CHECK(verdict(measurement) == "none: no target in time");
  measurement.articleSeconds = 9.9;
  measurement.article = MilpStatus::Feasible;
  CHECK(verdict(measurement) == "none: no target in time");

  measurement.result.status = OptimizerStatus::Failed;
  CHECK(verdict(measurement) == "missed: a defect");
}

TEST_CASE("the table says what each figure is") {
  std::vector<Measurement> measurements = {
      proven(Target::Circuit, 500, 0.25),
      open(Target::Circuit, 5'000, 10, 800)};
  measurements[0].result.times.model = 50ms;
  measurements[0].result.times.start = 20ms;
  measurements[0].greedy = 12;
  measurements[0].article = MilpStatus::Optimal;
  measurements[0].articleSeconds = 50;
  measurements[0].articleReductions = 11;
  measurements[0].isArticleLegal = true;
  measurements[1].article = MilpStatus::Stopped;
  measurements[1].articleLimit = 30;
  using Row = std::vector<std::string>;
  std::vector<Row> table = makeTable(measurements);
  REQUIRE(table.size() == 3);
  CHECK(table[1] == Row{"a program", "500", "10", "10", "optimal", "0.070",
                        "0.250", "0.250", "0", "12", "11 in 50 s", "200",
                        "met"});
  CHECK(table[2] == Row{"a program", "5000", "1000", "800", "gap 25.00 %",
                        "0.000", "", "10", "0", "", "none in 30 s", "",
                        "MISSED: not proven in 3 s"});

  measurements[0].result.cost = 55;
  CHECK(makeTable(measurements)[1][2] == "10 (cost 55)");

  std::string page = writeMarkdown(measurements, "figure.svg", "optimizer");
  CHECK_THAT(page, Contains("1 targets met, 1 missed; 0 programs have none."));
  CHECK_THAT(page, Contains("`./dev bench optimizer`"));
  CHECK_THAT(page, Contains("](figure.svg)"));
  CHECK_THAT(page,
             Contains("| a program | 500 | 10 (cost 55) | 10 | optimal |"));
  std::string figure = drawFigure(measurements);
  CHECK_THAT(figure, Contains("<title>a program: 0.250 s</title>"));
  CHECK_THAT(figure, Contains("<title>a program: 25.00 %</title>"));
  CHECK_THAT(figure, Contains("the article's model"));
}
