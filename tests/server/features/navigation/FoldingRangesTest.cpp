//===- FoldingRangesTest.cpp - What can be folded away --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/FoldingRanges.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The folds, one a line: the lines and the kind.
static std::string show(const Snapshot &State) {
  std::string Result;
  for (const Fold &One : findFolds(State)) {
    Result += std::to_string(State.text().lineAt(One.Range.Begin)) + "-" +
              std::to_string(State.text().lineAt(One.Range.End));
    switch (One.Kind) {
    case Fold::Class::Brackets:
      break;
    case Fold::Class::Comment:
      Result += " comment";
      break;
    case Fold::Class::Aliases:
      Result += " aliases";
      break;
    case Fold::Class::Chunk:
      Result += " chunk";
      break;
    }
    Result += "\n";
  }
  return Result;
}

static std::string foldsOf(const std::string &Text) {
  return show(*snapshotAfter({Text}));
}

TEST_CASE("Folds: regions, containers and lists", "[folding]") {
  CHECK(foldsOf(R"(module @m {
  func.func @f(%c: i1, %x: i32) -> i32 {
    %0 = scf.if %c -> i32 {
      scf.yield %x : i32
    } else {
      scf.yield %x : i32
    }
    "a.b"() {one = 1, list = [
      1, 2
    ]} : () -> ()
    return %0 : i32
  }
}
)") == "0-12\n1-11\n2-4\n4-6\n7-9\n");
}

TEST_CASE("Folds: what disappears is what is between brackets", "[folding]") {
  AnnotatedText Source(R"(func.func @f() {[|
  return
|]}
)");
  auto State = snapshotAfter({Source.Text});
  std::vector<Fold> Folds = findFolds(*State);
  REQUIRE(Folds.size() == 1);
  CHECK(Folds[0] == Fold{Fold::Class::Brackets, Source.Ranges[0]});
}

TEST_CASE("Folds: of those on one line the longest", "[folding]") {
  CHECK(foldsOf(R"("a.b"() ({
  "a.c"() : () -> ()
}, {
  "a.c"() : () -> ()
}) : () -> ()
)") == "0-4\n2-4\n");
  // The one that begins last.
  CHECK(foldsOf("#a = [\n  1\n]\n#b = 2\n") == "0-3 aliases\n");
  CHECK(foldsOf("func.func @f() { return }\n").empty());
  CHECK(foldsOf("").empty());
}

TEST_CASE("Folds: comments", "[folding]") {
  CHECK(foldsOf(R"(// one
// two
func.func @f() {
  // three
    // four
  "a.b"() : () -> () // five
  // six

  // seven
  return // eight
  // nine
}
// ten
// eleven
)") == "0-1 comment\n2-11\n3-4 comment\n12-13 comment\n");
}

TEST_CASE("Folds: aliases", "[folding]") {
  CHECK(foldsOf(R"(!v = i32
!w = i64
#m = affine_map<(d0) -> (d0)>
func.func private @f()
!x = i1
)") == "0-2 aliases\n");
}

TEST_CASE("Folds: chunks", "[folding]") {
  CHECK(foldsOf(R"(// one
// -----
// two
func.func @f() {
  return
}

// -----
func.func private @g()
)") == "1-5 chunk\n3-5\n7-8 chunk\n");
}

TEST_CASE("Folds: resources", "[folding]") {
  CHECK(foldsOf(R"(func.func private @f()
{-#
  dialect_resources: {
    builtin: {
      a: "0x08000000010000000000000002000000"
    }
  }
#-}
)") == "1-7\n2-6\n3-5\n");
}

TEST_CASE("Folds: in text that is broken", "[folding]") {
  std::string Text = R"(module {
  func.func @f(%c: i1) {
    scf.if %c {
      "a.b"( : ) ->
    }
    return
  }
  func.func @g() {
    retur
  }
}
)";
  CHECK(foldsOf(Text) == "0-10\n1-6\n2-4\n7-9\n");
  // A bracket too few, too many.
  std::string Open = replaceOnce(Text, "    return\n  }\n", "    return\n");
  CHECK(foldsOf(Open) == "0-9\n1-5\n2-4\n6-8\n");
  std::string LongerText = replaceOnce(Text, "    return\n", "    }\n");
  std::string Folds = foldsOf(LongerText);
  CHECK_THAT(Folds, Catch::StartsWith("0-10\n1-5\n2-4\n"));
  CHECK_THAT(Folds, Catch::EndsWith("7-9\n"));
  // A container that is never closed.
  CHECK(foldsOf("module {\n  func.func @f() {\n    return\n  }\n") ==
        "0-3\n1-3\n");
}
