//===- NoisyOpsTest.cpp - Operations of the noisy dialect -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST_CASE("operations are printed as they are written") {
  const std::string text = R"(module {
  func.func @f(%arg0: i5, %arg1: i1) -> (i5, i1) {
    %0 = noisy.encode %arg0 : i5 -> !noisy.i32
    %1 = noisy.encode %arg1 : i1 -> !noisy.i32
    %2 = noisy.add %0, %1 : !noisy.i32
    %3 = noisy.sub %2, %1 : !noisy.i32
    %4 = noisy.mul %2, %3 : !noisy.i32
    %5 = noisy.scale %4 by 3 : !noisy.i32
    %6 = noisy.scale %5 by -9223372036854775808 : !noisy.i32
    %7 = noisy.reduce_noise %6 : !noisy.i32
    %8 = noisy.add %7, %7 {tag = "kept"} : !noisy.i32
    %9 = noisy.decode %8 : !noisy.i32 -> i5
    %10 = noisy.decode %8 : !noisy.i32 -> i1
    return %9, %10 : i5, i1
  }
}
)";
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.print() == text);
}

TEST_CASE("the generic form is the same operation") {
  Program program(R"(
    %x = arith.constant 1 : i5
    %a = "noisy.encode"(%x) : (i5) -> !noisy.i32
    %b = "noisy.scale"(%a) {factor = 3 : i64} : (!noisy.i32) -> !noisy.i32)");
  REQUIRE(program.isParsed());
  CHECK_THAT(program.print(),
             Catch::Contains("noisy.scale %0 by 3 : !noisy.i32"));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static std::string check(llvm::StringRef operation) {
  std::string text = ("func.func @f(%x: i5, %y: i8, %z: si5, %a: !noisy.i32) "
                      "{ " +
                      operation + "\n return }")
                         .str();
  return Program(text).diagnostics();
}

TEST_CASE("a factor is not 0") {
  CHECK(check("%1 = noisy.scale %a by 0 : !noisy.i32") ==
        "1: error: 'noisy.scale' op has the factor 0; a product with 0 is the "
        "constant 0, encode that instead");
}

TEST_CASE("plain texts are signless integers of 1 to 5 bits") {
  CHECK(check("%1 = noisy.encode %x : i5 -> !noisy.i32") == "");
  for (const char *operation : {
           "%1 = noisy.encode %y : i8 -> !noisy.i32",
           "%1 = noisy.encode %z : si5 -> !noisy.i32",
           "%1 = noisy.encode %a : !noisy.i32 -> !noisy.i32",
           "%1 = noisy.decode %a : !noisy.i32 -> i6",
           "%1 = noisy.decode %a : !noisy.i32 -> f32",
           "%1 = noisy.decode %a : !noisy.i32 -> index",
       }) {
    CAPTURE(operation);
    CHECK_THAT(check(operation), Catch::Contains("1 to 5 bits") ||
                                     Catch::Contains("invalid kind of type"));
  }
}

TEST_CASE("encrypted operands are encrypted integers") {
  CHECK_FALSE(check("%1 = noisy.add %x, %x : i5") == "");
  CHECK_FALSE(check("%1 = noisy.add %a, %x : !noisy.i32") == "");
  CHECK_FALSE(check("%1 = noisy.reduce_noise %x : i5") == "");
  CHECK_FALSE(check("%1 = noisy.scale %a by %x : !noisy.i32") == "");
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

TEST_CASE("a factor adds the logarithm of its size, rounded up") {
  auto addedBits = [](int64_t factor) {
    Program program(withFresh("%1 = noisy.scale %a by " +
                              std::to_string(factor) + " : !noisy.i32"));
    return cast<ScaleOp>(program.value("%1").getDefiningOp()).getFactorNoise(1);
  };
  CHECK(addedBits(1) == 0);
  CHECK(addedBits(-1) == 0);
  CHECK(addedBits(2) == 1);
  CHECK(addedBits(3) == 2);
  CHECK(addedBits(4) == 2);
  CHECK(addedBits(-5) == 3);
  CHECK(addedBits(1 << 20) == 20);
  CHECK(addedBits((1 << 20) + 1) == 21);
  CHECK(addedBits(INT64_MAX) == 63);
  CHECK(addedBits(INT64_MIN) == 63);
}

TEST_CASE("what operations do is by the model") {
  Program program(R"(
    module attributes {noisy.model = #noisy.model<initial = 13, max = 202,
        add = max, sub = sum + 2, mul = max + 32, scale = max + 5>} {
      func.func @f(%a: !noisy.i32, %b: !noisy.i32) {
        %1 = noisy.add %a, %b : !noisy.i32
        %2 = noisy.sub %a, %b : !noisy.i32
        %3 = noisy.mul %a, %b : !noisy.i32
        %4 = noisy.scale %a by 7 : !noisy.i32
        return
      }
    })");
  auto infer = [&](StringRef name) {
    auto op = cast<NoiseOpInterface>(program.value(name).getDefiningOp());
    NoiseBound operands[] = {NoiseBound::bits(20), NoiseBound::bits(30)};
    ArrayRef<NoiseBound> used =
        ArrayRef(operands).take_front(op->getNumOperands());
    std::string text;
    llvm::raw_string_ostream os(text);
    NoiseModel model = NoiseModel::get(op);
    os << op.inferNoise(model, used) << " = ";
    op.describeNoise(os, model, used);
    return text;
  };
  CHECK(infer("%1") == "30 = max(20, 30)");
  CHECK(infer("%2") == "52 = 20 + 30 + 2");
  CHECK(infer("%3") == "62 = 32 + max(20, 30)");
  CHECK(infer("%4") == "25 = 20 + 5");
}

TEST_CASE("transfer functions are monotone and never below a fresh value") {
  Program program(withFresh(R"(
    %1 = noisy.add %a, %b : !noisy.i32
    %2 = noisy.sub %a, %b : !noisy.i32
    %3 = noisy.mul %a, %b : !noisy.i32
    %4 = noisy.scale %a by 7 : !noisy.i32
    %5 = noisy.reduce_noise %a : !noisy.i32)"));
  const NoiseBound samples[] = {NoiseBound::bits(12),
                                NoiseBound::bits(13),
                                NoiseBound::bits(26),
                                NoiseBound::bits(65536),
                                moreThanCap,
                                unbounded,
                                unknown};
  program.module().walk([&](NoiseOpInterface op) {
    bool isBinary = isa<AddOp, SubOp, MulOp>(op);
    auto infer = [&](NoiseBound lhs, NoiseBound rhs) {
      SmallVector<NoiseBound, 2> operands = {lhs};
      if (isBinary)
        operands.push_back(rhs);
      return op.inferNoise(NoiseModel::get(op), operands);
    };
    for (NoiseBound lhs : samples)
      for (NoiseBound rhs : samples) {
        CHECK(infer(lhs, rhs) >= NoiseBound::bits(12));
        for (NoiseBound largerBound : samples)
          if (largerBound >= lhs) {
            CHECK(infer(largerBound, rhs) >= infer(lhs, rhs));
            CHECK(infer(rhs, largerBound) >= infer(rhs, lhs));
          }
      }
  });
}

//===----------------------------------------------------------------------===//
// What passes may do
//===----------------------------------------------------------------------===//

TEST_CASE("equal operations become one, also with operands exchanged") {
  Program program(R"(
    func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32, !noisy.i32,
                                                     !noisy.i32, !noisy.i32) {
      %1 = noisy.add %a, %b : !noisy.i32
      %2 = noisy.add %b, %a : !noisy.i32
      %3 = noisy.sub %a, %b : !noisy.i32
      %4 = noisy.sub %b, %a : !noisy.i32
      return %1, %2, %3, %4 : !noisy.i32, !noisy.i32, !noisy.i32, !noisy.i32
    })");
  REQUIRE(program.run("cse"));
  CHECK_THAT(program.print(), Catch::Contains("return %0, %0, %1, %2"));
}

TEST_CASE("what nothing uses goes away") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.scale %1 by 3 : !noisy.i32
    %3 = noisy.reduce_noise %2 : !noisy.i32
    %4 = noisy.decode %3 : !noisy.i32 -> i5)"));
  REQUIRE(program.run("canonicalize"));
  CHECK_THAT(program.print(), !Catch::Contains("noisy"));
}

TEST_CASE("the stock range passes leave encrypted values alone") {
  Program program(R"(
    func.func @f(%v: !noisy.i32, %n: index, %p: i1) -> (!noisy.i32, i5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = noisy.add %w, %v : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      %s = arith.select %p, %r, %v : !noisy.i32
      %d = noisy.decode %s : !noisy.i32 -> i5
      return %s, %d : !noisy.i32, i5
    })");
  std::string oldText = program.print();
  CHECK(program.run("int-range-optimizations"));
  CHECK(program.run("arith-int-range-narrowing{int-bitwidths-supported=8,16}"));
  CHECK(program.run("func.func(arith-unsigned-when-equivalent)"));
  CHECK(program.print() == oldText);
}
