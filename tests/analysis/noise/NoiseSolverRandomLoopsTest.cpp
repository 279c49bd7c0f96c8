//===- NoiseSolverRandomLoopsTest.cpp - Skipped turns of loops by chance --===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseFacts.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A loop by chance, and what its turns do to the noise, run one by one.
struct RandomLoop {
  explicit RandomLoop(std::mt19937 &random) : random(random) {
    carriedCount = 1 + random() % 4;
    unsigned size = 1 + random() % 6;
    turns = random() % 3 == 0 ? random() % 40 : random() % 3000;
    minTurns = random() % 4 == 0 ? random() % (turns + 1) : turns;
    for (unsigned i = 0; i < size; ++i)
      ops.push_back({pick(8), pick(kOutside + carriedCount + i),
                     pick(kOutside + carriedCount + i), 1u << pick(4)});
    for (unsigned i = 0; i < carriedCount; ++i) {
      inits.push_back(pick(kOutside));
      yields.push_back(kOutside + pick(carriedCount + size));
    }
  }

  /// Values from outside: the last is far above what the first turns reach, so
  // that it is overtaken in the middle of the loop.
  static constexpr unsigned kOutside = 4;

  /// Operands: those from outside, what is carried, and the others.
  std::string operand(unsigned i) const {
    static const char *const outerNames[kOutside] = {"%a", "%b", "%m", "%h"};
    if (i < kOutside)
      return outerNames[i];
    return i < kOutside + carriedCount
               ? "%v" + std::to_string(i - kOutside)
               : "%x" + std::to_string(i - kOutside - carriedCount);
  }

  std::string text() const {
    std::string body, args, yieldedNames, types, conditions;
    for (unsigned i = 0; i < carriedCount; ++i) {
      std::string comma = i == 0 ? "" : ", ";
      args += comma + "%v" + std::to_string(i) + " = " + operand(inits[i]);
      yieldedNames += comma + operand(yields[i]);
      types += comma + "!noisy.i32";
    }
    for (auto [i, op] : llvm::enumerate(ops)) {
      std::string left = operand(op.lhs), right = operand(op.rhs);
      body += "%x" + std::to_string(i) + " = ";
      switch (op.kind) {
      case 0:
        body += "noisy.mul " + left + ", " + right;
        break;
      case 1:
        body += "noisy.reduce_noise " + left;
        break;
      case 2:
        // Each select has a condition of its own.
        body +=
            "arith.select %q" + std::to_string(i) + ", " + left + ", " + right;
        conditions += "%k" + std::to_string(i) +
                      " = memref.alloc() : memref<i1>\n%q" + std::to_string(i) +
                      " = memref.load %k" + std::to_string(i) +
                      "[] : memref<i1>\n";
        break;
      case 3:
      case 4:
        body += "noisy.scale " + left + " by " + std::to_string(op.factor);
        break;
      default:
        body += "noisy.add " + left + ", " + right;
      }
      body += " : !noisy.i32\n";
    }
    std::string maxTurns = std::to_string(turns),
                first = std::to_string(minTurns);
    std::string loop = conditions +
                       "%m = noisy.mul %a, %b : !noisy.i32\n"
                       "%h1 = noisy.mul %m, %m : !noisy.i32\n"
                       "%h2 = noisy.mul %h1, %h1 : !noisy.i32\n"
                       "%h = noisy.mul %h2, %h2 : !noisy.i32\n"
                       "%most = arith.constant " +
                       maxTurns + " : index\n%least = arith.constant " + first +
                       " : index\n%low = arith.maxui %n, %least : index\n"
                       "%some = arith.minui %low, %most : index\n"
                       "%r:" +
                       std::to_string(carriedCount) +
                       " = scf.for %i = %c0 to %some step %c1 iter_args(" +
                       args + ") -> (" + types + ") {\n" + body + "scf.yield " +
                       yieldedNames + " : " + types + "\n}";
    return withFresh(loop);
  }

  /// Runs it; `overflowFlags` says which operations pass the limit in some
  /// turn.
  void run() {
    constexpr uint64_t cap = NoiseBound::kCap + 1;
    std::vector<uint64_t> currentNoise = {12, 12, 24, 192};
    currentNoise.resize(kOutside + carriedCount + ops.size());
    maxNoises.assign(currentNoise.size(), 0);
    overflowFlags.assign(ops.size(), false);
    finalNoises.assign(carriedCount, 0);
    std::vector<uint64_t> state;
    for (unsigned init : inits)
      state.push_back(currentNoise[init]);
    for (unsigned turn = 0; turn <= turns; ++turn) {
      if (turn >= minTurns)
        for (unsigned i = 0; i < carriedCount; ++i)
          finalNoises[i] = std::max(finalNoises[i], state[i]);
      if (turn == turns)
        break;
      llvm::copy(state, currentNoise.begin() + kOutside);
      for (auto [i, op] : llvm::enumerate(ops)) {
        uint64_t lhs = currentNoise[op.lhs], rhs = currentNoise[op.rhs], result;
        bool isOne = true;
        switch (op.kind) {
        case 0:
          result = lhs + rhs;
          isOne = false;
          break;
        case 1:
          result = 12;
          break;
        case 2:
          result = std::max(lhs, rhs);
          isOne = false;
          break;
        case 3:
        case 4:
          result = lhs + llvm::Log2_32_Ceil(op.factor);
          break;
        default:
          result = 1 + std::max(lhs, rhs);
          isOne = false;
        }
        result = std::min(result, cap);
        currentNoise[kOutside + carriedCount + i] = result;
        overflowFlags[i] =
            overflowFlags[i] ||
            (op.kind != 2 && result > 26 && lhs <= 26 && (isOne || rhs <= 26));
      }
      for (auto [join, value] : llvm::zip_equal(maxNoises, currentNoise))
        join = std::max(join, value);
      for (unsigned i = 0; i < carriedCount; ++i)
        state[i] = currentNoise[yields[i]];
    }
  }

  unsigned pick(unsigned count) { return random() % count; }

  struct Op {
    unsigned kind, lhs, rhs;
    unsigned factor;
  };
  std::mt19937 &random;
  unsigned carriedCount, turns, minTurns;
  std::vector<Op> ops;
  std::vector<unsigned> inits, yields;
  /// What running it gives.
  std::vector<uint64_t> maxNoises, finalNoises;
  std::vector<bool> overflowFlags;
};
} // namespace

TEST_CASE("turns that are skipped are as those that are run", "[random]") {
  std::mt19937 random(randomSeed(7));
  unsigned long values = 0, overflows = 0;
  for (unsigned i = 0; i < 6000; ++i) {
    RandomLoop loop(random);
    std::string text = loop.text();
    CAPTURE(i, text);
    loop.run();
    Program program(text);
    REQUIRE(program.isParsed());
    auto check = [&](std::string name, uint64_t expectedBits) {
      NoiseBound bound = program.bound(name);
      NoiseBound right = expectedBits == 0 ? NoiseBound::unreachable()
                                           : NoiseBound::bits(expectedBits);
      if (bound != right) {
        CAPTURE(name, right, bound);
        FAIL("other bounds");
      }
      ++values;
    };
    for (unsigned k = 0; k < loop.carriedCount; ++k) {
      check(loop.operand(RandomLoop::kOutside + k),
            loop.maxNoises[RandomLoop::kOutside + k]);
      check(loop.carriedCount == 1 ? "%r" : "%r#" + std::to_string(k),
            loop.finalNoises[k]);
    }
    llvm::DenseSet<Value> reportedValues;
    for (const NoiseFinding &finding : program.facts().getFindings())
      reportedValues.insert(finding.value);
    for (unsigned k = 0; k < loop.ops.size(); ++k) {
      std::string name =
          loop.operand(RandomLoop::kOutside + loop.carriedCount + k);
      check(name, loop.maxNoises[RandomLoop::kOutside + loop.carriedCount + k]);
      bool isReported = reportedValues.contains(program.value(name));
      if (isReported != loop.overflowFlags[k]) {
        CAPTURE(name, isReported);
        FAIL("other overflows");
      }
      overflows += isReported;
    }
    countChecked("loops of known length, against all their turns");
  }
  WARN(values << " bounds, " << overflows << " overflows");
  CHECK(overflows > 500);
}
