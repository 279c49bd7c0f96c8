//===- NoiseRules.cpp - The noise of other dialects -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseRules.h"
#include "dialect/units/NoiseUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace mlir::noisy;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Reading a rule
//===----------------------------------------------------------------------===//

/// A list of fields holds a transfer function: what would begin the next field
/// is no part of one.
static bool leavesItsField(StringRef text) {
  int depth = 0;
  for (char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == '=' || depth < 0 || (c == ',' && depth == 0))
      return true;
  }
  return false;
}

/// The model in which a rule is read: it has room for all numbers, and the
/// least noise that a value can have in any model.
static std::optional<NoiseModel> readTransfer(StringRef name, StringRef text,
                                              unsigned unit,
                                              std::string &error) {
  std::string whole = "initial=" + formatExactBits(1, unit) +
                      ",max=" + formatExactBits(NoiseBound::kCap - 1, unit) +
                      ",unit=1/" + std::to_string(unit) + "," + name.str() +
                      "=" + text.str();
  return NoiseModel::parse(whole, error);
}

bool NoiseRule::lacksReduced(const NoiseModel &model) const {
  return (kind == Kind::Reduce || mayReduce) && model.isLevels() &&
         model.reduced == 0;
}

bool NoiseRule::keepsLevel() const {
  return kind == Kind::KeySwitch ||
         (kind == Kind::Model &&
          (member == &NoiseModel::add || member == &NoiseModel::sub)) ||
         (kind == Kind::Transfer && (text == "max" || text == "pass"));
}

std::optional<NoiseRule> NoiseRule::parse(StringRef text, std::string &error) {
  NoiseRule rule;
  text = text.trim();
  rule.text = text.str();
  error.clear();
  if (text == "scale" || text.contains("factor")) {
    error = "a rule does not know the factor of an operation; write 'mul', or "
            "what the largest factor adds, such as 'max + 5'";
    return std::nullopt;
  }
  for (auto [name, member] : kModelTransfers)
    if (text == name) {
      rule.kind = Kind::Model;
      rule.member = member;
      return rule;
    }
  auto named = llvm::StringSwitch<std::optional<Kind>>(text)
                   .Case("unknown", Kind::Unknown)
                   .Case("keyswitch", Kind::KeySwitch)
                   .Case("fresh", Kind::Fresh)
                   .Case("reduce", Kind::Reduce)
                   .Case("rescale", Kind::Rescale)
                   .Case("reads", Kind::Reads)
                   .Default(std::nullopt);
  if (named) {
    rule.kind = *named;
    return rule;
  }
  rule.kind = Kind::Transfer;
  // Operands are written as in models: `x`, or `lhs` and `rhs`.
  rule.isUnary = llvm::any_of(llvm::seq<size_t>(0, text.size()), [&](size_t i) {
    auto isLetter = [&](size_t at) {
      return at < text.size() && llvm::isAlpha(text[at]);
    };
    return text[i] == 'x' && !(i > 0 && isLetter(i - 1)) && !isLetter(i + 1);
  });
  if (text == "pass")
    text = "max";
  StringRef name = rule.isUnary ? "scale" : "mul";
  NoiseTransfer NoiseModel::*member =
      rule.isUnary ? &NoiseModel::scale : &NoiseModel::mul;
  for (unsigned unit = 1; unit <= kMostUnits; ++unit) {
    if (!isNoiseUnit(unit))
      continue;
    std::string problem;
    std::optional<NoiseModel> model;
    if (!leavesItsField(text))
      model = readTransfer(name, text, unit, problem);
    if (!model) {
      StringRef reason = problem;
      bool isRead = reason.consume_front(("'" + name + " = ").str());
      error = isRead ? "'" + text.str() + "'" +
                           reason.substr(reason.find("' ") + 1).str()
                     : "expected a rule such as 'add', 'mul', 'keyswitch', "
                       "'fresh', 'reduce', 'rescale', 'reads', 'pass', "
                       "'unknown', "
                       "'max + 1' or 'max(x, 20) + 1', but found '" +
                           text.str() + "'";
      return std::nullopt;
    }
    rule.transfers.push_back({unit, *model.*member});
  }
  return rule;
}

bool NoiseRule::mayAlias() const {
  return kind == Kind::Transfer && text == "pass";
}

bool NoiseRule::isReset() const {
  return kind == Kind::Fresh || kind == Kind::Reduce ||
         (kind == Kind::Transfer && !transfers.empty() &&
          transfers.front().second.getReset());
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

std::vector<ReductionCostTable::Step>
ReductionCostTable::getSteps(const NoiseModel &model) const {
  std::vector<Step> steps;
  auto add = [&](uint32_t from, int64_t cost) {
    // Noise is rounded: of two that fall together the higher one holds.
    if (!steps.empty() && steps.back().from == from)
      steps.pop_back();
    if (steps.empty() || steps.back().cost != cost)
      steps.push_back({steps.empty() ? 0 : from, cost});
  };
  if (!byLevel.empty() && !model.isLevels()) {
    add(0, *llvm::max_element(byLevel));
  } else if (!byLevel.empty()) {
    // A value has used 1 less than its noise; `max` leaves no level.
    for (uint32_t left = std::min<uint32_t>(byLevel.size() - 1, model.max - 1);
         left != UINT32_MAX; --left)
      add(model.max - left, byLevel[left]);
  }
  for (auto [from, cost] : byNoise)
    add(uint32_t(std::min<int64_t>(toUnits(from, model.unit, Rounding::Up),
                                   NoiseBound::kCap)),
        cost);
  return steps;
}

std::optional<uint32_t> mlir::noisy::toNoiseLeft(int64_t number,
                                                 const NoiseModel &model) {
  if (number < 0 || number >= NoiseBound::kCap)
    return std::nullopt;
  if (!model.isLevels())
    return uint32_t(number * model.unit);
  return number < model.max ? std::optional(uint32_t(model.max - number))
                            : std::nullopt;
}

ArrayRef<StringRef> ReductionRule::getSyntaxWords() {
  static constexpr StringRef words[] = {"operands", "types", "value", "type",
                                        "attributes"};
  return words;
}

unsigned ReductionRule::getValueNumber() const {
  return unsigned(llvm::find(operands, kValue) - operands.begin());
}

std::string mlir::noisy::explainNoReducer(StringRef carrier) {
  return ("no reducing operation is known for " + carrier +
          "; name one in .noisy.yaml, 'reduce: {\"" + carrier +
          "\": my.bootstrap}'")
      .str();
}

std::string ReductionRule::print(ArrayRef<std::string> names,
                                 ArrayRef<std::string> types,
                                 StringRef attributes) const {
  const std::string allNames = llvm::join(names, ", ");
  const std::string allTypes = llvm::join(types, ", ");
  const std::string &type = types[getValueNumber()];
  if (syntax.empty())
    return '"' + operation + "\"(" + allNames + ")" +
           (attributes.empty() ? "" : " " + attributes.str()) + " : (" +
           allTypes + ") -> " + type;
  std::string result;
  for (StringRef rest = syntax; !rest.empty();) {
    result += rest.take_until([](char c) { return c == '$'; });
    rest = rest.drop_until([](char c) { return c == '$'; });
    if (!rest.consume_front("$"))
      break;
    StringRef word = rest.take_while(llvm::isAlpha);
    rest = rest.drop_front(word.size());
    // Without attributes there is no blank in front of them, either.
    if (word == "attributes" && attributes.empty() &&
        StringRef(result).ends_with(" "))
      result.pop_back();
    result += word == "operands" ? allNames
              : word == "types"  ? allTypes
              : word == "value"  ? names[getValueNumber()]
              : word == "type"   ? type
                                 : attributes;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

bool NoiseRules::operator==(const NoiseRules &rhs) const {
  return carriers == rhs.carriers && levels == rhs.levels &&
         factors == rhs.factors && reductions == rhs.reductions &&
         model == rhs.model && parameters == rhs.parameters &&
         keySwitch == rhs.keySwitch &&
         operations.size() == rhs.operations.size() &&
         llvm::all_of(operations, [&](const auto &entry) {
           const NoiseRule *other = rhs.find(entry.getKey());
           return other && *other == entry.second;
         });
}

const NoiseRule *NoiseRules::find(StringRef name) const {
  auto known = operations.find(name);
  return known == operations.end() ? nullptr : &known->second;
}

/// True if a type is the one that is written without parameters.
static bool isOfName(StringRef type, StringRef name) {
  return type.consume_front(name) && (type.empty() || type.front() == '<');
}

bool NoiseRules::isCarrier(StringRef type) const {
  return llvm::any_of(
      carriers, [&](StringRef carrier) { return isOfName(type, carrier); });
}

const ReductionRule *NoiseRules::findReduction(StringRef type) const {
  auto known = llvm::find_if(reductions, [&](const ReductionRule &rule) {
    return isOfName(type, rule.carrier);
  });
  return known == reductions.end() ? nullptr : &*known;
}

const NoiseRule *NoiseRules::find(StringRef name, StringRef type) const {
  const NoiseRule *rule = find(name);
  auto isFor = [&](const NoiseRule &candidate) {
    return candidate.types.empty() || llvm::is_contained(candidate.types, type);
  };
  if (!rule || isFor(*rule))
    return rule;
  auto other = llvm::find_if(rule->others, isFor);
  return other == rule->others.end() ? nullptr : &*other;
}

/// Blanks may be there or not.
static std::string squeeze(StringRef text) {
  std::string result;
  llvm::copy_if(text, std::back_inserter(result),
                [](char c) { return !llvm::isSpace(c); });
  return result;
}

std::optional<StatedLevel> NoiseRules::findStatedLevel(StringRef type) const {
  std::optional<uint32_t> level = findLevelsLeft(type);
  if (!level)
    return std::nullopt;
  StatedLevel stated{*level, std::nullopt};
  const std::string whole = squeeze(type);
  for (StringRef before : factors) {
    const std::string key = squeeze(before);
    size_t at = whole.find(key);
    if (at == std::string::npos)
      continue;
    StringRef rest = StringRef(whole).substr(at + key.size());
    uint32_t top = 0;
    if (StringRef("<[(").contains(key.back())) {
      StringRef list =
          rest.take_until([](char c) { return StringRef(">])").contains(c); });
      if (!list.empty())
        stated.top = uint32_t(list.count(','));
    } else if (!rest.take_while(llvm::isDigit).getAsInteger(10, top)) {
      stated.top = top;
    }
  }
  return stated;
}

std::optional<uint32_t> NoiseRules::findLevelsLeft(StringRef type) const {
  if (levels.empty())
    return std::nullopt;
  const std::string whole = squeeze(type);
  std::optional<uint32_t> least;
  for (StringRef before : levels) {
    const std::string key = squeeze(before);
    for (size_t at = whole.find(key); at != std::string::npos;
         at = whole.find(key, at + 1)) {
      StringRef number =
          StringRef(whole).substr(at + key.size()).take_while(llvm::isDigit);
      StringRef behind =
          StringRef(whole).substr(at + key.size() + number.size());
      uint32_t left = 0;
      // As a part of a name it is another word.
      if (!behind.empty() && (llvm::isAlpha(behind[0]) || behind[0] == '_'))
        continue;
      if (!number.empty() && !number.getAsInteger(10, left))
        least = std::min(left, least.value_or(left));
    }
  }
  return least;
}

static StringRef dialectOf(StringRef name) {
  return name.ltrim('!').split('.').first;
}

std::vector<StringRef> NoiseRules::objectDialects() const {
  std::vector<StringRef> names, all;
  for (StringRef carrier : carriers)
    all.push_back(dialectOf(carrier));
  for (const auto &entry : operations) {
    auto overwrites = [](const NoiseRule &rule) {
      return rule.overwrites && !rule.overwrites->empty();
    };
    if (!overwrites(entry.second) &&
        llvm::none_of(entry.second.others, overwrites))
      continue;
    StringRef name = dialectOf(entry.getKey());
    if (!llvm::is_contained(all, name))
      return all;
    if (!llvm::is_contained(names, name))
      names.push_back(name);
  }
  return names;
}

std::vector<StringRef> NoiseRules::dialects() const {
  std::vector<StringRef> names;
  auto add = [&](StringRef name) { names.push_back(dialectOf(name)); };
  llvm::for_each(carriers, add);
  for (const auto &entry : operations)
    add(entry.getKey());
  for (const ReductionRule &rule : reductions)
    add(rule.operation);
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

//===----------------------------------------------------------------------===//
// What a rule does to noise
//===----------------------------------------------------------------------===//

/// The noise of a product of two fresh values, which contains that of a key
/// switch: products are relinearized.
static NoiseBound getFreshProduct(const NoiseModel &model) {
  NoiseBound fresh = NoiseBound::bits(model.initial);
  return model.mul.apply(fresh, fresh);
}

/// The transfer function of a rule; none for those that have no operands.
std::optional<NoiseTransfer> NoiseRules::getTransfer(const NoiseRule &rule,
                                                     const NoiseModel &model,
                                                     bool &isUnary) const {
  isUnary = false;
  switch (rule.kind) {
  case NoiseRule::Kind::Model:
    isUnary = mlir::noisy::isUnary(rule.member);
    return model.*rule.member;
  case NoiseRule::Kind::Transfer:
    isUnary = rule.isUnary;
    for (auto [unit, transfer] : rule.transfers)
      if (unit == model.unit)
        return transfer;
    return std::nullopt;
  case NoiseRule::Kind::KeySwitch: {
    // In levels, no key switch uses one.
    if (model.isLevels())
      return NoiseTransfer::max(0);
    isUnary = true;
    NoiseBound product = getFreshProduct(model);
    uint32_t added = keySwitch && this->model == model ? *keySwitch
                     : product.isBits() ? product.getBits()
                                        : NoiseTransfer::kMostAdded;
    NoiseTerm terms[] = {{int32_t(model.unit), 1, 0},
                         {int32_t(added) + int32_t(model.unit), 0, 0}};
    return NoiseTransfer::of(terms, /*isUnary=*/true);
  }
  case NoiseRule::Kind::Rescale:
    if (!model.isLevels())
      return std::nullopt;
    isUnary = true;
    return NoiseTransfer::max(1);
  case NoiseRule::Kind::Unknown:
  case NoiseRule::Kind::Fresh:
  case NoiseRule::Kind::Reduce:
  case NoiseRule::Kind::Reads:
    return std::nullopt;
  }
  return std::nullopt;
}

/// What stands for the second operand where only one is encrypted: a fresh
/// value, as if the other one was encrypted; nothing more if it only passes.
static NoiseBound getOther(NoiseTransfer transfer, const NoiseModel &model,
                           NoiseBound operand) {
  return transfer == NoiseTransfer::max(0) ? operand
                                           : NoiseBound::bits(model.initial);
}

uint32_t NoiseRule::getMost(const NoiseModel &model) const {
  int64_t missing = toUnits(below, model.unit, Rounding::Up);
  return uint32_t(std::max<int64_t>(int64_t(model.max) - missing, 0));
}

NoiseBound NoiseRules::apply(const NoiseRule &rule, const NoiseModel &model,
                             ArrayRef<NoiseBound> operands) const {
  if (rule.lacksReduced(model))
    return NoiseBound::unknown();
  NoiseBound bound = applyAlone(rule, model, operands);
  return rule.mayReduce && bound.isBits()
             ? NoiseBound::join(bound, NoiseBound::bits(model.getReduced()))
             : bound;
}

/// Without the noise of a look-up that may come last.
NoiseBound NoiseRules::applyAlone(const NoiseRule &rule,
                                  const NoiseModel &model,
                                  ArrayRef<NoiseBound> operands) const {
  if (rule.kind == NoiseRule::Kind::Fresh)
    return NoiseBound::bits(model.initial);
  if (rule.kind == NoiseRule::Kind::Reduce)
    return NoiseBound::bits(model.getReduced());
  bool isUnary = false;
  std::optional<NoiseTransfer> transfer = getTransfer(rule, model, isUnary);
  if (!transfer)
    return NoiseBound::unknown();
  // No value has less than the least noise of the model.
  if (std::optional<int64_t> reset = transfer->getReset())
    return NoiseBound::bits(std::max<int64_t>(*reset, model.getLeast()));
  if (operands.empty())
    return NoiseBound::unknown();
  NoiseBound bound = operands.front();
  if (isUnary) {
    for (NoiseBound operand : operands.drop_front())
      bound = NoiseBound::join(bound, operand);
    return transfer->applyUnary(bound, 0);
  }
  if (operands.size() == 1)
    return transfer->apply(bound, getOther(*transfer, model, bound));
  // What a rule adds, it adds once, however many operands there are.
  uint32_t once = 0;
  if (rule.kind == NoiseRule::Kind::Transfer &&
      transfer->form != NoiseTransfer::Form::Terms)
    once = std::exchange(transfer->added, 0);
  for (NoiseBound operand : operands.drop_front())
    bound = transfer->apply(bound, operand);
  return bound.plus(once);
}

void NoiseRules::describe(llvm::raw_ostream &os, const NoiseRule &rule,
                          const NoiseModel &model,
                          ArrayRef<NoiseBound> operands) const {
  bool isUnary = false;
  std::optional<NoiseTransfer> transfer = getTransfer(rule, model, isUnary);
  if (!transfer || operands.empty() || operands.size() > 2 ||
      apply(rule, model, operands) != applyAlone(rule, model, operands) ||
      (operands.size() == 1 && *transfer == NoiseTransfer::max(0)))
    return;
  NoiseBound lhs = operands.front(), rhs = operands.back();
  if (isUnary) {
    transfer->describeUnary(os, NoiseBound::join(lhs, rhs), 0, model.unit);
    return;
  }
  if (operands.size() == 1)
    rhs = getOther(*transfer, model, lhs);
  transfer->describe(os, lhs, rhs, model.unit);
}
