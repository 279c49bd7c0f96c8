//===- ValueItemsTest.cpp - Values in a list of completions ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

/// The values that are offered at the | of a line, in their order.
static Strings valuesIn(const std::string &Line) {
  Strings Result;
  Offer Values("func.func @f(%n: index, %i: i32, %c: i1, %k: i4, %t: "
               "tensor<4xi32>, %u: tensor<8xi32>, %m: memref<4xf32>, %q: "
               "memref<8xf32>, %v: vector<4xi32>, %w: vector<8xi32>, %e: "
               "!noisy.i32) {\n  " +
               Line + "\n  return\n}\n");
  for (const Completions::Item &I : Values.List.Items)
    if (I.Kind == CompletionItemKind::Variable)
      Result.push_back(I.Label);
  return Result;
}

TEST_CASE("ValueItems: the type that stands in the line already comes first",
          "[completion]") {
  auto firstOf = [](const std::string &Line) {
    CAPTURE(Line);
    Strings Values = valuesIn(Line);
    REQUIRE_FALSE(Values.empty());
    return Values.front();
  };
  CHECK(firstOf("%0 = arith.extsi %| : i32 to i64") == "%i");
  CHECK(firstOf("%0 = arith.extsi %| : i4 to i64") == "%k");
  CHECK(firstOf("%0 = arith.extsi | : i32 to i64") == "%i");
  CHECK(firstOf("%0 = arith.trunci %| : i32 to i16") == "%i");
  CHECK(firstOf("%0 = arith.trunci %| overflow<nsw> : i32 to i16") == "%i");
  CHECK(firstOf("%0 = arith.index_cast %| : i32 to index") == "%i");
  CHECK(firstOf("%0 = arith.sitofp %| : i32 to f32") == "%i");
  CHECK(firstOf("%0 = arith.addi %|, %i : i32") == "%i");
  CHECK(firstOf("%0 = arith.cmpi slt, %|, %i : i32") == "%i");
  CHECK(firstOf("%0 = arith.select %c, %|, %e : !noisy.i32") == "%e");
  CHECK(firstOf("%0 = tensor.cast %| : tensor<8xi32> to tensor<?xi32>") ==
        "%u");
  CHECK(firstOf("%0 = memref.cast %| : memref<8xf32> to memref<?xf32>") ==
        "%q");
  CHECK(firstOf("%0 = vector.bitcast %| : vector<8xi32> to vector<8xf32>") ==
        "%w");
  CHECK(firstOf("%0 = noisy.decode %| : !noisy.i32 -> i4") == "%e");
  CHECK(firstOf("%0 = noisy.encode %| : i4 -> !noisy.i32") == "%k");
  CHECK(firstOf("%0 = tensor.extract %|[%n] : tensor<8xi32>") == "%u");
  CHECK(firstOf("%0 = memref.load %|[%n] : memref<8xf32>") == "%q");
  CHECK(firstOf("memref.store %e, %|[%n] : memref<8xf32>") == "%q");
  CHECK(firstOf("%0 = vector.extract %|[0] : i32 from vector<8xi32>") == "%w");
  CHECK(firstOf("%0 = arith.extsi %| : i4 to i64 // i32") == "%k");
  // No value has it: nothing is known.
  CHECK(firstOf("%0 = tensor.cast %| : tensor<2xi32> to tensor<?xi32>") ==
        "%t");
}

TEST_CASE("ValueItems: the example of a snippet is no type that is there",
          "[completion]") {
  CHECK(valuesIn("%0 = tensor.cast %source| : tensor<8xi32> to tensor<?xi32>")
            .front() == "%t");
}

TEST_CASE("ValueItems: types that the operation refuses come last",
          "[completion]") {
  auto ordered = [](const std::string &Line, size_t Count) {
    Strings Values = valuesIn(Line);
    Values.resize(std::min(Values.size(), Count));
    return Values;
  };
  // The definition tells the width,
  CHECK(ordered("%0 = noisy.encode %|", 2) == Strings{"%c", "%k"});
  CHECK(valuesIn("%0 = noisy.encode %|").size() == 11);
  CHECK(ordered("%0 = noisy.encode %| : i32 -> !noisy.i32", 2) ==
        Strings{"%c", "%k"});
  // that there are no indices,
  CHECK(ordered("%0 = arith.extsi %|", 3) == Strings{"%i", "%c", "%k"});
  CHECK(ordered("%0 = arith.sitofp %|", 3) == Strings{"%i", "%c", "%k"});
  CHECK(ordered("%0 = arith.index_cast %|", 1) == Strings{"%n"});
  // and what else is possible, of which the table says nothing.
  CHECK(ordered("%0 = llvm.inttoptr %|", 3) == Strings{"%i", "%c", "%k"});
  // Types that are told as a whole do not change.
  CHECK(ordered("%0 = noisy.mul %|", 1) == Strings{"%e"});
  CHECK(ordered("%0 = arith.cmpi slt, %k, %|", 1) == Strings{"%k"});
}

TEST_CASE("ValueItems: a field where all types are refused has no list",
          "[completion]") {
  const std::string Begin = "func.func @f(%n: index, %i: i32, %g: f32) {\n  ";
  CHECK(Offer(Begin + "%0 = noisy.encode %input|\n}\n", ' ').labels().empty());
  CHECK_FALSE(Offer(Begin + "%0 = noisy.encode %|\n}\n").labels().empty());
  CHECK_FALSE(
      Offer(Begin + "%0 = arith.extsi %in|\n}\n", ' ').labels().empty());
}
