//===- ReferencesTest.cpp - Where what is named is used -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/References.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Checks that at each place of a text all of its ranges are references.
static void checkAll(const char *MarkedText) {
  AnnotatedText Source(MarkedText);
  auto State = snapshotAfter({Source.Text});
  for (size_t Place : Source.Places) {
    CAPTURE(MarkedText, Place);
    CHECK(findReferences(*State, Place, true) == Source.Ranges);
  }
}

TEST_CASE("References: values, by their definition and uses", "[references]") {
  checkAll(R"(
    func.func @f([||%a|]: i32, %b: i32) -> i32 {
      %0 = arith.addi [|%|a|], %b : i32
      %1 = arith.muli %0, [|%a||] : i32
      return %1 : i32
    }
    func.func @g(%a: i32) -> i32 { return %a : i32 })");
  // One name for several results.
  checkAll(R"(
    func.func @f(%c: i1, %x: i32) -> i32 {
      [|%|r|]:2 = scf.if %c -> (i32, i32) {
        scf.yield %x, %x : i32, i32
      } else {
        scf.yield %x, %x : i32, i32
      }
      %0 = arith.addi [|%|r|]#0, [|%r|]#1 : i32
      return %0 : i32
    })");
}

TEST_CASE("References: an operation's name is for its results",
          "[references]") {
  checkAll(R"(
    func.func @f(%a: i32) -> i32 {
      [|%0|] = |arith.addi %a, %a : i32
      return [|%0|] : i32
    })");
}

TEST_CASE("References: a function's name is not for its arguments",
          "[references]") {
  checkAll("|func.func @f(%a: i32) { return }");
}

TEST_CASE("References: arguments of a region that are named after operands",
          "[references]") {
  checkAll(R"(
    emitc.func @f([||%a|]: i32) -> i32 {
      %r = emitc.expression [|%|a|] : (i32) -> i32 {
        %x = emitc.add [|%|a|], [|%a|] : (i32, i32) -> i32
        emitc.yield %x : i32
      }
      emitc.return %r : i32
    })");
}

TEST_CASE("References: blocks", "[references]") {
  checkAll(R"(
    func.func @f(%c: i1) {
      cf.cond_br %c, [|^|one|], ^two
    ^two:
      cf.br [|^one|]
    [|^|one|]:
      return
    })");
}

TEST_CASE("References: what a symbol table itself names is around it",
          "[references]") {
  checkAll(R"(
    module {
      func.func private [|@|baz|]()
      module attributes {test.reference = [|@|baz|]} {
        func.func private @baz()
        "foo.op"() {test.reference = @baz} : () -> ()
      }
    })");
}

TEST_CASE("References: symbols, wherever they are used", "[references]") {
  checkAll(R"(
    func.func @g() {
      call [|@|f|]() : () -> ()
      "a.ref"() {symbol = [|@f|]} : () -> ()
      return
    }
    func.func private [|@|f|]()
    module @inner {
      func.func private @f()
      func.func @h() { call @f() : () -> () return }
    })");
  // By the path to them, and from inside.
  checkAll(R"(
    module @inner {
      func.func private [|@|f|]()
      func.func @h() { call [|@|f|]() : () -> () return }
    }
    func.func private @f()
    func.func @g() {
      "a.ref"() {symbol = @inner::[|@|f|]} : () -> ()
      "a.ref"() {symbol = @f} : () -> ()
      return
    })");
}

TEST_CASE("References: a module may name what is inside of it",
          "[references]") {
  checkAll(R"(
    module @m attributes {a.entry = [|@|f|]} {
      func.func private [|@|f|]()
    }
    )");
  checkAll(R"(
    module @m attributes {a.entry = [|@|f|]} {
      func.func private @f()
    }
    func.func private [|@|f|]()
    )");
}

TEST_CASE("References: of a symbol that is nowhere", "[references]") {
  checkAll(R"(
    func.func @g() {
      call [|@|none|]() : () -> ()
      call @other() : () -> ()
      return
    }
    func.func @h() {
      call [|@none|]() : () -> ()
      return
    })");
}

TEST_CASE("References: aliases, in the chunk", "[references]") {
  checkAll(R"([|!|v|] = vector<4xf32>
!p = tuple<[|!v|], i32>
func.func private @f(%a: [|!|v|], %b: !p)
func.func private @g(%a: [|!v|])
// -----
!v = i32
func.func private @h(%a: !v)
)");
}

TEST_CASE("References: without the declaration", "[references]") {
  AnnotatedText Source(R"(
    func.func @g(%a: i32) -> i32 {
      %0 = call [|@f|](|%a) : (i32) -> i32
      return %0 : i32
    }
    func.func private |@f(i32) -> i32)");
  auto State = snapshotAfter({Source.Text});
  CHECK(findReferences(*State, Source.Places[1], false) == Source.Ranges);
  CHECK(findReferences(*State, Source.Places[0], false).size() == 1);
  CHECK(findReferences(*State, Source.Places[0], true).size() == 2);
  CHECK(findReferences(*State, 0, true).empty());
}

TEST_CASE("References: in text that is broken", "[references]") {
  std::string Good = R"(
    func.func @f(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      %1 = arith.addi %0, %a : i32
      return %1 : i32
    }
    func.func @g(%x: i32) {
      call @f(%x) : (i32) -> i32
      return
    })";
  // One use is gone.
  std::string BrokenText =
      replaceOnce(Good, "arith.addi %0, %a", "arith.addi (%0, %b");
  auto State = snapshotAfter({Good, BrokenText});
  CHECK(findReferences(*State, BrokenText.find("%a"), true).size() == 3);
  CHECK(findReferences(*State, BrokenText.find("@f"), true).size() == 2);
  CHECK(findReferences(*State, BrokenText.find("%x"), true).size() == 2);
}
