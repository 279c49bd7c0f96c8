//===- RulesReader.cpp - Rules of noise as they are written ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/rules/RulesReader.h"
#include "dialect/NoisePresets.h"
#include "dialect/NoiseUnit.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "dialect/rules/RulePacks.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
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

namespace {

class Reader {
public:
  Reader(StringRef text, NoiseRules &rules, RulesError &error,
         LinkedOperations *linked, unsigned depth)
      : text(text), rules(rules), error(error), linked(linked), depth(depth) {}

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

} // namespace

bool Reader::failAt(const char *at, const Twine &message) {
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
static std::string listOf(llvm::ArrayRef<StringRef> words) {
  std::string result;
  for (size_t i = 0; i < words.size(); ++i)
    result += (i == 0                  ? "'"
               : i + 1 == words.size() ? " and '"
                                       : ", '") +
              words[i].str() + "'";
  return result;
}

bool Reader::read() {
  llvm::SourceMgr sources;
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic &message, void *self) {
        static_cast<Reader *>(self)->failAt(message.getLoc().getPointer(),
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

bool Reader::readMapping(
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

bool Reader::readEntry(StringRef key, yaml::Node *keyNode, yaml::Node *value) {
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
  return fail(keyNode,
              "there is no '" + key + "'; there are " +
                  listOf({"use", "model", "parameters", "carriers", "levels",
                          "keyswitch", "ops", "reduce", "dialects"}));
}

/// What other code reads, which is only known by its names here.
bool Reader::readDialects(yaml::Node *node) {
  return readMapping(
      node, "'dialects'",
      [&](StringRef key, yaml::Node *keyNode, yaml::Node *value) {
        if (key != "files" && key != "include")
          return fail(keyNode, "there is no '" + key +
                                   "' in 'dialects'; there "
                                   "are 'files' and 'include'");
        return readList(value, key,
                        [](yaml::Node *, std::string) { return true; });
      });
}

bool Reader::readText(yaml::Node *node, StringRef what, std::string &result) {
  llvm::SmallString<64> storage;
  if (auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(node)) {
    result = scalar->getValue(storage).str();
    return true;
  }
  return fail(node, "'" + what + "' must have one text as its value");
}

bool Reader::readList(
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

bool Reader::readNumber(yaml::Node *node, StringRef what, unsigned &number) {
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

bool Reader::readNumbers(yaml::Node *node, StringRef what,
                         std::vector<unsigned> &numbers) {
  return readList(node, what, [&](yaml::Node *item, const std::string &) {
    return readNumber(item, what, numbers.emplace_back());
  });
}

/// How far below the limit operands have to be: "max - 3".
bool Reader::readTakes(yaml::Node *node, int64_t &below) {
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
bool Reader::readAdds(yaml::Node *node, std::string &name,
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

bool Reader::readLeast(yaml::Node *node, bool &mayReduce) {
  std::string text;
  if (!readText(node, "least", text))
    return false;
  mayReduce = text == "reduced";
  return mayReduce ||
         fail(node, "'least' can be 'reduced' only, the noise of a look-up, "
                    "but is '" +
                        text + "'");
}

bool Reader::usePack(yaml::Node *node, const std::string &name) {
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
  Reader reader(*pack, rules, inPack, linked, depth + 1);
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

bool Reader::readModel(yaml::Node *node) {
  std::string value;
  if (!readText(node, "model", value))
    return false;
  StringRef model = StringRef(value).trim();
  // As texts of MLIR have it.
  if (model.consume_front("#noisy.model<") && !model.consume_back(">"))
    return fail(node, "'>' is missing behind the model");
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
bool Reader::readParameters(StringRef attribute, yaml::Node *nameNode,
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
bool Reader::checkName(yaml::Node *node, StringRef name, StringRef example) {
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
bool Reader::readTypeName(yaml::Node *node, const std::string &name) {
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

bool Reader::readCarrier(yaml::Node *node, std::string name) {
  if (!readTypeName(node, name))
    return false;
  if (!llvm::is_contained(rules.carriers, name))
    rules.carriers.push_back(std::move(name));
  return true;
}

/// The operation that reduces values of a type.
bool Reader::readReduction(StringRef carrier, yaml::Node *keyNode,
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
      if (key == "cost")
        return readCost(value, rule.cost);
      return fail(place, "there is no '" + key +
                             "' in a reduction; there are " +
                             listOf({"operation", "operands", "attributes",
                                     "syntax", "cost"}));
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
  if (!rule.syntax.empty() && !rule.attributes.empty() &&
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
bool Reader::readNeeded(yaml::Node *node, std::vector<std::string> &operands) {
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
bool Reader::readAttributes(yaml::Node *node, std::string &attributes) {
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
bool Reader::readSyntax(yaml::Node *node, std::string &syntax) {
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
         fail(node, "expected the text of the operation behind '=', on one "
                    "line, such as 'my.bootstrap $value : $type', but found "
                    "'" +
                        syntax + "'");
}

bool Reader::readCost(yaml::Node *node, int64_t &cost) {
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

/// Checks what the reductions of this text do to noise, now that all rules are
/// there. Those of packs whose rules this text has replaced are dropped.
bool Reader::checkReductions() {
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

bool Reader::readOperation(StringRef name, yaml::Node *keyNode,
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
bool Reader::readCases(StringRef name, yaml::Node *keyNode,
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

bool Reader::parseRule(yaml::Node *node, StringRef ruleText,
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

bool Reader::readRule(StringRef name, yaml::Node *keyNode, yaml::Node *node,
                      std::optional<NoiseRule> &rule) {
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
    return fail(place,
                "there is no '" + key + "' in a rule; there are " +
                    listOf({"rule", "operands", "encrypted", "overwrites",
                            "takes", "adds", "least", "without", "types"}));
  };
  if (!readMapping(node, "'" + name.str() + "'", readField))
    return false;
  if (!ruleNode)
    return fail(keyNode, "'" + name + "' has no 'rule'");
  if (!parseRule(ruleNode, ruleText, rule))
    return false;
  rule->operands = std::move(other.operands);
  rule->encrypted = std::move(other.encrypted);
  rule->without = std::move(other.without);
  rule->types = std::move(other.types);
  rule->overwrites = std::move(other.overwrites);
  rule->below = other.below;
  rule->addedName = std::move(other.addedName);
  rule->addedDefault = other.addedDefault;
  rule->mayReduce = other.mayReduce;
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
  if (!Reader(yaml, rules, error, linked, 0).read())
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
