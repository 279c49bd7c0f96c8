//===- OdsProject.h - A project with TableGen files -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_ODS_ODSPROJECT_H
#define NOISY_TESTS_SERVER_ODS_ODSPROJECT_H

#include "server/ods/OdsRunner.h"
#include "server/ods/TableGen.h"
#include "tests/support/SourceRoot.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace mlir::noisy::lsp::test {

/// A folder with a copy of `toy.td` and a `.noisy.yaml`, removed at the end.
/// At the end no dialects of a project are known.
struct OdsProject {
  explicit OdsProject(
      const std::string &Yaml = "dialects:\n  files: ['*.td']\n") {
    static int Count = 0;
    Folder = std::filesystem::temp_directory_path() /
             ("noisy-ods-" + std::to_string(getpid()) + "-" +
              std::to_string(++Count));
    std::filesystem::create_directories(Folder);
    std::filesystem::copy_file(mlir::noisy::test::sourceRoot() /
                                   "tests/server/ods/toy.td",
                               Folder / "toy.td");
    write(".noisy.yaml", Yaml);
  }
  ~OdsProject() {
    setCurrentOds(std::make_shared<const OdsCatalog>());
    std::filesystem::remove_all(Folder);
  }

  void write(const std::string &Name, const std::string &Text) {
    std::ofstream(Folder / Name) << Text;
  }

  /// Writes a program that is run instead of TableGen, which is `$tblgen` for
  /// it; returns its path.
  std::string writeProgram(const std::string &Script) {
    std::string Error, TableGen = findTableGen("", "", Error);
    std::filesystem::path Headers =
        std::filesystem::canonical(TableGen).parent_path().parent_path() /
        "include";
    std::string Path = (Folder / "program").string();
    write("program", "#!/bin/sh\ntblgen='" + TableGen + " -I" +
                         Headers.string() + "'\n" + Script);
    std::filesystem::permissions(Path, std::filesystem::perms::owner_all);
    return Path;
  }

  OdsTask task() const {
    OdsTask Result;
    Result.Folder = Folder.string();
    Result.CacheFolder = (Folder / "cache").string();
    return Result;
  }
  OdsResult read() const { return readProjectOds(task()); }

  std::filesystem::path Folder;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_ODS_ODSPROJECT_H
