//===- SnapshotTest.cpp - What is known of a document at one version ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Snapshot.h"
#include "tests/server/Histories.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Snapshot: chunks are what is between the marks", "[snapshot]") {
  // The ranges are the chunks.
  for (const char *MarkedText : {
           "[||]",
           "[|module {}\n|]",
           "[|a\n|]// -----[|\nb\n|]",
           "[||]// -----[||]",
           "[|a\r\n|]// -----[|\r\nb|]",
           "[|a\n|]// -----[|\n|]// -----[|\nb|]",
           // Wherever a mark stands, as in LLVM's tools: behind an operation,
           // indented, before a comment.
           "[|a |]// -----[| \t\nb|]",
           "[|a\n  |]// -----[|\nb|]",
           "[|a\n|]// -----[|// IR Dump\nb|]",
           // No marks: what is behind it is no comment.
           "[|a\n// ------------ b\n// ----- c\nd \"// -----\"\n|]",
           "[|// ---- \n// ----\n//-----\n//  -----\n|]",
       }) {
    AnnotatedText T(MarkedText);
    CHECK(findChunks(T.Text) == T.Ranges);
  }
}

TEST_CASE("Snapshot: parts and what is at a place", "[snapshot]") {
  AnnotatedText T("|// top\n[|func.func @f() { return }|]|\n\n[|// -----|]\n"
                  "[|module {|]\n  [|func.func @f() { re|turn }|]\n[|}|]\n"
                  "// ---|--\nfunc.func @f() {|");
  auto State = snapshotOf(T.Text, 7);
  CHECK(State->version() == 7);
  CHECK(State->text() == Text(T.Text));
  llvm::ArrayRef<Snapshot::Part> Parts = State->parts();
  REQUIRE(Parts.size() == 7);
  for (size_t I = 0; I < T.Ranges.size(); ++I)
    CHECK(Parts[I].Range == T.Ranges[I]);
  CHECK(Parts[0].Kind == PieceKind::Operation);
  CHECK(Parts[1].Kind == PieceKind::Separator);
  CHECK(Parts[2].Kind == PieceKind::Header);
  CHECK(Parts[3].Container == 2);
  CHECK(Parts[4].Kind == PieceKind::Footer);
  CHECK(Parts[0].Chunk == 0);
  CHECK(Parts[3].Chunk == 1);
  CHECK(Parts[6].Chunk == 2);
  // An error in one leaves the others alone.
  for (size_t I : {0, 2, 3})
    CHECK(Parts[I].Sections.size() == 1);
  CHECK(Parts[6].Sections.empty());
  REQUIRE(Parts[6].Problems);
  CHECK(Parts[6].Problems->size() == 1);
  unsigned Problems = 0;
  State->forEachProblem([&](const Snapshot::Part &OwnerPart, Problem Finding) {
    CHECK(&OwnerPart == &Parts[6]);
    CHECK(Finding.Range.End <= T.Text.size());
    ++Problems;
  });
  CHECK(Problems == 1);

  CHECK(State->partAt(T.Places[0]) == nullptr);
  CHECK(State->partAt(T.Ranges[0].Begin) == &Parts[0]);
  CHECK(State->partAt(T.Places[1]) == &Parts[0]);
  CHECK(State->partAt(T.Places[1] + 1) == nullptr);
  CHECK(State->partAt(T.Places[2]) == &Parts[3]);
  CHECK(State->partAt(T.Places[3]) == &Parts[5]);
  CHECK(State->partAt(T.Places[4]) == &Parts[6]);
  CHECK(State->partAt(T.Text.size() + 10) == nullptr);
  Snapshot::TokenPlace Return = State->tokenAt(T.Places[2]);
  REQUIRE(Return);
  CHECK(Return.data().textOf(Return.Token->Range) == "return");
  CHECK(State->findPart(Parts[3].Id) == &Parts[3]);
  CHECK(State->findPart(0) == nullptr);
}

TEST_CASE("Snapshot: the empty text", "[snapshot]") {
  auto State = snapshotOf("");
  CHECK(State->parts().empty());
  CHECK_FALSE(State->partAt(0));
  CHECK_FALSE(State->tokenAt(0));
}

TEST_CASE("Snapshot: symbols and aliases across parts", "[snapshot]") {
  AnnotatedText T("#map = affine_map<(d0) -> (d0)>\n"
                  "module @m {\n"
                  "  func.func private @f(i32)\n"
                  "  func.func @g(%x: i32) {\n"
                  "    call @|f(%x) : (i32) -> ()\n"
                  "    \"a.b\"() {m = #|map} : () -> ()\n"
                  "    return\n  }\n}\n"
                  "\"a.b\"() {c = @m::@|f, d = @|f} : () -> ()\n");
  auto State = snapshotOf(T.Text);
  auto Symbols = [&](size_t Place) {
    Snapshot::TokenPlace Spot = State->tokenAt(T.Places[Place]);
    REQUIRE(Spot);
    REQUIRE(Spot.Token->TargetKind == Section::Kind::SymbolUse);
    return State->findSymbols(*Spot.OwnerPart, *Spot.Section,
                              Spot.data().symbolUses()[Spot.Token->Target]);
  };
  for (size_t Place : {0, 2}) {
    auto Results = Symbols(Place);
    REQUIRE(Results.size() == 1);
    CHECK(Results[0].symbol().Name == "f");
    CHECK(Results[0].OwnerPart->Range.Begin ==
          T.Text.find("func.func private"));
  }
  CHECK(Symbols(3).empty());
  Snapshot::TokenPlace Alias = State->tokenAt(T.Places[1]);
  REQUIRE(Alias);
  REQUIRE(Alias.Token->TargetKind == Section::Kind::Alias);
  auto Definitions = State->findAliases(
      Alias.OwnerPart->Chunk, Alias.data().aliases()[Alias.Token->Target].Name);
  REQUIRE(Definitions.size() == 1);
  CHECK(Definitions[0].OwnerPart->Kind == PieceKind::Aliases);
  const auto &Value =
      Definitions[0].data().aliases()[Definitions[0].Token->Target];
  CHECK(Definitions[0].data().textOf(Value.Value) ==
        "affine_map<(d0) -> (d0)>");
}

TEST_CASE("Snapshot: what is typed behind a name is not that name",
          "[snapshot]") {
  std::string Good = "%a = arith.constant 5 : index\n";
  std::string TypedText = replaceOnce(Good, "constant 5", "constant. 5");
  auto State = snapshotAfter({Good, TypedText});
  size_t Dot = TypedText.find(". 5");
  CHECK(State->tokenAt(Dot));
  CHECK_FALSE(State->tokenAt(Dot + 1));
}
