//===- SymbolNameTest.cpp - How symbols are written -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/SymbolName.h"
#include <catch2/catch.hpp>
#include <vector>

using namespace mlir::noisy::lsp;

TEST_CASE("Symbol names: as MLIR reads them", "[names]") {
  CHECK(symbolLength("@f(") == 2);
  CHECK(symbolLength("@f-> i32") == 2);
  CHECK(symbolLength("@_a.b$4 ") == 7);
  CHECK(symbolLength("@\"a \\\" b\" c") == 9);
  for (const char *BadName : {"", "@", "f", "@4", "@-a", "@\"a", "@\"a\n\""})
    CHECK(symbolLength(BadName) == 0);
  CHECK(symbolName("@f") == "f");
  CHECK(symbolName("@\"a \\22\\n\\\\\"") == "a \"\n\\");
}

TEST_CASE("Symbol names: paths", "[names]") {
  std::vector<std::vector<std::string>> Results;
  llvm::StringRef Text =
      "@a @b::@\"c\" \"@d\" // @e\n@f :: @g :: h @i::\n@j @4";
  forEachSymbolPath(Text, [&](llvm::ArrayRef<ByteRange> Path) {
    Results.emplace_back();
    for (ByteRange Range : Path)
      Results.back().push_back(Text.slice(Range.Begin, Range.End).str());
  });
  CHECK(Results == std::vector<std::vector<std::string>>{
                       {"@a"}, {"@b", "@\"c\""}, {"@f", "@g"}, {"@i", "@j"}});
}
