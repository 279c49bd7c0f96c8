//===- TableGen.cpp - The program llvm-tblgen -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/TableGen.h"
#include "server/ods/OdsFiles.h"
#include "system/ChildProcess.h"
#include "system/FileDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The longest time for one file.
static constexpr std::chrono::seconds MaxTime{60};
/// The most that is taken of its output, and of its messages.
static constexpr size_t MaxJsonBytes = 128 << 20, MaxMessageBytes = 1 << 16;
/// A file may have so many blanks in its path.
static constexpr size_t MaxParts = 64;

namespace {

/// A file in memory that a child can open. A temporary file would stay if this
/// process is killed.
class MemoryFile {
public:
  MemoryFile() : Fd(::memfd_create("noisy-ods", MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile() {
    if (Fd >= 0)
      ::close(Fd);
  }

  bool isOpen() const { return Fd >= 0; }
  std::string path() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(Fd);
  }
  /// What was written; nothing if it is too much.
  std::optional<std::string> read() const {
    struct stat Info;
    if (::fstat(Fd, &Info) != 0 || size_t(Info.st_size) > MaxJsonBytes)
      return std::nullopt;
    std::string Text(Info.st_size, '\0');
    size_t Size = 0;
    while (Size < Text.size()) {
      ssize_t Count = ::pread(Fd, &Text[Size], Text.size() - Size, Size);
      if (Count <= 0)
        return std::nullopt;
      Size += Count;
    }
    return Text;
  }

private:
  const int Fd;
};

/// A run of the program.
class Run {
public:
  explicit Run(const TableGenTask &Task) : Task(Task) {}
  TableGenResult run();

private:
  bool start();
  /// Waits for its end; nothing if it was stopped.
  std::optional<int> wait();
  bool readMessages(int Milliseconds);
  void readDependencies();
  bool shouldStop() const { return Task.ShouldStop && Task.ShouldStop(); }

  const TableGenTask &Task;
  TableGenResult Result;
  MemoryFile Output, Dependencies;
  std::unique_ptr<ChildProcess> Child;
  std::string Messages;
};

} // namespace

bool Run::start() {
  std::vector<std::string> Words = Task.Launcher;
  llvm::append_range(Words, std::vector<std::string>{
                                Task.Program, "--dump-json", Task.File, "-o",
                                Output.path(), "-d", Dependencies.path()});
  Words.push_back("-I" + path::parent_path(Task.File).str());
  for (const std::string &Folder : Task.Include)
    Words.push_back("-I" + Folder);
  std::string Program = Words.front();
  Words.erase(Words.begin());
  Child =
      ChildProcess::start(Program, Words, Result.Error, ChildErrors::ToOutput);
  return Child != nullptr;
}

/// Reads what the program has printed; true if that was something.
bool Run::readMessages(int Milliseconds) {
  pollfd Pipe = {Child->outputFd(), POLLIN, 0};
  if (::poll(&Pipe, 1, Milliseconds) <= 0)
    return false;
  char Buffer[4096];
  ssize_t Count = readSome(Child->outputFd(), Buffer, sizeof(Buffer));
  if (Count <= 0)
    return false;
  Messages.append(Buffer,
                  std::min<size_t>(Count, MaxMessageBytes - Messages.size()));
  return true;
}

std::optional<int> Run::wait() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point End = Clock::now() + MaxTime;
  while (true) {
    bool HasRead = readMessages(/*Milliseconds=*/10);
    // A pipe that is closed does not wait.
    if (std::optional<int> Status = Child->waitFor(HasRead ? 0ms : 1ms)) {
      while (readMessages(0) && Messages.size() < MaxMessageBytes)
        ;
      return Status;
    }
    if (shouldStop())
      return std::nullopt;
    if (Clock::now() > End) {
      Result.Outcome = TableGenResult::Kind::Failed;
      Result.Error = "it takes too long";
      return std::nullopt;
    }
  }
}

/// The program lists files after a colon, with blanks between them, and blanks
/// in their names are written as they are. So parts are joined until there is
/// such a file.
void Run::readDependencies() {
  std::string Text = Dependencies.read().value_or("");
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
  if (shouldStop())
    return std::move(Result);
  if (!Output.isOpen() || !Dependencies.isOpen()) {
    Result.Outcome = Kind::Failed;
    Result.Error = "the system gives no more files";
    return std::move(Result);
  }
  if (!start()) {
    Result.Outcome = Kind::Failed;
    return std::move(Result);
  }
  std::optional<int> Status = wait();
  if (!Status)
    return std::move(Result);
  if (*Status != 0) {
    Result.Outcome = *Status < 128 ? Kind::Refused : Kind::Failed;
    // The first error, with its place.
    Result.Error = StringRef(Messages).trim().split('\n').first.trim().str();
    if (Result.Error.empty())
      Result.Error = "it failed without a message";
    return std::move(Result);
  }
  std::optional<std::string> Json = Output.read();
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

/// The program in the folders of the PATH that count.
static std::string findInPath(StringRef Name, StringRef Workspace) {
  const char *Variable = std::getenv("PATH");
  llvm::SmallVector<StringRef> Folders;
  StringRef(Variable ? Variable : "").split(Folders, ':');
  llvm::erase_if(Folders, [&](StringRef Folder) {
    StringRef Inner = Folder;
    return !path::is_absolute(Folder) ||
           (!Workspace.empty() && Inner.consume_front(Workspace) &&
            (Inner.empty() || Inner.starts_with("/")));
  });
  // Without folders, LLVM would look into the PATH.
  if (Folders.empty())
    return "";
  auto Found = llvm::sys::findProgramByName(Name, Folders);
  return Found ? *Found : "";
}

std::string mlir::noisy::lsp::findTableGen(StringRef Name, StringRef Workspace,
                                           std::string &Error) {
  if (path::is_absolute(Name))
    return Name.str();
  if (Name.contains('/')) {
    Error = "noisy.tablegen.path has to be an absolute path, or the name of a "
            "program in the PATH: " +
            Name.str() + " is neither";
    return "";
  }
  if (!Name.empty()) {
    std::string Found = findInPath(Name, Workspace);
    if (Found.empty())
      Error = "noisy.tablegen.path: there is no program " + Name.str() +
              " in the PATH";
    return Found;
  }
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
