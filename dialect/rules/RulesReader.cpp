//===- RulesReader.cpp - Rules of noise as they are written ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulesReader.h"
#include "dialect/NoisePresets.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "dialect/rules/RulePacks.h"
#include "dialect/rules/RulesParser.h"
#include "dialect/units/NoiseUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace mlir::noisy;
using llvm::StringRef;
using llvm::Twine;
namespace yaml = llvm::yaml;

std::string RulesError::str(StringRef file) const {
  return (file + ", line " + Twine(line) + ", column " + Twine(column) + ": " +
          message)
      .str();
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// LLVM's reader recurses for each bracket, and for each `- ` and blank that a
/// line begins with.
static constexpr unsigned kMaxDepth = 64;
static constexpr size_t kMaxLineBytes = 4096, kMaxBytes = 1 << 20;

/// Where a text is too long, or nested too deep; nothing if it can be read.
static std::optional<RulesError> findExcess(StringRef text) {
  if (text.size() > kMaxBytes)
    return RulesError{1, 1, "it has more than 1 MB"};
  unsigned line = 1, depth = 0;
  size_t lineBegin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    auto error = [&](const char *message) {
      return RulesError{line, unsigned(i - lineBegin + 1), message};
    };
    char c = text[i];
    if (c == '\n') {
      ++line;
      lineBegin = i + 1;
    } else if (i - lineBegin >= kMaxLineBytes) {
      return error("the line is too long");
    } else if (c == '[' || c == '{') {
      // A quotation mark may stand in a comment, so strings count, too.
      if (++depth > kMaxDepth)
        return error("its brackets are nested too deeply");
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The reader
//===----------------------------------------------------------------------===//

bool RulesParser::failAt(const char *at, const Twine &message) {
  if (std::exchange(hasFailed, true))
    return false;
  size_t offset =
      at >= text.begin() && at <= text.end() ? size_t(at - text.begin()) : 0;
  StringRef before = text.take_front(offset);
  error.line = unsigned(before.count('\n')) + 1;
  // `npos` is one before the first.
  error.column = unsigned(offset - (before.rfind('\n') + 1)) + 1;
  error.message = message.str();
  return false;
}

/// The words of a list, for messages.
std::string mlir::noisy::listOf(llvm::ArrayRef<StringRef> words) {
  std::string result;
  for (size_t i = 0; i < words.size(); ++i)
    result += (i == 0                  ? "'"
               : i + 1 == words.size() ? " and '"
                                       : ", '") +
              words[i].str() + "'";
  return result;
}

bool RulesParser::read() {
  llvm::SourceMgr sources;
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic &message, void *self) {
        static_cast<RulesParser *>(self)->failAt(message.getLoc().getPointer(),
                                                 message.getMessage());
      },
      this);
  yaml::Stream stream(text, sources, /*ShowColors=*/false);
  auto document = stream.begin();
  if (document == stream.end())
    return !hasFailed;
  yaml::Node *root = document->getRoot();
  if (!root || hasFailed)
    return fail(nullptr, "this is no YAML");
  // An empty file, or one of comments.
  if (!llvm::isa<yaml::NullNode>(root) &&
      !readMapping(root, "the file",
                   [&](StringRef key, yaml::Node *keyNode, yaml::Node *value) {
                     return readEntry(key, keyNode, value);
                   }))
    return false;
  if (!stream.failed() && ++document != stream.end() && !hasFailed)
    return fail(document->getRoot(), "there is a second document");
  if (stream.failed())
    return fail(nullptr, "this is no YAML");
  return !hasFailed && checkReductions();
}

bool RulesParser::readMapping(
    yaml::Node *node, StringRef what,
    llvm::function_ref<bool(StringRef, yaml::Node *, yaml::Node *)> each) {
  auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
  if (!mapping)
    return fail(node, what + " must be a mapping, with lines of 'name: value'");
  llvm::StringSet<> keys;
  for (yaml::KeyValueNode &entry : *mapping) {
    auto *keyNode = llvm::dyn_cast_or_null<yaml::ScalarNode>(entry.getKey());
    if (!keyNode || hasFailed)
      return fail(entry.getKey(), "expected a name, and ':'");
    llvm::SmallString<32> storage;
    StringRef key = keyNode->getValue(storage);
    if (!keys.insert(key).second)
      return fail(keyNode, "'" + key + "' is there twice");
    yaml::Node *value = entry.getValue();
    // What is missing begins where the next line does.
    if (value && llvm::isa<yaml::NullNode>(value))
      missing = keyNode;
    if (hasFailed || !each(key, keyNode, value))
      return fail(keyNode, "'" + key + "' cannot be read");
    entry.skip();
  }
  return !hasFailed;
}

/// True where nothing is written, or that there is nothing.
static bool isNull(yaml::Node *node) {
  if (!node || llvm::isa<yaml::NullNode>(node))
    return true;
  auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(node);
  StringRef word = scalar ? scalar->getRawValue() : "";
  return scalar && (word == "null" || word == "~");
}

bool RulesParser::readEntry(StringRef key, yaml::Node *keyNode,
                            yaml::Node *value) {
  hasOthers |= key != "use" && key != "dialects";
  if (key == "use")
    return readList(value, key, [&](yaml::Node *item, std::string name) {
      return usePack(item, name);
    });
  if (key == "model")
    return readModel(value);
  if (key == "parameters")
    return readMapping(
        value, "'parameters'",
        [&](StringRef name, yaml::Node *nameNode, yaml::Node *scheme) {
          return readParameters(name, nameNode, scheme);
        });
  if (key == "carriers")
    return readList(value, key, [&](yaml::Node *item, std::string name) {
      return readCarrier(item, std::move(name));
    });
  if (key == "levels")
    return readList(value, key, [&](yaml::Node *item, std::string before) {
      if (StringRef(before).trim().empty())
        return fail(item,
                    "'levels' has what stands in a type before the number "
                    "of levels that are left, such as 'current = '");
      if (!llvm::is_contained(rules.levels, before))
        rules.levels.push_back(std::move(before));
      return true;
    });
  if (key == "factors")
    return readList(value, key, [&](yaml::Node *item, std::string before) {
      if (StringRef(before).trim().empty())
        return fail(item,
                    "'factors' has what stands in a type before the factors of "
                    "the modulus, such as 'elements = <', or before the number "
                    "of the highest level");
      if (!llvm::is_contained(rules.factors, before))
        rules.factors.push_back(std::move(before));
      return true;
    });
  if (key == "keyswitch") {
    std::string number;
    if (!readText(value, key, number))
      return false;
    std::optional<MillionthBits> bits = parseBits(number);
    // The unit is that of the model, which may come later.
    if (!bits || *bits < 0 || *bits > NoiseTransfer::kMostAdded * kMillionths)
      return fail(value, "'keyswitch' must be a number of bits, such as 13.2, "
                         "but is '" +
                             number + "'");
    unsigned unit = rules.model ? rules.model->unit : 0;
    if (unit == 0)
      return fail(value, "'keyswitch' belongs to a model: write 'model' above "
                         "it");
    rules.keySwitch = uint32_t(toUnits(*bits, unit, Rounding::Up));
    return true;
  }
  // An empty line, as somebody begins to write the rules.
  if ((key == "ops" || key == "reduce") && isNull(value))
    return true;
  if (key == "reduce")
    return readMapping(
        value, "'reduce'",
        [&](StringRef carrier, yaml::Node *typeNode, yaml::Node *reduction) {
          return readReduction(carrier, typeNode, reduction);
        });
  if (key == "ops")
    return readMapping(
        value, "'ops'",
        [&](StringRef name, yaml::Node *nameNode, yaml::Node *rule) {
          return readOperation(name, nameNode, rule);
        });
  if (key == "dialects")
    return readDialects(value);
  return fail(keyNode, "there is no '" + key + "'; there are " +
                           listOf({"use", "model", "parameters", "carriers",
                                   "levels", "factors", "keyswitch", "ops",
                                   "reduce", "dialects"}));
}

/// What other code reads, which is only known by its names here.
bool RulesParser::readDialects(yaml::Node *node) {
  return readMapping(
      node, "'dialects'",
      [&](StringRef key, yaml::Node *keyNode, yaml::Node *value) {
        const StringRef known[] = {"files", "include", "irdl", "plugins"};
        if (!llvm::is_contained(known, key))
          return fail(keyNode, "there is no '" + key +
                                   "' in 'dialects'; there are " +
                                   listOf(known));
        return readList(value, key,
                        [](yaml::Node *, std::string) { return true; });
      });
}

bool RulesParser::readText(yaml::Node *node, StringRef what,
                           std::string &result) {
  llvm::SmallString<64> storage;
  if (auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(node)) {
    result = scalar->getValue(storage).str();
    return true;
  }
  return fail(node, "'" + what + "' must have one text as its value");
}

bool RulesParser::readList(
    yaml::Node *node, StringRef what,
    llvm::function_ref<bool(yaml::Node *, std::string)> each) {
  auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
  if (!list)
    return fail(node, "'" + what + "' must be a list, such as [a, b]");
  for (yaml::Node &item : *list) {
    std::string value;
    if (hasFailed || !readText(&item, what, value) || !each(&item, value))
      return false;
  }
  return !hasFailed;
}

bool RulesParser::readNumber(yaml::Node *node, StringRef what,
                             unsigned &number) {
  constexpr unsigned most = 1000;
  std::string value;
  if (!readText(node, what, value))
    return false;
  if (StringRef(value).getAsInteger(10, number) || number > most)
    return fail(node, "'" + what +
                          "' has the numbers of operands, from 0 on, "
                          "but '" +
                          value + "' is none");
  return true;
}

bool RulesParser::readNumbers(yaml::Node *node, StringRef what,
                              std::vector<unsigned> &numbers) {
  return readList(node, what, [&](yaml::Node *item, const std::string &) {
    return readNumber(item, what, numbers.emplace_back());
  });
}

/// How far below the limit operands have to be: "max - 3".
bool RulesParser::readTakes(yaml::Node *node, int64_t &below) {
  std::string value;
  if (!readText(node, "takes", value))
    return false;
  StringRef rest = StringRef(value).trim();
  std::optional<MillionthBits> bits;
  if (rest.consume_front("max") && (rest = rest.ltrim()).consume_front("-"))
    bits = parseBits(rest.trim());
  if (!bits || *bits > NoiseTransfer::kMostAdded * kMillionths)
    return fail(node, "expected the limit less some bits, such as 'max - 3', "
                      "but found '" +
                          value + "'");
  below = *bits;
  return true;
}

/// An attribute, and its default: "levelToDrop", "levelToDrop = 1".
bool RulesParser::readAdds(yaml::Node *node, std::string &name,
                           std::optional<uint32_t> &byDefault) {
  std::string text;
  if (!readText(node, "adds", text))
    return false;
  auto [first, number] = StringRef(text).split('=');
  name = first.trim().str();
  unsigned value = 0;
  bool hasNumber = text.find('=') != std::string::npos;
  if (name.empty() ||
      !llvm::all_of(name,
                    [](char c) { return llvm::isAlnum(c) || c == '_'; }) ||
      (hasNumber && (number.trim().getAsInteger(10, value) ||
                     value > NoiseTransfer::kMostAdded)))
    return fail(node, "expected an attribute, and its value where an operation "
                      "has none, such as 'levelToDrop = 1', but found '" +
                          text + "'");
  if (hasNumber)
    byDefault = value;
  return true;
}

bool RulesParser::readLeast(yaml::Node *node, bool &mayReduce) {
  std::string text;
  if (!readText(node, "least", text))
    return false;
  mayReduce = text == "reduced";
  return mayReduce ||
         fail(node, "'least' can be 'reduced' only, the noise of a look-up, "
                    "but is '" +
                        text + "'");
}

bool RulesParser::usePack(yaml::Node *node, const std::string &name) {
  if (hasOthers)
    return fail(node, "'use' must come first: what is written replaces what "
                      "packs say");
  std::optional<StringRef> pack = findRulePack(name);
  if (!pack || depth > kMaxPacks)
    return fail(node, "there is no pack '" + name + "'; there are " +
                          nameRulePacks());
  // Of two schemes each has rules for the same operations.
  const std::optional<NoiseModel> before = std::exchange(rules.model, {});
  RulesError inPack;
  RulesParser reader(*pack, rules, inPack, linked, depth + 1);
  if (!reader.read())
    return fail(node, "the pack " + inPack.str(name));
  if (before && rules.model && !llvm::is_contained(reader.used, modelPack))
    return fail(node, "'" + name + "' and '" + modelPack +
                          "' have a noise model each, and rules for the same "
                          "operations; use one of them");
  if (rules.model)
    modelPack = name;
  else
    rules.model = before;
  used.push_back(name);
  return true;
}

bool RulesParser::readModel(yaml::Node *node) {
  std::string value;
  if (!readText(node, "model", value))
    return false;
  StringRef model = StringRef(value).trim();
  // As texts of MLIR have it.
  if (model.consume_front("#noisy.model<") && !model.consume_back(">"))
    return fail(node, "'>' is missing after the model");
  std::string problem;
  rules.keySwitch = std::nullopt;
  // A model of the project's own holds for all of its programs.
  rules.parameters.clear();
  if (isNoisePreset(model)) {
    if (std::optional<NoisePreset> preset = makeNoisePreset(model, problem)) {
      rules.model = preset->model;
      rules.keySwitch = preset->keySwitch;
      return true;
    }
  } else if ((rules.model = NoiseModel::parse(model, problem))) {
    return true;
  }
  return fail(node, problem);
}

/// An attribute on modules, and the scheme whose parameters it states.
bool RulesParser::readParameters(StringRef attribute, yaml::Node *nameNode,
                                 yaml::Node *node) {
  std::string preset, problem;
  if (!checkName(nameNode, attribute, "ckks.schemeParam") ||
      !readText(node, "parameters", preset))
    return false;
  StringRef scheme = StringRef(preset).ltrim().take_until(llvm::isSpace);
  if (scheme != "bfv" && scheme != "bgv" && scheme != "ckks")
    return fail(node, "expected 'bfv', 'bgv' or 'ckks', and what the attribute "
                      "does not say, such as 'ckks bootstrap=2', but found '" +
                          preset + "'");
  // With the largest modulus, what is written must make a model.
  std::string sample = "logN = 15, plaintextModulus = 65537, P = "
                       "[1152921504606994433], Q = [1152921504606994433";
  for (unsigned i = 1; i < 100; ++i)
    sample += ", 1152921504606994433";
  std::optional<std::string> text =
      makePresetText(preset, sample + "]", problem);
  if (!text || !makeNoisePreset(*text, problem))
    return fail(node, problem);
  llvm::erase_if(rules.parameters, [&](const StatedParameters &stated) {
    return stated.attribute == attribute;
  });
  rules.parameters.push_back({attribute.str(), preset});
  return true;
}

/// Checks the name of an operation of another dialect.
bool RulesParser::checkName(yaml::Node *node, StringRef name,
                            StringRef example) {
  auto [dialect, rest] = name.split('.');
  auto isName = [](StringRef part) {
    return !part.empty() && llvm::all_of(part, [](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
    });
  };
  if (!isName(dialect) || !isName(rest))
    return fail(node, "expected a full name such as '" + example +
                          "', but found '" + name + "'");
  if (dialect == NoisyDialect::getDialectNamespace())
    return fail(node,
                "the noise of 'noisy' is that of the model; a rule is for "
                "another dialect");
  return true;
}

/// Checks the name of an encrypted type.
bool RulesParser::readTypeName(yaml::Node *node, const std::string &name) {
  StringRef type = name;
  if (!type.consume_front("!"))
    return fail(node, "expected an encrypted type such as "
                      "\"!lwe.lwe_ciphertext\", in quotation marks, but found "
                      "'" +
                          name + "'");
  if (type.starts_with("builtin."))
    return fail(node, "'" + name +
                          "' is a plain type; encrypted ones are those of "
                          "other dialects");
  return checkName(node, type, "!lwe.lwe_ciphertext");
}

bool RulesParser::readCarrier(yaml::Node *node, std::string name) {
  if (!readTypeName(node, name))
    return false;
  if (!llvm::is_contained(rules.carriers, name))
    rules.carriers.push_back(std::move(name));
  return true;
}

bool RulesParser::readOperation(StringRef name, yaml::Node *keyNode,
                                yaml::Node *node) {
  if (!checkName(keyNode, name, "bgv.mul"))
    return false;
  if (std::optional<std::string> refusal =
          linked ? linked->explainRefusal(name) : std::nullopt)
    return fail(keyNode, *refusal);
  std::optional<NoiseRule> rule;
  auto *cases = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
  if (cases ? !readCases(name, keyNode, *cases, rule)
            : !readRule(name, keyNode, node, rule))
    return false;
  if (!cases && !rule->types.empty())
    return fail(keyNode, "'" + name +
                             "' has a rule with 'types', which belongs into a "
                             "list of rules: begin it with '- '");
  rules.operations[name] = std::move(*rule);
  return true;
}

/// Rules for operands of different types, in order.
bool RulesParser::readCases(StringRef name, yaml::Node *keyNode,
                            yaml::SequenceNode &list,
                            std::optional<NoiseRule> &rule) {
  for (yaml::Node &item : list) {
    std::optional<NoiseRule> next;
    if (hasFailed || !readRule(name, keyNode, &item, next))
      return false;
    if (!rule)
      rule = std::move(next);
    else if ((rule->others.empty() ? *rule : rule->others.back()).types.empty())
      return fail(&item,
                  "this rule is never used: the one before it is for all "
                  "types");
    else
      rule->others.push_back(std::move(*next));
  }
  return rule || fail(keyNode, "'" + name + "' has no rule in its list");
}

bool RulesParser::parseRule(yaml::Node *node, StringRef ruleText,
                            std::optional<NoiseRule> &rule) {
  if (auto known = parsed.find(ruleText); known != parsed.end()) {
    rule = known->second;
    return true;
  }
  std::string problem;
  rule = NoiseRule::parse(ruleText, problem);
  if (!rule)
    return fail(node, problem);
  parsed[ruleText] = *rule;
  return true;
}

bool RulesParser::readRule(StringRef name, yaml::Node *keyNode,
                           yaml::Node *node, std::optional<NoiseRule> &rule) {
  std::string ruleText;
  if (!llvm::isa_and_nonnull<yaml::MappingNode>(node))
    return readText(node, name, ruleText) && parseRule(node, ruleText, rule);
  NoiseRule other;
  yaml::Node *ruleNode = nullptr;
  auto readField = [&](StringRef key, yaml::Node *place, yaml::Node *value) {
    if (key == "rule") {
      ruleNode = value;
      return readText(value, key, ruleText);
    }
    if (key == "operands")
      return readNumbers(value, key, other.operands);
    if (key == "encrypted")
      return readNumbers(value, key, other.encrypted);
    if (key == "overwrites")
      return readNumbers(value, key, other.overwrites.emplace());
    if (key == "takes")
      return readTakes(value, other.below);
    if (key == "adds")
      return readAdds(value, other.addedName, other.addedDefault);
    if (key == "to")
      return readText(value, key, other.leftName);
    if (key == "cost")
      return readCostTable(value, other.costs);
    if (key == "least")
      return readLeast(value, other.mayReduce);
    if (key == "without")
      return readList(value, key, [&](yaml::Node *, std::string attribute) {
        other.without.push_back(std::move(attribute));
        return true;
      });
    if (key == "types")
      return readList(value, key, [&](yaml::Node *item, std::string type) {
        other.types.push_back(type);
        return readTypeName(item, type);
      });
    return fail(place, "there is no '" + key + "' in a rule; there are " +
                           listOf({"rule", "operands", "encrypted",
                                   "overwrites", "takes", "adds", "to", "cost",
                                   "least", "without", "types"}));
  };
  if (!readMapping(node, "'" + name.str() + "'", readField))
    return false;
  if (!ruleNode)
    return fail(keyNode, "'" + name + "' has no 'rule'");
  if (!parseRule(ruleNode, ruleText, rule))
    return false;
  if (!other.leftName.empty() && !rule->isReset())
    return fail(ruleNode, "'to' names an attribute with what is left after an "
                          "operation that sets noise, and '" +
                              name + "' does not");
  rule->operands = std::move(other.operands);
  rule->encrypted = std::move(other.encrypted);
  rule->without = std::move(other.without);
  rule->types = std::move(other.types);
  rule->overwrites = std::move(other.overwrites);
  rule->below = other.below;
  rule->addedName = std::move(other.addedName);
  rule->addedDefault = other.addedDefault;
  rule->mayReduce = other.mayReduce;
  rule->leftName = std::move(other.leftName);
  rule->costs = std::move(other.costs);
  return true;
}

//===----------------------------------------------------------------------===//
// Ways in
//===----------------------------------------------------------------------===//

std::optional<NoiseRules>
mlir::noisy::readNoiseRules(StringRef yaml, RulesError &error,
                            LinkedOperations *linked) {
  if (std::optional<RulesError> excess = findExcess(yaml)) {
    error = std::move(*excess);
    return std::nullopt;
  }
  NoiseRules rules;
  if (!RulesParser(yaml, rules, error, linked, 0).read())
    return std::nullopt;
  return rules;
}

std::optional<NoiseRules>
mlir::noisy::loadNoiseRules(StringRef fileOrPack, std::string &error,
                            LinkedOperations *linked) {
  std::string text;
  if (std::optional<StringRef> pack = findRulePack(fileOrPack)) {
    text = pack->str();
  } else if (auto file = llvm::MemoryBuffer::getFile(fileOrPack)) {
    text = (*file)->getBuffer().str();
  } else {
    error = ("cannot read '" + fileOrPack + "': " + file.getError().message() +
             "; packs that come with the "
             "program are " +
             nameRulePacks())
                .str();
    return std::nullopt;
  }
  RulesError place;
  std::optional<NoiseRules> rules = readNoiseRules(text, place, linked);
  if (!rules)
    error = place.str(fileOrPack);
  return rules;
}
