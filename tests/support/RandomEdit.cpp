//===- RandomEdit.cpp - Edits by chance -----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomEdit.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>

using namespace mlir::noisy::test;

namespace {
struct ByteRange {
  size_t Begin, End;

  size_t size() const { return End - Begin; }
};
} // namespace

std::vector<RandomEdit> mlir::noisy::test::makeEdit(std::string CurrentText,
                                                    std::mt19937 &Random) {
  std::vector<RandomEdit> Steps;
  auto edit = [&](ByteRange Old, std::string New) {
    CurrentText.replace(Old.Begin, Old.size(), New);
    Steps.push_back({Old.Begin, Old.End, std::move(New)});
  };
  auto randomBelow = [&](size_t N) { return N == 0 ? 0 : Random() % N; };
  auto lineAt = [&](size_t Offset) {
    size_t Begin = Offset == 0 ? 0 : CurrentText.rfind('\n', Offset - 1) + 1;
    size_t End = CurrentText.find('\n', Offset);
    return ByteRange{Begin,
                     End == std::string::npos ? CurrentText.size() : End + 1};
  };
  auto findAny = [&](const char *Letters) {
    size_t MatchOffset =
        CurrentText.find_first_of(Letters, randomBelow(CurrentText.size()));
    return MatchOffset == std::string::npos ? randomBelow(CurrentText.size())
                                            : MatchOffset;
  };
  size_t EditOffset = randomBelow(CurrentText.size() + 1);
  switch (randomBelow(14)) {
  case 0:
  case 1: { // A letter.
    static constexpr llvm::StringLiteral Letters = "abf01 %@#!=:,.-/\\<>\t";
    edit({EditOffset, EditOffset},
         Letters.substr(randomBelow(Letters.size()), 1).str());
    break;
  }
  case 2: { // A bracket or a quote.
    static constexpr llvm::StringLiteral Letters = "(){}[]\"";
    edit({EditOffset, EditOffset},
         Letters.substr(randomBelow(Letters.size()), 1).str());
    break;
  }
  case 3: // One is lost.
    if (EditOffset = findAny("(){}[]\""); EditOffset < CurrentText.size())
      edit({EditOffset, EditOffset + 1}, "");
    break;
  case 4: // A few bytes are lost.
    edit({EditOffset,
          std::min(EditOffset + 1 + randomBelow(8), CurrentText.size())},
         "");
    break;
  case 5: { // A line is lost, or several.
    ByteRange Line = lineAt(EditOffset);
    for (size_t Repeats = randomBelow(4); Repeats > 0; --Repeats)
      Line.End = lineAt(Line.End).End;
    edit({Line.Begin, std::min(Line.End, CurrentText.size())}, "");
    break;
  }
  case 6: { // A line is moved, or copied.
    ByteRange Line = lineAt(EditOffset);
    std::string MovedText = CurrentText.substr(Line.Begin, Line.size());
    if (randomBelow(2))
      edit(Line, "");
    size_t Target = lineAt(randomBelow(CurrentText.size())).Begin;
    edit({Target, Target}, MovedText);
    break;
  }
  case 7: { // A function is moved, copied or lost.
    size_t Begin = CurrentText.find("func.func", EditOffset);
    if (Begin == std::string::npos)
      break;
    Begin = lineAt(Begin).Begin;
    size_t Next = CurrentText.find("func.func", lineAt(Begin).End);
    ByteRange MovedRange = {Begin, Next == std::string::npos
                                       ? CurrentText.size()
                                       : lineAt(Next).Begin};
    std::string MovedText =
        CurrentText.substr(MovedRange.Begin, MovedRange.size());
    if (randomBelow(3))
      edit(MovedRange, "");
    if (randomBelow(3)) {
      size_t Target = lineAt(randomBelow(CurrentText.size())).Begin;
      edit({Target, Target}, MovedText);
    }
    break;
  }
  case 8: // A line end more, of either kind.
    edit({EditOffset, EditOffset}, randomBelow(2) ? "\n" : "\r\n");
    break;
  case 9: // One less.
    if (EditOffset = findAny("\r\n"); EditOffset < CurrentText.size())
      edit({EditOffset, EditOffset + 1}, "");
    break;
  case 10: { // Something that means something.
    static const char *const Words[] = {"// -----\n",
                                        "!t = i32\n",
                                        "#loc0 = loc(unknown)\n",
                                        "module {\n",
                                        "}\n",
                                        "{-#",
                                        "#-}",
                                        "func.func ",
                                        " loc(#loc1)",
                                        "private ",
                                        "call @f1() : () -> ()\n",
                                        "// é\n",
                                        "func.func private @f1()\n",
                                        "noisy.mul %v0, %v0 : !noisy.i32\n",
                                        "dense_resource<blob>"};
    EditOffset = randomBelow(2) ? lineAt(EditOffset).Begin : EditOffset;
    edit({EditOffset, EditOffset}, Words[randomBelow(std::size(Words))]);
    break;
  }
  case 11: { // A name becomes another.
    EditOffset = findAny("@%#!");
    if (size_t End = std::min(EditOffset + 3, CurrentText.size());
        EditOffset < End) {
      size_t OtherOffset = findAny(CurrentText.substr(EditOffset, 1).c_str());
      edit({EditOffset, End},
           CurrentText.substr(OtherOffset, End - EditOffset));
    }
    break;
  }
  case 12: { // A word becomes another.
    static const char *const Ways[][2] = {
        {"add", "mul"},       {"mul", "add"},       {"private ", ""},
        {"!t", "!noisy.i32"}, {"!noisy.i32", "!t"}, {"max = 30", "max = 50"},
        {"@f1", "@f0"},       {"@f0", "@f1"},       {"return", "retrun"},
        {"i32) ", ""},        {"builtin", "b"},     {"module", "modul"},
        {"noisy.", "arith."}};
    const auto &Way = Ways[randomBelow(std::size(Ways))];
    if (size_t Match = CurrentText.find(Way[0], EditOffset);
        Match != std::string::npos)
      edit({Match, Match + std::strlen(Way[0])}, Way[1]);
    break;
  }
  case 13: { // Indentation.
    ByteRange Line = lineAt(EditOffset);
    if (randomBelow(2))
      edit({Line.Begin, Line.Begin}, randomBelow(2) ? "  " : "\t");
    else if (Line.Begin < CurrentText.size() && CurrentText[Line.Begin] == ' ')
      edit({Line.Begin, Line.Begin + 1}, "");
    break;
  }
  }
  return Steps;
}
