//===- CheckedFilesTest.cpp - The files that names stand for --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/CheckedFiles.h"
#include "tests/server/check/CheckRun.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("CheckedFiles: files, folders and patterns", "[check]") {
  CheckRun Files;
  for (const char *Name :
       {"b.mlir", "a.mlir", "a.txt", "in/c.mlir", "in/deep/d.mlir",
        "in/deep/e.mlirbc", ".hidden/f.mlir", "in/.g.mlir", "in/[x].mlir"})
    Files.write(Name, "module {}\n");
  std::vector<std::string> Empty;
  auto Find = [&](std::vector<std::string> Names) {
    for (std::string &Name : Names)
      if (Name != "-")
        Name = Files.path(Name);
    Empty.clear();
    std::vector<std::string> Found = findCheckedFiles(Names, Empty);
    for (std::string &File : Found)
      if (File != "-")
        File.erase(0, Files.path("").size());
    return Found;
  };
  using List = std::vector<std::string>;
  // As given, whether or not it is there, and each once.
  CHECK(Find({"b.mlir", "no.mlir", "-", "a.txt", "in/../b.mlir"}) ==
        List{"b.mlir", "no.mlir", "-", "a.txt"});
  CHECK(Find({""}) ==
        List{"a.mlir", "b.mlir", "in/[x].mlir", "in/c.mlir", "in/deep/d.mlir"});
  CHECK(Find({"in", "in/c.mlir"}) ==
        List{"in/[x].mlir", "in/c.mlir", "in/deep/d.mlir"});
  CHECK(Find({"*.mlir"}) == List{"a.mlir", "b.mlir"});
  CHECK(Find({"?.txt", "in/*/d.*"}) == List{"a.txt", "in/deep/d.mlir"});
  CHECK(Find({"**/*.mlir"}) ==
        List{"a.mlir", "b.mlir", "in/[x].mlir", "in/c.mlir", "in/deep/d.mlir"});
  CHECK(Find({"in/**/[c-d].mlir"}) == List{"in/c.mlir", "in/deep/d.mlir"});
  // A file of that name comes before the pattern.
  CHECK(Find({"in/[x].mlir"}) == List{"in/[x].mlir"});
  CHECK(Empty.empty());
  CHECK(Find({"*.td", "in/deep/none/**"}).empty());
  CHECK(Empty.size() == 2);
}
