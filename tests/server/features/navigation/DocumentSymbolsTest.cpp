//===- DocumentSymbolsTest.cpp - What a document defines ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/DocumentSymbols.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// One line a symbol: its name behind its depth, its kind, the lines that it
/// takes, and the head.
static std::string show(const Snapshot &State) {
  std::vector<SymbolEntry> Entries = findDocumentSymbols(State);
  std::string Result;
  const Text &Contents = State.text();
  for (size_t I = 0; I != Entries.size(); ++I) {
    const SymbolEntry &Entry = Entries[I];
    size_t Parent = Entry.Parent;
    for (; Parent != SymbolEntry::None; Parent = Entries[Parent].Parent) {
      CHECK(Parent < I);
      CHECK(Entries[Parent].Range.contains(Entry.Range));
      Result += "  ";
    }
    CHECK(Entry.Range.contains(Entry.Head));
    Result += Entry.Name;
    Result += Entry.Class == SymbolClass::Function ? " function "
              : Entry.Class == SymbolClass::Symbol ? " named "
                                                   : " scope ";
    Result += std::to_string(Contents.lineAt(Entry.Range.Begin)) + "-" +
              std::to_string(Contents.lineAt(Entry.Range.End)) + " ";
    Result += Contents.bytes().slice(Entry.Head.Begin, Entry.Head.End).str();
    Result += "\n";
  }
  return Result;
}

TEST_CASE("Symbols: functions and modules", "[symbols]") {
  auto State = snapshotAfter({R"(module @outer attributes {a.b = 1 : i32} {
  func.func private @f(i32) -> i32
  module {
    func.func @g() {
      return
    }
  }
  memref.global @m : memref<4xi32>
}
)"});
  CHECK(show(*State) == R"(outer named 0-8 module
  f function 1-1 func.func
  <builtin.module> scope 2-6 module
    g function 3-5 func.func
  m named 7-7 memref.global
)");
}

TEST_CASE("Symbols: all of an operation, in bytes", "[symbols]") {
  AnnotatedText Source(R"(
[|func.func @"a b"() attributes {x.y}
{
  return
} loc("x":1:1)|]
func.func private @g()
)");
  auto State = snapshotAfter({Source.Text});
  std::vector<SymbolEntry> Entries = findDocumentSymbols(*State);
  REQUIRE(Entries.size() == 2);
  CHECK(Entries[0].Name == "a b");
  CHECK(Entries[0].Range == Source.Ranges[0]);
  CHECK(Entries[0].Head.Begin == Source.Ranges[0].Begin);
}

TEST_CASE("Symbols: what is no symbol is left out", "[symbols]") {
  auto State = snapshotAfter({R"(#map = affine_map<(d0) -> (d0)>
%0 = "a.b"() ({
  "a.c"() {sym_name = "c"} : () -> ()
  module @inner { func.func private @f() }
}) : () -> i32
"a.d"(%0) : (i32) -> ()
)"});
  CHECK(show(*State) == R"(c named 2-2 "a.c"
inner named 3-3 module
  f function 3-3 func.func
)");
  CHECK(show(*snapshotAfter({""})).empty());
}

TEST_CASE("Symbols: chunks", "[symbols]") {
  auto State = snapshotAfter({R"(func.func private @f()
// -----
module @m {
  func.func private @g()
}
// -----
)"});
  CHECK(show(*State) == R"(<file-split-0> scope 0-1 
  f function 0-0 func.func
<file-split-1> scope 1-5 
  m named 2-4 module
    g function 3-3 func.func
<file-split-2> scope 5-6 
)");
}

TEST_CASE("Symbols: in text that is broken", "[symbols]") {
  std::string Good = R"(module @m {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}
)";
  std::string Symbols = R"(m named 0-7 module
  f function 1-3 func.func
  g function 4-6 func.func
)";
  CHECK(show(*snapshotAfter({Good})) == Symbols);
  // An operation that does not parse is no matter.
  CHECK(show(*snapshotAfter({replaceOnce(Good, "return", "retur n(")})) ==
        Symbols);
  // With its last good state, and the name that it has now.
  std::string BrokenText = replaceOnce(Good, "func.func", unreadableFunction);
  CHECK(show(*snapshotAfter({Good, BrokenText})) == Symbols);
  std::string RenamedText = replaceOnce(BrokenText, "@f", "@food");
  CHECK(show(*snapshotAfter({Good, BrokenText, RenamedText})) ==
        replaceOnce(Symbols, "f function", "food function"));
  // Without any good state, by its letters.
  CHECK(show(*snapshotAfter({BrokenText})) ==
        replaceOnce(Symbols, "3 func.func", "3 @f"));
  // A bracket that is missing.
  std::string Open = replaceOnce(Good, "    return\n  }", "    return");
  std::string Listing = show(*snapshotAfter({Good, Open}));
  CHECK_THAT(Listing, Catch::StartsWith("m named 0-6 module\n  f function 1-"));
  CHECK_THAT(Listing, Catch::EndsWith("  g function 3-5 func.func\n"));
  // A container that is not closed.
  std::string Cut = Good.substr(0, Good.size() - 2);
  CHECK_THAT(show(*snapshotAfter({Cut})), Catch::StartsWith("m named 0-6 "));
}

TEST_CASE("Symbols: each has a name", "[symbols]") {
  // While it is typed, and where it is empty.
  CHECK(show(*snapshotAfter({"func.func @"})) == "@ function 0-0 @\n");
  CHECK(show(*snapshotAfter({"func.func private @\"\"()"})) ==
        "@ function 0-0 func.func\n");
}
