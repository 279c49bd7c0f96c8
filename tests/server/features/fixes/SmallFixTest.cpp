//===- SmallFixTest.cpp - Fixes of one value or one operation -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/fixes/SmallFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Small fixes: in their own chunk", "[small-fix]") {
  std::string One = "func.func @f(%a: !noisy.i32) {\n  return\n}\n";
  std::string BrokenText = "\xEF\xBB\xBF// \xC3\xA9\nbroken(\n";
  std::string Mark = "// -----\n";
  CHECK(fixedAt(fixes::ReduceValue,
                BrokenText + Mark +
                    "func.func @f(|%a: !noisy.i32) {\n  return\n}\n" + Mark +
                    One) ==
        BrokenText + Mark +
            "func.func @f(%a: !noisy.i32) {\n"
            "  %a_reduced = noisy.reduce_noise %a : !noisy.i32\n"
            "  return\n}\n" +
            Mark + One);
  CHECK(fixedAt(fixes::ReduceValue, BrokenText + "|" + Mark + One) ==
        "no: the text has errors; fix the errors first");
}

TEST_CASE("Small fixes: any kind at any place is an answer", "[small-fix]") {
  const std::string Contents =
      R"mlir(#map = affine_map<(d0) -> (d0)>
module @m {
  func.func @f(%a: !noisy.i32, %i: index {noisy.range = [0, 3]}) -> !noisy.i32 {
    %c = arith.constant 4 : index
    %q = arith.divsi %i, %c : index
    %s = arith.remsi %i, %c : index
    %r = noisy.reduce_noise %a : !noisy.i32
    return %r : !noisy.i32
  }
}
)mlir";
  unsigned FixedCount = 0;
  for (size_t Offset = 0; Offset <= Contents.size(); Offset += 11)
    for (const SmallFixKind *Kind :
         {&fixes::ReduceValue, &fixes::RemoveReduction, &fixes::DeclareBound,
          &fixes::ReplaceByConstant, &fixes::UseUnsigned,
          &fixes::RewriteForNoise}) {
      Fix Repair = computeSmallFix(*Kind, Contents, Offset);
      CHECK_FALSE(Repair.Message.empty());
      FixedCount += !Repair.Edits.empty();
    }
  CHECK(FixedCount > 10);
}
