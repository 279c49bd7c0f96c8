//===- PatternFile.h - Patterns that users bring ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PATTERNS_PATTERNFILE_H
#define NOISY_OPTIMIZER_PATTERNS_PATTERNFILE_H

#include "mlir/IR/Location.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy {

/// A pattern from a file.
struct UserPattern {
  /// Its name in the file; of one without a name "the pattern at line 7".
  std::string name;
  /// The name of the operations that it may match; empty for any.
  std::string root;
  uint16_t benefit = 0;
  /// The pattern alone, as bytecode.
  std::shared_ptr<const FrozenRewritePatternSet> compiled;
};

/// The patterns of a file, by falling benefit, and of equal ones in its order.
using UserPatterns = std::vector<UserPattern>;

/// The dialects that a context needs for `loadPatterns`.
void registerPatternDialects(DialectRegistry &registry);

/// Reads a file of PDLL, or of the operations of the `pdl` dialect as MLIR
/// writes them, and compiles its patterns to the bytecode that MLIR runs. PDLL
/// is read by the program `mlir-pdll` of LLVM 22, which has to be in the PATH;
/// files that are included are looked for beside it, and where LLVM's are.
///
/// Nothing is C++: of the constraints and rewrites that a file only declares,
/// there are
///   - Constraint HasOneUse(value: Value);
///   - Rewrite Sum(a: Attr, b: Attr) -> Attr;      of integer attributes
///   - Rewrite Product(a: Attr, b: Attr) -> Attr;
///
/// Returns the patterns; none, with a message for each error in `errors`
/// ("FILE: LINE: COLUMN: ..."), if the file cannot be read, or a pattern in it
/// could not be run. `context` must not be in use by another thread, and
/// outlive the patterns.
UserPatterns loadPatterns(MLIRContext *context, const std::string &path,
                          std::vector<std::string> &errors);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PATTERNS_PATTERNFILE_H
