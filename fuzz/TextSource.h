//===- TextSource.h - Texts to be edited ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_TEXTSOURCE_H
#define NOISY_FUZZ_TEXTSOURCE_H

#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::fuzz {

/// A source of texts to be edited: generators of programs, and given files. Any
/// thread.
class TextSource {
public:
  /// Adds files, and `.mlir` files in folders; large ones are left out. Returns
  /// an error message, or "".
  std::string addFiles(const std::string &Path);
  size_t countFiles() const { return Files.size(); }
  /// The texts of the files; of larger files their parts.
  const std::vector<std::string> &files() const { return Files; }

  /// Makes a text of some 20 to 300 lines, well-formed UTF-8.
  std::string make(std::mt19937 &Random) const;

private:
  /// The texts of the files; of larger files a short part.
  std::vector<std::string> Files;
};

/// Makes lines that may stand between the lines of any text: aliases, markers,
/// operations of unknown dialects, locations, characters outside of ASCII.
std::string makeSnippet(std::mt19937 &Random);

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_TEXTSOURCE_H
