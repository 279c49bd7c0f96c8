//===- NameRulesTest.cpp - How names are written --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/rename/NameRules.h"
#include <catch2/catch.hpp>
#include <vector>

using namespace mlir::noisy::lsp;

static std::string read(char Sigil, const char *Input) {
  auto Name = readNewName(Sigil, Input);
  if (Name) {
    CHECK_FALSE(Name->empty());
    return *Name;
  }
  CHECK(llvm::toString(Name.takeError()) != "");
  return "";
}

TEST_CASE("Names: values and blocks", "[names]") {
  for (char Sigil : {'%', '^'}) {
    CAPTURE(Sigil);
    for (const char *Name :
         {"a", "0", "42", "a_b", "$x", ".y", "-", "_1", "A-1"})
      CHECK(read(Sigil, Name) == Name);
    for (const char *Name : {"", " ", "4a", "a b", "a#1", "ä", "a%b", "@a"})
      CHECK(read(Sigil, Name) == "");
  }
  CHECK(read('%', "%a") == "a");
  CHECK(read('%', " %a\n") == "a");
  CHECK(read('^', "^bb1") == "bb1");
  CHECK(read('%', "^a") == "");
  CHECK(read('%', "%%a") == "");
  CHECK(llvm::toString(readNewName('%', "4a").takeError()) ==
        "'4a' is not a valid name for a value: the % is followed by digits "
        "only, or by a letter or one of $ . _ - and then letters, digits and "
        "these");
}

TEST_CASE("Names: aliases", "[names]") {
  CHECK(read('#', "#map") == "map");
  CHECK(read('#', "map") == "map");
  CHECK(read('!', "!t-1") == "t-1");
  CHECK(read('!', "4") == "4");
  CHECK(read('!', "#t") == "");
  CHECK(llvm::toString(readNewName('#', "a.b").takeError()) ==
        "'a.b' is not a valid alias name: names with a '.' are reserved for "
        "dialects");
}

TEST_CASE("Names: symbols can be anything", "[names]") {
  CHECK(read('@', "@f") == "f");
  CHECK(read('@', "f") == "f");
  CHECK(read('@', "a b") == "a b");
  CHECK(read('@', "@\"a b\"") == "a b");
  CHECK(read('@', "\"a \\22\"") == "a \"");
  CHECK(read('@', "\"a") == "\"a");
  CHECK(read('@', "@") == "");
  CHECK(read('@', "\"\"") == "");
  for (const char *Bare : {"f", "_", "a.b$c_4"})
    CHECK(isBareSymbol(Bare));
  for (const char *QuotedName : {"", "4", "$a", "a-b", "a b", "ä"})
    CHECK_FALSE(isBareSymbol(QuotedName));
  CHECK(escapeName("a \"b\" \\ ä\n") == "a \\22b\\22 \\\\ ä\\0A");
}

TEST_CASE("Names: what they run into", "[names]") {
  CHECK(goesOn('%', "x", '-'));
  CHECK(goesOn('%', "x", '1'));
  CHECK_FALSE(goesOn('%', "4", '-'));
  CHECK(goesOn('%', "4", '1'));
  CHECK_FALSE(goesOn('%', "x", '#'));
  CHECK_FALSE(goesOn('@', "f", '-'));
  CHECK(goesOn('@', "f", '.'));
}

TEST_CASE("Names: found in a text", "[names]") {
  auto find = [](const char *Text, char Sigil) {
    std::vector<std::string> Names;
    forEachName(Text, Sigil, [&](ByteRange Range) {
      Names.push_back(
          llvm::StringRef(Text).slice(Range.Begin, Range.End).str());
    });
    return Names;
  };
  const char *Text = "%r#1, %4x ^b(%c: !t<#m>) \"%d\" // %e\n%f %";
  CHECK(find(Text, '%') == std::vector<std::string>{"%r", "%4", "%c", "%f"});
  CHECK(find(Text, '#') == std::vector<std::string>{"#m"});
  CHECK(find(Text, '!') == std::vector<std::string>{"!t"});
  CHECK(find(Text, '^') == std::vector<std::string>{"^b"});
}

TEST_CASE("Names: words", "[names]") {
  CHECK(findWord("a fg f(", "f") == 5);
  CHECK(findWord("x%f", "%f") == 1);
  CHECK(findWord("%fg %f", "%f") == 4);
  CHECK(findWord("f", "f") == 0);
  CHECK(findWord("f.f gf", "f") == llvm::StringRef::npos);
}
