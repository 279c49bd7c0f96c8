//===- OdsRunnerTest.cpp - Runs TableGen on a project's files -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsRunner.h"
#include "tests/server/ods/OdsProject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>
#include <sys/stat.h>
#include <sys/time.h>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("OdsRunner: what did not change is not read again", "[ods]") {
  OdsProject Project;
  OdsResult First = Project.read();
  CHECK(First.RunCount == 1);
  CHECK(First.Catalog->operationCount() == 11);
  CHECK(llvm::is_contained(First.Files, (Project.Folder / "toy.td").string()));
  CHECK(llvm::is_contained(First.Files,
                           (Project.Folder / ".noisy.yaml").string()));
  CHECK(llvm::any_of(First.Files, [](const std::string &File) {
    return llvm::StringRef(File).ends_with("mlir/IR/OpBase.td");
  }));
  OdsResult Second = Project.read();
  CHECK(Second.RunCount == 0);
  CHECK(Second.Catalog->operationCount() == 11);
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
    CHECK(Read.Catalog->operationCount() == 11);
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
    std::ofstream(Entry.path()) << "noisy ods 2\nx y\n\njson\n{";
  CHECK(Project.read().Catalog->operationCount() == 11);
  OdsTask Task = Project.task();
  Task.CacheFolder = (Project.Folder / "toy.td" / "cache").string();
  CHECK(readProjectOds(Task).Catalog->operationCount() == 11);
}

TEST_CASE("OdsRunner: a file that changes while it is read", "[ods]") {
  OdsProject Project;
  OdsTask Task = Project.task();
  // Behind the back of the reading, once.
  std::string File = (Project.Folder / "toy.td").string();
  Task.Program =
      Project.writeProgram("$tblgen \"$@\" || exit\n[ -e \"$0.done\" ] || echo "
                           "'def Toy_NewOp : Toy_Op<\"new\">;' >>\"" +
                           File + "\"\n: >\"$0.done\"\n");
  CHECK_FALSE(readProjectOds(Task).Catalog->findOperation("toy.new"));
  CHECK(readProjectOds(Task).Catalog->findOperation("toy.new"));
  CHECK(readProjectOds(Task).RunCount == 0);
}

TEST_CASE("OdsRunner: another program at the same place", "[ods]") {
  OdsProject Project;
  OdsTask Task = Project.task();
  Task.Program = Project.writeProgram("exec $tblgen \"$@\"\n");
  CHECK(readProjectOds(Task).RunCount == 1);
  CHECK(readProjectOds(Task).RunCount == 0);
  Project.writeProgram("# newer\nexec $tblgen \"$@\"\n");
  CHECK(readProjectOds(Task).RunCount == 1);
}

TEST_CASE("OdsRunner: blanks in paths", "[ods]") {
  OdsProject Project;
  std::filesystem::path Folder = Project.Folder / "my  own proj";
  std::filesystem::create_directories(Folder);
  std::filesystem::copy_file(Project.Folder / "toy.td", Folder / "toy.td");
  std::filesystem::copy_file(Project.Folder / ".noisy.yaml",
                             Folder / ".noisy.yaml");
  OdsTask Task = Project.task();
  Task.Folder = Folder.string();
  OdsResult First = readProjectOds(Task);
  CHECK(First.Errors.empty());
  std::string File = (Folder / "toy.td").string();
  for (const std::string &Each : First.Files) {
    INFO(Each);
    CHECK(std::filesystem::exists(Each));
  }
  CHECK(First.Catalog->findOperation("toy.add")->Place.File == File);
  CHECK(readProjectOds(Task).RunCount == 0);
  // Files that nobody finds may change.
  Task.Program = Project.writeProgram(
      "$tblgen \"$@\" && printf ' /no where/x.td' >>\"$6\"\n");
  CHECK(readProjectOds(Task).RunCount == 1);
  CHECK(readProjectOds(Task).RunCount == 1);
}

TEST_CASE("OdsRunner: errors are kept until a file changes", "[ods]") {
  OdsProject Project;
  Project.write("other.td", "include \"toy.td\"\ninclude \"missing.td\"\n");
  OdsResult First = Project.read();
  CHECK(First.RunCount == 2);
  REQUIRE(First.Errors.size() == 1);
  OdsResult Second = Project.read();
  CHECK(Second.RunCount == 0);
  CHECK(Second.Errors == First.Errors);
  // The file that was missing.
  std::filesystem::create_directories(Project.Folder / "inc");
  OdsTask Task = Project.task();
  Project.write("missing.td", "def Toy_HereOp : Toy_Op<\"here\">;\n");
  OdsResult Third = Project.read();
  CHECK(Third.Errors.empty());
  CHECK(Third.Catalog->findOperation("toy.here"));
}

TEST_CASE("OdsRunner: what is known is not made again", "[ods]") {
  OdsProject Project;
  OdsTask Task = Project.task();
  Task.Known = "";
  OdsResult First = readProjectOds(Task);
  REQUIRE(First.Catalog);
  Task.Known = First.Identity;
  CHECK_FALSE(readProjectOds(Task).Catalog);
  // Lines move, and places with them.
  Project.write(
      "toy.td", "\n" + [&] {
        std::ifstream Stream(Project.Folder / "toy.td");
        return std::string(std::istreambuf_iterator<char>(Stream), {});
      }());
  CHECK(readProjectOds(Task).Catalog);
  std::filesystem::remove(Project.Folder / ".noisy.yaml");
  OdsResult Nothing = readProjectOds(Task);
  REQUIRE(Nothing.Catalog);
  CHECK(Nothing.Catalog->operationCount() == 0);
  Task.Known = Nothing.Identity;
  CHECK_FALSE(readProjectOds(Task).Catalog);
}

TEST_CASE("OdsRunner: only files are read", "[ods]") {
  OdsProject Project;
  std::string Pipe = (Project.Folder / "pipe.td").string();
  REQUIRE(::mkfifo(Pipe.c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", Project.Folder / "zero.td");
  OdsResult Read = Project.read();
  CHECK(Read.Errors.empty());
  CHECK(Read.RunCount == 1);
  auto replace = [&](auto Make) {
    std::filesystem::remove(Project.Folder / ".noisy.yaml");
    Make((Project.Folder / ".noisy.yaml").string());
    return llvm::join(Project.read().Errors, ";");
  };
  CHECK_THAT(
      replace([](const std::string &Path) { ::mkfifo(Path.c_str(), 0600); }),
      Catch::Contains("is no file"));
  CHECK_THAT(replace([](const std::string &Path) {
               std::filesystem::create_symlink("/dev/zero", Path);
             }),
             Catch::Contains("is no file"));
  CHECK_THAT(replace([](const std::string &Path) {
               std::ofstream(Path) << std::string((1 << 20) + 1, '\n');
             }),
             Catch::Contains("a very large one"));
}

TEST_CASE("OdsRunner: the timer of the process is left alone", "[ods]") {
  auto Old = std::signal(SIGALRM, [](int) {});
  itimerval Timer = {};
  Timer.it_value.tv_sec = 10000;
  ::setitimer(ITIMER_REAL, &Timer, nullptr);
  OdsProject Project;
  CHECK(Project.read().RunCount == 1);
  itimerval Left = {}, None = {};
  ::setitimer(ITIMER_REAL, &None, &Left);
  CHECK(Left.it_value.tv_sec > 0);
  std::signal(SIGALRM, Old);
}

TEST_CASE("OdsRunner: no program of the workspace is run", "[ods]") {
  OdsProject Project;
  std::string Mine = Project.writeProgram("exit 0\n");
  std::filesystem::create_directories(Project.Folder / "bin");
  std::filesystem::copy_file(Mine, Project.Folder / "bin/llvm-tblgen-22");
  std::string Workspace = Project.Folder.string(), Error;
  std::string OldPath = std::getenv("PATH");
  std::filesystem::path Here = std::filesystem::current_path();
  llvm::scope_exit Restore([&] {
    ::setenv("PATH", OldPath.c_str(), 1);
    std::filesystem::current_path(Here);
  });
  std::filesystem::current_path(Project.Folder);
  for (const char *Name : {"./program", "bin/llvm-tblgen-22", "program"}) {
    OdsTask Task = Project.task();
    Task.Program = Name;
    OdsResult Read = readProjectOds(Task);
    CHECK(Read.RunCount == 0);
    CHECK_THAT(llvm::join(Read.Errors, ";"),
               Catch::Contains("noisy.tablegen.path"));
  }
  // Not by the PATH either.
  ::setenv("PATH", (".::bin:" + Workspace + "/bin:" + OldPath).c_str(), 1);
  CHECK(findTableGen("program", Workspace, Error).empty());
  CHECK_FALSE(llvm::StringRef(findTableGen("", Workspace, Error))
                  .starts_with(Workspace));
  ::setenv("PATH", (Workspace + "/bin").c_str(), 1);
  CHECK_FALSE(llvm::StringRef(findTableGen("", Workspace, Error))
                  .starts_with(Workspace));
  // A user may name a program in full, and other folders count.
  CHECK(findTableGen(Mine, Workspace, Error) == Mine);
  CHECK(findTableGen("llvm-tblgen-22", "/other", Error) ==
        Workspace + "/bin/llvm-tblgen-22");
}
