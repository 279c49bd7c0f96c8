//===- InterpreterTest.cpp - The interpreter itself -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Known programs with known results: what other tests hold the analyses
// against has to be right itself.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyDialect.h"
#include "mlir/IR/Builders.h"
#include "tests/analysis/InterpreterRunner.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TEST_CASE("interpreter: integers are as MLIR folds them") {
  const char *operations[] = {
      "addi",     "subi",       "muli",      "divui",    "divsi",
      "remui",    "remsi",      "ceildivsi", "andi",     "ceildivui",
      "ori",      "floordivsi", "shli",      "shrui",    "xori",
      "minsi",    "shrsi",      "maxsi",     "minui",    "maxui",
      "cmpi eq",  "cmpi ne",    "cmpi slt",  "cmpi sle", "cmpi sgt",
      "cmpi sge", "cmpi ult",   "cmpi ule",  "cmpi ugt", "cmpi uge"};
  unsigned comparisonCount = 0;
  for (std::string name : operations) {
    bool isComparison = name.size() > 5 && name.substr(0, 4) == "cmpi";
    std::string operands = isComparison ? ", %a, %b : i4" : " %a, %b : i4";
    Runner runner("func.func @f(%a: i4, %b: i4) -> " +
                  std::string(isComparison ? "i1" : "i4") +
                  " {\n  %r = arith." + name + operands +
                  "\n  return %r : " + (isComparison ? "i1" : "i4") + "\n}");
    Operation *op = runner.program.value("%r").getDefiningOp();
    Builder builder(op->getContext());
    for (int a = 0; a < 16; ++a)
      for (int b = 0; b < 16; ++b) {
        CAPTURE(name, a, b);
        const RunResult &result =
            runner.run("f", {integer(4, a), integer(4, b)});
        // On a copy: folding may change the operation.
        Operation *copy = op->clone();
        Type type = builder.getIntegerType(4);
        Attribute attributes[] = {builder.getIntegerAttr(type, a),
                                  builder.getIntegerAttr(type, b)};
        SmallVector<OpFoldResult> foldResults;
        bool folds = succeeded(copy->fold(attributes, foldResults)) &&
                     !foldResults.empty();
        copy->destroy();
        IntegerAttr expectedAttr;
        if (folds && isa<Value>(foldResults[0]))
          expectedAttr = cast<IntegerAttr>(
              attributes[cast<BlockArgument>(cast<Value>(foldResults[0]))
                             .getArgNumber()]);
        else if (folds)
          expectedAttr = dyn_cast<IntegerAttr>(cast<Attribute>(foldResults[0]));
        if (!result.isFinished()) {
          CHECK(result.end == RunEnd::Undefined);
          continue;
        }
        if (!expectedAttr) {
          // MLIR is careful with the negation of the least number.
          CHECK((name == "ceildivsi" && (a == 8 || b == 8)));
          continue;
        }
        CHECK(result.results[0].integer() == expectedAttr.getValue());
        ++comparisonCount;
      }
  }
  CHECK(comparisonCount > 6500);
}

TEST_CASE("interpreter: what has no meaning is not computed") {
  Runner runner(R"(
    func.func @divide(%a: i8, %b: i8) -> i8 {
      %r = arith.divsi %a, %b : i8
      return %r : i8
    }
    func.func @shift(%a: i8, %b: i8) -> i8 {
      %r = arith.shli %a, %b : i8
      return %r : i8
    }
    func.func @flags(%a: i8, %b: i8) -> i8 {
      %r = arith.addi %a, %b overflow<nsw> : i8
      return %r : i8
    }
    func.func @exact(%a: i8, %b: i8) -> i8 {
      %r = arith.divui %a, %b exact : i8
      return %r : i8
    })");
  auto end = [&](llvm::StringRef name, int a, int b) {
    return runner.run(name, {integer(8, a), integer(8, b)}).end;
  };
  CHECK(end("divide", 7, 0) == RunEnd::Undefined);
  CHECK(runner.result.reason == "arith.divsi: divides by zero");
  CHECK(end("divide", -128, -1) == RunEnd::Undefined);
  CHECK(end("divide", -128, 1) == RunEnd::Finished);
  CHECK(end("shift", 1, 8) == RunEnd::Undefined);
  CHECK(end("shift", 1, 7) == RunEnd::Finished);
  CHECK(end("flags", 127, 1) == RunEnd::Undefined);
  CHECK(end("flags", 126, 1) == RunEnd::Finished);
  CHECK(end("exact", 7, 2) == RunEnd::Undefined);
  CHECK(end("exact", 8, 2) == RunEnd::Finished);
}

TEST_CASE("interpreter: conversions, index arithmetic, affine maps") {
  Runner runner(R"(
    func.func @extend(%a: i8) -> i16 {
      %r = arith.extsi %a : i8 to i16
      return %r : i16
    }
    func.func @truncate(%a: i8) -> i4 {
      %r = arith.trunci %a : i8 to i4
      return %r : i4
    }
    func.func @toIndex(%a: i8) -> index {
      %r = arith.index_cast %a : i8 to index
      return %r : index
    }
    func.func @index(%a: index, %b: index) -> index {
      %1 = index.floordivs %a, %b
      %2 = index.mul %1, %b
      %3 = index.sub %a, %2
      return %3 : index
    }
    func.func @apply(%a: index, %b: index) -> index {
      %r = affine.apply affine_map<(d0)[s0] -> (d0 mod 5 + (d0 floordiv 3) * s0 - d0 ceildiv 2)>(%a)[%b]
      return %r : index
    }
    func.func @least(%a: index, %b: index) -> index {
      %r = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%a, %b)
      return %r : index
    })");
  CHECK(runner.number("extend", {integer(8, -3)}) == -3);
  CHECK(runner.number("truncate", {integer(8, 0x17)}) == 7);
  CHECK(runner.number("toIndex", {integer(8, -1)}) == -1);
  CHECK(runner.number("index", {index(-7), index(3)}) == 2);
  // 3 + (-3 * 10) + 3
  CHECK(runner.number("apply", {index(-7), index(10)}) == -24);
  CHECK(runner.number("least", {index(5), index(3)}) == 4);
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

TEST_CASE("interpreter: the worst case is the table of the operations") {
  Runner runner(R"(
    func.func @f(%x: i5, %c0: index, %c1: index, %c4: index) -> i5 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %add = noisy.add %a, %a : !noisy.i32
      %sub = noisy.sub %a, %add : !noisy.i32
      %mul = noisy.mul %add, %sub : !noisy.i32
      %s1 = noisy.scale %a by -1 : !noisy.i32
      %s5 = noisy.scale %a by 5 : !noisy.i32
      %s8 = noisy.scale %a by -8 : !noisy.i32
      %least = noisy.scale %a by -9223372036854775808 : !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %w = noisy.add %v, %a : !noisy.i32
        scf.yield %w : !noisy.i32
      }
      %reduced = noisy.reduce_noise %r : !noisy.i32
      %d = noisy.decode %reduced : !noisy.i32 -> i5
      return %d : i5
    })");
  std::vector<RuntimeValue> arguments = {integer(5, 7), index(0), index(1),
                                         index(4)};
  // 7 + 4 * 7, in 5 bits
  CHECK(runner.number("f", arguments) == 3);
  using Noise = std::vector<uint64_t>;
  CHECK(runner.noise("%a") == Noise{12});
  CHECK(runner.noise("%add") == Noise{13});
  CHECK(runner.noise("%sub") == Noise{14});
  CHECK(runner.noise("%mul") == Noise{27});
  CHECK(runner.noise("%s1") == Noise{12});
  CHECK(runner.noise("%s5") == Noise{15});
  CHECK(runner.noise("%s8") == Noise{15});
  CHECK(runner.noise("%least") == Noise{75});
  CHECK(runner.noise("%v") == Noise{12, 13, 14, 15});
  CHECK(runner.noise("%r") == Noise{16});
  CHECK(runner.noise("%reduced") == Noise{12});
  CHECK(runner.visitedValues["%sub"][0].cipher().plain == (7 - 14 + 32) % 32);
  CHECK(runner.visitedValues["%s5"][0].cipher().plain == 35 % 32);
  CHECK(runner.visitedValues["%s8"][0].cipher().plain == (32 * 2 - 56) % 32);
  CHECK(runner.visitedValues["%mul"][0].cipher().junk);
  CHECK_FALSE(runner.visitedValues["%r"][0].cipher().junk);

  // By chance there is less, and never more.
  runner.options.worstCase = false;
  std::set<uint64_t> noiseLevels;
  for (int i = 0; i < 300; ++i) {
    CHECK(runner.number("f", arguments) == 3);
    noiseLevels.insert(runner.noise("%r")[0]);
  }
  CHECK(*noiseLevels.begin() < 12);
  CHECK(*noiseLevels.rbegin() <= 16);
  CHECK(noiseLevels.size() > 8);
}

TEST_CASE("interpreter: junk stays junk, and its plain text is lost") {
  Runner runner(R"(
    func.func @f(%x: i5) -> i5 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      %over = noisy.mul %m, %a : !noisy.i32
      %reduced = noisy.reduce_noise %over : !noisy.i32
      %later = noisy.add %reduced, %a : !noisy.i32
      %d = noisy.decode %later : !noisy.i32 -> i5
      return %d : i5
    })");
  std::set<int64_t> numbers;
  for (int i = 0; i < 100; ++i)
    numbers.insert(runner.number("f", {integer(5, 2)}));
  CHECK(numbers.size() > 10);
  CHECK_FALSE(runner.visitedValues["%m"][0].cipher().junk);
  CHECK(runner.visitedValues["%over"][0].cipher().junk);
  CHECK(runner.visitedValues["%reduced"][0].cipher().junk);
  CHECK(runner.visitedValues["%reduced"][0].cipher().noise == 12);
  CHECK(runner.visitedValues["%later"][0].cipher().junk);
}

TEST_CASE("interpreter: a reduction combines in any order; the worst is a "
          "chain") {
  Runner runner(R"(
    func.func @sum(%a: !noisy.i32, %b: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> !noisy.i32 {
        scf.reduce(%b : !noisy.i32) {
        ^bb0(%l: !noisy.i32, %m: !noisy.i32):
          %s = noisy.add %l, %m : !noisy.i32
          scf.reduce.return %s : !noisy.i32
        }
      }
      return %r : !noisy.i32
    })");
  auto noise = [&](unsigned a, unsigned b, unsigned n) {
    runner.run("sum", {cipher(1, a), cipher(1, b), index(n)});
    REQUIRE(runner.result.isFinished());
    const Cipher &result = runner.result.results[0].cipher();
    CHECK(result.plain == 1 + n);
    return result.noise;
  };
  CHECK(noise(5, 9, 4) == 13);
  CHECK(noise(9, 5, 4) == 13);
  CHECK(noise(9, 5, 0) == 9);
  CHECK(noise(5, 9, 1) == 10);
  runner.options.worstCase = false;
  std::set<uint64_t> noiseLevels;
  for (int i = 0; i < 200; ++i) {
    noiseLevels.insert(noise(9, 9, 7));
    CHECK(*noiseLevels.rbegin() <= 16);
  }
  CHECK(noiseLevels.size() > 3);
}

TEST_CASE("interpreter: the noise of tensors is that of their elements") {
  Runner runner(R"(
    func.func @f(%t: tensor<2x!noisy.i32>, %i: index) -> tensor<2x!noisy.i32> {
      %e = tensor.extract %t[%i] : tensor<2x!noisy.i32>
      %m = noisy.mul %e, %e : !noisy.i32
      %r = tensor.insert %m into %t[%i] : tensor<2x!noisy.i32>
      return %r : tensor<2x!noisy.i32>
    })");
  runner.runAnyhow("f");
  runner.run("f", {runner.visitedValues["%t"][0], index(1)});
  REQUIRE(runner.result.isFinished());
  std::vector<uint64_t> noise;
  runner.result.results[0].forEachCipher(
      [&](const Cipher &cipher) { noise.push_back(cipher.noise); });
  CHECK(noise == std::vector<uint64_t>{12, 24});
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST_CASE("interpreter: contracts are kept, or the run is of no use") {
  Runner runner(R"(
    func.func private @out(!noisy.i32) -> (!noisy.i32 {noisy.bound = 20 : i64})
    func.func private @anything() -> !noisy.i32
    func.func private @in(%v: !noisy.i32 {noisy.bound = 24 : i64})
        -> (!noisy.i32 {noisy.bound = 25 : i64}) {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @passes(%a: !noisy.i32 {noisy.bound = 24 : i64}) -> !noisy.i32 {
      %r = call @in(%a) : (!noisy.i32) -> !noisy.i32
      return %r : !noisy.i32
    }
    func.func @fails(%a: !noisy.i32 {noisy.bound = 24 : i64}) -> !noisy.i32 {
      %b = noisy.add %a, %a : !noisy.i32
      %r = call @in(%b) : (!noisy.i32) -> !noisy.i32
      return %r : !noisy.i32
    }
    func.func @returns(%a: !noisy.i32) -> (!noisy.i32 {noisy.bound = 12 : i64}) {
      %b = noisy.add %a, %a : !noisy.i32
      return %b : !noisy.i32
    }
    func.func @outside(%a: !noisy.i32) -> !noisy.i32 {
      %r = call @out(%a) : (!noisy.i32) -> !noisy.i32
      %s = call @anything() : () -> !noisy.i32
      return %s : !noisy.i32
    }
    func.func @junk(%a: !noisy.i32) -> !noisy.i32 {
      %m = noisy.mul %a, %a : !noisy.i32
      %over = noisy.mul %m, %a : !noisy.i32
      %good = noisy.reduce_noise %over : !noisy.i32
      %r = call @in(%good) : (!noisy.i32) -> !noisy.i32
      %s = call @out(%good) : (!noisy.i32) -> !noisy.i32
      return %r : !noisy.i32
    })");
  CHECK(runner.runAnyhow("passes").end == RunEnd::Finished);
  CHECK(runner.noise("%a") == std::vector<uint64_t>{24});
  CHECK(runner.noise("%w") == std::vector<uint64_t>{25});
  CHECK(runner.runAnyhow("fails").end == RunEnd::BrokenContract);
  CHECK(runner.runAnyhow("returns").end == RunEnd::BrokenContract);
  CHECK(runner.runAnyhow("outside").end == RunEnd::Finished);
  CHECK(runner.noise("%r") == std::vector<uint64_t>{20});
  CHECK(runner.visitedValues["%s"][0].cipher().junk);
  CHECK(runner.runAnyhow("junk").end == RunEnd::Finished);
  CHECK_FALSE(runner.visitedValues["%v"][0].cipher().junk);
  CHECK_FALSE(runner.visitedValues["%w"][0].cipher().junk);
  CHECK(runner.visitedValues["%r"][0].cipher().junk);
  CHECK(runner.visitedValues["%s"][0].cipher().junk);
}

TEST_CASE("interpreter: integers stay in the ranges that are declared") {
  Runner runner(R"(
    func.func private @callee(%i: i8) -> i8 {
      return %i : i8
    }
    func.func @f(%n: index, %i: i8) -> i8 {
      %r = call @callee(%i) : (i8) -> i8
      return %r : i8
    })");
  Builder builder(runner.program.context());
  auto range = [&](int64_t min, int64_t max) {
    return builder.getI64ArrayAttr({min, max});
  };
  runner.function("f").setArgAttr(0, "noisy.range", range(-3, 3));
  runner.function("f").setArgAttr(1, "noisy.range", range(0, 9));
  runner.function("callee").setArgAttr(0, "noisy.range", range(2, 7));
  std::set<int64_t> visitedNumbers, resultNumbers;
  unsigned brokenContracts = 0;
  for (int i = 0; i < 300; ++i) {
    brokenContracts += runner.runAnyhow("f").end == RunEnd::BrokenContract;
    visitedNumbers.insert(
        runner.visitedValues["%n"][0].integer().getSExtValue());
    if (runner.result.isFinished())
      resultNumbers.insert(runner.result.results[0].integer().getSExtValue());
  }
  CHECK(visitedNumbers == std::set<int64_t>{-3, -2, -1, 0, 1, 2, 3});
  CHECK(resultNumbers == std::set<int64_t>{2, 3, 4, 5, 6, 7});
  CHECK(brokenContracts > 50);

  // Without a negative number, numbers have no sign.
  runner.function("callee").setArgAttr(0, "noisy.range", range(100, 250));
  auto end = [&](int64_t number) {
    return runner.run("f", {index(0), integer(8, number)}).end;
  };
  CHECK(end(-6) == RunEnd::Finished);
  CHECK(end(-5) == RunEnd::BrokenContract);
  CHECK(end(99) == RunEnd::BrokenContract);
}

TEST_CASE("interpreter: functions that are values") {
  Runner runner(R"(
    func.func private @one() -> i8 {
      %c = arith.constant 1 : i8
      return %c : i8
    }
    func.func private @two() -> i8 {
      %c = arith.constant 2 : i8
      return %c : i8
    }
    func.func @f(%p: i1) -> i8 {
      %one = func.constant @one : () -> i8
      %two = func.constant @two : () -> i8
      %g = arith.select %p, %one, %two : () -> i8
      %r = call_indirect %g() : () -> i8
      return %r : i8
    })");
  CHECK(runner.number("f", {integer(1, 1)}) == 1);
  CHECK(runner.number("f", {integer(1, 0)}) == 2);
}

//===----------------------------------------------------------------------===//
// Giving up
//===----------------------------------------------------------------------===//

TEST_CASE("interpreter: a run that cannot go on says why") {
  Runner runner(R"(
    func.func @endless() {
      cf.br ^again
    ^again:
      cf.br ^again
    }
    func.func @strange() {
      "strange.operation"() : () -> ()
      return
    }
    func.func @grows(%a: !noisy.i32) {
      cf.br ^again(%a : !noisy.i32)
    ^again(%v: !noisy.i32):
      %w = noisy.mul %v, %v : !noisy.i32
      cf.br ^again(%w : !noisy.i32)
    })");
  CHECK(runner.runAnyhow("endless").end == RunEnd::Limit);
  CHECK(runner.result.reason == "cf.br: too many steps");
  CHECK(runner.runAnyhow("strange").end == RunEnd::UnknownOperation);
  CHECK(runner.result.reason == "strange.operation: not known");
  CHECK(runner.runAnyhow("grows").end == RunEnd::Limit);
  CHECK(runner.result.reason == "func.func: more noise than anyone counts");
}
