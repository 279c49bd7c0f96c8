//===- PatternLines.h - The lines of a function ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large functions are thousands of lines of a few patterns:
//
//     %2 = arith.addi %0, %1 : i32
//     %3 = arith.addi %2, %0 : i32
//
// The pattern of a line is what remains without the names of its values. Lines
// with the same pattern are the same operation on other values, so that MLIR
// need parse only one of them (KnownPatterns).
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_PATTERNLINES_H
#define NOISY_SERVER_PARSE_PATTERNLINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// A line that may be one operation with one result, and its pattern. Offsets
/// are bytes of the text of the function.
struct PatternLine {
  /// The line from the name of its result up to, not including, the blanks at
  /// its end; the end of the name; the name of the operation.
  uint32_t Begin = 0, End = 0, NameEnd = 0, OperationBegin = 0,
           OperationEnd = 0;
  /// The names of its operands, in `PatternLines::Uses`.
  uint32_t FirstUse = 0, UseCount = 0;
  /// The number of `isKnown` for its pattern; negative if it is not known.
  int32_t Pattern = -1;
};

/// The lines of a function, outside of all brackets in its body.
struct PatternLines {
  /// A range of bytes.
  struct Part {
    uint32_t Begin = 0, End = 0;
  };

  /// In the order of the text.
  std::vector<PatternLine> Lines;
  std::vector<Part> Uses;
  /// The parts of the body between lines of a known pattern, whole lines each,
  /// but for comments right before and behind such lines.
  std::vector<Part> Rest;
  /// The number of lines with a known pattern.
  size_t KnownCount = 0;
  /// The body, from the line behind its opening brace to its closing one.
  uint32_t BodyBegin = 0, BodyEnd = 0;

  llvm::ArrayRef<Part> usesOf(const PatternLine &Line) const {
    return llvm::ArrayRef<Part>(Uses).slice(Line.FirstUse, Line.UseCount);
  }
};

/// Finds the lines of `Text`, which should be one function. `find` returns the
/// number of a pattern, negative if it is not known; a line of a known pattern
/// is one operation, whatever its values are. The pattern has the kind of token
/// that follows the line, since an operation may go on there. Nothing if the
/// text does not look like a function with a body. Linear in its length.
std::optional<PatternLines>
findPatternLines(llvm::StringRef Text,
                 llvm::function_ref<int32_t(llvm::StringRef Pattern)> Find);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_PATTERNLINES_H
