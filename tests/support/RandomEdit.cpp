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
struct Range {
  size_t Begin, End;

  size_t size() const { return End - Begin; }
};
} // namespace

std::vector<RandomEdit> mlir::noisy::test::makeEdit(std::string Now,
                                                    std::mt19937 &Random) {
  std::vector<RandomEdit> Steps;
  auto edit = [&](Range Old, std::string New) {
    Now.replace(Old.Begin, Old.size(), New);
    Steps.push_back({Old.Begin, Old.End, std::move(New)});
  };
  auto below = [&](size_t N) { return N == 0 ? 0 : Random() % N; };
  auto lineAt = [&](size_t Offset) {
    size_t Begin = Offset == 0 ? 0 : Now.rfind('\n', Offset - 1) + 1;
    size_t End = Now.find('\n', Offset);
    return Range{Begin, End == std::string::npos ? Now.size() : End + 1};
  };
  auto findAny = [&](const char *Letters) {
    size_t At = Now.find_first_of(Letters, below(Now.size()));
    return At == std::string::npos ? below(Now.size()) : At;
  };
  size_t At = below(Now.size() + 1);
  switch (below(14)) {
  case 0:
  case 1: { // A letter.
    static constexpr llvm::StringLiteral Letters = "abf01 %@#!=:,.-/\\<>\t";
    edit({At, At}, Letters.substr(below(Letters.size()), 1).str());
    break;
  }
  case 2: { // A bracket or a quote.
    static constexpr llvm::StringLiteral Letters = "(){}[]\"";
    edit({At, At}, Letters.substr(below(Letters.size()), 1).str());
    break;
  }
  case 3: // One is lost.
    if (At = findAny("(){}[]\""); At < Now.size())
      edit({At, At + 1}, "");
    break;
  case 4: // A few bytes are lost.
    edit({At, std::min(At + 1 + below(8), Now.size())}, "");
    break;
  case 5: { // A line is lost, or several.
    Range Line = lineAt(At);
    for (size_t More = below(4); More > 0; --More)
      Line.End = lineAt(Line.End).End;
    edit({Line.Begin, std::min(Line.End, Now.size())}, "");
    break;
  }
  case 6: { // A line is moved, or copied.
    Range Line = lineAt(At);
    std::string Moved = Now.substr(Line.Begin, Line.size());
    if (below(2))
      edit(Line, "");
    size_t To = lineAt(below(Now.size())).Begin;
    edit({To, To}, Moved);
    break;
  }
  case 7: { // A function is moved, copied or lost.
    size_t Begin = Now.find("func.func", At);
    if (Begin == std::string::npos)
      break;
    Begin = lineAt(Begin).Begin;
    size_t Next = Now.find("func.func", lineAt(Begin).End);
    Range Where = {Begin,
                   Next == std::string::npos ? Now.size() : lineAt(Next).Begin};
    std::string Moved = Now.substr(Where.Begin, Where.size());
    if (below(3))
      edit(Where, "");
    if (below(3)) {
      size_t To = lineAt(below(Now.size())).Begin;
      edit({To, To}, Moved);
    }
    break;
  }
  case 8: // A line end more, of either kind.
    edit({At, At}, below(2) ? "\n" : "\r\n");
    break;
  case 9: // One less.
    if (At = findAny("\r\n"); At < Now.size())
      edit({At, At + 1}, "");
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
    At = below(2) ? lineAt(At).Begin : At;
    edit({At, At}, Words[below(std::size(Words))]);
    break;
  }
  case 11: { // A name becomes another.
    At = findAny("@%#!");
    if (size_t End = std::min(At + 3, Now.size()); At < End) {
      size_t Other = findAny(Now.substr(At, 1).c_str());
      edit({At, End}, Now.substr(Other, End - At));
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
    const auto &Way = Ways[below(std::size(Ways))];
    if (size_t Found = Now.find(Way[0], At); Found != std::string::npos)
      edit({Found, Found + std::strlen(Way[0])}, Way[1]);
    break;
  }
  case 13: { // Indentation.
    Range Line = lineAt(At);
    if (below(2))
      edit({Line.Begin, Line.Begin}, below(2) ? "  " : "\t");
    else if (Line.Begin < Now.size() && Now[Line.Begin] == ' ')
      edit({Line.Begin, Line.Begin + 1}, "");
    break;
  }
  }
  return Steps;
}
