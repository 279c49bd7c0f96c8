//===- ProblemCollector.h - MLIR's diagnostics as problems ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_PROBLEMCOLLECTOR_H
#define NOISY_SERVER_PARSE_PROBLEMCOLLECTOR_H

#include "mlir/IR/Diagnostics.h"
#include "server/snapshot/Problem.h"

namespace mlir::noisy::lsp {

/// Turns MLIR's diagnostics into problems. Ranges are those of `Buffer`, named
/// `FileName` in locations; any other location becomes the range {0, 0}. Both
/// must outlive this object.
class ProblemReader {
public:
  ProblemReader(llvm::StringRef Buffer, llvm::StringRef FileName)
      : Buffer(Buffer), FileName(FileName) {}

  Problem read(Diagnostic &Diag) const;
  ByteRange rangeOf(Location Loc) const;
  /// The range that is shown for the token at an offset.
  ByteRange rangeAt(size_t Begin) const;

private:
  size_t findPlace(unsigned Line, unsigned Column) const;

  llvm::StringRef Buffer;
  llvm::StringRef FileName;
  /// Filled by the first look-up.
  mutable std::vector<size_t> LineStarts;
};

/// Collects MLIR's diagnostics on this thread in a context during its lifetime,
/// and turns them into problems by ProblemReader.
class ProblemCollector {
public:
  ProblemCollector(MLIRContext &Context, llvm::StringRef Buffer,
                   llvm::StringRef FileName, std::vector<Problem> &Problems);

private:
  ProblemReader Reader;
  ScopedDiagnosticHandler Handler;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_PROBLEMCOLLECTOR_H
