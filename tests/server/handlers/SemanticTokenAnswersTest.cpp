//===- SemanticTokenAnswersTest.cpp - Semantic tokens as numbers ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/SemanticTokenAnswers.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

using Numbers = std::vector<uint32_t>;

/// What a client has after the edits.
static Numbers applyEdits(Numbers Data,
                          const std::vector<SemanticTokensEdit> &Edits) {
  for (const SemanticTokensEdit &Edit : Edits) {
    auto It = Data.begin() + Edit.Start;
    It = Data.erase(It, It + Edit.DeleteCount);
    Data.insert(It, Edit.Data.begin(), Edit.Data.end());
  }
  return Data;
}

TEST_CASE("SemanticTokenAnswers: each counts from the one before",
          "[token-answers]") {
  Text Contents("\xC3\xA4 %a\n\n\xF0\x9F\x98\x80\xF0\x9F\x98\x80 @f\n");
  std::vector<SemanticToken> Words = {{{0, 2}, WordType::Comment, 0},
                                      {{3, 5}, WordType::Value, 5},
                                      {{7, 15}, WordType::String, 0},
                                      {{16, 18}, WordType::Function, 1}};
  CHECK(encodeTokens(Words, Contents, PositionEncoding::UTF16) ==
        Numbers{0, 0, 1, 11, 0, 0, 2, 2, 1, 5, 2, 0, 4, 10, 0, 0, 5, 2, 3, 1});
  CHECK(encodeTokens(Words, Contents, PositionEncoding::UTF8) ==
        Numbers{0, 0, 2, 11, 0, 0, 3, 2, 1, 5, 2, 0, 8, 10, 0, 0, 9, 2, 3, 1});
  CHECK(encodeTokens({}, Contents, PositionEncoding::UTF8).empty());
}

TEST_CASE("SemanticTokenAnswers: what differs is one piece of whole words",
          "[token-answers]") {
  Numbers OldData = {0, 1, 2, 3, 0, 1, 1, 2, 3, 0, 1, 1, 2, 3, 0};
  CHECK(compareTokens(OldData, OldData).empty());
  Numbers Longer = {0, 1, 2, 3, 0, 5, 1, 2, 3, 0, 1, 1, 2, 3, 0, 1, 1, 2, 3, 0};
  CHECK(compareTokens(OldData, Longer) ==
        std::vector<SemanticTokensEdit>{{5, 0, {5, 1, 2, 3, 0}}});
  CHECK(compareTokens(OldData, {}) ==
        std::vector<SemanticTokensEdit>{{0, 15, {}}});
  std::mt19937 Random(5);
  for (int Round = 0; Round < 2000; ++Round) {
    auto randomTokens = [&] {
      Numbers Data;
      for (size_t Count = Random() % 6; Count > 0; --Count)
        for (int I = 0; I < 5; ++I)
          Data.push_back(Random() % 2);
      return Data;
    };
    Numbers OldData = randomTokens(), NewData = randomTokens();
    std::vector<SemanticTokensEdit> Edits = compareTokens(OldData, NewData);
    REQUIRE(applyEdits(OldData, Edits) == NewData);
    for (const SemanticTokensEdit &Edit : Edits) {
      REQUIRE(Edit.Start % 5 == 0);
      REQUIRE(Edit.DeleteCount % 5 == 0);
      REQUIRE(Edit.Data.size() % 5 == 0);
    }
  }
}

/// An answer as the client gets it.
static json answer(SemanticTokenAnswers &Answers, const std::string &Uri,
                   const std::string &Previous, Numbers Data) {
  return encode(Answers.answer(Uri, Previous, std::move(Data)));
}

TEST_CASE("SemanticTokenAnswers: in full, or what is new", "[token-answers]") {
  SemanticTokenAnswers Answers;
  Numbers One = {0, 1, 2, 3, 0}, Two = {0, 1, 2, 3, 0, 1, 1, 1, 1, 1};
  json First = answer(Answers, "a", "", One);
  CHECK(First["data"] == One);
  std::string Id = First["resultId"];
  json Second = answer(Answers, "a", Id, Two);
  CHECK(Second["edits"] == json::parse(R"([{"start": 5, "deleteCount": 0,
                                            "data": [1, 1, 1, 1, 1]}])"));
  CHECK(Second["resultId"] != Id);
  // The client has not seen the second answer, or has one of another document.
  CHECK(answer(Answers, "a", Id, Two)["data"] == Two);
  std::string Last = answer(Answers, "a", "", Two)["resultId"];
  CHECK(answer(Answers, "b", Last, Two)["data"] == Two);
  json SameReply = answer(Answers, "a", Last, Two);
  CHECK(SameReply["edits"] == json::array());
}

TEST_CASE("SemanticTokenAnswers: what is kept is bounded", "[token-answers]") {
  SemanticTokenAnswers Answers(20);
  Numbers Five(5, 1), Ten(10, 1), Large(25, 1);
  std::string A = answer(Answers, "a", "", Ten)["resultId"];
  std::string B = answer(Answers, "b", "", Five)["resultId"];
  CHECK(Answers.size() == 15);
  // The one that was asked for last stays.
  A = answer(Answers, "a", A, Ten)["resultId"];
  answer(Answers, "c", "", Ten);
  CHECK(Answers.size() == 20);
  CHECK(answer(Answers, "a", A, Ten).contains("edits"));
  CHECK(answer(Answers, "b", B, Five).contains("data"));
  std::string D = answer(Answers, "d", "", Large)["resultId"];
  CHECK(Answers.size() == 0);
  CHECK(answer(Answers, "d", D, Large)["data"] == Large);
}
