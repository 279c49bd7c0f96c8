//===- NoiseCosts.cpp - What code costs by its noise ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseCosts.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace mlir;
using namespace mlir::noisy;

/// The operations of the dialect that have costs of their own, in short.
static constexpr StringRef kShortNames[] = {"add", "sub", "mul", "scale",
                                            "decode"};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// A whole number in a table; nothing if it is none.
static std::optional<int64_t> readNumber(Attribute attr, int64_t most) {
  auto number = dyn_cast<IntegerAttr>(attr);
  if (!number || !number.getType().isSignlessInteger(64) ||
      number.getInt() < 0 || number.getInt() > most)
    return std::nullopt;
  return number.getInt();
}

static std::optional<int64_t> readCost(Attribute attr) {
  return readNumber(attr, NoisyDialect::kMostCost);
}

static ArrayAttr getList(Attribute attr, size_t most) {
  auto list = dyn_cast<ArrayAttr>(attr);
  return list && !list.empty() && list.size() <= most ? list : ArrayAttr();
}

/// Reads `by_level` or `by_noise` into `table`; false, and perhaps a message in
/// `error`, if it is none.
static bool readTable(NamedAttribute entry, ReductionCostTable &table,
                      std::string &error) {
  ArrayAttr list = getList(entry.getValue(), ReductionCostTable::kMostEntries);
  if (!list || !table.isEmpty())
    return false;
  const bool isByLevel = entry.getName() == "by_level";
  for (Attribute item : list) {
    if (isByLevel) {
      std::optional<int64_t> cost = readCost(item);
      if (!cost)
        return false;
      table.byLevel.push_back(*cost);
      continue;
    }
    auto pair = dyn_cast<ArrayAttr>(item);
    if (!pair || pair.size() != 2)
      return false;
    std::optional<MillionthBits> bits = getMillionths(pair[0]);
    std::optional<int64_t> cost = readCost(pair[1]);
    if (!bits || *bits < 0 || !cost)
      return false;
    if (!table.byNoise.empty() && *bits <= table.byNoise.back().first) {
      error = "; the noise in it must rise from one entry to the next";
      return false;
    }
    table.byNoise.push_back({*bits, *cost});
  }
  return true;
}

static bool isTableName(StringRef name) {
  return name == "by_level" || name == "by_noise";
}

/// Reads what reductions may leave, `[[7, 3], [5, 2]]`.
static bool readTargets(Attribute attr,
                        std::vector<std::pair<int64_t, int64_t>> &targets) {
  ArrayAttr list = getList(attr, NoiseCosts::kMostTargets);
  if (!list)
    return false;
  for (Attribute item : list) {
    auto pair = dyn_cast<ArrayAttr>(item);
    std::optional<int64_t> number, cost;
    if (!pair || pair.size() != 2 ||
        !(number = readNumber(pair[0], NoiseBound::kCap)) ||
        !(cost = readCost(pair[1])))
      return false;
    targets.push_back({*number, *cost});
  }
  return true;
}

std::optional<NoiseCosts> NoiseCosts::read(Attribute attr, std::string &error) {
  error = "; it must be a table such as {by_level = [5, 6]} or {by_noise = "
          "[[12, 1], [20, 3]]}, with costs between 0 and " +
          std::to_string(NoisyDialect::kMostCost);
  auto dictionary = dyn_cast<DictionaryAttr>(attr);
  if (!dictionary || dictionary.empty())
    return std::nullopt;
  NoiseCosts costs;
  for (NamedAttribute entry : dictionary) {
    StringRef name = entry.getName();
    if (isTableName(name)) {
      if (!readTable(entry, costs.reductions, error))
        return std::nullopt;
      continue;
    }
    if (name == "to_level" || name == "to_noise") {
      if (costs.hasTargets() ||
          !readTargets(entry.getValue(),
                       name == "to_level" ? costs.toLevel : costs.toNoise)) {
        error = "; '" + name.str() +
                "' is a list of what a reduction may leave, each with what it "
                "costs on top, such as [[7, 3], [5, 2]]; and there is either "
                "'to_level' or 'to_noise'";
        return std::nullopt;
      }
      continue;
    }
    bool isShort = llvm::is_contained(kShortNames, name);
    auto inner = dyn_cast<DictionaryAttr>(entry.getValue());
    if ((!isShort && !name.contains('.')) || !inner || inner.size() != 1 ||
        !isTableName(inner.begin()->getName()) ||
        name == ReduceNoiseOp::getOperationName()) {
      error = "; '" + name.str() +
              "' in it is neither 'by_level' nor 'by_noise', 'to_level' or "
              "'to_noise', nor an operation with a table of its own, such as "
              "mul = {by_level = [1, 2]}";
      return std::nullopt;
    }
    ReductionCostTable table;
    if (!readTable(*inner.begin(), table, error))
      return std::nullopt;
    costs.operations.push_back(
        {(isShort ? "noisy." : "") + name.str(), std::move(table)});
  }
  error.clear();
  return costs;
}

/// The most bytes of a text that a message repeats.
static constexpr size_t kShownText = 200;

/// True if more brackets are open somewhere than any table has.
static bool isNestedTooDeep(StringRef text) {
  constexpr int mostDepth = 32;
  int depth = 0;
  for (char c : text) {
    depth += StringRef("([{<").contains(c);
    depth -= StringRef(")]}>").contains(c);
    if (depth > mostDepth)
      return true;
  }
  return false;
}

std::optional<NoiseCosts> NoiseCosts::parse(StringRef text,
                                            std::string &error) {
  text = text.trim();
  auto fail = [&](const Twine &reason) {
    const bool isLong = text.size() > kShownText;
    error = ("the costs '" + text.take_front(kShownText) +
             (isLong ? "..." : "") + "' cannot be read: " + reason)
                .str();
    return std::nullopt;
  };
  // MLIR's parser calls itself for each bracket.
  if (isNestedTooDeep(text))
    return fail("the brackets in it are nested too deep");
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string problem;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (!problem.empty())
      return success();
    problem = diagnostic.str();
    if (auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      problem += " (at column " + std::to_string(place.getColumn()) + ")";
    return success();
  });
  Attribute attr = parseAttribute(text, &context);
  if (!attr)
    return fail(problem.empty() ? "it must be a table such as {by_level = [5, "
                                  "6]}"
                                : problem);
  std::optional<NoiseCosts> costs = read(attr, problem);
  if (!costs)
    return fail(StringRef(problem).ltrim("; "));
  return costs;
}

//===----------------------------------------------------------------------===//
// What holds
//===----------------------------------------------------------------------===//

/// Sorts targets, and keeps the cheapest of those with the same noise.
static void sortTargets(std::vector<NoiseCosts::Target> &targets) {
  using Target = NoiseCosts::Target;
  llvm::sort(targets, [](const Target &a, const Target &b) {
    return std::tie(a.noise, a.cost, a.number) <
           std::tie(b.noise, b.cost, b.number);
  });
  auto isSame = [](const Target &a, const Target &b) {
    return a.noise == b.noise;
  };
  targets.erase(llvm::unique(targets, isSame), targets.end());
}

std::vector<NoiseCosts::Target>
NoiseCosts::getTargets(const NoiseModel &model) const {
  std::vector<Target> targets;
  auto add = [&](int64_t bits, int64_t cost) {
    // A reduction leaves no less than the model says.
    int64_t noise = std::max<int64_t>(bits * model.unit, model.getReduced());
    if (noise <= model.max)
      targets.push_back({uint32_t(noise), cost, bits});
  };
  // Where levels are not counted, no number of them can be left.
  if (model.isLevels())
    for (auto [left, cost] : toLevel)
      add(int64_t(model.max) - left, cost);
  for (auto [bits, cost] : toNoise)
    add(bits, cost);
  sortTargets(targets);
  return targets;
}

const ReductionCostTable *NoiseCosts::find(StringRef name) const {
  for (const auto &[operation, table] : operations)
    if (operation == name)
      return &table;
  return nullptr;
}

/// The nearest dictionary around, from `around` on, that says something; else
/// the default, if that does.
template <typename Says>
const NoiseCosts *NoiseCostTables::find(Operation *around, Says says) {
  for (Operation *op = around; op; op = op->getParentOp()) {
    Attribute attr = op->getDiscardableAttr(NoisyDialect::kCostAttrName);
    if (!isa_and_nonnull<DictionaryAttr>(attr))
      continue;
    auto [entry, isNew] = read.try_emplace(attr);
    if (isNew) {
      std::string error;
      if (std::optional<NoiseCosts> costs = NoiseCosts::read(attr, error))
        entry->second = std::make_unique<NoiseCosts>(std::move(*costs));
    }
    if (entry->second && says(*entry->second))
      return entry->second.get();
  }
  return defaultCosts && says(*defaultCosts) ? defaultCosts.get() : nullptr;
}

ReductionCostTable NoiseCostTables::getReductions(Value value) {
  if (const NoiseCosts *costs = find(
          value.getParentBlock()->getParentOp(),
          [](const NoiseCosts &each) { return !each.reductions.isEmpty(); }))
    return costs->reductions;
  const ReductionRule *rule = getReductionRule(value.getType());
  return rule ? rule->costs : ReductionCostTable();
}

std::vector<NoiseCosts::Target> NoiseCostTables::getTargets(Value value) {
  Operation *around = value.getParentBlock()->getParentOp();
  const NoiseModel model = NoiseModel::get(around);
  if (isa<NoisyI32Type>(value.getType())) {
    const NoiseCosts *costs =
        find(around, [](const NoiseCosts &each) { return each.hasTargets(); });
    return costs ? costs->getTargets(model) : std::vector<NoiseCosts::Target>();
  }
  std::vector<NoiseCosts::Target> targets;
  const ReductionRule *rule = getReductionRule(value.getType());
  std::optional<uint32_t> least = getReducedNoise(value.getType(), model);
  if (!rule || !least)
    return targets;
  for (auto [number, cost] : rule->targets)
    if (std::optional<uint32_t> noise = toNoiseLeft(number, model);
        noise && *noise <= model.max)
      targets.push_back({std::max(*noise, *least), cost, number});
  sortTargets(targets);
  return targets;
}

ReductionCostTable NoiseCostTables::getOperation(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (const NoiseCosts *costs =
          find(op->getParentOp(),
               [&](const NoiseCosts &each) { return each.find(name); }))
    return *costs->find(name);
  const NoiseRule *rule = getNoiseRule(op);
  return rule ? rule->costs : ReductionCostTable();
}
