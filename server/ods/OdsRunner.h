//===- OdsRunner.h - Runs TableGen on a project's files ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSRUNNER_H
#define NOISY_SERVER_ODS_ODSRUNNER_H

#include "server/ods/OdsCatalog.h"
#include <functional>
#include <optional>

namespace mlir::noisy::lsp {

/// What is needed to read a project's dialects.
struct OdsTask {
  /// The folder with `.noisy.yaml`.
  std::string Folder;
  /// The program `llvm-tblgen`, as the user named it (findTableGen).
  std::string Program;
  /// A program and its first arguments, which runs the program that follows
  /// them by `runBound`; empty: that is run without limits.
  std::vector<std::string> Launcher;
  /// Where results are kept; empty: nowhere.
  std::string CacheFolder;
  /// The identity of what is known already.
  std::optional<std::string> Known;
  /// Told the number of files that are read, and of all.
  std::function<void(size_t, size_t)> OnProgress;
  /// True to stop soon; may be empty.
  std::function<bool()> ShouldStop;
};

/// What became of it.
struct OdsResult {
  /// Null if its identity is the one that is known.
  OdsCatalogPtr Catalog;
  /// A hash of all that the catalog has; empty if it is empty.
  std::string Identity;
  /// All files that the result depends on: when one changes, it is to be read
  /// again.
  std::vector<std::string> Files;
  /// Problems for users, in words: of the file `.noisy.yaml`, or of a file of
  /// TableGen.
  std::vector<std::string> Errors;
  /// How many files were read anew, by the program.
  size_t RunCount = 0;
};

/// Reads the dialects that the project in a folder defines. Runs `llvm-tblgen`
/// for files that are not in the cache, or depend on files that changed. May
/// take seconds. Any thread.
OdsResult readProjectOds(const OdsTask &Task);

/// The folder of the user in which results are kept; empty if there is none.
std::string odsCacheFolder();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSRUNNER_H
