//===- IntegerFactsTest.cpp - What is known of the integers ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerReport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tests/analysis/integers/Ranges.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IntegerMachine.h"
#include "tests/support/RandomIntegers.h"
#include "tests/support/RandomSeed.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
struct Facts : Ranges {
  explicit Facts(llvm::StringRef source)
      : Ranges(source), facts(IntegerFacts::compute(*flow)) {}

  IntegerFact fact(llvm::StringRef name) {
    std::optional<IntegerFact> integerFact = facts.find(program.value(name));
    REQUIRE(integerFact);
    return *integerFact;
  }

  /// "constant %a", one a line, in order.
  std::string findings() {
    std::string text;
    for (const IntegerFinding &finding : facts.getFindings())
      text += (text.empty() ? "" : "\n") +
              getFindingCode(finding.kind).drop_front(strlen("int-")).str() +
              " " + program.name(finding.value);
    return text;
  }

  IntegerFacts facts;
};
} // namespace

TEST_CASE("what ranges of integers rest on", "[integers]") {
  Facts facts(R"(
    func.func private @f(%a: i8 {noisy.range = [0, 63]}) { return }
    func.func private @g(%b: i8 {noisy.range = [0, 63]}) { return }
    func.func @h(%c: i8 {noisy.range = [0, 63]}, %f: (i8) -> ()) {
      call @f(%c) : (i8) -> ()
      %g = func.constant @g : (i8) -> ()
      call @away(%g) : ((i8) -> ()) -> ()
      %t = gpu.thread_id x upper_bound 8
      %u = gpu.thread_id x
      %l = gpu.lane_id upper_bound 8
      return
    }
    func.func private @away((i8) -> ()))");
  CHECK(facts.fact("%a").basis == IntegerBasis::StatedRange);
  // Callers out of sight may have the number from anywhere.
  CHECK(facts.fact("%b").basis == IntegerBasis::AssumedRange);
  CHECK(facts.fact("%c").basis == IntegerBasis::AssumedRange);
  CHECK(facts.fact("%t").basis == IntegerBasis::UpperBound);
  CHECK(facts.fact("%u").basis == IntegerBasis::None);
  CHECK(facts.fact("%l").basis == IntegerBasis::AssumedUpperBound);
}

TEST_CASE("ranges of integers as facts", "[integers]") {
  Facts facts(R"(
    func.func @f(%a: i8 {noisy.range = [0, 63]}, %b: i8, %v: !noisy.i32) {
      %c1 = arith.constant 1 : i8
      %c = arith.addi %a, %c1 : i8
      %d = arith.addi %b, %c1 : i8
      %false = arith.constant false
      scf.if %false {
        %e = arith.addi %a, %c1 : i8
      }
      return
    })");
  CHECK(facts.fact("%a").basis == IntegerBasis::AssumedRange);
  CHECK(facts.fact("%a").range.umax() == 63);
  CHECK(facts.fact("%b").basis == IntegerBasis::None);
  CHECK_FALSE(facts.fact("%b").isUnreached);
  CHECK(facts.fact("%b").range.umax() == 255);
  CHECK(facts.fact("%c").range.umax() == 64);
  CHECK(facts.fact("%c").basis == IntegerBasis::None);
  CHECK(facts.fact("%e").isUnreached);
  CHECK_FALSE(facts.facts.find(facts.program.value("%v")));
}

TEST_CASE("operations whose result is always the same", "[integers]") {
  Facts facts(R"(
    func.func @f(%n: index, %x: i8, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %a = arith.divui %i, %c8 : index
        %b = index.shru %i, %c4
        %c = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
        // Follows from %a, which was said.
        %d = arith.addi %a, %c1 : index
        %e = arith.divui %i, %c4 : index
        %z = arith.divui %i, %c1 : index
      }
      %g = arith.subi %x, %x : i8
      %h = arith.select %p, %c4, %c4 : index
      %v = vector.broadcast %n : index to vector<4xindex>
      %w = arith.xori %v, %v : vector<4xindex>
      return
    })");
  CHECK(facts.findings() == "constant %a\nconstant %b\nconstant %c\n"
                            "constant %e\nconstant %g\nconstant %h\n"
                            "constant %w");
}

TEST_CASE("what follows from constants alone is no news", "[integers]") {
  Facts facts(R"(
    func.func private @always(%k: index) {
      %c3 = arith.constant 3 : index
      %l = arith.addi %k, %c3 : index
      return
    }
    func.func private @one() -> index {
      %c1 = arith.constant 1 : index
      return %c1 : index
    }
    func.func @f(%t: tensor<4x?xf32>, %n: index) {
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %a = arith.muli %c8, %c8 : index
      %b = arith.cmpi slt, %c1, %a : index
      %c = tensor.dim %t, %c1 : tensor<4x?xf32>
      %c0 = arith.constant 0 : index
      %d = tensor.dim %t, %c0 : tensor<4x?xf32>
      %e = func.call @one() : () -> index
      func.call @always(%c8) : (index) -> ()
      %r = scf.for %i = %c0 to %a step %c1 iter_args(%k = %c8) -> index {
        scf.yield %c8 : index
      }
      %s = scf.if %b -> index {
        scf.yield %c1 : index
      } else {
        scf.yield %n : index
      }
      %m = vector.step : vector<1xindex>
      %u = arith.index_cast %c8 : index to i32
      return
    })");
  CHECK(facts.findings() == "");
}

TEST_CASE("comparisons that are decided", "[integers]") {
  Facts facts(R"(
    func.func @f(%n: index, %x: i8) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %a = arith.cmpi ult, %i, %c8 : index
        %b = index.cmp sge(%i, %c8)
        %c = arith.cmpi eq, %i, %c1 : index
        %d = arith.cmpi eq, %i, %c8 : index
      }
      %z = arith.constant 0 : i8
      %e = arith.cmpi ult, %x, %z : i8
      %g = arith.cmpi eq, %x, %x : i8
      return
    })");
  CHECK(facts.findings() == "comparison %a\ncomparison %b\ncomparison %d\n"
                            "comparison %e\ncomparison %g");
}

TEST_CASE("divisions by zero", "[integers]") {
  Facts facts(R"(
    func.func @f(%n: index, %x: i8) {
      %c0 = arith.constant 0 : index
      %z = arith.subi %n, %n : index
      %a = arith.divsi %n, %c0 : index
      %b = index.remu %n, %z
      %c = arith.ceildivui %c0, %c0 : index
      %d = arith.divui %n, %n : index
      %false = arith.constant false
      scf.if %false {
        %e = arith.divsi %n, %c0 : index
      }
      return
    })");
  CHECK(facts.findings() == "constant %z\ndivision-by-zero %c0\n"
                            "division-by-zero %z\ndivision-by-zero %c0");
}

TEST_CASE("signed operations that could be unsigned", "[integers]") {
  Facts facts(R"(
    func.func @f(%x: i32, %v: vector<4xi32>) {
      %c100 = arith.constant 100 : i32
      %c7 = arith.constant 7 : i32
      %c1 = arith.constant 1 : i32
      %a = arith.remui %x, %c100 : i32
      %m = arith.remui %x, %c7 : i32
      %b = arith.addi %m, %c1 : i32
      %v100 = arith.constant dense<100> : vector<4xi32>
      %va = arith.remui %v, %v100 : vector<4xi32>
      %1 = arith.divsi %a, %b : i32
      %2 = arith.ceildivsi %a, %b : i32
      %3 = arith.floordivsi %a, %b : i32
      %4 = arith.remsi %a, %b : i32
      %5 = arith.minsi %a, %b : i32
      %6 = arith.maxsi %a, %b : i32
      %7 = arith.extsi %a : i32 to i64
      %8 = arith.cmpi slt, %a, %b : i32
      %9 = arith.divsi %va, %v100 : vector<4xi32>
      %10 = arith.divsi %x, %b : i32
      %11 = arith.divsi %a, %m : i32
      %12 = arith.shrsi %a, %b : i32
      %13 = arith.cmpi eq, %a, %b : i32
      return
    })");
  // The last vector is always 0.
  CHECK(facts.findings() ==
        "unsigned %1\nunsigned %2\nunsigned %3\nunsigned %4\nunsigned %5\n"
        "unsigned %6\nunsigned %7\nunsigned %8\nconstant %9");
}

//===----------------------------------------------------------------------===//
// Against others
//===----------------------------------------------------------------------===//

/// The line that an operation stands in; 0 for the module around a program.
static unsigned getLine(Operation *op) {
  auto location = op->getLoc()->findInstanceOf<FileLineColLoc>();
  return location ? location.getLine() : 0;
}

/// Where the operations of a program stand in the text, with their names.
static std::multiset<std::pair<unsigned, std::string>>
collect(ModuleOp module) {
  std::multiset<std::pair<unsigned, std::string>> operations;
  module.walk([&](Operation *op) {
    std::string name = op->getName().getStringRef().str();
    if (auto cmp = dyn_cast<arith::CmpIOp>(op))
      name += " " + arith::stringifyCmpIPredicate(cmp.getPredicate()).str();
    operations.insert({getLine(op), name});
  });
  return operations;
}

/// Whether a quotient may be one of which MLIR says that it is positive, and
/// the range analysis that it may be negative.
static bool ceilsLeastInteger(Facts &facts) {
  bool hasMinOperand = false;
  facts.program.module().walk([&](Operation *op) {
    if (isa<arith::CeilDivSIOp, index::CeilDivSOp>(op))
      hasMinOperand |=
          facts.facts.getRange(op->getOperand(0)).smin().isMinSignedValue();
  });
  return hasMinOperand;
}

// Not [random]: on some loops MLIR's pass does not end.
TEST_CASE("whatever MLIR makes unsigned is found", "[integers]") {
  IntegerShape shape;
  shape.functions = 1;
  shape.mostlySigned = true;
  shape.affine = shape.overflowFlags = shape.statedRanges = false;
  unsigned changes = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    std::mt19937 random(seed);
    std::string text = makeIntegerProgram(random, shape);
    INFO("seed " << seed << "\n" << text);
    Facts facts(text);
    if (ceilsLeastInteger(facts))
      continue;
    // By line and name: the operations, and those that could be unsigned. What
    // is always the same is said to be that, and not to be unsigned.
    std::set<std::pair<unsigned, std::string>> reportedOperations;
    for (const IntegerFinding &finding : facts.facts.getFindings()) {
      reportedOperations.insert(
          {getLine(finding.op), getUnsignedEquivalent(finding.op).str()});
    }
    Program changedProgram(text);
    auto oldOperations = collect(changedProgram.module());
    REQUIRE(changedProgram.run("arith-unsigned-when-equivalent"));
    auto newOperations = collect(changedProgram.module());
    for (const auto &operation : newOperations) {
      if (oldOperations.count(operation))
        continue;
      ++changes;
      CAPTURE(operation.first, operation.second);
      // In dead code, or with operands that never vary, there are no findings.
      bool isReported = reportedOperations.count(operation);
      bool isExempt = false;
      facts.program.module().walk([&](Operation *op) {
        if (getLine(op) != operation.first ||
            getUnsignedEquivalent(op) != operation.second)
          return;
        bool varies = llvm::any_of(op->getOperands(), [&](Value operand) {
          return !facts.facts.getRange(operand).getConstantValue();
        });
        isExempt |= !varies || !facts.flow->isLive(op->getBlock()) ||
                    !facts.flow->isReached(op->getResult(0));
      });
      CHECK((isReported || isExempt));
    }
  }
  CHECK(changes > 100);
}

TEST_CASE("no run contradicts a finding", "[integers][random]") {
  IntegerShape shape;
  shape.mostlySigned = true;
  shape.statedRanges = false;
  unsigned checkCount = 0;
  for (unsigned seed = 1000; seed < 1300; ++seed) {
    std::mt19937 random(randomSeed(seed));
    std::string text = makeIntegerProgram(random, shape);
    INFO("seed " << seed << "\n" << text);
    Facts facts(text);
    llvm::DenseMap<Value, llvm::APInt> constants;
    llvm::DenseSet<Value> neverNegative;
    for (const IntegerFinding &finding : facts.facts.getFindings()) {
      if (finding.kind == IntegerFindingKind::Unsigned) {
        neverNegative.insert(finding.op->operand_begin(),
                             finding.op->operand_end());
        continue;
      }
      constants.try_emplace(
          finding.value,
          *facts.facts.getRange(finding.value).getConstantValue());
    }
    bool isRight = true;
    IntegerMachine machine;
    machine.seeValue = [&](Value value, const llvm::APInt &number) {
      if (constants.contains(value))
        isRight &= constants[value] == number;
      if (neverNegative.contains(value))
        isRight &= !number.isNegative();
      checkCount += constants.contains(value) || neverNegative.contains(value);
    };
    for (auto function : facts.program.module().getOps<FunctionOpInterface>()) {
      if (function.isPrivate())
        continue;
      for (int i = 0; i < 8; ++i) {
        SmallVector<llvm::APInt> arguments;
        for (Type type : function.getArgumentTypes())
          arguments.push_back(
              makeInteger(random, ConstantIntRanges::getStorageBitwidth(type)));
        machine.run(function, arguments);
      }
    }
    CHECK(isRight);
    countChecked("integers, findings against runs");
  }
  CHECK(checkCount > 1000);
}
