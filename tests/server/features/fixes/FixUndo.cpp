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
static bool isGapWithout(const std::string &Gap, const std::string &MergedGap,
                         unsigned Count, bool IsRemoval) {
  if (Gap.size() > MergedGap.size())
    return false;
  size_t DroppedSize = MergedGap.size() - Gap.size();
  for (size_t Offset = 0; Offset <= Gap.size(); ++Offset) {
    if (MergedGap.compare(0, Offset, Gap, 0, Offset) != 0 ||
        MergedGap.compare(Offset + DroppedSize, std::string::npos, Gap,
                          Offset) != 0)
      continue;
    std::string Middle = MergedGap.substr(Offset, DroppedSize);
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

/// Compares `LessTokens` with `MoreTokens` without the operations of the tokens
/// that `findEnd` gives an end to, and with their results renamed.
template <typename FindEnd>
static std::string compareWithout(const Lexemes &LessTokens,
                                  const Lexemes &MoreTokens, unsigned &Count,
                                  bool IsRemoval, FindEnd findEnd) {
  // What is reduced, by the name of its reduction.
  std::map<std::string, std::string> Names;
  Count = 0;
  for (size_t I = 0; I < MoreTokens.size(); ++I)
    if (size_t End = findEnd(I)) {
      std::string Name = MoreTokens[I].Text;
      size_t Operand = I + 1;
      while (!MoreTokens[Operand].Text.starts_with("%"))
        ++Operand;
      Names[Name] = MoreTokens[Operand].Text;
      I = End - 1;
    }
  auto isSame = [&](const std::string &Old, std::string New) {
    // Another function may have the name of what is new, or gone.
    if (Old == New)
      return true;
    for (auto Match = Names.find(New); Match != Names.end();
         Match = Names.find(New)) {
      New = Match->second;
      if (Old == New || Old + "#0" == New)
        return true;
    }
    return false;
  };
  size_t I = 0;
  for (size_t K = 0; K < LessTokens.size(); ++K, ++I) {
    if (I >= MoreTokens.size())
      return "the text ends early";
    unsigned InsertedCount = 0;
    std::string Gap = MoreTokens[I].Gap;
    while (size_t End = findEnd(I)) {
      // One that was there.
      if (!IsRemoval && MoreTokens[I].Text == LessTokens[K].Text)
        break;
      ++InsertedCount;
      ++Count;
      I = End;
      Gap += MoreTokens[I].Gap;
    }
    if (InsertedCount == 0
            ? Gap != LessTokens[K].Gap
            : !isGapWithout(LessTokens[K].Gap, Gap, InsertedCount, IsRemoval))
      return "other white space at " + describe(LessTokens, K);
    if (!isSame(LessTokens[K].Text, MoreTokens[I].Text))
      return "'" + MoreTokens[I].Text + "' for '" + LessTokens[K].Text +
             "' at " + describe(LessTokens, K);
  }
  return I == MoreTokens.size() ? "" : "the text goes on";
}

std::string mlir::noisy::lsp::test::undoReductions(const std::string &LessText,
                                                   const std::string &MoreText,
                                                   unsigned &Count) {
  Lexemes LessTokens = lex(LessText), MoreTokens = lex(MoreText);
  auto findEnd = [&](size_t I) -> size_t {
    static const std::vector<std::string> Form = {
        "%", " =", " noisy.reduce_noise", " %", " :", " !noisy.i32"};
    if (I + Form.size() > MoreTokens.size())
      return 0;
    for (size_t K = 0; K < Form.size(); ++K) {
      std::string Token =
          (K ? MoreTokens[I + K].Gap : "") + MoreTokens[I + K].Text;
      if (Form[K].ends_with("%") ? !Token.starts_with(Form[K])
                                 : Token != Form[K])
        return 0;
    }
    return I + Form.size();
  };
  return compareWithout(LessTokens, MoreTokens, Count, /*IsRemoval=*/false,
                        findEnd);
}

std::string mlir::noisy::lsp::test::undoRemoval(const std::string &Old,
                                                size_t RemovedOffset,
                                                const std::string &New) {
  Lexemes LessTokens = lex(New), MoreTokens = lex(Old);
  size_t Begin = 0;
  for (size_t Offset = 0; Begin < MoreTokens.size(); ++Begin) {
    Offset += MoreTokens[Begin].Gap.size();
    if (Offset >= RemovedOffset)
      break;
    Offset += MoreTokens[Begin].Text.size();
  }
  // Where it ends does not have to be known.
  std::string Reason = "no operation is gone";
  for (size_t End = Begin + 6; End < MoreTokens.size(); ++End) {
    auto findEnd = [&](size_t I) { return I == Begin ? End : 0; };
    unsigned Count = 0;
    Reason = compareWithout(LessTokens, MoreTokens, Count, /*IsRemoval=*/true,
                            findEnd);
    if (Reason.empty())
      return Reason;
  }
  return Reason;
}

std::string mlir::noisy::lsp::test::undoBound(const std::string &OldText,
                                              const std::string &NewText) {
  Lexemes Tokens = lex(NewText);
  for (size_t I = 1; I + 5 < Tokens.size(); ++I) {
    if (Tokens[I].Text != "noisy.bound" || Tokens[I + 1].Text != "=" ||
        Tokens[I + 3].Text != ":" || Tokens[I + 4].Text != "i64")
      continue;
    auto drop = [&](size_t Begin, size_t End, const std::string &Open = "",
                    const std::string &Close = "") {
      Lexemes LessTokens(Tokens);
      LessTokens.erase(LessTokens.begin() + Begin, LessTokens.begin() + End);
      if (!Open.empty()) {
        if (Begin < 2 || LessTokens[Begin].Text != Close ||
            LessTokens[Begin - 2].Text != Open)
          return false;
        // `(t {...})` was `t`.
        LessTokens[Begin - 1].Gap = LessTokens[Begin - 2].Gap;
        LessTokens.erase(LessTokens.begin() + Begin);
        LessTokens.erase(LessTokens.begin() + Begin - 2);
      }
      return join(LessTokens) == OldText;
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

std::string mlir::noisy::lsp::test::undoToken(const std::string &OldText,
                                              const std::string &NewText) {
  Lexemes Old = lex(OldText), New = lex(NewText);
  if (Old.size() != New.size())
    return "other tokens";
  unsigned ChangedCount = 0;
  for (size_t I = 0; I < Old.size(); ++I) {
    if (Old[I].Gap != New[I].Gap)
      return "other white space at " + describe(Old, I);
    ChangedCount += Old[I].Text != New[I].Text;
  }
  return ChangedCount == 1 ? ""
                           : std::to_string(ChangedCount) + " tokens changed";
}

std::string mlir::noisy::lsp::test::undoConstant(const std::string &OldText,
                                                 const std::string &NewText) {
  Lexemes Old = lex(OldText), New = lex(NewText);
  auto isSame = [](const Lexeme &A, const Lexeme &B) {
    return A.Gap == B.Gap && A.Text == B.Text;
  };
  size_t PrefixSize = 0, SuffixSize = 0;
  while (PrefixSize < std::min(Old.size(), New.size()) &&
         isSame(Old[PrefixSize], New[PrefixSize]))
    ++PrefixSize;
  // The name of an operation, and what it is now.
  if (PrefixSize == New.size() || Old[PrefixSize].Gap != New[PrefixSize].Gap)
    return "other white space at " + describe(Old, PrefixSize);
  if (New[PrefixSize].Text != "arith.constant")
    return "no constant at " + describe(New, PrefixSize);
  while (SuffixSize < std::min(Old.size(), New.size()) - PrefixSize - 1 &&
         isSame(Old[Old.size() - 1 - SuffixSize],
                New[New.size() - 1 - SuffixSize]))
    ++SuffixSize;
  std::vector<std::string> OldComments, NewComments, Rest;
  for (size_t I = PrefixSize; I < Old.size() - SuffixSize; ++I)
    if (Old[I].isComment())
      OldComments.push_back(Old[I].Text);
  for (size_t I = PrefixSize; I < New.size() - SuffixSize; ++I)
    (New[I].isComment() ? NewComments : Rest).push_back(New[I].Text);
  if (OldComments != NewComments)
    return "other comments at " + describe(New, PrefixSize);
  // arith.constant 0 : index, without what the old operation ended with, too.
  return Rest.size() <= 5
             ? ""
             : "more than a constant at " + describe(New, PrefixSize);
}
