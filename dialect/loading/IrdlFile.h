//===- IrdlFile.h - Dialects that a file of IRDL defines --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR loads such a file into one context, and ends the process on some: on a
// constraint in C++ (`irdl.c_pred`), and on a dialect that is there already.
// Here a file is checked first, and then belongs to a registry, so that every
// context that is made of it has the dialects.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_LOADING_IRDLFILE_H
#define NOISY_DIALECT_LOADING_IRDLFILE_H

#include "dialect/loading/FileProblem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;

namespace noisy {

/// A file that was checked. It never changes.
struct IrdlFile {
  std::string path, text;
  /// The dialects that it defines, and the full names of their operations.
  std::vector<std::string> dialects, operations;
};
using IrdlFilePtr = std::shared_ptr<const IrdlFile>;

/// The most bytes of a file that is read.
inline constexpr size_t maxIrdlBytes = 4 << 20;

/// Reads and checks a file. `registry` has the dialects that are known without
/// it; the file may use their types and attributes, and must not define one of
/// them again. Returns null with at least one problem. A crash of MLIR is a
/// problem, too, if crash recovery is enabled (llvm::CrashRecoveryContext).
IrdlFilePtr readIrdlFile(const std::string &path,
                         const DialectRegistry &registry,
                         std::vector<FileProblem> &problems);

/// The two steps of that: the text, or nothing with a problem; and the check.
std::optional<std::string> readIrdlText(const std::string &path,
                                        std::vector<FileProblem> &problems);
IrdlFilePtr checkIrdl(const std::string &path, std::string text,
                      const DialectRegistry &registry,
                      std::vector<FileProblem> &problems);

/// Adds the dialects of a checked file to a registry. A context loads all of
/// them when it needs one. IRDL says nothing of the syntax of operations: they
/// are read in generic form, and another one is an error.
void registerIrdlFile(DialectRegistry &registry, IrdlFilePtr file);

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_LOADING_IRDLFILE_H
