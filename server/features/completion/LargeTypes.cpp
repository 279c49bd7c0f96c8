//===- LargeTypes.cpp - Types that are too large to print -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/LargeTypes.h"
#include "server/parse/PrintedText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

static bool isAliasByte(char C) {
  return llvm::isAlnum(C) || StringRef("_$-").contains(C);
}

/// The name with its sigil that `Text` begins with; empty when it has none.
static StringRef takeAlias(StringRef Text) {
  if (Text.empty() || !StringRef("#!").contains(Text.front()))
    return {};
  StringRef Name = Text.drop_front().take_while(isAliasByte);
  // A dot makes it the name of a dialect.
  bool IsAlias =
      !Name.empty() && !Text.drop_front(1 + Name.size()).starts_with(".");
  return IsAlias ? Text.take_front(1 + Name.size()) : StringRef();
}

/// The end of the definition that goes on at `Begin`: of the line in which all
/// brackets are closed.
static size_t findEnd(StringRef Text, size_t Begin) {
  int Depth = 0;
  for (size_t I = Begin; I != Text.size(); ++I) {
    if (StringRef("<([{").contains(Text[I]))
      ++Depth;
    else if (StringRef(")]}").contains(Text[I]) ||
             (Text[I] == '>' && Text[I - 1] != '-'))
      --Depth;
    else if (Text[I] == '\n' && Depth <= 0)
      return I;
  }
  return Text.size();
}

void mlir::noisy::lsp::elideLargeTypes(std::string &Text) {
  StringRef All = Text;
  if (!All.starts_with("!") && !All.contains("\n!"))
    return;
  // How many parts are printed for each alias.
  llvm::StringMap<uint64_t> Parts;
  std::string Result;
  size_t Copied = 0;
  for (size_t Line = 0; Line < All.size();) {
    StringRef Name = takeAlias(All.substr(Line));
    size_t Assign = All.find_first_not_of(" \t", Line + Name.size());
    if (Name.empty() || Assign == StringRef::npos || All[Assign] != '=') {
      Line = All.find('\n', Line);
      Line += Line != StringRef::npos;
      continue;
    }
    size_t Begin = Assign + 1, End = findEnd(All, Begin);
    uint64_t Sum = 1;
    for (size_t I = Begin; I != End; ++I)
      if (StringRef Used = takeAlias(All.slice(I, End)); !Used.empty()) {
        Sum += std::min(Parts.lookup(Used), MaxPrintedParts + 1);
        I += Used.size() - 1;
      }
    Parts[Name] = Sum;
    if (Name.front() == '!' && Sum > MaxPrintedParts) {
      Result += All.slice(Copied, Begin);
      Result += " !elided.type";
      Copied = End;
    }
    Line = End + 1;
  }
  if (Copied == 0)
    return;
  Result += All.drop_front(Copied);
  Text = std::move(Result);
}
