//===- NoiseModelGrammar.h - Noise models as they are written ---*- C++ -*-===//
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

#ifndef NOISY_DIALECT_NOISEMODELGRAMMAR_H
#define NOISY_DIALECT_NOISEMODELGRAMMAR_H

#include "dialect/NoiseModel.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <vector>

namespace mlir::noisy {

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

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

  /// The unit: as given, or one in which the numbers are as they are written.
  unsigned chooseUnit() const;
  /// The model in its units; nothing, and a message, if it is no valid one.
  std::optional<NoiseModel> build(std::string &error) const;
};

//===----------------------------------------------------------------------===//
// The grammar
//===----------------------------------------------------------------------===//

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
    return tokens.error(place, "expected ')' after the terms of '" + field +
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

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISEMODELGRAMMAR_H
