//===- KnownPatterns.h - The operations of patterns -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_KNOWNPATTERNS_H
#define NOISY_SERVER_PARSE_KNOWNPATTERNS_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/parse/PatternLines.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy::lsp {

/// What MLIR has parsed in a context, by the patterns of lines: all that the
/// operation of such a line is, but for its values. A line with the same
/// pattern, followed by the same kind of token, is the same operation as long
/// as its operands have the same types: parsers see nothing else of a name than
/// whether it is that of another value, and those that read more of it
/// (`getResultName`) leave it in an attribute. Not for several threads.
class KnownPatterns {
public:
  /// The operation of a pattern.
  struct Pattern {
    /// The operation without operands, in no block.
    OwningOpRef<Operation *> Example;
    llvm::SmallVector<Type, 2> OperandTypes;
    /// For each operand, the index of a name in the line.
    llvm::SmallVector<uint8_t, 2> Operands;
    Type ResultType;
    /// The type as MLIR prints it.
    std::string TypeText;

    /// Makes the operation with other operands, of the same types.
    Operation *create(Location Loc, llvm::ArrayRef<Value> Values) const;
    /// True if `Op`, which is a line with this pattern, is what it tells.
    bool describes(Operation &Op) const;
  };

  /// What `find` returns for a pattern of which nothing is known, and for one
  /// that does not tell the operation.
  static constexpr int32_t Unknown = -1, Refused = -2;
  /// The number of a pattern, or one of these two, which are negative.
  int32_t find(llvm::StringRef Text) const;
  const Pattern &operator[](int32_t Number) const { return Patterns[Number]; }

  /// Learns the patterns of a function from its IR; forgets those that do not
  /// tell the operation, because it has operands of other types there. `Text`
  /// is that of the function, in the buffer that MLIR has parsed, and `Names`
  /// are those of the parser.
  void learn(Operation *Function, const AsmParserState &Names,
             llvm::StringRef Text);
  /// True if so many patterns were met that no more are learned.
  bool isFull() const { return Numbers.size() >= MaxPatterns; }

  /// The most patterns: each may be a constant that is used once.
  static constexpr size_t MaxPatterns = 4096;

private:
  std::optional<Pattern> read(Operation &Op,
                              const AsmParserState::OperationDefinition &Source,
                              llvm::StringRef Text, const PatternLines &Lines,
                              const PatternLine &Line,
                              const llvm::StringMap<Value> &Values) const;

  /// The numbers by the texts of patterns; Refused for those that are no
  /// operation of their own.
  llvm::StringMap<int32_t> Numbers;
  std::vector<Pattern> Patterns;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_KNOWNPATTERNS_H
