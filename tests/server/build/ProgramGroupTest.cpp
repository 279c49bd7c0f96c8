//===- ProgramGroupTest.cpp - Units that use each other -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/CrashRecovery.h"
#include "tests/server/Typist.h"

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
  auto Before = firstOf(T.build());
  auto State = T.type("func.func private @g()\n",
                      "func.func private @g()\nmodule @m {\n");
  CHECK(firstOf(State).Facts->RestsOnStale);
  // A crash would make everything again.
  CHECK(firstOf(State).Data == Before.Data);
}
