//===- ContainerVerifierTest.cpp - Containers with what is in them --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/ContainerVerifier.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// A module for a GPU, which has tcgen05 or has not, and two functions in it.
static std::string gpuModule(const std::string &Chip) {
  return "gpu.module @m [#nvvm.target<chip = \"" + Chip + "\">] {\n" +
         function("a", "add") +
         "  func.func @f(%p: !llvm.ptr<7>, %n: i32) {\n"
         "    nvvm.tcgen05.alloc %p, %n : !llvm.ptr<7>, i32\n"
         "    return\n  }\n}\n";
}

TEST_CASE("ContainerVerifier: a target looks at what is in its module",
          "[containers]") {
  const Lines UnsupportedProblems = {
      "nvvm.tcgen05.alloc: 'nvvm.tcgen05.alloc' op is not supported on sm_90"};
  Typist T(gpuModule("sm_90"));
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First) == UnsupportedProblems);
  // It is no error of the module, nor of what is beside it.
  CHECK(bitsOf(First, "%a_2") == 13);
  // The place moves with its function.
  CHECK(problemsOf(T.type("noisy.add", "noisy.sub")) == UnsupportedProblems);
  T.edit({0, 0}, "// more\n");
  CHECK(problemsOf(T.build()) == UnsupportedProblems);
  // Another function that is being written takes nothing away.
  SnapshotPtr BrokenState = T.type("%a, %a", "%a %%a");
  REQUIRE(problemsOf(BrokenState).size() == 2);
  CHECK(problemsOf(BrokenState)[1] == UnsupportedProblems[0]);
  T.replace("%a %%a", "%a, %a");
  CHECK(problemsOf(T.type("sm_90", "sm_100a")).empty());
  CHECK(problemsOf(T.type("sm_100a", "sm_90")) == UnsupportedProblems);
  CHECK(problemsOf(
            T.type("    nvvm.tcgen05.alloc %p, %n : !llvm.ptr<7>, i32\n", ""))
            .empty());
}

TEST_CASE("ContainerVerifier: a module names what is in it", "[containers]") {
  Typist T("module attributes {shape.lib = [@lib]} {\n" + function("a", "add") +
           "  shape.function_library @lib {\n"
           "    func @s(%x: !shape.value_shape) -> !shape.shape {\n"
           "      %0 = shape_of %x : !shape.value_shape -> !shape.shape\n"
           "      return %0 : !shape.shape\n    }\n"
           "  } mapping {\n    d.x = @s\n  }\n}\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  CHECK(bitsOf(First, "%a_2") == 13);
  SnapshotPtr Wrong = T.type("@lib]", "@lob]");
  REQUIRE(problemsOf(Wrong).size() == 1);
  CHECK_THAT(problemsOf(Wrong)[0],
             Catch::Contains("module attributes {shape.lib = [@lob]} {") ||
                 Catch::Contains("does not refer to FunctionLibraryOp"));
  CHECK(problemsOf(T.type("@lob]", "@lib]")).empty());
  // While the library is broken nobody knows what it would be.
  SnapshotPtr BrokenState = T.type("return %0", "return %0,");
  CHECK(problemsOf(BrokenState).size() == 1);
  CHECK_THAT(problemsOf(BrokenState)[0], !Catch::Contains("FunctionLibraryOp"));
  CHECK(problemsOf(T.type("return %0,", "return %0")).empty());
}

TEST_CASE("ContainerVerifier: a module has no arguments", "[containers]") {
  const std::string Text = R"mlir("builtin.module"() ({
  ^bb0(%arg: i32):
    "d.op"() : () -> ()
}) : () -> ()
)mlir";
  Typist T(Text);
  SnapshotPtr First = T.build();
  REQUIRE(problemsOf(First).size() == 1);
  CHECK_THAT(problemsOf(First)[0],
             Catch::Contains("region should have no arguments"));
  CHECK(problemsOf(T.type("(%arg: i32)", "")).empty());
  CHECK(problemsOf(T.type("^bb0:", "^bb0(%arg: i32):")) == problemsOf(First));
}

TEST_CASE("ContainerVerifier: a module has no second block", "[containers]") {
  const std::string One = function("a", "add"), Two = function("b", "add");
  auto problems = [](const std::string &Contents) {
    return problemsOf(Typist("module {\n" + Contents + "}\n").build());
  };
  for (const std::string &Contents :
       {One + "^bb1:\n" + Two, One + "^bb1:\n", "^bb0:\n" + One + "^bb1:\n",
        One + "^bb1(%a: i32):\n" + Two,
        One + "// A comment.\n^bb1:\nmodule {\n" + Two + "}\n"}) {
    CAPTURE(Contents);
    std::vector<std::string> Found = problems(Contents);
    REQUIRE(Found.size() == 1);
    CHECK_THAT(Found[0], Catch::Contains("expects region #0 to have 0 or 1 "
                                         "blocks"));
  }
  CHECK(problems("^bb0:\n" + One + Two).empty());

  Typist T("module {\n" + One + Two + "}\n");
  CHECK(problemsOf(T.build()).empty());
  const std::string Second = Two.substr(0, Two.find('(')), Label = "^bb1:\n";
  SnapshotPtr State = T.type(Second, Label + Second);
  CHECK(problemsOf(State).size() == 1);
  CHECK(bitsOf(State, "%a_2") == 13);
  CHECK(problemsOf(T.type(Label, "")).empty());
}

TEST_CASE("ContainerVerifier: a module in a module", "[containers]") {
  Typist T("module attributes {gpu.container_module} {\n" + gpuModule("sm_90") +
           "}\n");
  CHECK(problemsOf(T.build()).size() == 1);
  CHECK(problemsOf(T.type("sm_90", "sm_100a")).empty());
}

TEST_CASE("ContainerVerifier: a plain module is not looked at again",
          "[containers]") {
  // Its own attributes are checked with its header.
  Typist T("module attributes {noisy.model = #noisy.model<initial = 12, "
           "max = 26>} {\n" +
           function("a", "add") + function("b", "add") + "}\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  SnapshotPtr Wrong = T.type("noisy.model = #noisy.model<initial = 12, "
                             "max = 26>",
                             "noisy.model = 5");
  REQUIRE(problemsOf(Wrong).size() == 1);
  // With another attribute, which may look at all, the same is said.
  SnapshotPtr SecondState = T.type("noisy.model = 5", "noisy.model = 5, "
                                                      "gpu.container_module");
  CHECK(problemsOf(SecondState).size() == 1);
  CHECK(partWith(SecondState, "@b").Sections[0].FactsAreStale);
}
