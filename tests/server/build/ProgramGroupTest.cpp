//===- ProgramGroupTest.cpp - Units that use each other -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/CrashRecovery.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("ProgramGroup: what was the end of a container is no operation",
          "[builder]") {
  CrashRecovery Recovery;
  Typist T(R"mlir(
func.func @f(%a: !noisy.i32) {
  "test.use"() {f = @m} : () -> ()
  return
}
"builtin.module"() ({
  func.func private @g()
}) : () -> ()
)mlir");
  auto firstOf = [](const Typist::SnapshotPtr &State) {
    const Snapshot::Part &First = State->parts().front();
    REQUIRE(First.Sections.size() == 1);
    return First.Sections.front();
  };
  auto OldPlacement = firstOf(T.build());
  auto State = T.type("func.func private @g()\n",
                      "func.func private @g()\nmodule @m {\n");
  CHECK(firstOf(State).Facts->RestsOnStale);
  // A crash would make everything again.
  CHECK(firstOf(State).Data == OldPlacement.Data);
}

TEST_CASE("ProgramGroup: what a path leads to, not all that is on its way",
          "[builder]") {
  CrashRecovery Recovery;
  auto user = [](const std::string &Name) {
    return "func.func @use_" + Name +
           "(%a: !noisy.i32) {\n  %0 = noisy.add %a, %a : !noisy.i32\n"
           "  \"test.use\"() {x = @m::@" +
           Name + "} : () -> ()\n  return\n}\n";
  };
  auto definition = [](const std::string &Name) {
    return "func.func @" + Name + "(%x: !noisy.i32) -> !noisy.i32 {\n" +
           "  %0 = noisy.add %x, %x : !noisy.i32\n  return %0 : "
           "!noisy.i32\n}\n";
  };
  Typist T(user("f") + user("g") + "module @m {\n" + definition("f") +
           definition("g") + "}\n");
  T.build();
  auto State = T.type("func.func @f(%x", "define @f(%x");
  REQUIRE(State->parts().size() == 6);
  auto restsOnStale = [&](size_t Part) {
    REQUIRE(State->parts()[Part].Sections.size() == 1);
    return State->parts()[Part].Sections.front().Facts->RestsOnStale;
  };
  CHECK(restsOnStale(0));
  CHECK_FALSE(restsOnStale(1));
  CHECK_FALSE(restsOnStale(4));
  // Whoever has all of it in hand is together with all.
  T.edit({0, 0}, "\"test.use\"() {x = @m} : () -> ()\n");
  State = T.build();
  REQUIRE(State->parts().size() == 7);
  CHECK(restsOnStale(0));
  CHECK(restsOnStale(5));
}

TEST_CASE("ProgramGroup: what is in a container that is one piece",
          "[builder]") {
  CrashRecovery Recovery;
  Typist T("func.func @f(%a: !noisy.i32) {\n"
           "  \"test.use\"() {x = @m::@g} : () -> ()\n  return\n}\n"
           "module @m attributes {gpu.container_module} {\n"
           "  func.func @g() {\n    return\n  }\n}\n");
  T.build();
  auto State =
      T.type("gpu.container_module}", "gpu.container_module, x = oops}");
  REQUIRE(State->parts().size() == 2);
  REQUIRE(State->parts()[0].Sections.size() == 1);
  CHECK(State->parts()[0].Sections.front().Facts->RestsOnStale);
}

TEST_CASE("ProgramGroup: problems in a body in short form are at its operation",
          "[builder]") {
  Typist T(R"mlir(
func.func @f(%m: tensor<4x!noisy.i32>) -> tensor<4x!noisy.i32> {
  %n = linalg.map { noisy.mul } ins(%m, %m : tensor<4x!noisy.i32>, tensor<4x!noisy.i32>) outs(%m : tensor<4x!noisy.i32>)
  %o = linalg.map { noisy.mul } ins(%n, %n : tensor<4x!noisy.i32>, tensor<4x!noisy.i32>) outs(%n : tensor<4x!noisy.i32>)
  return %o : tensor<4x!noisy.i32>
}
)mlir");
  auto State = T.build();
  std::vector<Problem> Overflows;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Code == "noise-overflow")
      Overflows.push_back(Issue);
  });
  REQUIRE(Overflows.size() == 1);
  CHECK(Overflows[0].Message ==
        "noise overflow: the result of 'noisy.mul' in 'linalg.map' can have "
        "48 = 24 + 24 bits of noise, limit 26");
  size_t Begin = State->text().bytes().find("%o =");
  CHECK(Overflows[0].Range.Begin == Begin);
  REQUIRE_FALSE(Overflows[0].Notes.empty());
  CHECK(Overflows[0].Notes[0].Message ==
        "argument 0 of 'linalg.map' has 24 (assumes that %m is fresh)");
  CHECK(Overflows[0].Notes[0].Range.Begin == Begin);
}

TEST_CASE("ProgramGroup: a copy of a function is analysed by itself",
          "[builder]") {
  const std::string Copied = "func.func @f(%x: !noisy.i32) -> !noisy.i32 {\n"
                             "  %u = noisy.add %x, %x : !noisy.i32\n"
                             "  return %u : !noisy.i32\n"
                             "}\n";
  Typist T(Copied + "func.func @g(%x: !noisy.i32) -> !noisy.i32 {\n"
                    "  %y = call @f(%x) : (!noisy.i32) -> !noisy.i32\n"
                    "  return %y : !noisy.i32\n"
                    "}\n");
  T.build();
  T.edit({T.text().size(), T.text().size()},
         "\n" + replaceOnce(
                    replaceOnce(Copied, "%u = noisy.add", "%v = noisy.mul"),
                    "return %u", "return %v"));
  auto State = T.build();
  // Calls mean the first one, whatever the copy does.
  CHECK(bitsOf(State, "%u =") == 13);
  CHECK(bitsOf(State, "%y =") == 13);
  CHECK(bitsOf(State, "%v =") == 24);
  for (const Snapshot::Part &P : State->parts())
    for (const PlacedSection &Section : P.Sections)
      if (Section.Facts)
        CHECK_FALSE(Section.Facts->RestsOnStale);
  // So it is where the copy stands first, and once it has its own name.
  size_t Name = T.text().rfind("@f");
  T.edit({Name, Name + 2}, "@h");
  State = T.build();
  CHECK(bitsOf(State, "%y =") == 13);
  CHECK(bitsOf(State, "%v =") == 24);
  T.edit({T.text().find("@f("), T.text().find("@f(") + 2}, "@h");
  T.edit({T.text().rfind("@h("), T.text().rfind("@h(") + 2}, "@f");
  CHECK(bitsOf(T.build(), "%y =") == 24);
}

TEST_CASE("ProgramGroup: nobody knows yet who calls a copy", "[builder]") {
  // The trip count is what the only call passes.
  std::string
      Called =
          "func.func private @f(%x: !noisy.i32, %n: index) -> !noisy.i32 {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> "
          "(!noisy.i32) {\n"
          "    %w = noisy.add %v, %v : !noisy.i32\n"
          "    scf.yield %w : !noisy.i32\n"
          "  }\n"
          "  return %r : !noisy.i32\n"
          "}\n",
      Caller = "func.func @g(%x: !noisy.i32) -> !noisy.i32 {\n"
               "  %c3 = arith.constant 3 : index\n"
               "  %y = call @f(%x, %c3) : (!noisy.i32, index) -> !noisy.i32\n"
               "  return %y : !noisy.i32\n"
               "}\n";
  auto countErrors = [](const std::string &Text) {
    size_t Result = 0;
    snapshotOf(Text)->forEachProblem(
        [&](const Snapshot::Part &, const Problem &Issue) {
          Result += Issue.Severity == Problem::Level::Error;
        });
    return Result;
  };
  CHECK(countErrors(Called + Caller) == 0);
  CHECK(countErrors(Called + Caller + Called) == 1);
  CHECK(countErrors(Called + Called + Caller) == 1);
}

TEST_CASE("ProgramGroup: copies in copies of a module", "[builder]") {
  std::string Module = "module @m {\n"
                       "  func.func @f(%x: !noisy.i32) -> !noisy.i32 {\n"
                       "    %u = noisy.add %x, %x : !noisy.i32\n"
                       "    return %u : !noisy.i32\n"
                       "  }\n"
                       "  func.func @g(%x: !noisy.i32) {\n"
                       "    %y = call @f(%x) : (!noisy.i32) -> !noisy.i32\n"
                       "    return\n"
                       "  }\n"
                       "}\n";
  std::string Other =
      replaceOnce(replaceOnce(Module, "%u = noisy.add", "%v = noisy.mul"),
                  "return %u", "return %v");
  auto State = snapshotOf(Module + replaceOnce(Other, "%y =", "%z ="));
  CHECK(bitsOf(State, "%u =") == 13);
  CHECK(bitsOf(State, "%y =") == 13);
  CHECK(bitsOf(State, "%v =") == 24);
  CHECK(bitsOf(State, "%z =") == 24);
}
