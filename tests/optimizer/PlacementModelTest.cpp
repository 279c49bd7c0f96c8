//===- PlacementModelTest.cpp - Noise in numbers against the analysis -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/PlacementModel.h"
#include "dialect/NoisyOps.h"
#include "optimizer/ReductionModel.h"
#include "optimizer/placement/PlacementSearch.h"
#include "tests/optimizer/Optimize.h"
#include "tests/random/RandomNests.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Placements.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A model of one to eight multiplications between reductions.
static std::string withLevels(std::string text, std::mt19937 &random) {
  if (random() % 4 == 0)
    return inModel(makeModel(random), text);
  unsigned initial = 1 + random() % 12;
  unsigned max = initial * (2 + random() % 8) + random() % 12;
  NoiseModel model;
  model.initial = initial;
  model.max = max;
  if (random() % 2)
    model = withTransfers(model, random);
  return inModel(model, text);
}

static std::string makeText(std::mt19937 &random, unsigned spread) {
  if (random() % 4 == 0) {
    NestShape shape;
    shape.depth = 2 + random() % 2;
    shape.mixesVariables = random() % 2;
    shape.hasConditions = random() % 2;
    return withLevels(makeNest(random, shape), random);
  }
  bool hasLevels = random() % 4;
  Shape shape = makeOptimizableShape(random, spread);
  if (hasLevels)
    shape.contracts = false; // they are for the model of 26 bits
  std::string text =
      makeProgram(random, shape)
          .text({/*thrown=*/false, /*carried=*/random() % 2 == 0});
  return hasLevels ? withLevels(text, random) : text;
}

/// The noise before its own reduction of each value that carries noise: the
/// most of its instances.
static std::vector<uint32_t> getRawNoise(const NoiseOracle &oracle,
                                         const PlacementState &state) {
  const NoiseInstances &graph = oracle.getInstances();
  std::vector<uint32_t> result(graph.getProgram().size());
  for (auto [place, node] : llvm::enumerate(graph.getOrder()))
    if (graph.getSlot(node) != NoiseInstances::kNoSlot) {
      uint32_t &noise = result[graph.getSlot(node)];
      noise = std::max(noise, state.raw(place));
    }
  return result;
}

static std::vector<uint32_t> toChoice(uint32_t placement) {
  std::vector<uint32_t> choice;
  for (uint32_t column = 0; column < 32; ++column)
    if (placement >> column & 1)
      choice.push_back(column);
  return choice;
}

TEST_CASE("a choice is legal in numbers if the analysis finds nothing",
          "[random]") {
  std::mt19937 random(randomSeed(41));
  unsigned programs = 0, steps = 0;
  while (programs < countPrograms(400)) {
    std::string text = makeText(random, 8);
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    OptimizerOptions options;
    if (random() % 3 == 0)
      options.existingReductions = ExistingReductions::MayRemove;
    ReductionModel model(program.module(), options);
    std::vector<Value> values = model.getColumns();
    if (values.empty() || values.size() > 9 || model.findHopeless())
      continue;
    ++programs;
    countChecked("optimizer, noise in numbers");
    Placements placements(program.module(), values);
    PlacementState state(model.getPlacementGraph());
    // Those that reduce what is no column here, because that raises noise, are
    // no choices.
    uint32_t noColumns = 0;
    const NoiseInstances &graph = model.getOracle().getInstances();
    for (auto [i, value] : llvm::enumerate(values))
      if (model.getOracle()
              .getProblem()
              .columnOf[graph.getProgram().getSlot(value)] < 0)
        noColumns |= 1u << i;
    for (uint32_t placement = 0; placement < placements.size(); ++placement) {
      if (placement & noColumns)
        continue;
      CAPTURE(placement);
      REQUIRE(state.assign(toChoice(placement)) ==
              placements.isLegal(placement));
    }
    uint32_t placement = (placements.size() - 1) & ~noColumns;
    if (!state.assign(toChoice(placement)))
      continue;
    // From one to the next, and sometimes back over several.
    std::vector<std::pair<size_t, uint32_t>> marks;
    for (unsigned step = 0; step < 60; ++step, ++steps) {
      if (random() % 10 == 0)
        marks.push_back({state.mark(), placement});
      if (!marks.empty() && random() % 20 == 0) {
        state.rollBack(marks.back().first);
        placement = marks.back().second;
        marks.pop_back();
      }
      uint32_t column = random() % values.size();
      if (noColumns >> column & 1)
        continue;
      uint32_t next = placement ^ 1u << column;
      CAPTURE(placement, column);
      bool isLegal = state.isReduced(column) ? state.restore(column)
                                             : state.reduce(column);
      REQUIRE(isLegal == placements.isLegal(next));
      if (isLegal)
        placement = next;
      for (uint32_t i = 0; i < values.size(); ++i)
        REQUIRE(state.isReduced(i) == bool(placement >> i & 1));
      PlacementState fresh(model.getPlacementGraph());
      REQUIRE(fresh.assign(toChoice(placement)));
      REQUIRE(fresh.cost() == state.cost());
      for (unsigned node = 0; node < model.getPlacementGraph().size(); ++node) {
        CAPTURE(node);
        REQUIRE(state.raw(node) == fresh.raw(node));
        REQUIRE(state.visible(node) == fresh.visible(node));
      }
    }
  }
  WARN(programs << " programs, " << steps << " steps");
}

TEST_CASE("the noise in numbers is that of the analysis", "[random]") {
  std::mt19937 random(randomSeed(43));
  unsigned programs = 0, compared = 0;
  while (programs < countPrograms(150)) {
    std::string text = makeText(random, 30);
    CAPTURE(text);
    Program program(text), changed(text);
    REQUIRE(program.isParsed());
    ReductionModel model(program.module(), {}), copy(changed.module(), {});
    if (model.getColumns().empty() || model.findHopeless() ||
        !model.isComplete())
      continue;
    PlacementSearch search(model.getPlacementGraph(), random());
    if (!search.offerCompleted({}))
      continue;
    ++programs;
    countChecked("optimizer, noise in numbers");
    search.run(random() % 50);
    OptimizerResult changes;
    copy.apply(search.best(), changes);
    const NoiseProgram &values = copy.getOracle().getInstances().getProgram();
    applyReductions(changes.reductions, changes.removals);
    NoiseFacts facts = NoiseFacts::compute(changed.module());
    REQUIRE(facts.getFindings().empty());
    PlacementState state(model.getPlacementGraph());
    REQUIRE(state.assign(search.best()));
    std::vector<uint32_t> noises = getRawNoise(model.getOracle(), state);
    for (auto [slot, noise] : llvm::enumerate(noises)) {
      NoiseBound bound = facts.getBound(values.getValues()[slot]);
      CAPTURE(changed.name(values.getValues()[slot]), noise);
      // What comes from calls that never return has no noise to compare.
      if (noise == 0 || !bound.isBits())
        continue;
      REQUIRE(bound == int(noise));
      ++compared;
    }
  }
  WARN(programs << " programs, " << compared << " values");
}

TEST_CASE("nothing can be taken out of what a search ends with", "[random]") {
  std::mt19937 random(randomSeed(47));
  unsigned programs = 0;
  while (programs < countPrograms(150)) {
    std::string text = makeText(random, 12);
    CAPTURE(text);
    Program program(text);
    OptimizerOptions options;
    if (random() % 2)
      options.existingReductions = ExistingReductions::MayRemove;
    ReductionModel model(program.module(), options);
    if (model.getColumns().empty() || model.findHopeless() ||
        !model.isComplete())
      continue;
    PlacementSearch search(model.getPlacementGraph(), random());
    if (!search.offerCompleted(model.getExisting()))
      continue;
    ++programs;
    search.run(random() % 200);
    REQUIRE(model.confirm(search.best()));
    for (uint32_t column : search.best()) {
      std::vector<uint32_t> fewer = search.best();
      llvm::erase(fewer, column);
      CAPTURE(column);
      REQUIRE_FALSE(model.confirm(fewer));
    }
  }
}

TEST_CASE("nothing can be taken out of the optimizer's answer, however little "
          "time there is",
          "[random]") {
  std::mt19937 random(randomSeed(79));
  unsigned programs = 0;
  while (programs < countPrograms(150)) {
    std::string text = makeText(random, 12);
    CAPTURE(text);
    Program program(text);
    OptimizerOptions options;
    options.timeLimit = std::chrono::milliseconds(random() % 3 ? 0 : 1000);
    if (random() % 2)
      options.existingReductions = ExistingReductions::MayRemove;
    OptimizerResult result = optimize(program, options);
    if (!result.isLegal())
      continue;
    ++programs;
    CAPTURE(options.timeLimit.count());
    REQUIRE(confirmReductions(program.module(), result.reductions,
                              result.removals));
    for (unsigned i = 0; i < result.reductions.size(); ++i) {
      std::vector<Reduction> fewer = result.reductions;
      fewer.erase(fewer.begin() + i);
      CAPTURE(i);
      REQUIRE_FALSE(
          confirmReductions(program.module(), fewer, result.removals));
    }
    if (options.existingReductions == ExistingReductions::Keep)
      continue;
    // Those in dead code are left alone.
    ReductionModel model(program.module(), options);
    std::vector<Value> columns = model.getColumns();
    program.module()->walk([&](ReduceNoiseOp op) {
      std::vector<Operation *> more = result.removals;
      if (llvm::is_contained(more, op) ||
          !llvm::is_contained(columns, op.getResult()))
        return;
      more.push_back(op);
      CAPTURE(program.name(op.getResult()));
      REQUIRE_FALSE(
          confirmReductions(program.module(), result.reductions, more));
    });
  }
}
