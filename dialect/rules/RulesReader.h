//===- RulesReader.h - Rules of noise as they are written -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_RULES_RULESREADER_H
#define NOISY_DIALECT_RULES_RULESREADER_H

#include "dialect/NoiseRules.h"

namespace mlir::noisy {
class LinkedOperations;

/// What is wrong with a text of rules, and where; both numbers from 1.
struct RulesError {
  unsigned line = 1, column = 1;
  std::string message;

  /// "FILE, line 3, column 5: there is no ..."
  std::string str(llvm::StringRef file) const;
};

/// Reads the rules of a YAML file such as `.noisy.yaml`:
///
///     use: [heir-bgv]                       # packs (RulePacks.h), in order
///     model: bgv N=8192 t=65537 logq=55,55,55,55 # or as NoiseModel::parse has
///     carriers: ["!lwe.lwe_ciphertext"]     # encrypted types
///     levels: ["current = "]                # in a type, before those left
///     keyswitch: 13.2                       # bits; else that of the model
///     ops:
///       bgv.add: add                        # as NoiseRule::parse has it
///       my.mul: {rule: max + 32, operands: [1, 2], overwrites: [1]}
///       my.drop: {rule: max, adds: levels = 1} # bits, of an attribute
///       my.sum: {rule: add, least: reduced}    # it may end with a look-up
///       my.product: {rule: mul, encrypted: [0, 1]} # unknown for plain ones
///       my.boot: {rule: reduce, without: [target]} # unknown with it
///       my.sub:                                # by the encrypted types
///         - {rule: reduce, types: ["!my.wide"]}
///         - sub
///     reduce:                               # what fixes insert, by the type
///       "!my.wide": my.sub
///       "!my.ct":
///         operation: my.boot
///         operands: ["!my.key", value]      # a value of this type is taken
///         attributes: "{levels = 2 : i64}"  # as MLIR writes them
///         syntax: "my.boot $operands $attributes : $type" # else generic
///         cost: 3                           # of one, beside others
///       "!my.low": {operation: my.low_boot, cost: {by-level: [5, 6, 8]}}
///       "!my.bits": {operation: my.boot2, cost: {by-noise: {12: 1, 20.5: 3}}}
///
/// What is written replaces what packs say; lists are joined. Packs that have a
/// model each are not used together, if one does not use the other. `dialects`,
/// of which other code knows, is passed over. Nothing, and the first error, for
/// any other text, and for rules that `linked` refuses, if it is given. Deep
/// nesting and long lines are refused before LLVM's reader recurses over them.
/// Any thread.
std::optional<NoiseRules> readNoiseRules(llvm::StringRef yaml,
                                         RulesError &error,
                                         LinkedOperations *linked = nullptr);

/// The rules that an option names: a file, or a pack. Nothing, and a message
/// for users, if there is neither, or if it cannot be read.
std::optional<NoiseRules> loadNoiseRules(llvm::StringRef fileOrPack,
                                         std::string &error,
                                         LinkedOperations *linked = nullptr);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_RULES_RULESREADER_H
