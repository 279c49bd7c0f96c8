//===- FileProblem.h - What is wrong with a file ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_LOADING_FILEPROBLEM_H
#define NOISY_DIALECT_LOADING_FILEPROBLEM_H

#include <string>

namespace mlir::noisy {

/// Why a file cannot be loaded that adds dialects, in words for users.
struct FileProblem {
  std::string path;
  /// Beginning with 1; 0 if it is the file as such.
  unsigned line = 0, column = 0;
  std::string message;

  bool operator==(const FileProblem &) const = default;

  /// "path:line:col: message", as compilers write it.
  std::string str() const {
    std::string place = path;
    if (line)
      place += ":" + std::to_string(line) + ":" + std::to_string(column);
    return place + ": " + message;
  }
};

} // namespace mlir::noisy

#endif // NOISY_DIALECT_LOADING_FILEPROBLEM_H
