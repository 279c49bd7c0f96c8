//===- NoiseModelText.cpp - Noise models as text --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModelGrammar.h"
#include "dialect/NoisePresets.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

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
  if (levels && model.unit != 1) {
    error = "a model in 'levels' counts whole levels; one with fractions needs "
            "'initial' and 'max'";
    return std::nullopt;
  }
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
