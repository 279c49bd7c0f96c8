//===- ServerMeasurementTest.cpp - Servers, and the targets ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerMeasurement.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::bench;
using Catch::Contains;

static ServerMeasurement make(ServerQuantity quantity, DocumentShape shape,
                              unsigned operations, std::vector<double> stock,
                              std::vector<double> ours) {
  return {quantity, shape, operations, std::move(stock), std::move(ours)};
}

static std::string verdict(const ServerMeasurement &measurement) {
  std::string reason;
  switch (judge(measurement, reason)) {
  case Verdict::Met:
    CHECK(reason.empty());
    return "met";
  case Verdict::Missed:
    return "missed: " + reason;
  case Verdict::NotApplicable:
    return "none";
  }
  return "";
}

TEST_CASE("a quantile is one of the values") {
  CHECK(quantile({}, 0.5) == 0);
  CHECK(quantile({3}, 0) == 3);
  CHECK(quantile({3, 1, 2}, 0) == 1);
  CHECK(quantile({3, 1, 2}, 0.5) == 2);
  CHECK(quantile({3, 1, 2}, 1) == 3);
  std::vector<double> values;
  for (unsigned i = 1; i <= 100; ++i)
    values.push_back(i);
  CHECK(quantile(values, 0.99) == 99);
}

TEST_CASE("an edit is to take a part of LLVM's time") {
  auto edit = [](unsigned operations, double ours,
                 DocumentShape shape = DocumentShape::Functions,
                 ServerQuantity quantity = ServerQuantity::ChangedNumber) {
    return verdict(
        make(quantity, shape, operations, {100, 300, 900}, {1, ours, 2000}));
  };
  // Medians count.
  CHECK(edit(100'000, 10) == "met");
  CHECK(edit(100'000, 15) == "missed: 1.5 times what it may be");
  CHECK(edit(10'000, 15) == "none");
  CHECK(edit(100'000, 15, DocumentShape::ChainOfCalls) ==
        "missed: 1.5 times what it may be");
  CHECK(edit(100'000, 15, DocumentShape::OneFunction) == "met");
  CHECK(edit(100'000, 30, DocumentShape::OneFunction) ==
        "missed: 2 times what it may be");
  CHECK(edit(33'600, 15, DocumentShape::Circuit) == "met");
  for (ServerQuantity quantity :
       {ServerQuantity::RemovedLine, ServerQuantity::FixedBracket,
        ServerQuantity::Burst}) {
    CHECK(edit(100'000, 10, DocumentShape::Functions, quantity) == "met");
    CHECK(edit(100'000, 30, DocumentShape::Functions, quantity) ==
          "missed: 3 times what it may be");
  }
  // LLVM's server stops at the error.
  CHECK(edit(100'000, 15, DocumentShape::Functions,
             ServerQuantity::BrokenBracket) == "met");
  CHECK(edit(100'000, 15, DocumentShape::Functions,
             ServerQuantity::TypedLine) == "met");
}

TEST_CASE("an edit of noisy code is to be hardly felt") {
  auto edit = [](DocumentShape shape, unsigned operations, double ours,
                 double noisy) {
    ServerMeasurement measurement =
        make(ServerQuantity::Burst, shape, operations, {300}, {ours});
    measurement.noisy = {noisy};
    return verdict(measurement);
  };
  CHECK(edit(DocumentShape::OneFunction, 100'000, 15, 15) == "met");
  CHECK(edit(DocumentShape::OneFunction, 100'000, 15, 30) ==
        "missed: noisy: 30 instead of 15 ms");
  CHECK(edit(DocumentShape::OneFunction, 100'000, 30, 30) ==
        "missed: 2 times what it may be; noisy: 30 instead of 15 ms");
  CHECK(edit(DocumentShape::OneFunction, 10'000, 300, 300) == "none");
  CHECK(edit(DocumentShape::Circuit, 33'600, 15, 11) ==
        "missed: noisy: 11 instead of 10 ms");
  ServerMeasurement file{ServerQuantity::ChangedNumber, DocumentShape::File};
  file.noisy = {9};
  CHECK(verdict(file) == "met");
  for (ServerQuantity quantity :
       {ServerQuantity::HintsAfterEdit, ServerQuantity::TokensAfterEdit}) {
    ServerMeasurement answer{quantity, DocumentShape::OneFunction, 100'000};
    answer.noisy = {1, 20, 90};
    CHECK(verdict(answer) == "met");
    answer.noisy = {21};
    CHECK(verdict(answer) == "missed: 21 instead of 20");
  }
}

TEST_CASE("hovers, memory and its growth have limits") {
  auto verdictOn = [](ServerQuantity quantity, std::vector<double> stock,
                      std::vector<double> ours) {
    return verdict(make(quantity, DocumentShape::Functions, 10'000,
                        std::move(stock), std::move(ours)));
  };
  // The slowest counts.
  CHECK(verdictOn(ServerQuantity::Hover, {400}, {1, 1, 9.9}) == "met");
  CHECK(verdictOn(ServerQuantity::Hover, {400}, {1, 1, 11}) ==
        "missed: 11 instead of 10");
  CHECK(verdictOn(ServerQuantity::PeakMemory, {100}, {100}) == "met");
  CHECK_THAT(verdictOn(ServerQuantity::PeakMemory, {100}, {101}),
             Contains("missed"));
  CHECK(verdictOn(ServerQuantity::Growth, {}, {-3}) == "met");
  CHECK(verdictOn(ServerQuantity::Growth, {}, {21}) ==
        "missed: 21 instead of 20");
  // Of 10,000 operations.
  CHECK(verdictOn(ServerQuantity::Start, {100}, {900}) == "none");
  CHECK(verdict(make(ServerQuantity::Start, DocumentShape::OneFunction, 100'000,
                     {100}, {60})) == "met");
}

TEST_CASE("what failed, or was never measured, meets nothing") {
  ServerMeasurement measurement =
      make(ServerQuantity::Hover, DocumentShape::Functions, 100'000, {1}, {1});
  measurement.failure = "the server ended";
  CHECK(verdict(measurement) == "missed: the server ended");
  for (ServerQuantity quantity :
       {ServerQuantity::ChangedNumber, ServerQuantity::Burst,
        ServerQuantity::Hover, ServerQuantity::PeakMemory,
        ServerQuantity::Growth})
    CHECK(verdict(make(quantity, DocumentShape::Functions, 100'000, {}, {})) ==
          "none");
}

TEST_CASE("the page has a table of each quantity that was measured") {
  std::vector<ServerMeasurement> measurements = {
      make(ServerQuantity::ChangedNumber, DocumentShape::Functions, 100'000,
           {200, 240, 280}, {3, 4, 5}),
      make(ServerQuantity::ChangedNumber, DocumentShape::OneFunction, 100'000,
           {200, 240, 280}, {300, 480, 500}),
      make(ServerQuantity::PeakMemory, DocumentShape::OneFunction, 100'000,
           {250}, {260})};
  measurements[0].noisy = {5, 6, 7};
  std::string page =
      writeServerMarkdown(measurements, "server.svg", "server --docs");
  CHECK_THAT(page, Contains("`./dev bench server --docs`"));
  CHECK_THAT(page, Contains("(server.svg)"));
  CHECK_THAT(page, Contains("1 targets met, 2 missed."));
  CHECK_THAT(page, Contains("| 1000 functions of 100 | 200 / 240 / 280 | "
                            "3.00 / 4.00 / 5.00 | 0.0167 | 5.00 / 6.00 / 7.00 "
                            "| met |"));
  CHECK_THAT(page, Contains("| 1 function of 100000 | 200 / 240 / 280 | 300 / "
                            "480 / 500 | 2.00 |  | MISSED: 40 times what it "
                            "may be |"));
  CHECK_THAT(page, Contains("| 1 function of 100000 | 250 | 260 | 1.04 |"));
  CHECK_THAT(page, !Contains("Hover"));
  std::string figure = drawServerFigure(measurements);
  CHECK_THAT(figure, Contains("1 function of 100000: 480 ms"));
  CHECK_THAT(figure, Contains("1000 functions of 100: 6.00 ms"));
}
