//===- NoiseTransferTest.cpp - What an operation does to noise ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseTransfer.h"
#include "tests/support/Program.h"
#include <thread>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static NoiseTransfer terms(std::initializer_list<NoiseTerm> list,
                           bool isUnary = false) {
  return NoiseTransfer::of(llvm::ArrayRef(list.begin(), list.size()), isUnary);
}

static std::string describe(NoiseTransfer transfer, unsigned lhs, unsigned rhs,
                            unsigned unit = 1) {
  std::string text;
  llvm::raw_string_ostream os(text);
  transfer.describe(os, NoiseBound::bits(lhs), NoiseBound::bits(rhs), unit);
  return text;
}

static NoiseTransfer product() {
  return terms({{-20, 1, 1}, {5, 1, 0}, {5, 0, 1}, {9, 0, 0}});
}

TEST_CASE("terms that are a maximum or a sum of all are that form") {
  CHECK(terms({{3, 0, 1}, {3, 1, 0}}) == NoiseTransfer::max(3));
  CHECK(terms({{3, 1, 1}}) == NoiseTransfer::sum(3));
  CHECK(terms({{3, 1, 0}}, /*isUnary=*/true) == NoiseTransfer::max(3));
  CHECK(terms({{0, 1, 1}}, /*isUnary=*/true) == NoiseTransfer::sum(0));
  CHECK(terms({{3, 1, 0}}).form == NoiseTransfer::Form::Terms);
  CHECK(terms({{-3, 1, 1}}).form == NoiseTransfer::Form::Terms);
  // What another term always covers is left out.
  CHECK(terms({{1, 1, 0}, {2, 1, 1}, {0, 0, 1}, {2, 0, 0}}) ==
        NoiseTransfer::sum(2));
}

TEST_CASE("transfer functions with the same terms are equal") {
  NoiseTransfer again = terms({{9, 0, 0}, {5, 0, 1}, {-20, 1, 1}, {5, 1, 0}});
  CHECK(product() == again);
  CHECK(hash_value(product()) == hash_value(again));
  CHECK_FALSE(product() == terms({{-20, 1, 1}, {5, 1, 0}, {5, 0, 1}}));
}

TEST_CASE("the noise is that of the largest term") {
  auto apply = [](unsigned lhs, unsigned rhs) {
    return product().apply(NoiseBound::bits(lhs), NoiseBound::bits(rhs));
  };
  CHECK(apply(12, 13) == 18);
  CHECK(apply(1, 2) == 9);
  CHECK(apply(30, 31) == 41);
  CHECK(apply(NoiseBound::kCap, 1) == moreThanCap);
  NoiseBound number = NoiseBound::bits(12);
  CHECK(product().apply(unreachable, number) == unreachable);
  CHECK(product().apply(number, unreachable) == unreachable);
  CHECK(product().apply(unbounded, number) == unbounded);
  CHECK(product().apply(unbounded, unknown) == unknown);
  // Noise is never less than one unit.
  CHECK(terms({{-20, 1, 0}}).apply(number, number) == 1);
  // A reset, whatever comes in.
  CHECK(terms({{7, 0, 0}}).apply(unknown, unbounded) == 7);
  CHECK(terms({{7, 0, 0}}).getReset() == 7);
  CHECK_FALSE(product().getReset());
  CHECK_FALSE(NoiseTransfer::max(1).getReset());
}

TEST_CASE("an operation on one operand has a number of its own") {
  NoiseBound number = NoiseBound::bits(12);
  CHECK(NoiseTransfer::max(5).applyUnary(number, 3) == 17);
  CHECK(NoiseTransfer::sum(5).applyUnary(number, 3) == 20);
  NoiseTransfer twice = terms({{2, 1, 2}, {30, 0, 0}}, /*isUnary=*/true);
  CHECK(twice.applyUnary(number, 3) == 30);
  CHECK(twice.applyUnary(number, 10) == 34);
  CHECK(twice.applyUnary(unknown, 10) == unknown);
  CHECK(twice.applyUnary(unreachable, 10) == unreachable);
}

TEST_CASE("a sum is written with the noise of its operands") {
  CHECK(describe(NoiseTransfer::max(1), 12, 13) == "1 + max(12, 13)");
  CHECK(describe(NoiseTransfer::max(0), 12, 13) == "max(12, 13)");
  CHECK(describe(NoiseTransfer::sum(4), 12, 13) == "12 + 13 + 4");
  CHECK(describe(NoiseTransfer::max(320), 128, 128, 10) ==
        "max(12.8, 12.8) + 32");
  CHECK(describe(product(), 12, 13) == "max(12 + 13 - 20, 12 + 5, 13 + 5, 9)");
  CHECK(describe(terms({{22, 1, 1}, {2, 2, 0}, {2, 0, 2}}), 12, 13) ==
        "max(12 + 12, 12 + 13 + 20, 13 + 13) + 2");
  CHECK(describe(terms({{7, 0, 0}}), 12, 13) == "");
}

TEST_CASE("texts of models name the operands") {
  CHECK(NoiseTransfer::max(32).str() == "max + 32");
  CHECK(NoiseTransfer::sum(0).str() == "sum");
  CHECK(NoiseTransfer::max(321).str(10) == "max + 32.1");
  CHECK(product().str() == "max(lhs + rhs - 20, lhs + 5, rhs + 5, 9)");
  CHECK(terms({{7, 0, 0}}).str() == "max(7)");
  CHECK(terms({{-7, 1, 1}}).str() == "lhs + rhs - 7");
  CHECK(terms({{2, 1, 2}, {30, 0, 0}}, true).str(10, true) ==
        "max(x + factor + factor + 0.2, 3)");
}

TEST_CASE("threads may make and read transfer functions at the same time") {
  std::vector<std::thread> threads;
  std::vector<NoiseTransfer> made[4];
  for (auto &list : made)
    threads.emplace_back([&list] {
      for (int i = 1; i < 2000; ++i) {
        list.push_back(terms({{-i, 1, 1}, {1, 1, 0}, {1, 0, 1}}));
        NoiseBound bound =
            list.back().apply(NoiseBound::bits(2000), NoiseBound::bits(2001));
        if (bound.getBits() != std::max(4001u - i, 2002u))
          list.back() = {};
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const auto &list : made)
    CHECK(list == made[0]);
  CHECK_FALSE(llvm::is_contained(made[0], NoiseTransfer()));
}
