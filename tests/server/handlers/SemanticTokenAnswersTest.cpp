//===- SemanticTokenAnswersTest.cpp - Semantic tokens as numbers ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/SemanticTokenAnswers.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "tests/support/RandomSeed.h"
#include <random>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Numbers = std::vector<uint32_t>;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

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

TEST_CASE("SemanticTokenAnswers: lines that changed", "[token-answers]") {
  using Lines = std::vector<uint64_t>;
  using Changes = std::vector<LineChange>;
  CHECK(compareLines(Lines{1, 2, 3}, Lines{1, 2, 3}) == Changes{});
  CHECK(compareLines(Lines{1, 2, 3}, Lines{1, 9, 3}) == Changes{{1, 2, 1, 2}});
  CHECK(compareLines(Lines{1, 2, 3}, Lines{1, 2, 2, 3}) ==
        Changes{{2, 2, 2, 3}});
  CHECK(compareLines(Lines{1, 2, 2, 3}, Lines{1, 2, 3}) ==
        Changes{{2, 3, 2, 2}});
  CHECK(compareLines(Lines{}, Lines{1}) == Changes{{0, 0, 0, 1}});
  // Two changes that are near are one.
  Lines Old(20, 1), New = Old;
  New[3] = New[5] = New[17] = 2;
  CHECK(compareLines(Old, New) == Changes{{3, 6, 3, 6}, {17, 18, 17, 18}});
}

/// A client with a document, which keeps its tokens up to date.
namespace {
struct Client {
  SemanticTokenAnswers Answers;
  PositionEncoding Encoding = PositionEncoding::UTF16;
  std::string Id;
  Numbers Data;
  /// Of the last answer; nothing if it was in full.
  std::optional<std::vector<SemanticTokensEdit>> Edits;

  void ask(const Snapshot &State, const std::string &Previous) {
    auto Answer = Answers.answer("a", Previous, State, 2, Encoding);
    Edits.reset();
    if (auto *Full = std::get_if<SemanticTokens>(&Answer)) {
      Id = Full->ResultId;
      Data = Full->Data;
      return;
    }
    const auto &Delta = std::get<SemanticTokensDelta>(Answer);
    Id = Delta.ResultId;
    Edits = Delta.Edits;
    size_t End = Data.size();
    // Edits count in what was there before all of them.
    for (auto It = Delta.Edits.rbegin(); It != Delta.Edits.rend(); ++It) {
      REQUIRE(It->Start % 5 == 0);
      REQUIRE(It->DeleteCount % 5 == 0);
      REQUIRE(It->Data.size() % 5 == 0);
      REQUIRE(It->DeleteCount + It->Data.size() > 0);
      REQUIRE(It->Start + It->DeleteCount <= End);
      End = It->Start;
      auto Place = Data.erase(Data.begin() + It->Start,
                              Data.begin() + It->Start + It->DeleteCount);
      Data.insert(Place, It->Data.begin(), It->Data.end());
    }
  }
  void ask(const Snapshot &State) { ask(State, Id); }
  /// How many numbers the last answer has.
  size_t cost() const {
    size_t Count = 0;
    for (const SemanticTokensEdit &Edit : *Edits)
      Count += Edit.Data.size();
    return Count;
  }
};
} // namespace

static Numbers allTokens(const Snapshot &State, PositionEncoding Encoding) {
  return encodeTokens(findSemanticTokens(State, {0, State.text().size()}, 2),
                      State.text(), Encoding);
}

/// A function in which noise passes from line to line.
static std::string makeFunction(const std::string &Name, int Lines) {
  std::string Result =
      "func.func @" + Name + "(%a: !noisy.i32) -> !noisy.i32 {\n";
  for (int I = 0; I < Lines; ++I) {
    std::string Last = I == 0 ? "%a" : "%v" + std::to_string(I - 1);
    Result += "  %v" + std::to_string(I) + " = noisy." +
              (I % 3 == 0   ? "mul " + Last + ", %a"
               : I % 3 == 1 ? "add " + Last + ", " + Last
                            : "reduce_noise " + Last) +
              " : !noisy.i32" + (I % 5 == 0 ? " // \xC3\xA4" : "") + "\n";
    if (I % 7 == 0)
      Result += "\n";
  }
  return Result + "  return %v" + std::to_string(Lines - 1) +
         " : !noisy.i32\n}\n";
}

TEST_CASE("SemanticTokenAnswers: in full, or what is new", "[token-answers]") {
  Client C;
  Typist T(makeFunction("f", 60));
  auto First = T.build();
  C.ask(*First, "");
  CHECK_FALSE(C.Edits);
  CHECK(C.Data == allTokens(*First, C.Encoding));
  std::string OldId = C.Id;
  C.ask(*First);
  REQUIRE(C.Edits);
  CHECK(C.Edits->empty());
  CHECK(C.Id != OldId);
  // The client has not seen the last answer.
  C.ask(*First, OldId);
  CHECK_FALSE(C.Edits);

  // One line, of five words and a comment.
  auto Second =
      T.type("%v30 = noisy.mul %v29, %a", "%v30 = noisy.mul %a, %v29");
  C.ask(*Second);
  REQUIRE(C.Edits);
  CHECK(C.cost() <= 6 * 5);
  CHECK(C.Data == allTokens(*Second, C.Encoding));

  // A line in front of all moves the first word.
  auto Third = T.type("func.func", "// one\nfunc.func");
  C.ask(*Third);
  REQUIRE(C.Edits);
  CHECK(C.cost() == 2 * 5);
  CHECK(C.Data == allTokens(*Third, C.Encoding));
}

TEST_CASE("SemanticTokenAnswers: noise that changes far from the edit",
          "[token-answers]") {
  Client C;
  Typist T("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
           "  %x = noisy.add %a, %a : !noisy.i32\n" +
           std::string(20, '\n') + "  return %x : !noisy.i32\n}\n");
  C.ask(*T.build(), "");
  auto State = T.type("add", "mul");
  C.ask(*State);
  REQUIRE(C.Edits);
  CHECK(C.Edits->size() == 2);
  CHECK(C.cost() == (5 + 3) * 5);
  CHECK(C.Data == allTokens(*State, C.Encoding));
}

TEST_CASE("SemanticTokenAnswers: any edits, in any encoding",
          "[token-answers][random]") {
  const char *const Pieces[] = {
      "\n",
      "\r\n",
      "\r",
      " ",
      "// x\n",
      "\"",
      "}",
      "{",
      "%a",
      "\xC3\xA4",
      "\xF0\x9F\x98\x80",
      "// -----\n",
      "\n\n\n",
      "  %z = noisy.add %a, %a : !noisy.i32\n",
      "func.func @g() {\n  call @f(%x) : (!noisy.i32) -> ()\n  return\n}\n",
      "!t = i32\n",
      "@f",
      "mul",
      "5"};
  std::mt19937 Random(mlir::noisy::test::randomSeed(7));
  for (PositionEncoding Encoding :
       {PositionEncoding::UTF8, PositionEncoding::UTF16,
        PositionEncoding::UTF32}) {
    Client C;
    C.Encoding = Encoding;
    Typist T(makeFunction("f", 12) + makeFunction("h", 9));
    std::string Good = T.text();
    size_t Deltas = 0;
    for (int Round = 0; Round < 150; ++Round) {
      if (Random() % 12 == 0) {
        T.become(Good);
      } else {
        for (size_t Count = 1 + Random() % 3; Count > 0; --Count) {
          size_t Size = T.text().size(), Begin = Random() % (Size + 1);
          size_t End = std::min(
              Size, Begin + (Random() % 2 ? Random() % 4 : Random() % 60));
          T.edit({Begin, Random() % 3 ? Begin : End},
                 Random() % 4 ? Pieces[Random() % std::size(Pieces)] : "");
        }
      }
      auto State = T.build();
      C.ask(*State);
      Deltas += C.Edits.has_value();
      INFO(Round << "\n" << T.text());
      REQUIRE(C.Data == allTokens(*State, Encoding));
    }
    CHECK(Deltas == 149);
  }
}

TEST_CASE("SemanticTokenAnswers: what is kept is bounded", "[token-answers]") {
  SemanticTokenAnswers Answers(20);
  auto answer = [&](const std::string &Uri, const std::string &Previous,
                    size_t Lines) {
    auto State = snapshotOf(std::string(Lines - 1, '\n') + "%a");
    return encode(
        Answers.answer(Uri, Previous, *State, 2, PositionEncoding::UTF16));
  };
  std::string A = answer("a", "", 10)["resultId"];
  std::string B = answer("b", "", 5)["resultId"];
  CHECK(Answers.size() == 15);
  // The one that was asked for last stays.
  A = answer("a", A, 10)["resultId"];
  // Of another document.
  CHECK(answer("b", A, 5).contains("data"));
  B = answer("b", "", 5)["resultId"];
  A = answer("a", A, 10)["resultId"];
  answer("c", "", 10);
  CHECK(Answers.size() == 20);
  CHECK(answer("a", A, 10).contains("edits"));
  CHECK(answer("b", B, 5).contains("data"));
  std::string D = answer("d", "", 25)["resultId"];
  CHECK(Answers.size() == 0);
  CHECK(answer("d", D, 25).contains("data"));
}
