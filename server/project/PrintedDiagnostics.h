//===- PrintedDiagnostics.h - Diagnostics that programs print ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_PRINTEDDIAGNOSTICS_H
#define NOISY_SERVER_PROJECT_PRINTEDDIAGNOSTICS_H

#include "server/protocol/Lsp.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Where a program read a text from, and how its diagnostics are written.
struct PrintedFile {
  /// The file that the program was given.
  std::string Path;
  /// Its text, and the client's name for that.
  Text Contents;
  std::string Uri;
  PositionEncoding Encoding = PositionEncoding::UTF16;
  /// Notes are related places; otherwise a message ends with them.
  bool SupportsRelated = true;
};

/// The diagnostics in the output of a program that prints them as
/// llvm::SourceMgr does (`FILE:LINE:COLUMN: error: MESSAGE`, and the line of
/// the text with a caret below), in their order, with `Source` as their source.
/// Also those of LLVM before 19, which counts lines from a separator of chunks.
/// A diagnostic with a place in another file, as by `loc("a.c":1:2)`, stands in
/// the first line and begins with that place. Notes with the generic form of an
/// operation and lists of dialects are left out. Any thread.
std::vector<Diagnostic> readPrintedDiagnostics(llvm::StringRef Output,
                                               const PrintedFile &File,
                                               const std::string &Source);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_PRINTEDDIAGNOSTICS_H
