//===- PatternedText.h - Functions parsed by their patterns -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_PATTERNEDTEXT_H
#define NOISY_SERVER_PARSE_PATTERNEDTEXT_H

#include "server/parse/KnownPatterns.h"
#include "server/parse/ParsedText.h"
#include "server/text/OffsetMap.h"

namespace mlir::noisy::lsp {

/// A function whose lines of known patterns were made into operations without
/// MLIR's parser, which has parsed all else: the header, the other lines, and
/// for each known line that these use, a stub that defines its result. The IR
/// is that of the whole text, but the locations of operations are those in
/// another buffer, or that of the function.
class PatternedText {
public:
  /// An operation of a known line.
  struct Operation {
    mlir::Operation *Op = nullptr;
    const PatternLine *Line = nullptr;
    /// The number of its result in `values`.
    uint32_t Value = 0;
    /// What stood for it in MLIR's parser; null if nothing did.
    mlir::Operation *Stub = nullptr;
  };

  /// Parses `Text`, a function between a prefix and a suffix. Null if too few
  /// of its lines are known, or if it is not certain that the outcome is that
  /// of MLIR's parser on the whole: at any error above all. What it learns goes
  /// to `Patterns`.
  static std::unique_ptr<PatternedText>
  parse(MLIRContext &Context, KnownPatterns &Patterns, llvm::StringRef Prefix,
        llvm::StringRef Text, llvm::StringRef Suffix,
        const std::string &FileName);

  /// The buffer that MLIR has parsed, and its map to the one as it is.
  const std::shared_ptr<ParsedText> &source() const { return Source; }
  const OffsetMap &offsets() const { return Offsets; }

  /// Frees the stubs, which belong to the context, so that the rest may be
  /// freed on another thread.
  void dropStubs() { Stubs.clear(); }

  /// The operations of known lines, in the order of the text.
  llvm::ArrayRef<Operation> operations() const { return Operations; }
  /// The names of the operands of such a line, and the values that they name,
  /// by their numbers in `values`.
  llvm::ArrayRef<PatternLines::Part> usesOf(const PatternLine &Line) const {
    return Lines.usesOf(Line);
  }
  llvm::ArrayRef<uint32_t> valuesOf(const PatternLine &Line) const {
    return llvm::ArrayRef<uint32_t>(UsedValues)
        .slice(Line.FirstUse, Line.UseCount);
  }
  /// The values that names of the function's block define, in order.
  llvm::ArrayRef<Value> values() const { return Values; }

private:
  friend class PatternedParser;
  PatternedText() = default;

  PatternLines Lines;
  std::vector<Operation> Operations;
  std::vector<uint32_t> UsedValues;
  std::vector<Value> Values;
  std::vector<OwningOpRef<mlir::Operation *>> Stubs;
  std::shared_ptr<ParsedText> Source;
  OffsetMap Offsets;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_PATTERNEDTEXT_H
