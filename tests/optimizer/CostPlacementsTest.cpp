//===- CostPlacementsTest.cpp - Costs of a whole program by its noise -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that cost something by their noise, and reductions that may leave
// several noises, against all placements.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "optimizer/OptimizerReport.h"
#include "optimizer/ReductionModel.h"
#include "tests/optimizer/CostSubject.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using Steps = std::vector<ReductionCostTable::Step>;

static std::string describe(const OptimizerResult &result) {
  return describeResult(result, [](Value) { return std::string("it"); });
}

static std::string inLevels(const std::string &costs, const std::string &text,
                            const std::string &model = "levels = 4") {
  return "module attributes {noisy.model = #noisy.model<" + model +
         ">, noisy.cost = {" + costs + "}} {" + text + "}";
}

/// What is reduced, and to what: "%1 %2 to 3".
static std::string placesOf(Program &program, const OptimizerResult &result) {
  std::string text;
  for (const Reduction &reduction : result.reductions) {
    text += (text.empty() ? "" : " ") + program.name(reduction.value);
    if (std::optional<int64_t> to =
            getStatedTarget(reduction.value, reduction.target))
      text += " to " + std::to_string(*to);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static const std::string chain = R"(
  func.func @f(%a: !noisy.i32) {
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32
    %5 = noisy.mul %4, %4 : !noisy.i32
    return
  })";

TEST_CASE("Costs of operations: a reduction stands where the operations behind "
          "it cost least") {
  // Four products fit; behind a reduction they cost more again.
  Program late(inLevels("mul = {by_level = [1, 2, 3, 4, 5]}", chain));
  OptimizerResult result = optimize(late);
  INFO(describe(result));
  CHECK(placesOf(late, result) == "%4");
  CHECK(result.status == OptimizerStatus::Optimal);
  // The reduction, and 5 + 4 + 3 + 2 and 5.
  CHECK(result.cost == 20);
  CHECK(result.operationCost == 19);
  CHECK(result.lowerBound == 20);
  Program early(inLevels("mul = {by_level = [5, 4, 3, 2, 1]}", chain));
  result = optimize(early);
  INFO(describe(result));
  // Two reductions, and products that always have three levels left or more.
  CHECK(result.cost == 9);
  CHECK(result.operationCost == 7);
  CHECK(result.status == OptimizerStatus::Optimal);
}

TEST_CASE("Costs of operations: the noisiest operand counts, times how often "
          "the operation runs") {
  CostSubject subject(R"(
    module attributes {noisy.model = #noisy.model<levels = 3>, noisy.cost = {
        mul = {by_level = [7, 9]}, decode = {by_noise = [[1, 0], [3, 2]]}}} {
    func.func @f(%a: !noisy.i32) {
      %1 = noisy.mul %a, %a : !noisy.i32
      affine.for %i = 0 to 5 {
        %2 = noisy.mul %a, %a : !noisy.i32
      }
      %3 = noisy.add %a, %1 : !noisy.i32
      %4 = noisy.decode %1 : !noisy.i32 -> i5
      return
    }
    })");
  auto stepsOf = [&](llvm::StringRef name) {
    return subject.costs->costs.getOperation(
        subject.program.value(name).getDefiningOp());
  };
  CHECK(stepsOf("%1") == Steps{{0, 9}, {4, 7}});
  CHECK(stepsOf("%2") == Steps{{0, 45}, {4, 35}});
  CHECK(stepsOf("%3").empty());
  CHECK(stepsOf("%4") == Steps{{0, 0}, {3, 2}});
}

TEST_CASE("Costs of operations: the message says what they come to") {
  Program program(inLevels("mul = {by_level = [1, 2, 3, 4, 5]}", chain));
  CHECK(describe(optimize(program)) ==
        "inserted 1 reduction; all reductions and operations count as 20 (how "
        "often each runs, times what it costs at its noise), 19 of it "
        "operations, the least possible; equally good solutions may reduce "
        "earlier");
}

TEST_CASE("Costs of operations: they may be an option") {
  std::string error;
  OptimizerOptions options;
  options.costs = std::make_shared<const NoiseCosts>(
      *NoiseCosts::parse("{mul = {by_level = [1, 2, 3, 4, 5]}}", error));
  Program program("module attributes {noisy.model = #noisy.model<levels = 4>} "
                  "{" +
                  chain + "}");
  CHECK(optimize(program, options).cost == 20);
  // What stands in the program comes first.
  Program stated(inLevels("mul = {by_level = [0]}", chain));
  CHECK(optimize(stated, options).cost == 1);
  for (llvm::StringRef text : {"{mul = 3}", "{foo = {by_level = [1]}}", "{",
                               "{by_level = []}", "{to_level = [[1, 2, 3]]}",
                               "{to_level = [[1, 2]], to_noise = [[1, 2]]}",
                               "{reduce_noise = {by_level = [1]}}", "{}", ""}) {
    CAPTURE(text);
    CHECK_FALSE(NoiseCosts::parse(text, error));
    CHECK(llvm::StringRef(error).starts_with("the costs '"));
  }
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

TEST_CASE("Targets: a reduction leaves no less noise than is needed") {
  // One product is left behind %4, so one level suffices.
  Program program(inLevels("to_level = [[4, 9], [1, 3], [2, 5]]", chain));
  OptimizerResult result = optimize(program);
  INFO(describe(result));
  CHECK(placesOf(program, result) == "%4 to 4");
  CHECK(result.cost == 3);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(confirmReductions(program.module(), result.reductions));
}

TEST_CASE("Targets: two cheap reductions may do in place of a dear one") {
  Program program(inLevels("to_level = [[4, 9], [2, 4]]", R"(
  func.func @f(%a: !noisy.i32) {
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32
    %5 = noisy.mul %4, %4 : !noisy.i32
    %6 = noisy.mul %5, %5 : !noisy.i32
    %7 = noisy.mul %6, %6 : !noisy.i32
    return
  })"));
  OptimizerResult result = optimize(program);
  INFO(describe(result));
  CHECK(result.cost == 8);
  CHECK(result.reductions.size() == 2);
  CHECK(result.status == OptimizerStatus::Optimal);
}

TEST_CASE("Targets: what a reduction leaves is written, and read again") {
  Program program("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                  "  %0 = noisy.reduce_noise %a {to = 20} : !noisy.i32\n"
                  "  %1 = noisy.reduce_noise %a {to = 5} : !noisy.i32\n"
                  "  %2 = noisy.reduce_noise %0 : !noisy.i32\n"
                  "  return %0 : !noisy.i32\n}\n");
  REQUIRE(program.isParsed());
  CHECK(program.facts().getBound(program.value("%0")) == NoiseBound::bits(20));
  // Never less than what the model says.
  CHECK(program.facts().getBound(program.value("%1")) == NoiseBound::bits(12));
  CHECK(program.facts().getBound(program.value("%2")) == NoiseBound::bits(12));
  CHECK_FALSE(isReducedAlready(program.value("%0")));
  CHECK(isReducedAlready(program.value("%1")));
}

TEST_CASE("Targets: a weak reduction that is there is not enough") {
  Program program("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                  "  %0 = noisy.reduce_noise %a {to = 20} : !noisy.i32\n"
                  "  %1 = noisy.mul %0, %a : !noisy.i32\n"
                  "  return %1 : !noisy.i32\n}\n");
  CHECK(solve(program) == "%0");
  // Where it may go, it goes.
  OptimizerOptions options;
  options.existingReductions = ExistingReductions::MayRemove;
  OptimizerResult result = optimize(program, options);
  INFO(describe(result));
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 0);
  CHECK(result.removals.size() == 1);
}

//===----------------------------------------------------------------------===//
// Against all placements
//===----------------------------------------------------------------------===//

namespace {
/// Costs by chance, as `noisy.cost` has them.
class RandomCosts {
public:
  RandomCosts(std::mt19937 &random, bool isLevels)
      : random(random), isLevels(isLevels) {}

  std::string text() {
    std::string result;
    auto add = [&](const std::string &entry) {
      result += (result.empty() ? "" : ", ") + entry;
    };
    if (random() % 3)
      add(table(12));
    if (random() % 2)
      add(targets());
    for (const char *name : {"mul", "add", "sub", "scale"})
      if (random() % 3 == 0)
        add(std::string(name) + " = {" + table(5) + "}");
    if (result.empty())
      add("mul = {" + table(5) + "}");
    return "{" + result + "}";
  }

private:
  std::string table(unsigned most) {
    std::string text = isLevels ? "by_level = [" : "by_noise = [";
    unsigned noise = 1 + random() % 10;
    for (unsigned i = 0, size = 2 + random() % 4; i < size; ++i) {
      std::string cost = std::to_string(random() % most);
      text += i ? ", " : "";
      text += isLevels ? cost : "[" + std::to_string(noise) + ", " + cost + "]";
      noise += 1 + random() % 12;
    }
    return text + "]";
  }
  std::string targets() {
    std::string text = isLevels ? "to_level = [" : "to_noise = [";
    for (unsigned i = 0, size = 1 + random() % 2; i <= size; ++i)
      text += (i ? ", [" : "[") +
              std::to_string(isLevels ? random() % 8 : 12 + random() % 24) +
              ", " + std::to_string(random() % 9) + "]";
    return text + "]";
  }

  std::mt19937 &random;
  const bool isLevels;
};

/// Every placement of a small program, with every noise that reductions may
/// leave, judged by the analysis.
class CostlyPlacements {
public:
  CostlyPlacements(Program &program, const OptimizerOptions &options)
      : program(program),
        costs(program.module(), options.assumedIterations, options.costs) {
    ReductionModel model(program.module(), options);
    for (Value value : model.getColumns()) {
      Operation *op = value.getDefiningOp();
      bool isExisting =
          options.existingReductions == ExistingReductions::MayRemove && op &&
          getReducedOperand(op);
      ReductionCandidate candidate = isExisting
                                         ? costs.costs.getExisting(op)
                                         : *costs.costs.getCandidate(value);
      std::vector<Way> ways = {
          {candidate.place, candidate.noise, candidate.cost, candidate.steps}};
      for (const ReductionCandidate::Other &other : candidate.others) {
        Reduction place = candidate.place;
        place.target = other.target.number;
        ways.push_back({place, other.target.noise, other.cost, other.steps});
      }
      columns.push_back({isExisting ? op : nullptr, std::move(ways)});
    }
    program.module()->walk([&](Operation *op) {
      Steps steps = costs.costs.getOperation(op);
      if (!steps.empty() && !getReducedOperand(op) &&
          costs.flows.isLive(op->getBlock()))
        operations.push_back({op, std::move(steps)});
    });
  }

  uint64_t count() const {
    uint64_t product = 1;
    for (const Column &column : columns)
      product *= column.ways.size() + 1;
    return product;
  }

  /// The least cost of a legal placement; and of one in which no reduction
  /// raises noise.
  struct Least {
    std::optional<int64_t> ofAll, ofLowering;
  };
  Least findLeast() {
    Least least;
    for (uint64_t number = 0; number < count(); ++number) {
      std::optional<Judgement> judgement = judge(number);
      if (!judgement)
        continue;
      const int64_t cost = judgement->cost;
      least.ofAll = std::min(least.ofAll.value_or(cost), cost);
      if (!judgement->isRaising)
        least.ofLowering = std::min(least.ofLowering.value_or(cost), cost);
    }
    return least;
  }

private:
  struct Way {
    Reduction place;
    uint32_t noise;
    int64_t cost;
    Steps steps;
  };
  struct Column {
    Operation *existing;
    std::vector<Way> ways;
  };

  static int64_t at(const Steps &steps, NoiseBound bound, int64_t cost) {
    for (const ReductionCostTable::Step &step : steps)
      if (step.from == 0 || (bound.isBits() && bound.getBits() >= step.from))
        cost = step.cost;
    return cost;
  }

  struct Judgement {
    int64_t cost = 0;
    bool isRaising = false;
  };
  std::optional<Judgement> judge(uint64_t number) {
    std::vector<Reduction> reductions;
    std::vector<Operation *> removals;
    std::vector<std::pair<Value, const Way *>> chosen;
    for (const Column &column : columns) {
      uint64_t choice = number % (column.ways.size() + 1);
      number /= column.ways.size() + 1;
      if (choice == 0) {
        if (column.existing)
          removals.push_back(column.existing);
        continue;
      }
      const Way &way = column.ways[choice - 1];
      if (!column.existing)
        reductions.push_back(way.place);
      chosen.push_back({column.existing ? getReducedOperand(column.existing)
                                        : way.place.value,
                        &way});
    }
    IRMapping mapping;
    OwningOpRef<Operation *> copy =
        copyWithReductions(program.module(), reductions, removals, mapping);
    NoiseFacts facts = NoiseFacts::compute(copy.get());
    if (!facts.getFindings().empty())
      return std::nullopt;
    Judgement result;
    for (auto [value, way] : chosen) {
      // Through reductions that are gone.
      Value source = value;
      while (llvm::is_contained(removals, source.getDefiningOp()))
        source = getReducedOperand(source.getDefiningOp());
      NoiseBound bound = facts.getBound(mapping.lookup(source));
      result.isRaising |= bound.isBits() && bound.getBits() < way->noise;
      result.cost += at(way->steps, bound, way->cost);
    }
    for (const auto &[op, steps] : operations) {
      NoiseBound bound;
      for (Value operand : mapping.lookup(op)->getOperands())
        if (isNoisyType(operand.getType()))
          bound = NoiseBound::join(bound, facts.getBound(operand));
      result.cost += at(steps, bound, 0);
    }
    return result;
  }

  Program &program;
  Costs costs;
  std::vector<Column> columns;
  std::vector<std::pair<Operation *, Steps>> operations;
};
} // namespace

/// Lets some of the reductions that are there leave another noise.
static std::string withTargets(std::string text, std::mt19937 &random,
                               bool isLevels) {
  const std::string name = "noisy.reduce_noise ";
  for (size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + 1)) {
    size_t colon = text.find(" :", at);
    if (colon != std::string::npos && random() % 2)
      text.insert(colon, " {to = " +
                             std::to_string(isLevels ? 1 + random() % 6
                                                     : 12 + random() % 30) +
                             "}");
  }
  return text;
}

static void compareWithAll(unsigned seed, unsigned count,
                           OptimizerOptions options) {
  std::mt19937 random(randomSeed(seed));
  unsigned fixedPrograms = 0, proven = 0, best = 0, infeasible = 0;
  unsigned haveTargets = 0, haveOperations = 0;
  while (fixedPrograms < count) {
    Shape shape = makeOptimizableShape(random, 8);
    std::string text =
        makeProgram(random, shape).text({/*thrown=*/false, /*carried=*/false});
    bool isLevels = random() % 2;
    std::string model =
        isLevels ? "levels = " + std::to_string(1 + random() % 8)
                 : "initial = 12, max = " + std::to_string(24 + random() % 80);
    if (isLevels && text.find("noisy.bound") != std::string::npos)
      continue;
    text = withTargets(std::move(text), random, isLevels);
    std::string costs = RandomCosts(random, isLevels).text(), error;
    bool isOption = random() % 2;
    options.costs = nullptr;
    if (isOption)
      options.costs =
          std::make_shared<const NoiseCosts>(*NoiseCosts::parse(costs, error));
    text = "module attributes {noisy.model = #noisy.model<" + model + ">" +
           (isOption ? "" : ", noisy.cost = " + costs) + "} {\n" + text + "}\n";
    CAPTURE(text, costs);
    Program program(text);
    if (!program.isParsed() || program.facts().getFindings().empty() ||
        ReductionModel(program.module(), options).findHopeless())
      continue;
    CostlyPlacements all(program, options);
    if (all.count() > 300)
      continue;
    const auto [least, leastOfLowering] = all.findLeast();
    OptimizerResult result = optimize(program, options);
    INFO(result.message);
    countChecked("costs of whole programs, against all placements");
    if (!least) {
      infeasible += !result.isLegal();
      continue;
    }
    ++fixedPrograms;
    REQUIRE(result.isLegal());
    REQUIRE(confirmReductions(program.module(), result.reductions,
                              result.removals));
    CAPTURE(*least, result.cost, result.lowerBound, result.operationCost);
    REQUIRE(result.lowerBound <= *least);
    REQUIRE(result.lowerBound <= result.cost);
    if (result.status == OptimizerStatus::Optimal)
      REQUIRE(result.cost == *least);
    REQUIRE(result.cost >= *least);
    proven += result.status == OptimizerStatus::Optimal;
    best += leastOfLowering && result.cost <= *leastOfLowering;
    haveTargets += costs.find("to_") != std::string::npos;
    haveOperations += result.hasOperationCosts;
  }
  WARN(fixedPrograms << " programs, " << proven << " proven, " << best
                     << " at the least cost, " << infeasible << " infeasible; "
                     << haveTargets << " with several targets, "
                     << haveOperations << " with costs of operations");
  CHECK(best + std::max(1u, fixedPrograms / 50) >= fixedPrograms);
  CHECK(proven * 2 >= fixedPrograms);
}

TEST_CASE("Costs of whole programs: the optimum is that of trying all "
          "placements",
          "[random]") {
  compareWithAll(83, countPrograms(30), {});
}

TEST_CASE("Costs of whole programs: where reductions may go as well, the "
          "optimum is that of trying all placements",
          "[random]") {
  OptimizerOptions options;
  options.existingReductions = ExistingReductions::MayRemove;
  compareWithAll(89, countPrograms(20), options);
}
