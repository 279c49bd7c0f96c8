//===- SymbolStringTest.cpp - Symbols whose name is a string --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/SymbolString.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Checks that the one range of the first section is the string of `Symbol`;
/// or that it has none where nothing is marked.
static void check(const char *MarkedText, const char *Symbol) {
  AnnotatedText Source(MarkedText);
  CAPTURE(MarkedText);
  auto State = snapshotOf(Source.Text);
  REQUIRE(State->parts()[0].Sections.size() == 1);
  const Section &Data = *State->parts()[0].Sections[0].Data;
  Section::Index Target = 0;
  while (Target < Data.symbols().size() &&
         Data.symbols()[Target].Name != Symbol)
    ++Target;
  REQUIRE(Target < Data.symbols().size());
  std::optional<SectionRange> Match = findSymbolString(Data, Target);
  REQUIRE(Match.has_value() == !Source.Ranges.empty());
  if (!Match)
    return;
  CHECK(ByteRange(*Match) == Source.Ranges[0]);
  CHECK(symbolStringAt(Data, Match->Begin) == Target);
  CHECK(symbolStringAt(Data, Match->End) == Target);
  CHECK(symbolStringAt(Data, Match->Begin - 1) == Section::None);
}

TEST_CASE("Symbol strings: in generic form", "[names]") {
  check(R"("func.func"() <{function_type = () -> (), sym_name = [|"f"|],
           sym_visibility = "private"}> ({}) : () -> ())",
        "f");
  check(R"("func.func"() ({}) {a.b = "sym_name = \"f\"", "sym_name"=[|"f"|],
           function_type = () -> (), sym_visibility = "private"} : () -> ())",
        "f");
  check(R"("a.b"() {sym_name = [|"a \22b"|]} : () -> ())", "a \"b");
  check(R"("builtin.module"() <{sym_name = [|"m"|]}> ({
           func.func private @f()
           }) : () -> ())",
        "m");
}

TEST_CASE("Symbol strings: of the operation itself", "[names]") {
  const char *Source = R"("a.b"() <{other = {sym_name = "f"}}> ({
      "a.c"() {sym_name = "f"} : () -> ()
      // sym_name = "f"
    }) {x.sym_name = "f", sym_name = [|"f"|]} : () -> ())";
  check(Source, "f");
}

TEST_CASE("Symbol strings: not everything has one", "[names]") {
  check("func.func private @f()", "f");
  // What names itself is not defined there.
  check(R"("func.func"() <{a = @f, function_type = () -> (), sym_name = [|"f"|],
           sym_visibility = "private"}> ({}) : () -> ())",
        "f");
}
