//===- DocumentationTest.cpp - The pages about diagnostics ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Documentation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace mlir::noisy::lsp;
namespace fs = std::filesystem;

TEST_CASE("Documentation: found beside the program, and where it is installed",
          "[documentation]") {
  llvm::SmallString<64> Folder;
  REQUIRE(!llvm::sys::fs::createUniqueDirectory("noisy-docs", Folder));
  fs::path Root = Folder.str().str();
  std::string Bin = (Root / "bin").string();
  CHECK(findHelpFile(Bin).empty());

  fs::path Installed = Root / "share/doc/noisy/diagnostics.md";
  fs::create_directories(Installed.parent_path());
  std::ofstream(Installed) << "# Diagnostics\n";
  CHECK(findHelpFile(Bin) == Installed.string());

  // A folder of that name is none.
  fs::path Beside = Root / "docs/diagnostics.md";
  fs::create_directories(Beside);
  CHECK(findHelpFile(Bin) == Installed.string());
  fs::remove(Beside);
  std::ofstream(Beside) << "# Diagnostics\n";
  CHECK(findHelpFile(Bin) == Beside.string());
  fs::remove_all(Root);
}

TEST_CASE("Documentation: no code, no page", "[documentation]") {
  CHECK(helpUri("").empty());
  CHECK(publishedHelp("").empty());
  CHECK(llvm::StringRef(helpUri("noise-unknown")).ends_with("#noise-unknown"));
}

TEST_CASE("Documentation: published pages are those of the site",
          "[documentation]") {
  for (const char *Site :
       {"https://example.org/noisy", "https://example.org/noisy/"})
    CHECK(pageAddress(Site, "noise-overflow") ==
          "https://example.org/noisy/docs/diagnostics.html#noise-overflow");
}
