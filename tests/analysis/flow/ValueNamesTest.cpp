//===- ValueNamesTest.cpp - Names of values in diagnostics ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ValueNames.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("values in a body in short form are named by what is around them") {
  Program program(withFresh(R"(
    %t = tensor.splat %a : tensor<4x!noisy.i32>
    %u = linalg.map { noisy.mul } ins(%t, %t : tensor<4x!noisy.i32>,
        tensor<4x!noisy.i32>) outs(%t : tensor<4x!noisy.i32>))"));
  REQUIRE(program.isParsed());
  Block &body = program.value("%u").getDefiningOp()->getRegion(0).front();
  CHECK(nameHidden(body.front().getResult(0)) ==
        "the result of 'noisy.mul' in 'linalg.map'");
  CHECK(nameHidden(body.getArgument(1)) == "argument 1 of 'linalg.map'");
  // In a function its name would say nothing.
  CHECK(nameHidden(program.value("%t")) == "the result of 'tensor.splat'");
}
