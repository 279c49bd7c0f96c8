//===- FixUndo.cpp - Fixes taken back, by their letters -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/fixes/FixUndo.h"
#include "tests/server/features/fixes/TextLayouts.h"
#include <map>
#include <set>

using namespace mlir::noisy::lsp::test;

using Lexemes = std::vector<Lexeme>;

static std::string describe(const Lexemes &Tokens, size_t I) {
  std::string Text = "token " + std::to_string(I) + ", behind '";
  for (size_t K = I < 4 ? 0 : I - 4; K < std::min(I, Tokens.size()); ++K)
    Text += Tokens[K].Gap + Tokens[K].Text;
  return Text + "'";
}

/// Whether `Gap` is what the gaps around `Count` inserted operations are
/// together, without one blank or one line end and indentation for each, in
/// one piece.
static bool isGapWithout(const std::string &Gap, const std::string &Together,
                         unsigned Count, bool IsRemoval) {
  if (Gap.size() > Together.size())
    return false;
  size_t Dropped = Together.size() - Gap.size();
  for (size_t At = 0; At <= Gap.size(); ++At) {
    if (Together.compare(0, At, Gap, 0, At) != 0 ||
        Together.compare(At + Dropped, std::string::npos, Gap, At) != 0)
      continue;
    std::string Middle = Together.substr(At, Dropped);
    unsigned LineEnds = 0;
    for (size_t I = 0; I < Middle.size(); ++I)
      LineEnds += Middle[I] == '\r' ||
                  (Middle[I] == '\n' && (I == 0 || Middle[I - 1] != '\r'));
    if (IsRemoval ? LineEnds <= Count
                  : LineEnds == Count ||
                        (LineEnds == 0 && Middle == std::string(Count, ' ')) ||
                        (LineEnds < Count && Count > 1))
      return true;
  }
  return false;
}

/// Compares `Less` with `More` without the operations of the tokens that
/// `findEnd` gives an end to, and with their results renamed.
template <typename FindEnd>
static std::string compareWithout(const Lexemes &Less, const Lexemes &More,
                                  unsigned &Count, bool IsRemoval,
                                  FindEnd findEnd) {
  // What is reduced, by the name of its reduction.
  std::map<std::string, std::string> Names;
  Count = 0;
  for (size_t I = 0; I < More.size(); ++I)
    if (size_t End = findEnd(I)) {
      std::string Name = More[I].Text;
      size_t Operand = I + 1;
      while (!More[Operand].Text.starts_with("%"))
        ++Operand;
      Names[Name] = More[Operand].Text;
      I = End - 1;
    }
  auto isSame = [&](const std::string &Old, std::string New) {
    // Another function may have the name of what is new, or gone.
    if (Old == New)
      return true;
    for (auto Found = Names.find(New); Found != Names.end();
         Found = Names.find(New)) {
      New = Found->second;
      if (Old == New || Old + "#0" == New)
        return true;
    }
    return false;
  };
  size_t I = 0;
  for (size_t K = 0; K < Less.size(); ++K, ++I) {
    if (I >= More.size())
      return "the text ends early";
    unsigned Inserted = 0;
    std::string Gap = More[I].Gap;
    while (size_t End = findEnd(I)) {
      // One that was there.
      if (!IsRemoval && More[I].Text == Less[K].Text)
        break;
      ++Inserted;
      ++Count;
      I = End;
      Gap += More[I].Gap;
    }
    if (Inserted == 0 ? Gap != Less[K].Gap
                      : !isGapWithout(Less[K].Gap, Gap, Inserted, IsRemoval))
      return "other white space at " + describe(Less, K);
    if (!isSame(Less[K].Text, More[I].Text))
      return "'" + More[I].Text + "' for '" + Less[K].Text + "' at " +
             describe(Less, K);
  }
  return I == More.size() ? "" : "the text goes on";
}

std::string mlir::noisy::lsp::test::undoReductions(const std::string &LessText,
                                                   const std::string &MoreText,
                                                   unsigned &Count) {
  Lexemes Less = lex(LessText), More = lex(MoreText);
  auto findEnd = [&](size_t I) -> size_t {
    static const std::vector<std::string> Form = {
        "%", " =", " noisy.reduce_noise", " %", " :", " !noisy.i32"};
    if (I + Form.size() > More.size())
      return 0;
    for (size_t K = 0; K < Form.size(); ++K) {
      std::string Token = (K ? More[I + K].Gap : "") + More[I + K].Text;
      if (Form[K].ends_with("%") ? !Token.starts_with(Form[K])
                                 : Token != Form[K])
        return 0;
    }
    return I + Form.size();
  };
  return compareWithout(Less, More, Count, /*IsRemoval=*/false, findEnd);
}

std::string mlir::noisy::lsp::test::undoRemoval(const std::string &Old,
                                                size_t At,
                                                const std::string &New) {
  Lexemes Less = lex(New), More = lex(Old);
  size_t Begin = 0;
  for (size_t Offset = 0; Begin < More.size(); ++Begin) {
    Offset += More[Begin].Gap.size();
    if (Offset >= At)
      break;
    Offset += More[Begin].Text.size();
  }
  // Where it ends does not have to be known.
  std::string Why = "no operation is gone";
  for (size_t End = Begin + 6; End < More.size(); ++End) {
    auto findEnd = [&](size_t I) { return I == Begin ? End : 0; };
    unsigned Count = 0;
    Why = compareWithout(Less, More, Count, /*IsRemoval=*/true, findEnd);
    if (Why.empty())
      return Why;
  }
  return Why;
}

std::string mlir::noisy::lsp::test::undoBound(const std::string &Before,
                                              const std::string &After) {
  Lexemes Tokens = lex(After);
  for (size_t I = 1; I + 5 < Tokens.size(); ++I) {
    if (Tokens[I].Text != "noisy.bound" || Tokens[I + 1].Text != "=" ||
        Tokens[I + 3].Text != ":" || Tokens[I + 4].Text != "i64")
      continue;
    auto drop = [&](size_t Begin, size_t End, const std::string &Open = "",
                    const std::string &Close = "") {
      Lexemes Less(Tokens);
      Less.erase(Less.begin() + Begin, Less.begin() + End);
      if (!Open.empty()) {
        if (Begin < 2 || Less[Begin].Text != Close ||
            Less[Begin - 2].Text != Open)
          return false;
        // `(t {...})` was `t`.
        Less[Begin - 1].Gap = Less[Begin - 2].Gap;
        Less.erase(Less.begin() + Begin);
        Less.erase(Less.begin() + Begin - 2);
      }
      return join(Less) == Before;
    };
    // In a dictionary that was there, in one of its own, and in brackets.
    if (drop(I - 1, I + 5) || drop(I, I + 5) || drop(I - 1, I + 6) ||
        drop(I - 1, I + 6, "(", ")"))
      return "";
    // , arg_attrs = [{}, {noisy.bound = ...}]
    size_t Begin = I, End = I;
    while (Begin > 0 && Tokens[Begin].Text != "arg_attrs" &&
           Tokens[Begin].Text != "res_attrs")
      --Begin;
    while (End < Tokens.size() && Tokens[End].Text != "]")
      ++End;
    if (Begin > 0 && End < Tokens.size() && drop(Begin - 1, End + 1))
      return "";
  }
  return "no 'noisy.bound' leaves the old text";
}

std::string mlir::noisy::lsp::test::undoToken(const std::string &Before,
                                              const std::string &After) {
  Lexemes Old = lex(Before), New = lex(After);
  if (Old.size() != New.size())
    return "other tokens";
  unsigned Changed = 0;
  for (size_t I = 0; I < Old.size(); ++I) {
    if (Old[I].Gap != New[I].Gap)
      return "other white space at " + describe(Old, I);
    Changed += Old[I].Text != New[I].Text;
  }
  return Changed == 1 ? "" : std::to_string(Changed) + " tokens changed";
}

std::string mlir::noisy::lsp::test::undoConstant(const std::string &Before,
                                                 const std::string &After) {
  Lexemes Old = lex(Before), New = lex(After);
  auto isSame = [](const Lexeme &A, const Lexeme &B) {
    return A.Gap == B.Gap && A.Text == B.Text;
  };
  size_t Same = 0, Behind = 0;
  while (Same < std::min(Old.size(), New.size()) &&
         isSame(Old[Same], New[Same]))
    ++Same;
  // The name of an operation, and what it is now.
  if (Same == New.size() || Old[Same].Gap != New[Same].Gap)
    return "other white space at " + describe(Old, Same);
  if (New[Same].Text != "arith.constant")
    return "no constant at " + describe(New, Same);
  while (Behind < std::min(Old.size(), New.size()) - Same - 1 &&
         isSame(Old[Old.size() - 1 - Behind], New[New.size() - 1 - Behind]))
    ++Behind;
  std::vector<std::string> OldComments, NewComments, Rest;
  for (size_t I = Same; I < Old.size() - Behind; ++I)
    if (Old[I].isComment())
      OldComments.push_back(Old[I].Text);
  for (size_t I = Same; I < New.size() - Behind; ++I)
    (New[I].isComment() ? NewComments : Rest).push_back(New[I].Text);
  if (OldComments != NewComments)
    return "other comments at " + describe(New, Same);
  // arith.constant 0 : index, without what the old operation ended with, too.
  return Rest.size() <= 5 ? ""
                          : "more than a constant at " + describe(New, Same);
}
