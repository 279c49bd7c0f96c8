//===- TableGen.cpp - The program llvm-tblgen -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/TableGen.h"
#include "server/ods/OdsFiles.h"
#include "server/programs/MemoryFile.h"
#include "server/programs/ProgramPath.h"
#include "server/programs/ProgramRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The most that is taken of its output.
static constexpr size_t MaxJsonBytes = 128 << 20;
/// A file may have so many blanks in its path.
static constexpr size_t MaxParts = 64;

namespace {

/// A run of the program.
class Run {
public:
  explicit Run(const TableGenTask &Task) : Task(Task) {}
  TableGenResult run();

private:
  ProgramTask task() const;
  void readDependencies();

  const TableGenTask &Task;
  TableGenResult Result;
  MemoryFile Output, Dependencies;
};

} // namespace

ProgramTask Run::task() const {
  ProgramTask Result;
  Result.Command = Task.Launcher;
  llvm::append_range(Result.Command,
                     std::vector<std::string>{Task.Program, "--dump-json",
                                              Task.File, "-o", Output.path(),
                                              "-d", Dependencies.path()});
  Result.Command.push_back("-I" + path::parent_path(Task.File).str());
  for (const std::string &Folder : Task.Include)
    Result.Command.push_back("-I" + Folder);
  Result.ShouldStop = Task.ShouldStop;
  return Result;
}

/// The program lists files after a colon, with blanks between them, and blanks
/// in their names are written as they are. So parts are joined until there is
/// such a file.
void Run::readDependencies() {
  std::string Text = Dependencies.read(MaxJsonBytes).value_or("");
  llvm::SmallVector<StringRef> Parts;
  StringRef(Text).split(": ").second.trim().split(Parts, ' ');
  llvm::SmallString<256> Here;
  (void)fs::current_path(Here);
  for (size_t I = 0; I < Parts.size();) {
    std::string Name;
    size_t Next = I;
    bool IsFile = false;
    while (!IsFile && Next < Parts.size() && Next - I < MaxParts) {
      Name += (Name.empty() ? "" : " ") + Parts[Next].str();
      ++Next;
      IsFile = !Name.empty() && fs::is_regular_file(pathIn(Here, Name));
    }
    if (IsFile)
      Result.Files.push_back(pathIn(Here, Name));
    else
      Result.HasAllFiles = false;
    I = IsFile ? Next : I + 1;
  }
  if (!llvm::is_contained(Result.Files, Task.File))
    Result.Files.push_back(Task.File);
}

TableGenResult Run::run() {
  using Kind = TableGenResult::Kind;
  auto Fail = [&](Kind Outcome, std::string Error) {
    Result.Outcome = Outcome;
    Result.Error = std::move(Error);
    return std::move(Result);
  };
  if (!Output.isOpen() || !Dependencies.isOpen())
    return Fail(Kind::Failed, "the system gives no more files");
  ProgramEnding End = runProgram(task());
  switch (End.Outcome) {
  case ProgramEnding::Kind::Stopped:
    return std::move(Result);
  case ProgramEnding::Kind::NotStarted:
    return Fail(Kind::Failed, End.Error);
  case ProgramEnding::Kind::TooLong:
    return Fail(Kind::Failed, "it takes too long");
  case ProgramEnding::Kind::Ended:
    break;
  }
  if (End.Status != 0) {
    // The first error, with its place.
    StringRef First = StringRef(End.Output).trim().split('\n').first.trim();
    return Fail(End.Status < 128 ? Kind::Refused : Kind::Failed,
                First.empty() ? "it failed without a message" : First.str());
  }
  std::optional<std::string> Json = Output.read(MaxJsonBytes);
  Result.Outcome = Json ? Kind::Read : Kind::Failed;
  if (Json)
    Result.Json = std::move(*Json);
  else
    Result.Error = "its output is too large";
  readDependencies();
  return std::move(Result);
}

TableGenResult mlir::noisy::lsp::runTableGen(const TableGenTask &Task) {
  return Run(Task).run();
}

std::string mlir::noisy::lsp::findTableGen(StringRef Name, StringRef Workspace,
                                           std::string &Error) {
  if (!Name.empty())
    return findProgram(Name, Workspace, "noisy.tablegen.path", Error);
  for (const char *Usual : {"llvm-tblgen-22", "llvm-tblgen"})
    if (std::string Found = findInPath(Usual, Workspace); !Found.empty())
      return Found;
  for (const char *Folder : {"/usr/lib/llvm-22/bin", "/usr/local/bin"})
    if (auto Found = llvm::sys::findProgramByName("llvm-tblgen", {Folder}))
      return *Found;
  Error = "there is no llvm-tblgen, which reads the dialects of the workspace: "
          "install LLVM 22, or set noisy.tablegen.path";
  return "";
}
