//===- WorkspaceSymbolsTest.cpp - Symbols by a part of their name ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/WorkspaceSymbols.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Workspace: which names fit", "[workspace]") {
  for (const char *Name : {"main", "Main", "my_aim_n", "xmain", "mxaxixn"})
    CHECK(matchName("main", Name));
  CHECK(matchName("MAIN", "main"));
  CHECK(matchName("", "main") == 0);
  for (const char *Name : {"", "mai", "niam", "man"})
    CHECK_FALSE(matchName("main", Name));
}

TEST_CASE("Workspace: which names fit better", "[workspace]") {
  auto isBetter = [](const char *Pattern, const char *A, const char *B) {
    CAPTURE(Pattern, A, B);
    REQUIRE(matchName(Pattern, A));
    REQUIRE(matchName(Pattern, B));
    CHECK(*matchName(Pattern, A) > *matchName(Pattern, B));
  };
  isBetter("main", "main", "main_loop");
  isBetter("main", "main_loop", "domain");
  isBetter("main", "domain", "dxmxaxixn");
  isBetter("Main", "Main", "main");
  isBetter("ml", "main_loop", "mainly");
  isBetter("ml", "mainLoop", "mainly");
  isBetter("loop", "main_loop", "mainloop");
  isBetter("f2", "f2", "f_x2y");
  // Not the first letters that fit, but the best.
  isBetter("ab", "xa_ab", "a_xb");
}

/// The symbols that are found, each behind what is around it.
static std::vector<std::string>
symbolNames(const std::vector<std::shared_ptr<const Snapshot>> &States,
            const char *Query, size_t Limit = 100) {
  std::vector<const Snapshot *> Pointers;
  for (const auto &State : States)
    Pointers.push_back(State.get());
  std::vector<std::string> Result;
  for (const WorkspaceSymbol &One :
       findWorkspaceSymbols(Pointers, Query, Limit))
    Result.push_back(std::to_string(One.Document) + " " + One.Container + "/" +
                     One.Symbol.Name);
  return Result;
}

using Strings = std::vector<std::string>;

TEST_CASE("Workspace: in several documents", "[workspace]") {
  std::vector States = {snapshotAfter({R"(
    module @outer {
      func.func private @load()
      module {
        func.func private @store()
      }
      func.func private @reload()
    })"}),
                        snapshotAfter({"func.func private @load()\n"
                                       "func.func private @x()\n"})};
  CHECK(symbolNames(States, "load") ==
        Strings{"0 outer/load", "1 /load", "0 outer/reload"});
  CHECK(symbolNames(States, "@load") == symbolNames(States, "load"));
  // What has no name is not found, and not named.
  CHECK(symbolNames(States, "module") == Strings{});
  CHECK(symbolNames(States, "ST") == Strings{"0 outer/store"});
  CHECK(symbolNames(States, "out") == Strings{"0 /outer"});
  // By what is around.
  CHECK(symbolNames(States, "outer::load") ==
        Strings{"0 outer/load", "0 outer/reload"});
  CHECK(symbolNames(States, "@out::@store") == Strings{"0 outer/store"});
  CHECK(symbolNames(States, "a::outer::load") == Strings{});
  CHECK(symbolNames(States, "outer::").size() == 3);
  CHECK(symbolNames(States, "").size() == 6);
  CHECK(symbolNames(States, "nothing") == Strings{});
  CHECK(symbolNames({}, "") == Strings{});
}

TEST_CASE("Workspace: no more than asked for, the best", "[workspace]") {
  std::string LargeText;
  for (int I = 0; I != 300; ++I)
    LargeText += "func.func private @x_f" + std::to_string(I) + "()\n";
  LargeText += "func.func private @f()\n";
  std::vector States = {snapshotAfter({LargeText})};
  Strings Best = symbolNames(States, "f", 5);
  REQUIRE(Best.size() == 5);
  CHECK(Best[0] == "0 /f");
  CHECK(Best[1] == "0 /x_f0");
  CHECK(symbolNames(States, "f").size() == 100);
  CHECK(symbolNames(States, "f", 0).empty());
}
