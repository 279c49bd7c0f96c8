//===- OdsRunnerTest.cpp - Runs TableGen on a project's files -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsRunner.h"
#include "tests/server/ods/OdsProject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("OdsRunner: what did not change is not read again", "[ods]") {
  OdsProject Project;
  OdsResult First = Project.read();
  CHECK(First.RunCount == 1);
  CHECK(First.Catalog->operationCount() == 6);
  CHECK(llvm::is_contained(First.Files, (Project.Folder / "toy.td").string()));
  CHECK(llvm::is_contained(First.Files,
                           (Project.Folder / ".noisy.yaml").string()));
  CHECK(llvm::any_of(First.Files, [](const std::string &File) {
    return llvm::StringRef(File).ends_with("mlir/IR/OpBase.td");
  }));
  OdsResult Second = Project.read();
  CHECK(Second.RunCount == 0);
  CHECK(Second.Catalog->operationCount() == 6);
  // A change of the file, even of the same length at the same time.
  std::ifstream Stream(Project.Folder / "toy.td");
  std::string Text(std::istreambuf_iterator<char>(Stream), {});
  Text.replace(Text.find("\"add\""), 5, "\"sum\"");
  Project.write("toy.td", Text);
  OdsResult Third = Project.read();
  CHECK(Third.RunCount == 1);
  CHECK(Third.Catalog->findOperation("toy.sum"));
  CHECK_FALSE(Third.Catalog->findOperation("toy.add"));
}

TEST_CASE("OdsRunner: errors in the words of users", "[ods]") {
  auto errors = [](const OdsResult &Read) {
    return llvm::join(Read.Errors, ";");
  };
  {
    OdsProject Project("dialects:\n  files: [toy.td, other.td, no*.td]\n");
    Project.write("other.td", "include \"nothing.td\"\n");
    OdsResult Read = Project.read();
    CHECK_THAT(errors(Read), Catch::Contains("there is no file no*.td"));
    CHECK_THAT(errors(Read), Catch::Contains("TableGen cannot read ") &&
                                 Catch::Contains("other.td:1") &&
                                 Catch::Contains("nothing.td"));
    // The others count.
    CHECK(Read.Catalog->operationCount() == 6);
  }
  {
    OdsProject Project("dialects: [\n");
    CHECK_THAT(errors(Project.read()), Catch::Contains(".noisy.yaml, line "));
  }
  {
    OdsProject Project;
    OdsTask Task = Project.task();
    Task.Program = "/nowhere/llvm-tblgen";
    CHECK_FALSE(readProjectOds(Task).Errors.empty());
    Task.Program = "";
    Task.ShouldStop = [] { return true; };
    CHECK(readProjectOds(Task).RunCount == 0);
  }
}

TEST_CASE("OdsRunner: a file may be a part of another", "[ods]") {
  OdsProject Project;
  Project.write("part.td", "def Toy_PartOp : Toy_Op<\"part\">;\n");
  Project.write("whole.td", "include \"toy.td\"\ninclude \"part.td\"\n");
  OdsResult Read = Project.read();
  CHECK(Read.Errors.empty());
  CHECK(Read.Catalog->findOperation("toy.part"));
}

TEST_CASE("OdsRunner: nothing to read", "[ods]") {
  OdsProject Project("");
  OdsResult Read = Project.read();
  CHECK(Read.Errors.empty());
  CHECK(Read.Catalog->dialects().empty());
  std::filesystem::remove(Project.Folder / ".noisy.yaml");
  CHECK(Project.read().Errors.empty());
}

TEST_CASE("OdsRunner: a cache that is broken, or cannot be written", "[ods]") {
  OdsProject Project;
  (void)Project.read();
  for (const auto &Entry :
       std::filesystem::directory_iterator(Project.Folder / "cache"))
    std::ofstream(Entry.path()) << "noisy ods 1\nx y\n\n{";
  CHECK(Project.read().Catalog->operationCount() == 6);
  OdsTask Task = Project.task();
  Task.CacheFolder = (Project.Folder / "toy.td" / "cache").string();
  CHECK(readProjectOds(Task).Catalog->operationCount() == 6);
}
