//===- LargeTypesTest.cpp - Types that are too large to print -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/LargeTypes.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static std::string elide(std::string Text) {
  elideLargeTypes(Text);
  return Text;
}

/// Aliases, each of which uses the one before twice.
static std::string makeAliases(unsigned Count, const std::string &Sigil,
                               const std::string &Type) {
  std::string Text = Sigil + "t0 = " + Type + "<i32>\n";
  for (unsigned I = 1; I <= Count; ++I) {
    std::string Old = Sigil + "t" + std::to_string(I - 1);
    Text += Sigil + "t" + std::to_string(I) + " = " + Type + "<" + Old +
            ",\n " + Old + ">\n";
  }
  return Text;
}

TEST_CASE("Large types: what can be printed stays", "[large-types]") {
  for (const std::string &Text :
       {std::string(), std::string("!t"), std::string("!t ="),
        std::string("!t = tuple<"), makeAliases(10, "!", "tuple"),
        std::string("!a = !b.c<d\n  -> e>\nfunc.func @f(%a: !a) {\n")})
    CHECK(elide(Text) == Text);
}

TEST_CASE("Large types: what doubles each time is replaced", "[large-types]") {
  std::string Rest = "func.func @f(%a: !t60) {\n  return %";
  std::string Text = elide(makeAliases(60, "!", "tuple") + Rest);
  CHECK(Text.starts_with(makeAliases(12, "!", "tuple")));
  CHECK(Text.ends_with("\n!t60 = !elided.type\n" + Rest));
  CHECK(Text.find("!t20 = !elided.type\n!t21 = !elided.type\n") !=
        std::string::npos);
}

TEST_CASE("Large types: attributes count for the types that use them",
          "[large-types]") {
  std::string Attributes = makeAliases(60, "#", "#a.b");
  CHECK(elide(Attributes + "!t = !c.d<#t60>\n!u = !c.d<#t2>\n") ==
        Attributes + "!t = !elided.type\n!u = !c.d<#t2>\n");
}
