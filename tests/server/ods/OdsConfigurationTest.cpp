//===- OdsConfigurationTest.cpp - The file .noisy.yaml --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsConfiguration.h"
#include "tests/server/ods/OdsProject.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Names = std::vector<std::string>;

TEST_CASE("OdsConfiguration: files and folders", "[ods]") {
  OdsConfiguration Read = readOdsConfiguration(
      "dialects:\n  files: [a/*.td, b.td]\n  include: [., c]\n");
  CHECK(Read.Error.empty());
  CHECK(Read.Files == Names{"a/*.td", "b.td"});
  CHECK(Read.Include == Names{".", "c"});
  CHECK(readOdsConfiguration("dialects:\n  files:\n  - x.td\n").Files ==
        Names{"x.td"});
  CHECK(readOdsConfiguration("").Error.empty());
}

TEST_CASE("OdsConfiguration: errors have a line", "[ods]") {
  auto error = [](const char *Text) {
    return readOdsConfiguration(Text).Error;
  };
  CHECK_THAT(error("dialects:\n  file: [a.td]\n"), Catch::StartsWith("line "));
  CHECK_THAT(error("dialects:\n  files: [a.td\n"), Catch::StartsWith("line "));
  CHECK_THAT(error("dialects: {files: [], includes: []}\n"),
             Catch::Contains("includes"));
  // Rules of noise are read elsewhere.
  CHECK(
      error("ops:\n  a.b: max + 1\ndialects: {files: []}\nuse: [x]\n").empty());
}

TEST_CASE("OdsConfiguration: depth has a limit", "[ods]") {
  auto error = [](const std::string &Text) {
    return readOdsConfiguration(Text).Error;
  };
  std::string Lines, Items;
  for (size_t I = 0; I < 250000; ++I) {
    Lines += "[\n";
    Items += "- ";
  }
  CHECK_THAT(error(Lines), Catch::Contains("nested too deeply"));
  CHECK_THAT(error("dialects: \"" + Lines), Catch::Contains("too deeply"));
  CHECK_THAT(error("a: 1\n" + Items),
             Catch::Contains("line 2: ") && Catch::Contains("too long"));
}

TEST_CASE("OdsConfiguration: wildcards", "[ods]") {
  OdsProject Project;
  std::filesystem::create_directories(Project.Folder / "lib/A/IR");
  std::filesystem::create_directories(Project.Folder / "lib/B/IR");
  for (const char *Name :
       {"lib/A/IR/AOps.td", "lib/A/IR/ATypes.td", "lib/B/IR/BOps.td"})
    Project.write(Name, "");
  auto find = [&](const char *Pattern) {
    std::string Result;
    for (const std::string &File :
         findOdsFiles(Project.Folder.string(), Pattern))
      Result += std::filesystem::path(File).filename().string() + " ";
    return Result;
  };
  CHECK(find("toy.td") == "toy.td ");
  CHECK(find("lib/*/IR/*Ops.td") == "AOps.td BOps.td ");
  CHECK(find("lib/**/*.td") == "AOps.td ATypes.td BOps.td ");
  CHECK(find("**/*Ops.td") == "AOps.td BOps.td ");
  CHECK(find("lib/?/IR/BOps.td") == "BOps.td ");
  CHECK(find("lib/C/*.td") == "");
  CHECK(find("lib") == "");
}
