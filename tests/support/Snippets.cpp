//===- Snippets.cpp - The programs of a folder ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Snippets.h"
#include "tests/support/SourceRoot.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

std::vector<Snippet>
mlir::noisy::test::readSnippets(const std::string &folder) {
  std::set<std::filesystem::path> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(sourceRoot() / "tests" / folder))
    files.insert(entry.path());
  std::vector<Snippet> snippets;
  for (const std::filesystem::path &path : files) {
    std::ifstream file(path);
    REQUIRE(file);
    unsigned number = 0;
    auto begin = [&] {
      std::string name = path.filename();
      snippets.push_back({name + ":" + std::to_string(number + 1), ""});
    };
    begin();
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line == "// -----")
        begin();
      else
        snippets.back().text += line + "\n";
    }
  }
  return snippets;
}
