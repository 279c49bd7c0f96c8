//===- CheckedFiles.h - The files that names stand for ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_CHECKEDFILES_H
#define NOISY_SERVER_CHECK_CHECKEDFILES_H

#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The files that are meant by names of the command line, each once, those of
/// one name in the order of their own:
///
/// - a file, or `-` for standard input, stands for itself, whether or not it is
///   there;
/// - a folder for the `.mlir` files in it and below, without folders and files
///   that begin with a dot;
/// - a pattern for the files that match it: `*` and `?` within a name, `**` for
///   folders of any depth, `[a-z]`; a file of that very name comes first.
///
/// Names of which nothing is found are added to `Empty`.
std::vector<std::string> findCheckedFiles(const std::vector<std::string> &Names,
                                          std::vector<std::string> &Empty);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECKEDFILES_H
