//===- NoiseModelText.cpp - Noise models as text --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One grammar for the attribute and for the texts of options:
//
//   model    ::= field (`,` field)*
//   field    ::= (`initial` | `reduced` | `max`) `=` bits
//              | `unit` `=` `1` (`/` integer)?
//              | (`levels` | `bootstrap`) `=` integer
//              | (`add` | `sub` | `mul` | `scale`) `=` transfer
//   transfer ::= (`max` | `sum` | `max` `(` sum (`,` sum)* `)` | sum) added*
//   sum      ::= part ((`+` part) | (`-` bits))*
//   part     ::= operand | bits
//   added    ::= (`+` | `-`) bits
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModel.h"
#include "dialect/NoisePresets.h"
#include "dialect/NoiseUnit.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

namespace {

/// A model as it is written, before its unit is known.
struct WrittenModel {
  struct Term {
    MillionthBits added = 0;
    uint8_t lhs = 0, rhs = 0;
  };
  using Transfer = SmallVector<Term, 2>;

  std::optional<MillionthBits> initial, reduced, max, levels, bootstrap;
  std::optional<unsigned> unit;
  std::vector<std::pair<NoiseTransfer NoiseModel::*, Transfer>> transfers;

  unsigned chooseUnit() const;
  std::optional<NoiseModel> build(std::string &error) const;
};

} // namespace

/// The unit where none is given: the coarsest in which all numbers are as they
/// are written, if that is 1 or 1/10; else 1/16.
unsigned WrittenModel::chooseUnit() const {
  if (unit)
    return *unit;
  auto areMultiples = [&](MillionthBits part) {
    for (auto number : {initial, reduced, max})
      if (number && *number % part != 0)
        return false;
    for (const auto &[member, terms] : transfers)
      for (const Term &term : terms)
        if (term.added % part != 0)
          return false;
    return true;
  };
  if (areMultiples(kMillionths))
    return 1;
  return areMultiples(kMillionths / 10) ? 10 : 16;
}

std::optional<NoiseModel> WrittenModel::build(std::string &error) const {
  NoiseModel model;
  int64_t most = INT32_MAX;
  if (levels) {
    // A fresh value counts as one: no bound is 0.
    most = *levels / kMillionths + 1;
    model.initial = 1;
    model.reduced =
        bootstrap && *bootstrap > 0 ? 1 + *bootstrap / kMillionths : 0;
    model.add = model.sub = NoiseTransfer::max(0);
    model.mul = model.scale = NoiseTransfer::max(1);
    if (*levels < kMillionths || most >= NoiseBound::kCap) {
      error = "levels = " + std::to_string(*levels / kMillionths) +
              " is not possible; it must lie between 1 and " +
              std::to_string(NoiseBound::kCap - 2);
      return std::nullopt;
    }
    if (bootstrap && *bootstrap > *levels) {
      error = "a bootstrap of " + std::to_string(*bootstrap / kMillionths) +
              " levels needs more than there are, levels = " +
              std::to_string(*levels / kMillionths);
      return std::nullopt;
    }
  }
  model.unit = chooseUnit();
  int64_t first = 1;
  if (!levels) {
    // One bit more, whatever the unit.
    model.add = model.sub = NoiseTransfer::max(model.unit);
    first = toUnits(*initial, model.unit, Rounding::Up);
    most = toUnits(*max, model.unit, Rounding::Down);
    if (std::optional<std::string> invalid =
            NoiseModel::findError(first, most, model.unit)) {
      error = std::move(*invalid);
      return std::nullopt;
    }
    if (reduced && *reduced <= 0) {
      error = "the noise of a reduced value, reduced = " +
              formatMillionths(*reduced) + ", must be at least 1 bit";
      return std::nullopt;
    }
    int64_t other =
        reduced ? toUnits(*reduced, model.unit, Rounding::Up) : first;
    model.reduced =
        other == first ? 0 : uint32_t(std::min<int64_t>(other, INT32_MAX));
  }
  model.initial = static_cast<uint32_t>(first);
  model.max = static_cast<uint32_t>(most);
  for (const auto &[member, written] : transfers) {
    SmallVector<NoiseTerm, 4> terms;
    for (const Term &term : written)
      terms.push_back(
          {static_cast<int32_t>(toUnits(term.added, model.unit, Rounding::Up)),
           term.lhs, term.rhs});
    model.*member = NoiseTransfer::of(terms, isUnary(member));
  }
  if (std::optional<std::string> invalid = model.findError()) {
    error = std::move(*invalid);
    return std::nullopt;
  }
  return model;
}

//===----------------------------------------------------------------------===//
// The grammar
//===----------------------------------------------------------------------===//

namespace {

/// Reads a model from tokens. `Tokens` has
///
/// - `Place here()`, and `error(Place, Twine)`, which is a failure;
/// - `readWord(StringRef &)`, and `take(char)` for punctuation: true if it was
///   there;
/// - `readNumber(StringRef field, bool maybeNegative, MillionthBits &)`, an
///   error if there is no number.
template <typename Tokens> class ModelReader {
public:
  explicit ModelReader(Tokens &tokens) : tokens(tokens) {}

  ParseResult readFields();

  WrittenModel model;

private:
  using Transfer = WrittenModel::Transfer;
  using Term = WrittenModel::Term;

  ParseResult readField();
  ParseResult readUnit();
  ParseResult readWhole(StringRef field, std::optional<MillionthBits> &number);
  ParseResult readTransfer(StringRef field, NoiseTransfer NoiseModel::*member);
  ParseResult readMaximum(StringRef field, bool isUnary, Transfer &terms);
  ParseResult readSum(StringRef field, bool isUnary, Term &term);
  ParseResult readRest(StringRef field, bool isUnary, Term &term);
  ParseResult readAdded(StringRef field, Transfer &terms);
  ParseResult checkAdded(typename Tokens::Place place, StringRef field,
                         MillionthBits added);
  static bool addOperand(StringRef word, bool isUnary, Term &term);

  Tokens &tokens;
  llvm::StringSet<> names;
};

} // namespace

template <typename Tokens> ParseResult ModelReader<Tokens>::readFields() {
  do
    if (failed(readField()))
      return failure();
  while (tokens.take(','));
  if (model.levels) {
    if (model.initial || model.max || model.reduced || model.unit)
      return tokens.error(tokens.here(),
                          "a model in 'levels' has no 'initial', 'max', "
                          "'reduced' or 'unit' of its own");
    return success();
  }
  if (model.bootstrap)
    return tokens.error(tokens.here(), "'bootstrap = N' is of use with 'levels "
                                       "= N' only; write 'reduced = N'");
  if (!model.initial || !model.max)
    return tokens.error(tokens.here(),
                        Twine("a noise model has two numbers; '") +
                            (model.initial ? "max" : "initial") +
                            " = N' is missing");
  return success();
}

template <typename Tokens> ParseResult ModelReader<Tokens>::readField() {
  typename Tokens::Place place = tokens.here();
  StringRef name;
  if (!tokens.readWord(name))
    return tokens.error(
        place, "expected 'initial = N' and 'max = N', in bits of noise");
  NoiseTransfer NoiseModel::*member = nullptr;
  for (auto [known, transfer] : kModelTransfers)
    if (name == known)
      member = transfer;
  std::pair<StringRef, std::optional<MillionthBits> *> numbers[] = {
      {"initial", &model.initial},
      {"reduced", &model.reduced},
      {"max", &model.max},
      {"levels", &model.levels},
      {"bootstrap", &model.bootstrap}};
  auto number = llvm::find_if(
      numbers, [&](const auto &known) { return known.first == name; });
  if (!member && number == std::end(numbers) && name != "unit")
    return tokens.error(
        place, "a noise model has no field '" + name +
                   "'; it has 'initial' and 'max', 'reduced' and 'unit', and "
                   "for operations that are not as usual 'add', 'sub', 'mul' "
                   "and 'scale'; or it has 'levels' and 'bootstrap'");
  if (!names.insert(name).second)
    return tokens.error(place, "'" + name + "' is given twice");
  place = tokens.here();
  if (!tokens.take('='))
    return tokens.error(place, "expected '=' after '" + name + "'");
  if (member)
    return readTransfer(name, member);
  if (name == "unit")
    return readUnit();
  if (name == "levels" || name == "bootstrap")
    return readWhole(name, *number->second);
  return tokens.readNumber(name, /*maybeNegative=*/true,
                           number->second->emplace());
}

template <typename Tokens>
ParseResult
ModelReader<Tokens>::readWhole(StringRef field,
                               std::optional<MillionthBits> &number) {
  typename Tokens::Place place = tokens.here();
  if (failed(
          tokens.readNumber(field, /*maybeNegative=*/false, number.emplace())))
    return failure();
  if (*number % kMillionths != 0)
    return tokens.error(place, "'" + field + "' must be a whole number");
  return success();
}

template <typename Tokens> ParseResult ModelReader<Tokens>::readUnit() {
  typename Tokens::Place place = tokens.here();
  std::optional<MillionthBits> numerator, parts = kMillionths;
  if (failed(readWhole("unit", numerator)) ||
      (tokens.take('/') && failed(readWhole("unit", parts))))
    return failure();
  int64_t unit = *parts / kMillionths;
  if (*numerator != kMillionths || unit < 1 || !isNoiseUnit(uint64_t(unit)))
    return tokens.error(place, "expected a unit of noise such as 1, 1/10 or "
                               "1/16: a part of a bit that decimals can have, "
                               "and not less than 1/" +
                                   Twine(kMostUnits));
  model.unit = unsigned(unit);
  return success();
}

template <typename Tokens>
bool ModelReader<Tokens>::addOperand(StringRef word, bool isUnary, Term &term) {
  if (word == getOperandName(0, isUnary))
    ++term.lhs;
  else if (word == getOperandName(1, isUnary))
    ++term.rhs;
  else
    return false;
  return true;
}

template <typename Tokens>
ParseResult
ModelReader<Tokens>::readTransfer(StringRef field,
                                  NoiseTransfer NoiseModel::*member) {
  bool unary = isUnary(member);
  typename Tokens::Place place = tokens.here();
  StringRef word;
  Transfer terms;
  Term sum;
  if (!tokens.readWord(word))
    word = "";
  if (word == "max" && tokens.take('(')) {
    if (failed(readMaximum(field, unary, terms)))
      return failure();
  } else if (word == "max") {
    terms.push_back({0, 1, 0});
    if (!unary)
      terms.push_back({0, 0, 1});
  } else if (word == "sum") {
    terms.push_back({0, 1, 1});
  } else if (addOperand(word, unary, sum)) {
    if (failed(readRest(field, unary, sum)))
      return failure();
    terms.push_back(sum);
  } else {
    return tokens.error(place, "expected 'max' or 'sum' after '" + field +
                                   " =', and the bits that are added, as in "
                                   "'max + 32'");
  }
  if (failed(readAdded(field, terms)))
    return failure();
  for (const Term &term : terms)
    if (failed(checkAdded(place, field, term.added)))
      return failure();
  if (terms.size() > NoiseTransfer::kMostTerms)
    return tokens.error(place, "'" + field + "' is the maximum of " +
                                   Twine(terms.size()) + " terms; at most " +
                                   Twine(NoiseTransfer::kMostTerms) +
                                   " are possible");
  model.transfers.push_back({member, std::move(terms)});
  return success();
}

/// Reads what is in the brackets of a maximum, and the second one.
template <typename Tokens>
ParseResult ModelReader<Tokens>::readMaximum(StringRef field, bool isUnary,
                                             Transfer &terms) {
  do
    if (failed(readSum(field, isUnary, terms.emplace_back())))
      return failure();
  while (tokens.take(','));
  typename Tokens::Place place = tokens.here();
  if (!tokens.take(')'))
    return tokens.error(place, "expected ')' behind the terms of '" + field +
                                   "', as in 'max(lhs + rhs, 20) + 1'");
  return success();
}

template <typename Tokens>
ParseResult ModelReader<Tokens>::readSum(StringRef field, bool isUnary,
                                         Term &term) {
  typename Tokens::Place place = tokens.here();
  StringRef word;
  if (tokens.readWord(word)) {
    if (!addOperand(word, isUnary, term))
      return tokens.error(place, "'" + word + "' is no operand of '" + field +
                                     "'; these are '" +
                                     getOperandName(0, isUnary) + "' and '" +
                                     getOperandName(1, isUnary) + "'");
  } else if (failed(tokens.readNumber(field, /*maybeNegative=*/false,
                                      term.added))) {
    return failure();
  }
  return readRest(field, isUnary, term);
}

/// Reads what follows the first part of a sum.
template <typename Tokens>
ParseResult ModelReader<Tokens>::readRest(StringRef field, bool isUnary,
                                          Term &term) {
  while (true) {
    bool isPlus = tokens.take('+');
    if (!isPlus && !tokens.take('-'))
      break;
    typename Tokens::Place place = tokens.here();
    StringRef word;
    if (isPlus && tokens.readWord(word)) {
      if (!addOperand(word, isUnary, term))
        return tokens.error(place, "'" + word + "' is no operand of '" + field +
                                       "'; these are '" +
                                       getOperandName(0, isUnary) + "' and '" +
                                       getOperandName(1, isUnary) + "'");
      if (term.lhs > 2 || term.rhs > 2)
        return tokens.error(place, "'" + word + "' is added more than twice");
      continue;
    }
    MillionthBits added = 0;
    if (failed(tokens.readNumber(field, /*maybeNegative=*/false, added)) ||
        failed(checkAdded(place, field, added)))
      return failure();
    term.added += isPlus ? added : -added;
  }
  return success();
}

/// Reads what is added to all terms.
template <typename Tokens>
ParseResult ModelReader<Tokens>::readAdded(StringRef field, Transfer &terms) {
  while (true) {
    bool isPlus = tokens.take('+');
    if (!isPlus && !tokens.take('-'))
      return success();
    typename Tokens::Place place = tokens.here();
    MillionthBits added = 0;
    if (failed(tokens.readNumber(field, /*maybeNegative=*/false, added)) ||
        failed(checkAdded(place, field, added)))
      return failure();
    for (Term &term : terms)
      term.added += isPlus ? added : -added;
  }
}

template <typename Tokens>
ParseResult ModelReader<Tokens>::checkAdded(typename Tokens::Place place,
                                            StringRef field,
                                            MillionthBits added) {
  if (std::abs(added) <= NoiseTransfer::kMostAdded * kMillionths)
    return success();
  return tokens.error(place, "'" + field + "' adds " + formatMillionths(added) +
                                 " bits; at most " +
                                 Twine(NoiseTransfer::kMostAdded) +
                                 " are possible");
}

//===----------------------------------------------------------------------===//
// The texts of options
//===----------------------------------------------------------------------===//

namespace {

/// The tokens of a text; what is wrong with it does not matter.
class TextTokens {
public:
  using Place = const char *;

  explicit TextTokens(StringRef text) : rest(text.ltrim()) {}

  Place here() const { return rest.data(); }
  ParseResult error(Place, const Twine &) { return failure(); }
  bool isAtEnd() const { return rest.empty(); }

  bool take(char letter) {
    if (!rest.starts_with(letter))
      return false;
    skip(1);
    return true;
  }
  bool readWord(StringRef &word) {
    word = rest.take_while(llvm::isAlpha);
    skip(word.size());
    return !word.empty();
  }
  ParseResult readNumber(StringRef, bool maybeNegative, MillionthBits &number) {
    bool isNegative = maybeNegative && take('-');
    StringRef text = rest.take_while(
        [](char letter) { return llvm::isDigit(letter) || letter == '.'; });
    std::optional<MillionthBits> bits = parseBits(text);
    if (!bits)
      return failure();
    skip(text.size());
    number = isNegative ? -*bits : *bits;
    return success();
  }

private:
  void skip(size_t letters) { rest = rest.drop_front(letters).ltrim(); }

  StringRef rest;
};

} // namespace

std::optional<NoiseModel> NoiseModel::parse(StringRef text,
                                            std::string &error) {
  error.clear();
  if (isNoisePreset(text)) {
    std::optional<NoisePreset> preset = makeNoisePreset(text, error);
    return preset ? std::optional(preset->model) : std::nullopt;
  }
  bool hasTransfer =
      text.contains("=max") || text.contains("sum") || text.contains("mul");
  TextTokens tokens(text);
  ModelReader<TextTokens> reader(tokens);
  if (succeeded(reader.readFields()) && tokens.isAtEnd())
    return reader.model.build(error);
  error = ("expected a noise model such as '" +
           Twine(hasTransfer ? "initial=13,max=200,mul=max+32"
                             : "initial=12,max=26") +
           "', but found '" + text + "'")
              .str();
  return std::nullopt;
}

std::string NoiseModel::str(StringRef gap) const {
  std::string equals = (gap + "=" + gap).str();
  std::string separator = ("," + gap).str();
  if (isLevels()) {
    std::string result = "levels" + equals + std::to_string(max - 1);
    if (reduced)
      result += separator + "bootstrap" + equals + std::to_string(reduced - 1);
    return result;
  }
  std::string result = "initial" + equals + formatExactBits(initial, unit);
  if (reduced)
    result += separator + "reduced" + equals + formatExactBits(reduced, unit);
  result += separator + "max" + equals + formatExactBits(max, unit);
  const NoiseModel usual;
  std::string transfers;
  for (auto [name, member] : kModelTransfers) {
    NoiseTransfer transfer = this->*member, usualTransfer = usual.*member;
    // One bit is as many units as the model says.
    if (usualTransfer.form == NoiseTransfer::Form::Max)
      usualTransfer.added *= unit;
    if (transfer == usualTransfer)
      continue;
    std::string text = transfer.str(unit, isUnary(member));
    if (gap.empty())
      llvm::erase(text, ' ');
    transfers += separator + name + equals + text;
  }
  // The unit that `parse` would choose is left out.
  std::string error, whole = result + transfers;
  std::optional<NoiseModel> read =
      unit == 1 ? std::nullopt : NoiseModel::parse(whole, error);
  if (unit != 1 && (!read || read->unit != unit))
    result += separator + "unit" + equals + "1/" + std::to_string(unit);
  return result + transfers;
}

//===----------------------------------------------------------------------===//
// #noisy.model
//===----------------------------------------------------------------------===//

LogicalResult
NoiseModelAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       uint32_t initial, uint32_t max, NoiseTransfer add,
                       NoiseTransfer sub, NoiseTransfer mul,
                       NoiseTransfer scale, uint32_t reduced, uint32_t unit) {
  NoiseModel model{initial, max, add, sub, mul, scale, reduced, unit};
  if (std::optional<std::string> error = model.findError())
    return emitError() << "not a noise model: " << *error;
  return success();
}

namespace {

/// The tokens of MLIR's parser.
class AttributeTokens {
public:
  using Place = SMLoc;

  explicit AttributeTokens(AsmParser &parser) : parser(parser) {}

  Place here() const { return parser.getCurrentLocation(); }
  ParseResult error(Place place, const Twine &message) {
    return parser.emitError(place, message);
  }
  bool take(char letter);
  bool readWord(StringRef &word) {
    return succeeded(parser.parseOptionalKeyword(&word));
  }
  ParseResult readNumber(StringRef field, bool maybeNegative,
                         MillionthBits &number);

private:
  AsmParser &parser;
};

} // namespace

bool AttributeTokens::take(char letter) {
  switch (letter) {
  case ',':
    return succeeded(parser.parseOptionalComma());
  case '=':
    return succeeded(parser.parseOptionalEqual());
  case '(':
    return succeeded(parser.parseOptionalLParen());
  case ')':
    return succeeded(parser.parseOptionalRParen());
  case '+':
    return succeeded(parser.parseOptionalPlus());
  case '-':
    return succeeded(parser.parseOptionalMinus());
  case '/':
    return succeeded(parser.parseOptionalSlash());
  default:
    llvm_unreachable("not in the grammar");
  }
}

/// Refuses only numbers that do not fit in 32 bits; other invalid ones are
/// refused later, with all at hand.
ParseResult AttributeTokens::readNumber(StringRef field, bool,
                                        MillionthBits &number) {
  SMLoc place = here();
  bool isNegative = take('-');
  APInt integer;
  OptionalParseResult result = parser.parseOptionalInteger(integer);
  if (result.has_value()) {
    if (failed(*result))
      return failure();
    if (isNegative || integer.getActiveBits() > 32) {
      SmallString<32> digits;
      integer.toStringUnsigned(digits);
      return parser.emitError(place)
             << "'" << field << " = " << (isNegative ? "-" : "") << digits
             << "' is not a number of bits; it must lie between 1 and "
             << NoiseBound::kCap - 1;
    }
    number = MillionthBits(integer.getZExtValue()) * kMillionths;
    return success();
  }
  // There is no other way to ask for a number with a point.
  Attribute attribute;
  OptionalParseResult decimal = parser.parseOptionalAttribute(
      attribute, Float64Type::get(parser.getContext()));
  if (decimal.has_value() && failed(*decimal))
    return failure();
  auto bits = dyn_cast_or_null<FloatAttr>(attribute);
  if (!bits)
    return parser.emitError(place)
           << "expected a number of bits after '" << field << " ='";
  std::optional<MillionthBits> millionths =
      toMillionths(bits.getValueAsDouble());
  if (!millionths || isNegative)
    return parser.emitError(place)
           << "the number of bits after '" << field
           << " =' must not be negative, nor have more than six decimals";
  number = *millionths;
  return success();
}

Attribute NoiseModelAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  AttributeTokens tokens(parser);
  ModelReader<AttributeTokens> reader(tokens);
  if (failed(reader.readFields()) || parser.parseGreater())
    return {};
  std::string error;
  std::optional<NoiseModel> model = reader.model.build(error);
  if (!model) {
    parser.emitError(loc) << "not a noise model: " << error;
    return {};
  }
  return NoiseModelAttr::get(parser.getContext(), model->initial, model->max,
                             model->add, model->sub, model->mul, model->scale,
                             model->reduced, model->unit);
}

void NoiseModelAttr::print(AsmPrinter &printer) const {
  printer << "<" << getModel().str(" ") << ">";
}
