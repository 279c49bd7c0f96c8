//===- Fingerprints.cpp - Findings that stay the same ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/Fingerprints.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The text without blanks, and with `%` for `%12`.
static std::string normalise(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (llvm::isSpace(Text[I]))
      continue;
    Result += Text[I];
    if (Text[I] == '%')
      while (I + 1 < Text.size() && llvm::isDigit(Text[I + 1]))
        ++I;
  }
  return Result;
}

/// The symbol that a line defines, if functions or modules are defined by such
/// lines.
static std::optional<StringRef> definedBy(StringRef Line) {
  constexpr StringRef Keywords[] = {"func", "module", "gpu.func"};
  StringRef Code = Line.ltrim();
  size_t At = Code.find('@');
  if (At == StringRef::npos || llvm::none_of(Keywords, [&](StringRef Word) {
        return Code.starts_with(Word);
      }))
    return std::nullopt;
  return Code.substr(At).take_while([](char C) {
    return llvm::isAlnum(C) || StringRef("@_$.-\"").contains(C);
  });
}

void mlir::noisy::lsp::setFingerprints(FileReport &Report) {
  const Text &Contents = Report.Contents;
  auto Line = [&](size_t Number) {
    return Contents.bytes().slice(Contents.lineStart(Number),
                                  Contents.lineEnd(Number));
  };
  llvm::StringMap<unsigned> Seen;
  std::string Symbol;
  size_t Passed = 0;
  for (Finding &Each : Report.Findings) {
    const Diagnostic &Problem = Each.Diagnostic;
    size_t At =
        std::min<size_t>(Problem.Range.Start.Line, Contents.lineCount() - 1);
    for (; Passed <= At; ++Passed)
      if (std::optional<StringRef> Defined = definedBy(Line(Passed)))
        Symbol = Defined->str();
    std::string Key = Problem.Code + '\0' + normalise(Line(At)) + '\0' + Symbol;
    if (Problem.Code.empty())
      Key += '\0' + normalise(Problem.Message);
    if (unsigned Count = Seen[Key]++)
      Key += '\0' + std::to_string(Count);
    Each.Fingerprint = llvm::utohexstr(llvm::xxh3_64bits(Key),
                                       /*LowerCase=*/true, /*Width=*/16);
  }
}
