//===- SnapshotTest.cpp - What is known of a document at one version ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Snapshot.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Snapshot: chunks are what is between the marks", "[snapshot]") {
  // The ranges are the chunks.
  for (const char *Marked : {
           "[||]",
           "[|module {}\n|]",
           "[|a\n|]// -----[|\nb\n|]",
           "[||]// -----[||]",
           "[|a\r\n|]// -----[|\r\nb|]",
           "[|a\n|]// -----[|\n|]// -----[|\nb|]",
           // Wherever a mark stands, as in LLVM's tools: behind an operation,
           // indented, with more behind it, in a string.
           "[|a |]// -----[| b\nc|]",
           "[|a\n  |]// -----[|\nb|]",
           "[|a\n|]// -----[|------\nb|]",
           "[|a \"|]// -----[|\"\nb|]",
           // No marks.
           "[|// ---- \n// ----\n//-----\n//  -----\n|]",
       }) {
    AnnotatedText T(Marked);
    CHECK(findChunks(T.Text) == T.Ranges);
  }
}

TEST_CASE("Snapshot: each chunk is built by itself", "[snapshot]") {
  AnnotatedText T("func.func @f() { return }\n// -----\n"
                  "func.func @f() { return| }\n// ---|--\nfunc.func @f() {|");
  auto State = snapshotOf(T.Text, 7);
  CHECK(State->version() == 7);
  CHECK(State->text() == Text(T.Text));
  REQUIRE(State->parts().size() == 3);
  CHECK(State->parts()[0].Begin == 0);
  CHECK(State->parts()[0].Built->isValid());
  CHECK(State->parts()[1].Built->isValid());
  // An error in one leaves the others alone.
  CHECK_FALSE(State->parts()[2].Built->isValid());
  CHECK(State->parts()[1].Built->problems().empty());
  CHECK(State->parts()[2].Built->problems().size() == 1);
  CHECK(State->parts()[2].end() == T.Text.size());

  CHECK(&State->partAt(0) == &State->parts()[0]);
  CHECK(&State->partAt(State->parts()[1].Begin - 1) == &State->parts()[0]);
  CHECK(&State->partAt(State->parts()[1].Begin) == &State->parts()[1]);
  CHECK(&State->partAt(T.Places[0]) == &State->parts()[1]);
  CHECK(&State->partAt(T.Places[1]) == &State->parts()[1]);
  CHECK(&State->partAt(T.Places[2]) == &State->parts()[2]);
  CHECK(&State->partAt(T.Text.size() + 10) == &State->parts()[2]);
}

TEST_CASE("Snapshot: the empty text", "[snapshot]") {
  auto State = snapshotOf("");
  REQUIRE(State->parts().size() == 1);
  CHECK(State->parts()[0].Built->isValid());
  CHECK(State->parts()[0].Built->problems().empty());
}

TEST_CASE("Snapshot: building stops between chunks", "[snapshot]") {
  Text Contents("module {}\n// -----\nmodule {}\n// -----\nmodule {}\n");
  unsigned Asked = 0;
  auto Build = [&](unsigned StopAt) {
    Asked = 0;
    return Snapshot::build(allDialects(), Contents, 1, TestUri,
                           [&] { return ++Asked == StopAt; });
  };
  CHECK_FALSE(Build(1));
  CHECK_FALSE(Build(3));
  CHECK(Asked == 3);
  CHECK(Build(0));
}
