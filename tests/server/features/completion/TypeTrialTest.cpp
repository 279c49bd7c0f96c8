//===- TypeTrialTest.cpp - Which types an operation can have --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

static Strings typesAfter(const std::string &Line) {
  return Offer("func.func @f(%i: i32, %b: i1, %x: index, %g: f32, %t: "
               "tensor<4xi32>, %m: memref<4x8xf32>, %u: memref<?xi16>, %h: "
               "i5) {\n  " +
               Line + "|\n  return\n}\n")
      .labels();
}

/// True if a list has all of `Right` and none of `Wrong`.
static void check(const std::string &Line, const Strings &Right,
                  const Strings &Wrong) {
  CAPTURE(Line);
  Strings Types = typesAfter(Line);
  for (const std::string &Type : Right) {
    CAPTURE(Type);
    CHECK(llvm::is_contained(Types, Type));
  }
  for (const std::string &Type : Wrong) {
    CAPTURE(Type);
    CHECK_FALSE(llvm::is_contained(Types, Type));
  }
}

TEST_CASE("TypeTrial: a cast goes to types that it converts to",
          "[completion]") {
  check("%q = arith.index_cast %i : i32 to ", {"index"},
        {"memref<?xi16>", "memref", "i64", "f32", "!noisy.i32", "!llvm", "i1"});
  check("%q = arith.index_cast %x : index to ", {"i32", "i64", "i<N>"},
        {"index", "memref<?xi16>", "f32"});
  check("%q = arith.trunci %i : i32 to ", {"i16", "i8", "i1", "i<N>"},
        {"i32", "i64", "index", "f32", "tensor<4xi32>"});
  check("%q = arith.trunci %h : i5 to ", {"i1", "i<N>"}, {"i8", "i16", "i32"});
  check("%q = arith.extsi %i : i32 to ", {"i64", "i<N>"},
        {"i32", "i16", "index", "f32", "tensor", "vector"});
  check("%q = arith.extsi %t : tensor<4xi32> to ", {"tensor"},
        {"i64", "vector", "tensor<4xi32>", "memref"});
  check("%q = arith.sitofp %i : i32 to ", {"f32", "f64", "bf16"},
        {"i32", "index", "tensor"});
  check("%q = arith.fptosi %g : f32 to ", {"i32", "i64"}, {"f32", "index"});
  check("%q = arith.bitcast %i : i32 to ", {"f32", "i32"}, {"f64", "i64"});
  check("%q = memref.cast %m : memref<4x8xf32> to ", {"memref"},
        {"tensor", "memref<?xi16>", "i32"});
  check("%q = arith.constant 300 : ", {"i32", "index"}, {"i8", "f32", "!llvm"});
}

TEST_CASE("TypeTrial: types that are right come in their order",
          "[completion]") {
  CHECK(typesAfter("%q = arith.index_cast %i : i32 to ") == Strings{"index"});
  CHECK(typesAfter("%q = arith.extsi %i : i32 to ").front() == "i64");
  CHECK(typesAfter("%q = arith.sitofp %i : i32 to ").front() == "f32");
}

TEST_CASE("TypeTrial: nothing is removed where something else is wrong",
          "[completion]") {
  check("%q = arith.extsi %g : f32 to ", {"i64", "i32"}, {});
  check("%q = arith.extsi %unknown : i32 to ", {"i64", "i16"}, {});
}

TEST_CASE("TypeTrial: what the operation refuses is no type of its operand",
          "[completion]") {
  check("%q = arith.extsi %i : ", {"i32", "i64", "i<N>", "tensor", "vector"},
        {"index", "f32", "memref", "!noisy.i32", "tuple", "complex"});
  check("%q = memref.load %m[%x] : ", {"memref<4x8xf32>", "memref"},
        {"tensor", "i32", "vector", "!noisy.i32"});
  CHECK(typesAfter("%q = noisy.encode %h : ").front() == "i5");
  // The value has a type that is none: those that are come first.
  check("%q = noisy.encode %i : ", {"i5", "i1", "i<N>"},
        {"i32", "index", "i8", "tensor", "vector", "!noisy.i32"});
  CHECK(typesAfter("%q = noisy.encode %i : ").front() == "i5");
}

TEST_CASE("TypeTrial: where something else is wrong, the format still tells",
          "[completion]") {
  CHECK(typesAfter("%q = noisy.encode %i : i32 -> ") == Strings{"!noisy.i32"});
  CHECK(typesAfter("%q = noisy.encode %h : i5 -> ") == Strings{"!noisy.i32"});
  CHECK(typesAfter("%q = noisy.encode %i : i32 -> !") == Strings{"!noisy.i32"});
  check("%q = noisy.decode %i : i32 -> ", {"i5", "i1", "i<N>"},
        {"i32", "index", "f32", "!noisy.i32", "!llvm", "tensor"});
}

TEST_CASE("TypeTrial: a literal has a type that holds its elements",
          "[completion]") {
  auto typesOf = [](const std::string &Literal) {
    return typesAfter("%q = arith.constant " + Literal + " : ");
  };
  CHECK(typesOf("dense<[1, 2]>") ==
        Strings{"tensor<2xi32>", "vector<2xi32>", "tensor", "vector"});
  CHECK(typesOf("dense<[1.5, 2.0]>") ==
        Strings{"tensor<2xf32>", "vector<2xf32>", "tensor", "vector"});
  CHECK(typesOf("dense<[[1, 2], [-3, 4]]>") ==
        Strings{"tensor<2x2xi32>", "vector<2x2xi32>", "tensor", "vector"});
  CHECK(typesOf("dense<[true, false, true]>") ==
        Strings{"tensor<3xi1>", "vector<3xi1>", "tensor", "vector"});
  // Elements that need more bits.
  CHECK(typesOf("dense<[300000000000, 2]>").front() == "tensor<2xi64>");
  // Those in sight come first: one element fits into any size.
  CHECK(typesOf("dense<[1, 2, 3, 4]>") ==
        Strings{"tensor<4xi32>", "vector<4xi32>", "tensor", "vector"});
  CHECK(typesOf("dense<0>") == Strings{"tensor<4xi32>", "tensor", "vector"});
  CHECK(typesOf("dense<0.0>") == Strings{"tensor", "vector"});
  const std::string Begin = "func.func @f(%t: tensor<2xi64>, %m: "
                            "memref<2xi32>, %v: vector<3xi32>, %w: "
                            "vector<2xi8>) {\n  ";
  const Strings InSight{"vector<2xi8>",  "tensor<2xi64>", "tensor<2xi32>",
                        "vector<2xi32>", "tensor",        "vector"};
  CHECK(Offer(Begin + "%q = arith.constant dense<[1, 2]> : |\n}\n").labels() ==
        InSight);
  // Not only of constants, and behind a word that is typed.
  CHECK(Offer(Begin + "\"a.b\"() {x = dense<[1, 2]> : |} : () -> ()\n}\n")
            .labels() == InSight);
  CHECK(Offer(Begin + "%q = arith.constant dense<[1, 2]> : ten|\n}\n")
            .has("tensor<2xi32>"));
  // What is no list of elements.
  CHECK(llvm::is_contained(typesOf("300"), "i32"));
}
