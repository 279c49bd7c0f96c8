//===- OdsConfiguration.h - The file .noisy.yaml ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSCONFIGURATION_H
#define NOISY_SERVER_ODS_ODSCONFIGURATION_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The name of the file in the folder of a workspace.
inline constexpr llvm::StringLiteral odsConfigurationName = ".noisy.yaml";

/// A larger file is not read.
inline constexpr size_t maxOdsYamlBytes = 1 << 20;

/// What `.noisy.yaml` says of dialects (dialect/rules/RulesReader.h has the
/// rest):
///
///     dialects:
///       files: [lib/Dialect/*/IR/*Ops.td]
///       include: [., third_party/include]
///       irdl: [my.irdl.mlir]
///       plugins: [build/lib/MyDialect.so]
struct OdsConfiguration {
  /// Files of TableGen, with wildcards, and folders for what they include; as
  /// they are written.
  std::vector<std::string> Files, Include;
  /// Files of IRDL and plugins, with wildcards, as they are written.
  std::vector<std::string> Irdl, Plugins;
  /// What is wrong with the file, for users; empty if nothing is.
  std::string Error;
};

OdsConfiguration readOdsConfiguration(llvm::StringRef Yaml);

/// The files below a folder that a path with `*`, `?` and `**` (any number of
/// folders) names, sorted.
std::vector<std::string> findOdsFiles(llvm::StringRef Folder,
                                      llvm::StringRef Pattern);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSCONFIGURATION_H
