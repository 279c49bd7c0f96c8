//===- UsedNamesTest.cpp - Names that new values must not have ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/UsedNames.h"
#include "tests/server/AnnotatedText.h"
#include <set>

using namespace mlir::noisy::lsp;

static std::set<std::string> namesIn(llvm::StringRef Text) {
  std::set<std::string> Result;
  for (const auto &Entry : findUsedNames(Text))
    Result.insert(Entry.getKey().str());
  return Result;
}

TEST_CASE("UsedNames: those of regions that have ended are free", "[snippet]") {
  using Names = std::set<std::string>;
  CHECK(namesIn("func.func @f(%a: i32) attributes {b} {\n  scf.for %i = %a") ==
        Names{"a", "i"});
  CHECK(namesIn("%r, %s:2 = scf.for %i = %a {\n%b = x\n}\n%c#0") ==
        Names{"r", "s", "c"});
  CHECK(namesIn("%a = c\nscf.if %a {\n  %b = x\n} else {\n  %d = x\n") ==
        Names{"a", "d"});
  CHECK(namesIn("%a = x {b = 1 : i32} : i32\n}") == Names{"a"});
  CHECK(namesIn("") == Names{});
}
