//===- OdsCache.h - What TableGen said of files -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSCACHE_H
#define NOISY_SERVER_ODS_ODSCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What TableGen said of one file.
struct OdsFileResult {
  /// Its definitions (shortenOds); empty if it is refused.
  std::string Json;
  /// Why TableGen cannot read it; empty if it can.
  std::string Error;
  /// The files that this depends on. Of these some may be missing.
  std::vector<std::string> Files;
};

/// The time at which files are read; of the clock that dates files.
timespec odsFileTime();

/// Results on disk, each valid as long as the contents of its files are the
/// same. For one reading of a project: a file is looked at once. One thread.
class OdsCache {
public:
  /// \p Program and \p Include are what results depend on, too. An empty
  /// \p Folder keeps nothing. \p ShouldStop is asked before each file.
  OdsCache(std::string Folder, const std::string &Program,
           const std::vector<std::string> &Include,
           std::function<bool()> ShouldStop);

  std::optional<OdsFileResult> read(const std::string &File);
  /// Keeps a result that was computed from \p Begin on, unless a file changed
  /// since: it may be of the text before or after.
  void write(const std::string &File, const OdsFileResult &New, timespec Begin);

  /// The files that a file includes, and those that these include, by its text;
  /// also paths at which an included file was looked for and is not. Their
  /// contents are noted.
  std::vector<std::string> findIncluded(const std::string &File);

private:
  std::string entryOf(const std::string &File) const;
  const std::string &hashOfFile(const std::string &File);
  bool isUnchanged(const std::string &File, timespec Begin);
  std::vector<std::string> includesIn(const std::string &File);

  const std::string Folder;
  std::string Key;
  const std::vector<std::string> Include;
  const std::function<bool()> ShouldStop;
  llvm::StringMap<std::string> Hashes;
  llvm::StringMap<std::vector<std::string>> Includes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSCACHE_H
