//===- SmallSumsTest.cpp - Sums beside all trees of them ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/choice/RewriteChoice.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A way to compute a value: reductions so far, and its noise.
using Way = std::pair<int64_t, uint32_t>;

/// The fewest reductions over all trees of some terms, with reductions
/// anywhere: all ways for each set of terms from those for its parts.
class AllTrees {
public:
  AllTrees(const NoiseModel &model, NoiseTransfer join,
           const std::vector<uint32_t> &terms)
      : model(model), join(join), waysOf(size_t(1) << terms.size()) {
    for (size_t set = 1; set < waysOf.size(); ++set) {
      std::vector<Way> &ways = waysOf[set];
      if ((set & (set - 1)) == 0)
        ways = {{0, terms[__builtin_ctzll(set)]}};
      for (size_t part = (set - 1) & set; part; part = (part - 1) & set)
        if (part > (set & ~part))
          combine(ways, part, set & ~part);
      prune(ways);
    }
  }

  /// Nothing where no tree is legal.
  std::optional<int64_t> getLeast() const {
    if (waysOf.back().empty())
      return std::nullopt;
    return waysOf.back().front().first;
  }

private:
  void combine(std::vector<Way> &ways, size_t a, size_t b) const {
    for (Way lhs : withReduction(waysOf[a]))
      for (Way rhs : withReduction(waysOf[b])) {
        NoiseBound bound = join.apply(NoiseBound::bits(lhs.second),
                                      NoiseBound::bits(rhs.second));
        if (!bound.exceeds(model.max))
          ways.emplace_back(lhs.first + rhs.first, bound.getBits());
      }
  }
  std::vector<Way> withReduction(std::vector<Way> ways) const {
    if (!ways.empty())
      ways.emplace_back(ways.front().first + 1, model.getReduced());
    return ways;
  }
  static void prune(std::vector<Way> &ways) {
    llvm::sort(ways);
    std::vector<Way> kept;
    for (Way way : ways)
      if (kept.empty() || way.second < kept.back().second)
        kept.push_back(way);
    ways = std::move(kept);
  }

  NoiseModel model;
  NoiseTransfer join;
  /// By the set of terms: the fewest reductions first.
  std::vector<std::vector<Way>> waysOf;
};
} // namespace

/// The terms joined one after the other, in a model.
static std::string makeChain(const NoiseModel &model, const char *operation,
                             const std::vector<uint32_t> &terms) {
  std::string arguments, body, last = "%a0";
  for (size_t i = 0; i < terms.size(); ++i) {
    std::string name = "%a" + std::to_string(i);
    arguments += (i ? ", " : "") + name +
                 ": !noisy.i32 {noisy.bound = " + std::to_string(terms[i]) +
                 " : i64}";
    if (i == 0)
      continue;
    std::string result = "%s" + std::to_string(i);
    body += result + " = noisy." + operation + " " + last + ", " + name +
            " : !noisy.i32\n";
    last = result;
  }
  return inModel(model, "func.func @f(" + arguments + ") -> !noisy.i32 {\n" +
                            body + "return " + last + " : !noisy.i32\n}");
}

static void check(std::mt19937 &random, unsigned count, bool isProduct) {
  unsigned reduced = 0;
  for (unsigned i = 0; i < count; ++i) {
    NoiseModel model{4 + uint32_t(random() % 9), 16 + uint32_t(random() % 15)};
    NoiseTransfer &join = isProduct ? model.mul : model.add;
    join = NoiseTransfer::max(1 + random() % 3);
    std::vector<uint32_t> terms(2 + random() % 7);
    for (uint32_t &bits : terms)
      bits = model.initial + random() % (model.max - model.initial + 1);
    // Mostly noisy ones, for which much has to be reduced.
    if (random() % 2)
      for (uint32_t &bits : terms)
        bits = std::max(bits, model.max - uint32_t(random() % 6));
    std::string text = makeChain(model, isProduct ? "mul" : "add", terms);
    CAPTURE(text);
    std::optional<int64_t> least = AllTrees(model, join, terms).getLeast();
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    RewriteChoice choice = chooseRewriting(program.module(), {});
    const OptimizerResult &result =
        choice.isRewritten() ? choice.result : choice.insertion;
    REQUIRE(result.isLegal() == least.has_value());
    if (!least)
      continue;
    CHECK(result.cost == *least);
    reduced += *least > 0;
    countChecked("small sums, beside all trees");
  }
  CHECK(reduced > count / 4);
}

TEST_CASE("rewriting: no tree of a small sum needs fewer reductions",
          "[rewrites]") {
  std::mt19937 random(1);
  check(random, 60, /*isProduct=*/false);
}

TEST_CASE("rewriting: no tree of small sums and products needs fewer",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(4));
  check(random, countPrograms(300), /*isProduct=*/false);
  check(random, countPrograms(150), /*isProduct=*/true);
}
