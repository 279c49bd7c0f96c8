//===- CoverWorkerProtocolTest.cpp - The worker and its protocol ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverWorkerProtocol.h"
#include "optimizer/cover/CoverGreedy.h"
#include "system/ChildProcess.h"
#include "tests/optimizer/cover/BruteForce.h"
#include <catch2/catch.hpp>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;

using Columns = std::vector<uint32_t>;

// Without presolve between them, so that each small problem is CBC's.
TEST_CASE("all subsets agree with the worker alone", "[cover]") {
  RandomCovers Random(5);
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {}, Error);
  INFO(Error);
  REQUIRE(Process);
  for (int Round = 0; Round != 700; ++Round) {
    CoverProblem Problem = Random.problem();
    if (Round % 20 == 0)
      Problem.Rows.emplace_back();
    std::optional<int64_t> Best = bruteForceCost(Problem);
    REQUIRE(Process->writeAll(encodeRequest({5s, Problem, {}})));

    LineReader Lines;
    CoverAnswer Answer;
    Columns ChosenColumns;
    int64_t Bound = 0;
    while (Answer.LineKind != CoverAnswer::Done) {
      std::optional<std::string_view> Line = Lines.next();
      if (!Line) {
        char Buffer[4096];
        ssize_t Size = ::read(Process->outputFd(), Buffer, sizeof(Buffer));
        REQUIRE(Size > 0);
        Lines.feed({Buffer, static_cast<size_t>(Size)});
        continue;
      }
      auto DecodedAnswer = decodeAnswer(*Line, Problem);
      REQUIRE(DecodedAnswer);
      Answer = *DecodedAnswer;
      if (Answer.LineKind == CoverAnswer::Cover)
        ChosenColumns = Answer.ChosenColumns;
      if (Answer.LineKind == CoverAnswer::Bound)
        Bound = Answer.Number;
    }
    INFO(Answer.Message);
    if (!Best) {
      REQUIRE(Answer.Verdict == CoverVerdict::Infeasible);
      continue;
    }
    REQUIRE(Answer.Verdict == CoverVerdict::Proven);
    REQUIRE(isCover(Problem, ChosenColumns));
    REQUIRE(coverCost(Problem, ChosenColumns) == *Best);
    REQUIRE(Bound == *Best);
  }
}
TEST_CASE("the worker ends when its parent does", "[cover]") {
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {}, Error);
  REQUIRE(Process);
  REQUIRE(Process->writeAll(encodeRequest({60s, hardProblem(), {}})));
  CHECK_FALSE(Process->waitFor(300ms));
  Process->closeInput();
  CHECK(Process->waitFor(1s));
}

TEST_CASE("the worker says what it is", "[cover]") {
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {"--version"}, Error);
  REQUIRE(Process);
  char Buffer[100] = {};
  CHECK(::read(Process->outputFd(), Buffer, sizeof(Buffer) - 1) > 0);
  CHECK_THAT(Buffer, Catch::StartsWith("noisy-cover-worker "));
}

TEST_CASE("the worker refuses a request it does not understand", "[cover]") {
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {}, Error);
  REQUIRE(Process);
  REQUIRE(Process->writeAll("noisy-cover-problem 3\ncost 1 1\nrow 1 1\n"));
  CHECK(Process->waitFor(5s) == EXIT_FAILURE);
  char Buffer[200] = {};
  CHECK(::read(Process->outputFd(), Buffer, sizeof(Buffer) - 1) > 0);
  CHECK_THAT(Buffer, Catch::EndsWith("failed bad request: a wrong 'row' "
                                     "line\n"));
}

static std::optional<CoverRequest> readRequest(std::string_view Text) {
  LineReader Lines;
  RequestReader Reader;
  // In pieces, as a pipe gives them.
  for (; !Text.empty(); Text.remove_prefix(std::min<size_t>(3, Text.size()))) {
    Lines.feed(Text.substr(0, 3));
    while (std::optional<std::string_view> Line = Lines.next()) {
      if (!Reader.take(*Line).empty())
        return std::nullopt;
      if (std::optional<CoverRequest> Request = Reader.takeRequest())
        return Request;
    }
  }
  return std::nullopt;
}

TEST_CASE("a request survives the pipe, a part of it is none", "[cover]") {
  CoverRequest Request{1234ms, {{3, 0, 5}, {{0, 2}, {}, {1}}, {}}, {0, 1}};
  Request.Problem.Tie = {1, 2, 3};
  std::string Text = encodeRequest(Request);
  std::optional<CoverRequest> ParsedRequest = readRequest(Text);
  REQUIRE(ParsedRequest);
  CHECK(ParsedRequest->TimeLimit == 1234ms);
  CHECK(ParsedRequest->Problem.Cost == Request.Problem.Cost);
  CHECK(ParsedRequest->Problem.Rows == Request.Problem.Rows);
  CHECK(ParsedRequest->Problem.Tie == Request.Problem.Tie);
  CHECK(ParsedRequest->Start == Request.Start);
  for (size_t Size = 0; Size != Text.size(); ++Size)
    CHECK_FALSE(readRequest(Text.substr(0, Size)));
}

TEST_CASE("damaged lines are refused or in range", "[cover]") {
  RandomCovers Random(7);
  const CoverProblem Three{{1, 1, 1}, {{0, 1}, {1, 2}}, {}};
  for (int Round = 0; Round != 20000; ++Round) {
    CoverAnswer Answer;
    Answer.LineKind = static_cast<CoverAnswer::Kind>(Random.numberBelow(7));
    Answer.ChosenColumns = {1, 2, Random.numberBelow(3)};
    Answer.Numbers = {Random.numberBelow(9), 7};
    std::string Text = encodeAnswer(Answer);
    for (uint32_t Edits = Random.numberBelow(4); Edits; --Edits)
      Text[Random.numberBelow(static_cast<uint32_t>(Text.size()))] =
          " 0123456789-\n\t\0xe"[Random.numberBelow(17)];
    LineReader Lines;
    Lines.feed(Text);
    while (std::optional<std::string_view> Line = Lines.next())
      if (std::optional<CoverAnswer> DecodedAnswer =
              decodeAnswer(*Line, Three)) {
        for (uint32_t Column : DecodedAnswer->ChosenColumns)
          REQUIRE(Column < 3);
        if (DecodedAnswer->LineKind == CoverAnswer::Prices)
          REQUIRE(DecodedAnswer->Numbers.size() == 2);
        if (DecodedAnswer->LineKind == CoverAnswer::Values)
          REQUIRE(DecodedAnswer->Numbers.size() == 3);
      }
  }
}
