//===- RulesParser.h - Parses the YAML of rules -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to dialect/rules/: RulesReader.h is the way in.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_RULES_RULESPARSER_H
#define NOISY_DIALECT_RULES_RULESPARSER_H

#include "dialect/rules/RulesReader.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/YAMLParser.h"

namespace mlir::noisy {

namespace yaml = llvm::yaml;
using llvm::StringRef;
using llvm::Twine;

/// The words of a list, for messages: "'a', 'b' and 'c'".
std::string listOf(llvm::ArrayRef<StringRef> words);

/// Reads one text into `rules`; the texts of packs have parsers of their own,
/// one deeper. Functions return false once there is an error. One thread.
class RulesParser {
public:
  RulesParser(StringRef text, NoiseRules &rules, RulesError &error,
              LinkedOperations *linked, unsigned depth)
      : text(text), rules(rules), error(error), linked(linked), depth(depth) {}

  /// Reads the whole text; false, with the first error, if that is wrong.
  bool read();

private:
  /// Calls `each` with the key of each entry, and its value, whose text is read
  /// by then or never.
  bool readMapping(yaml::Node *node, StringRef what,
                   llvm::function_ref<bool(StringRef key, yaml::Node *keyNode,
                                           yaml::Node *value)>
                       each);
  bool readEntry(StringRef key, yaml::Node *keyNode, yaml::Node *value);
  bool readDialects(yaml::Node *node);
  bool readText(yaml::Node *node, StringRef what, std::string &result);
  bool readList(yaml::Node *node, StringRef what,
                llvm::function_ref<bool(yaml::Node *, std::string)> each);
  bool readNumbers(yaml::Node *node, StringRef what,
                   std::vector<unsigned> &numbers);
  bool readNumber(yaml::Node *node, StringRef what, unsigned &number);
  bool readTakes(yaml::Node *node, int64_t &below);
  bool readAdds(yaml::Node *node, std::string &name,
                std::optional<uint32_t> &byDefault);
  bool readLeast(yaml::Node *node, bool &mayReduce);
  bool usePack(yaml::Node *node, const std::string &name);
  bool readModel(yaml::Node *node);
  bool readParameters(StringRef attribute, yaml::Node *nameNode,
                      yaml::Node *node);
  bool readCarrier(yaml::Node *node, std::string name);
  bool readOperation(StringRef name, yaml::Node *keyNode, yaml::Node *node);
  bool readCases(StringRef name, yaml::Node *keyNode, yaml::SequenceNode &list,
                 std::optional<NoiseRule> &rule);
  bool readRule(StringRef name, yaml::Node *keyNode, yaml::Node *node,
                std::optional<NoiseRule> &rule);
  bool parseRule(yaml::Node *node, StringRef ruleText,
                 std::optional<NoiseRule> &rule);
  bool readReduction(StringRef carrier, yaml::Node *keyNode, yaml::Node *node);
  bool readNeeded(yaml::Node *node, std::vector<std::string> &operands);
  bool readAttributes(yaml::Node *node, std::string &attributes);
  bool readSyntax(yaml::Node *node, std::string &syntax);
  bool readCost(yaml::Node *node, int64_t &cost);
  bool readCostTable(yaml::Node *node, ReductionCostTable &costs);
  bool readTargets(yaml::Node *node,
                   std::vector<std::pair<int64_t, int64_t>> &targets);
  bool checkReductions();
  bool readTypeName(yaml::Node *node, const std::string &name);
  bool checkName(yaml::Node *node, StringRef name, StringRef example);

  bool fail(const yaml::Node *node, const Twine &message) {
    if (llvm::isa_and_nonnull<yaml::NullNode>(node) && missing)
      node = missing;
    return failAt(node ? node->getSourceRange().Start.getPointer()
                       : text.begin(),
                  message);
  }
  bool failAt(const char *at, const Twine &message);
  static const char *placeOf(const yaml::Node *node) {
    return node->getSourceRange().Start.getPointer();
  }

  StringRef text;
  NoiseRules &rules;
  RulesError &error;
  LinkedOperations *linked;
  /// Packs may use packs.
  unsigned depth;
  static constexpr unsigned kMaxPacks = 3;
  bool hasOthers = false;
  bool hasFailed = false;
  /// The key of the last value that is not there.
  const yaml::Node *missing = nullptr;
  /// The packs that the text uses, and that of the model; empty if none has
  /// one.
  std::vector<std::string> used;
  std::string modelPack;
  /// The reductions of this text, with their places: rules may come later.
  llvm::StringMap<const char *> ownReductions;
  /// Rules that were read, by their texts: most are the same few.
  llvm::StringMap<NoiseRule> parsed;
};

} // namespace mlir::noisy

#endif // NOISY_DIALECT_RULES_RULESPARSER_H
