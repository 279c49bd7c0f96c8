//===- FormComparison.h - Known dialects, read as unknown ones --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_DIALECTS_FORMCOMPARISON_H
#define NOISY_BENCH_DIALECTS_FORMCOMPARISON_H

#include <map>
#include <string>

namespace mlir::noisy::bench {

/// The operations of a dialect that were read both ways.
struct FormCounts {
  unsigned operations = 0, equal = 0;
  /// The others, by their names, and by what differs first.
  std::map<std::string, unsigned> wrongNames, wrongParts;
};

/// By the name of the dialect.
using FormComparison = std::map<std::string, FormCounts>;

/// Reads a file as it is, and once for each dialect in it that is linked in
/// with that dialect's operations renamed, so that they are read by the form of
/// their text; and compares them by place: name, number of operands, types of
/// results, regions, successors, uses of symbols. Where a text is not read
/// then, its operations are renamed one name at a time, so that one does not
/// hide the others. Chunks with errors of their own do not count, nor does what
/// is written in generic form, or not at all (terminators that MLIR adds).
/// Types and attributes keep their names.
void compareForms(const std::string &text, FormComparison &comparison);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_DIALECTS_FORMCOMPARISON_H
