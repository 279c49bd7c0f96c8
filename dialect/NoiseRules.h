//===- NoiseRules.h - The noise of other dialects ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of rules says which types of other dialects are encrypted, and what
// operations do to their noise: plain data, read from `.noisy.yaml` and packs
// (dialect/rules/). RuledDialects.h gives it to contexts.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISERULES_H
#define NOISY_DIALECT_NOISERULES_H

#include "dialect/NoiseModel.h"
#include "dialect/StatedParameters.h"
#include "dialect/units/ModulusChain.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy {

/// What one reduction costs, by the noise of the value that it reduces; or what
/// another operation costs, by that of its noisiest operand. At most one of the
/// lists has entries; none where the noise makes no difference.
struct ReductionCostTable {
  /// One cost, and the noise from which on it holds, in units of a model.
  struct Step {
    uint32_t from = 0;
    int64_t cost = 1;
    bool operator==(const Step &rhs) const = default;
  };
  static constexpr size_t kMostEntries = 1000;

  /// For a model by levels: the cost at 0, 1, ... levels left. The last entry
  /// holds for more levels as well. Where levels are not counted, the largest
  /// one holds.
  std::vector<int64_t> byLevel;
  /// Costs by the noise from which on they hold, in millionths of a bit, which
  /// rises. The first one holds for less noise as well.
  std::vector<std::pair<int64_t, int64_t>> byNoise;

  bool isEmpty() const { return byLevel.empty() && byNoise.empty(); }
  /// The costs under a model: from 0 on, with rising noise, each other than
  /// that before. Empty if the table is.
  std::vector<Step> getSteps(const NoiseModel &model) const;

  bool operator==(const ReductionCostTable &rhs) const = default;
};

/// What an operation of another dialect does to noise.
struct NoiseRule {
  enum class Kind : uint8_t {
    /// Nothing that is known; written to say so.
    Unknown,
    /// One of the model's transfer functions, `member`.
    Model,
    /// A transfer function of its own.
    Transfer,
    /// A key is switched, as in rotations: see `NoiseRules::keySwitch`.
    KeySwitch,
    /// A fresh value, whatever comes in.
    Fresh,
    /// A reduced value, whatever comes in: bootstrapping.
    Reduce,
    /// The level that a product has used is dropped, in a model by levels:
    /// nothing if there was one, else one level.
    Rescale,
    /// It reads its operands, and has no encrypted result.
    Reads,
  };

  Kind kind = Kind::Unknown;
  /// Of `Model`.
  NoiseTransfer NoiseModel::*member = nullptr;
  /// Of `Transfer`: by the unit of the model, for each `isNoiseUnit`. A text
  /// with `x` has one operand, the noisiest.
  std::vector<std::pair<unsigned, NoiseTransfer>> transfers;
  bool isUnary = false;
  /// As it is written, for people: "max + 1".
  std::string text;
  /// The numbers of the operands that count, in order, perhaps twice; empty:
  /// all that are encrypted.
  std::vector<unsigned> operands;
  /// The operands that must be encrypted: else nothing is known.
  std::vector<unsigned> encrypted;
  /// The attributes with which nothing is known.
  std::vector<std::string> without;
  /// The encrypted types that it is for, with the `!`; empty: all. It holds for
  /// operations whose encrypted operands and results are all of these. For
  /// others one of `others` holds, which are in order and have no others.
  std::vector<std::string> types;
  std::vector<NoiseRule> others;
  /// The operands that it overwrites in place. Nothing if that is not said:
  /// then an operation whose noise is known, or that reads, overwrites none.
  std::optional<std::vector<unsigned>> overwrites;
  /// An integer attribute of the operation whose value is the number of bits
  /// that come on top; empty if there is none. And its value where an operation
  /// does not have it: then, without one, nothing is known.
  std::string addedName;
  std::optional<uint32_t> addedDefault;
  /// The results have at least the noise of a reduced value: it may end with a
  /// look-up.
  bool mayReduce = false;
  /// So far below the limit its operands must be, in millionths of a bit: it
  /// adds that much before it sets noise.
  int64_t below = 0;
  /// Of what sets noise: an integer attribute with the levels that are left
  /// after it, or in a model without levels the bits of noise; empty if there
  /// is none. The results never have less than without it.
  std::string leftName;
  /// What one costs, by the noise of its noisiest operand; empty: nothing.
  ReductionCostTable costs;

  /// Makes a rule from what stands in a table: the name of a kind ("fresh"), of
  /// a transfer function of the model ("mul"), or a transfer function
  /// ("max + 1", "max(x, 20) + 1"). Nothing, and a message in `error`, for any
  /// other text, for a transfer function that could lower noise, and for
  /// "scale", whose factor is a number that a rule does not see.
  static std::optional<NoiseRule> parse(llvm::StringRef text,
                                        std::string &error);

  /// True if it sets the noise of its results, whatever comes in.
  bool isReset() const;
  /// True for "pass": a result may be the same object as an operand, as that of
  /// a cast. All other rules make new objects.
  bool mayAlias() const;
  /// True if the noise of the results is known by this rule.
  bool isKnown() const { return kind != Kind::Unknown && kind != Kind::Reads; }
  /// True if the results depend on what a reduction leaves, and a model by
  /// levels does not say it: without `bootstrap` it would have no price, and
  /// there is no such bootstrapping.
  bool lacksReduced(const NoiseModel &model) const;
  /// True for rules that do not change the level of a value, in a model by
  /// levels, nor the product that has used the last one.
  bool keepsLevel() const;
  /// The most noise that its operands may have, in units of the model.
  uint32_t getMost(const NoiseModel &model) const;

  bool operator==(const NoiseRule &rhs) const = default;
};

/// The noise that an operation leaves whose attribute `NoiseRule::leftName` is
/// this number, in units of the model; nothing if there is no such noise.
std::optional<uint32_t> toNoiseLeft(int64_t number, const NoiseModel &model);

/// The operation that a fix inserts to reduce the noise of values of a type of
/// another dialect. Its result has the type of the value.
struct ReductionRule {
  /// What stands in `operands` for the value that is reduced.
  static constexpr llvm::StringLiteral kValue = "value";

  /// The encrypted type, without parameters: "!lwe.lwe_ciphertext".
  std::string carrier;
  /// The full name of the operation, for which there is a rule that sets noise.
  std::string operation;
  /// Its operands, in order: `kValue` once, and types, as `carrier` is written,
  /// of which the operation needs a value: "!openfhe.crypto_context".
  std::vector<std::string> operands = {std::string(kValue)};
  /// Its attributes as MLIR writes a dictionary, "{a = 1 : i64}"; empty for
  /// none.
  std::string attributes;
  /// What its text is, in the custom syntax: "my.boot $operands : $type". The
  /// words are those of `kSyntaxWords`. Empty for the generic form.
  std::string syntax;
  /// What one costs, as a multiple of other reductions; and that by the noise
  /// of the value, which comes first where it says anything.
  int64_t cost = 1;
  ReductionCostTable costs;
  /// The numbers that the attribute `NoiseRule::leftName` may have, and what
  /// each costs on top; empty: it is not set.
  std::vector<std::pair<int64_t, int64_t>> targets;
  static constexpr size_t kMostTargets = 16;

  /// What a syntax can have: the names of all operands, their types, the name
  /// of the value, its type, the attributes.
  static llvm::ArrayRef<llvm::StringRef> getSyntaxWords();
  static constexpr int64_t kMostCost = 1000000;

  /// The number of the operand that is reduced.
  unsigned getValueNumber() const;
  /// Its text behind the `=`, with the names and types of its operands, in the
  /// order of `operands`, and its attributes, as `attributes` has them.
  std::string print(llvm::ArrayRef<std::string> names,
                    llvm::ArrayRef<std::string> types,
                    llvm::StringRef attributes) const;

  bool operator==(const ReductionRule &rhs) const = default;
};

/// The rules for the dialects of a project. Does not change once it is in use.
struct NoiseRules {
  /// The encrypted types, as they begin: "!lwe.lwe_ciphertext" stands for all
  /// with these letters, and parameters or none.
  std::vector<std::string> carriers;
  /// By the full names of operations.
  llvm::StringMap<NoiseRule> operations;
  /// The operations that fixes insert, one for each type at most.
  std::vector<ReductionRule> reductions;
  /// What stands in an encrypted type before the number of levels that are left
  /// to the value: "current = ".
  std::vector<std::string> levels;
  /// What stands there before the list of the factors of the modulus, if it
  /// ends with a bracket, or else before the number of the highest level:
  /// "elements = <", "_L".
  std::vector<std::string> factors;
  /// The model, where neither a text nor the user has another.
  std::optional<NoiseModel> model;
  /// The attributes of modules that come before `model`.
  std::vector<StatedParameters> parameters;
  /// The noise of a key switch in that model, in its units; where another model
  /// holds, it is what a product of two fresh values has, which contains one.
  std::optional<uint32_t> keySwitch;

  bool isEmpty() const { return carriers.empty() && operations.empty(); }
  bool operator==(const NoiseRules &rhs) const;

  /// The rule for an operation by its full name; null if there is none.
  const NoiseRule *find(llvm::StringRef name) const;
  /// True if a type is encrypted, by its text with the `!`.
  bool isCarrier(llvm::StringRef type) const;
  /// The operation that reduces values of an encrypted type, by its text; null
  /// if none is known.
  const ReductionRule *findReduction(llvm::StringRef type) const;
  /// The rule for an operation whose encrypted operands and results are all of
  /// one type, without parameters; null if there is none.
  const NoiseRule *find(llvm::StringRef name, llvm::StringRef type) const;
  /// The levels that are left to a value of an encrypted type, by its text;
  /// nothing if it does not say that.
  std::optional<uint32_t> findLevelsLeft(llvm::StringRef type) const;
  /// The same, and how many there were at first, if it says that.
  std::optional<StatedLevel> findStatedLevel(llvm::StringRef type) const;
  /// The dialects whose encrypted values may be handles of objects that change:
  /// those in which a rule overwrites operands, and all if such a dialect has
  /// no encrypted types.
  std::vector<llvm::StringRef> objectDialects() const;
  /// The names of the dialects that it says something of.
  std::vector<llvm::StringRef> dialects() const;

  /// The noise of a result of an operation with this rule under a model, given
  /// that of the operands that count. An operand that is not encrypted counts
  /// as a fresh one, if two are needed; without any only what sets noise is
  /// known.
  NoiseBound apply(const NoiseRule &rule, const NoiseModel &model,
                   llvm::ArrayRef<NoiseBound> operands) const;
  /// Writes the sum that makes this number, in bits; nothing if there is none.
  void describe(llvm::raw_ostream &os, const NoiseRule &rule,
                const NoiseModel &model,
                llvm::ArrayRef<NoiseBound> operands) const;

private:
  NoiseBound applyAlone(const NoiseRule &rule, const NoiseModel &model,
                        llvm::ArrayRef<NoiseBound> operands) const;
  std::optional<NoiseTransfer> getTransfer(const NoiseRule &rule,
                                           const NoiseModel &model,
                                           bool &isUnary) const;
};

/// Says that no operation reduces values of an encrypted type, by its name, and
/// what to do about it.
std::string explainNoReducer(llvm::StringRef carrier);

using NoiseRulesPtr = std::shared_ptr<const NoiseRules>;

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISERULES_H
