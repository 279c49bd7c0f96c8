//===- ProblemCollector.h - What MLIR says, as problems ---------*- C++ -*-===//
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

/// Makes problems of what MLIR says. Ranges are those of `Buffer`, whose
/// locations name `FileName`; a location that is elsewhere becomes the range
/// {0, 0}. Both must outlive this.
class ProblemReader {
public:
  ProblemReader(llvm::StringRef Buffer, llvm::StringRef FileName)
      : Buffer(Buffer), FileName(FileName) {}

  Problem read(Diagnostic &Given) const;
  ByteRange rangeOf(Location Where) const;

private:
  size_t findPlace(unsigned Line, unsigned Column) const;

  llvm::StringRef Buffer;
  llvm::StringRef FileName;
  /// Made when a place is first asked for.
  mutable std::vector<size_t> LineStarts;
};

/// While it lives, takes what MLIR says on this thread in a context, and makes
/// problems of it, as ProblemReader does.
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
