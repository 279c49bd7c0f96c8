//===- TypeDefinitionTest.cpp - Where the type of a value is defined ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/TypeDefinition.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

/// The aliases of the type of the value at each place.
static std::vector<Strings> aliasesAt(const char *MarkedText) {
  AnnotatedText T(MarkedText);
  auto State = snapshotOf(T.Text);
  std::vector<Strings> Result;
  for (size_t Place : T.Places) {
    std::optional<TypeDefinition> Found = findTypeDefinition(*State, Place);
    Strings Names;
    if (!Found)
      Names.push_back("none");
    else
      for (const Definitions::Target &Alias : Found->Aliases)
        Names.push_back(T.Text.substr(Alias.Name.Begin, Alias.Name.size()));
    Result.push_back(Names);
  }
  return Result;
}

TEST_CASE("TypeDefinition: the alias of the type", "[type-definition]") {
  CHECK(aliasesAt(R"(!ct = !noisy.i32
!other = i32
!row = tensor<4 x !ct>
func.func @f(%|a: !ct, %|b: !row, %|c: i64, %|d: i32) -> !ct {
  %|0 = noisy.add %|a, %a : !ct
  |return %0 : !ct
})") == std::vector<Strings>{
            {"!ct"}, {"!row"}, {}, {"!other"}, {"!ct"}, {"!ct"}, {"none"}});
}

TEST_CASE("TypeDefinition: the aliases in a type without one of its own",
          "[type-definition]") {
  CHECK(aliasesAt(R"(!ct = !noisy.i32
!word = i32
!short = i3
func.func @f(%|a: tensor<8x!ct>, %|b: tuple<!word, i64>, %|c: memref<?x!word>,
             %|d: i321) {
  return
})") == std::vector<Strings>{{"!ct"}, {"!word"}, {"!word"}, {}});
}

TEST_CASE("TypeDefinition: each part of a file has its aliases",
          "[type-definition]") {
  CHECK(aliasesAt(R"(!a = i32
func.func @f(%|a: !a) { return }
// -----
!b = i32
func.func @f(%|a: !b) { return }
)") == std::vector<Strings>{{"!a"}, {"!b"}});
}

TEST_CASE("TypeDefinition: aliases that double each time end",
          "[type-definition]") {
  std::string Text = "!a0 = i32\n";
  for (int I = 1; I < 60; ++I) {
    std::string Last = "!a" + std::to_string(I - 1);
    Text += "!a" + std::to_string(I) + " = tuple<" + Last + ", " + Last + ">\n";
  }
  Text += "func.func @f(%|a: !a0) { return }\n";
  CHECK(aliasesAt(Text.c_str()) == std::vector<Strings>{{"!a0"}});
}

TEST_CASE("TypeDefinition: aliases of long types end", "[type-definition]") {
  std::string Text = "!a0 = tuple<i1";
  for (int I = 0; I < 5000; ++I)
    Text += ", i32";
  Text += ">\n";
  for (int I = 1; I < 6; ++I) {
    Text += "!a" + std::to_string(I) + " = tuple<i1";
    for (int J = 0; J < 60; ++J)
      Text += ", !a" + std::to_string(I - 1);
    Text += ">\n";
  }
  Text += "!x = i32\nfunc.func @f(%|a: i32) { return }\n";
  CHECK(aliasesAt(Text.c_str()) == std::vector<Strings>{{"!x"}});
}

TEST_CASE("TypeDefinition: an alias of an alias, and so on",
          "[type-definition]") {
  std::string Text = "!a0 = tuple<i32>\n";
  for (int I = 1; I < 100; ++I)
    Text += "!a" + std::to_string(I) + " = tuple<!a" + std::to_string(I - 1) +
            ">\n";
  Text += "func.func @f(%|a: !a99) { return }\n";
  CHECK(aliasesAt(Text.c_str()) == std::vector<Strings>{{"!a99"}});
}
