//===- ReductionsParser.cpp - What reduces noise, as it is written --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulesParser.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;

/// The operation that reduces values of a type.
bool RulesParser::readReduction(StringRef carrier, yaml::Node *keyNode,
                                yaml::Node *node) {
  ReductionRule rule;
  rule.carrier = carrier.str();
  if (!readTypeName(keyNode, rule.carrier))
    return false;
  yaml::Node *nameNode = node;
  if (!llvm::isa_and_nonnull<yaml::MappingNode>(node)) {
    if (!readText(node, carrier, rule.operation))
      return false;
  } else {
    nameNode = nullptr;
    auto readField = [&](StringRef key, yaml::Node *place, yaml::Node *value) {
      if (key == "operation") {
        nameNode = value;
        return readText(value, key, rule.operation);
      }
      if (key == "operands")
        return readNeeded(value, rule.operands);
      if (key == "attributes")
        return readAttributes(value, rule.attributes);
      if (key == "syntax")
        return readSyntax(value, rule.syntax);
      if (key == "to")
        return readTargets(value, rule.targets);
      if (key == "cost")
        return llvm::isa_and_nonnull<yaml::MappingNode>(value)
                   ? readCostTable(value, rule.costs)
                   : readCost(value, rule.cost);
      return fail(place, "there is no '" + key +
                             "' in a reduction; there are " +
                             listOf({"operation", "operands", "attributes",
                                     "syntax", "cost", "to"}));
    };
    if (!readMapping(node, "'" + carrier.str() + "'", readField))
      return false;
    if (!nameNode)
      return fail(keyNode, "'" + carrier + "' has no 'operation'");
  }
  if (!checkName(nameNode, rule.operation, "ckks.bootstrap"))
    return false;
  if (!rule.syntax.empty() &&
      StringRef(rule.syntax).take_until(llvm::isSpace) != rule.operation)
    return fail(nameNode, "its 'syntax' must begin with '" + rule.operation +
                              "', the operation");
  // An attribute without a place would be lost.
  if (!rule.syntax.empty() &&
      !(rule.attributes.empty() && rule.targets.empty()) &&
      !StringRef(rule.syntax).contains("$attributes"))
    return fail(nameNode, "its 'syntax' has no place for 'attributes': write "
                          "'$attributes'");
  ownReductions[carrier] = placeOf(nameNode);
  llvm::erase_if(rules.reductions, [&](const ReductionRule &old) {
    return old.carrier == carrier;
  });
  rules.reductions.push_back(std::move(rule));
  return true;
}

/// The operands of a reducing operation: `value` once, and types.
bool RulesParser::readNeeded(yaml::Node *node,
                             std::vector<std::string> &operands) {
  operands.clear();
  if (!readList(node, "operands", [&](yaml::Node *item, std::string operand) {
        operands.push_back(operand);
        return operand == ReductionRule::kValue || readTypeName(item, operand);
      }))
    return false;
  return llvm::count(operands, ReductionRule::kValue) == 1 ||
         fail(node, "'operands' must have 'value' once, the value that is "
                    "reduced, and may have types of which the operation needs "
                    "a value, such as [\"!openfhe.crypto_context\", value]");
}

/// A dictionary as MLIR writes it.
bool RulesParser::readAttributes(yaml::Node *node, std::string &attributes) {
  if (!readText(node, "attributes", attributes))
    return false;
  attributes = StringRef(attributes).trim().str();
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string problem;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          problem = diagnostic.str();
                                          return mlir::success();
                                        });
  bool isOneLine = attributes.find('\n') == std::string::npos;
  if (isOneLine && llvm::isa_and_nonnull<mlir::DictionaryAttr>(
                       mlir::parseAttribute(attributes, &context)))
    return true;
  return fail(node, "expected attributes as MLIR writes them, such as '{a = 1 "
                    ": i64}', but found '" +
                        attributes + "'" +
                        (problem.empty() ? "" : ": " + problem));
}

/// The text of a reducing operation, with words for what is in it.
bool RulesParser::readSyntax(yaml::Node *node, std::string &syntax) {
  if (!readText(node, "syntax", syntax))
    return false;
  syntax = StringRef(syntax).trim().str();
  bool hasValue = false;
  llvm::SmallVector<StringRef> parts;
  StringRef(syntax).split(parts, '$');
  for (StringRef part : llvm::drop_begin(parts)) {
    StringRef word = part.take_while(llvm::isAlpha);
    hasValue |= word == "value" || word == "operands";
    if (!llvm::is_contained(ReductionRule::getSyntaxWords(), word))
      return fail(node, "there is no '$" + word +
                            "' in a syntax; there are '$operands', '$types', "
                            "'$value', '$type' and '$attributes'");
  }
  bool isOneLine = syntax.find('\n') == std::string::npos;
  return (hasValue && isOneLine) ||
         fail(node, "expected the text of the operation after '=', on one "
                    "line, such as 'my.bootstrap $value : $type', but found "
                    "'" +
                        syntax + "'");
}

bool RulesParser::readCost(yaml::Node *node, int64_t &cost) {
  std::string number;
  if (!readText(node, "cost", number))
    return false;
  if (StringRef(number).getAsInteger(10, cost) || cost < 1 ||
      cost > ReductionRule::kMostCost)
    return fail(node, "'cost' must be a whole number from 1 to " +
                          Twine(ReductionRule::kMostCost) +
                          ", what one such operation costs beside others, but "
                          "is '" +
                          number + "'");
  return true;
}

/// Costs by the levels that are left to a value, or by its noise.
bool RulesParser::readCostTable(yaml::Node *node, ReductionCostTable &costs) {
  bool hasList = false;
  auto readLevels = [&](yaml::Node *list) {
    return readList(list, "by-level", [&](yaml::Node *item, std::string) {
      return readCost(item, costs.byLevel.emplace_back());
    });
  };
  auto readNoise = [&](StringRef text, yaml::Node *place, yaml::Node *cost) {
    std::optional<MillionthBits> bits = parseBits(text);
    if (!bits)
      return fail(place, "'by-noise' has numbers of bits, and the cost from "
                         "each of them on, such as {12: 1, 20: 3}, but '" +
                             text + "' is none");
    if (!costs.byNoise.empty() && *bits <= costs.byNoise.back().first)
      return fail(place, "the noise in 'by-noise' must rise from one entry to "
                         "the next");
    return readCost(cost, costs.byNoise.emplace_back(*bits, 0).second);
  };
  if (!readMapping(node, "'cost'",
                   [&](StringRef key, yaml::Node *place, yaml::Node *value) {
                     if (std::exchange(hasList, true))
                       return fail(place, "'cost' is either 'by-level' or "
                                          "'by-noise'");
                     if (key == "by-level")
                       return readLevels(value);
                     if (key == "by-noise")
                       return readMapping(value, "'by-noise'", readNoise);
                     return fail(place, "there is no '" + key +
                                            "' in a cost; there are " +
                                            listOf({"by-level", "by-noise"}));
                   }))
    return false;
  size_t count = costs.byLevel.size() + costs.byNoise.size();
  return (count > 0 && count <= ReductionCostTable::kMostEntries) ||
         fail(node, "'cost' must have 1 to " +
                        Twine(ReductionCostTable::kMostEntries) + " entries");
}

/// What a reduction may leave, with what each costs on top: {5: 0, 7: 3}.
bool RulesParser::readTargets(
    yaml::Node *node, std::vector<std::pair<int64_t, int64_t>> &targets) {
  auto readTarget = [&](StringRef text, yaml::Node *place, yaml::Node *value) {
    uint32_t number;
    if (text.getAsInteger(10, number) || number >= NoiseBound::kCap)
      return fail(place, "'to' has numbers of levels, or of bits in a model "
                         "without levels, and what each costs, such as {5: 0, "
                         "7: 3}, but '" +
                             text + "' is none");
    std::string cost;
    auto &target = targets.emplace_back(number, 0);
    if (!readText(value, "to", cost))
      return false;
    return (!StringRef(cost).getAsInteger(10, target.second) &&
            target.second >= 0 && target.second <= ReductionRule::kMostCost) ||
           fail(value, "what a reduction costs on top must be a whole number "
                       "from 0 to " +
                           Twine(ReductionRule::kMostCost) + ", but is '" +
                           cost + "'");
  };
  return readMapping(node, "'to'", readTarget) &&
         ((!targets.empty() && targets.size() <= ReductionRule::kMostTargets) ||
          fail(node, "'to' must have 1 to " +
                         Twine(ReductionRule::kMostTargets) + " entries"));
}

/// True if a dictionary in MLIR's syntax has a word, perhaps as a name.
static bool namesAttribute(StringRef attributes, StringRef word) {
  auto isPart = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  for (size_t at = 0; (at = attributes.find(word, at)) != StringRef::npos;
       at += word.size()) {
    StringRef before = attributes.take_front(at),
              behind = attributes.drop_front(at + word.size());
    if ((before.empty() || !isPart(before.back())) &&
        (behind.empty() || !isPart(behind.front())))
      return true;
  }
  return false;
}

/// Checks what the reductions of this text do to noise, now that all rules are
/// there. Those of packs whose rules this text has replaced are dropped.
bool RulesParser::checkReductions() {
  std::string problem;
  auto isWrong = [&](const ReductionRule &reduction) {
    const std::string &name = reduction.operation;
    const NoiseRule *rule = rules.find(name, reduction.carrier);
    auto isBeyond = [&](unsigned number) {
      return number >= reduction.operands.size();
    };
    auto isEncrypted = [&](unsigned number) {
      return number < reduction.operands.size() &&
             (number == reduction.getValueNumber() ||
              rules.isCarrier(reduction.operands[number]));
    };
    problem.clear();
    if (!rules.isCarrier(reduction.carrier))
      problem = "'" + reduction.carrier + "' is not among the 'carriers'";
    else if (!rule || !rule->isReset())
      problem = "'" + name +
                "' has no rule in 'ops' that sets noise, such as 'reduce' or "
                "'fresh'";
    else if (rule->below > 0)
      problem = "'" + name +
                "' does not take all values within the limit: its rule has "
                "'takes'";
    else if (rule->overwrites && !rule->overwrites->empty())
      problem = "'" + name + "' overwrites an operand, and makes no new value";
    else if (!rule->addedName.empty())
      problem = "what '" + name + "' leaves depends on '" + rule->addedName +
                "': its rule has 'adds'";
    else if (!reduction.targets.empty() && rule->leftName.empty())
      problem = "the rule for '" + name +
                "' does not say which attribute has what is left: write 'to' "
                "into it";
    else if (!rule->leftName.empty() &&
             namesAttribute(reduction.attributes, rule->leftName))
      problem = "'attributes' of '" + name + "' has '" + rule->leftName +
                "', in which the fix writes what is left: take it out";
    else if (llvm::any_of(rule->operands, isBeyond) ||
             !llvm::all_of(rule->encrypted, isEncrypted))
      problem = "the rule for '" + name +
                "' names an operand that is not in 'operands' here";
    for (const std::string &attribute :
         rule ? rule->without : std::vector<std::string>())
      if (problem.empty() &&
          StringRef(reduction.attributes).contains(attribute))
        problem = "nothing is known of '" + name + "' with '" + attribute +
                  "', by its rule";
    return !problem.empty();
  };
  for (const ReductionRule &reduction : rules.reductions) {
    auto own = ownReductions.find(reduction.carrier);
    if (own != ownReductions.end() && isWrong(reduction))
      return failAt(own->second, problem);
  }
  llvm::erase_if(rules.reductions, isWrong);
  return true;
}
