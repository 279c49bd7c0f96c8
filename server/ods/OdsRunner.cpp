//===- OdsRunner.cpp - Runs TableGen on a project's files -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsRunner.h"
#include "server/ods/OdsConfiguration.h"
#include "server/ods/OdsReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <set>
#include <thread>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The longest time for one file, and the most memory, in megabytes.
static constexpr std::chrono::seconds MaxTime{60};
static constexpr unsigned MaxMegabytes = 4096;

/// Changes when what is kept changes its form.
static constexpr llvm::StringLiteral CacheVersion = "noisy ods 1";

static std::optional<std::string> readFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

static std::string hashOf(StringRef Text) {
  return llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(Text)),
                     /*LowerCase=*/true);
}

static std::string pathIn(StringRef Folder, StringRef Path) {
  if (path::is_absolute(Path))
    return Path.str();
  llvm::SmallString<256> Result(Folder);
  path::append(Result, Path);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

std::string mlir::noisy::lsp::findTableGen() {
  for (const char *Name : {"llvm-tblgen-22", "llvm-tblgen"})
    if (auto Found = llvm::sys::findProgramByName(Name))
      return *Found;
  for (const char *Folder : {"/usr/lib/llvm-22/bin", "/usr/local/bin"})
    if (auto Found = llvm::sys::findProgramByName("llvm-tblgen", {Folder}))
      return *Found;
  return "";
}

std::string mlir::noisy::lsp::odsCacheFolder() {
  llvm::SmallString<256> Result;
  if (!path::cache_directory(Result))
    return "";
  path::append(Result, "noisy", "ods");
  return Result.str().str();
}

namespace {

/// The result for one file: the JSON, and what it was made of.
struct FileResult {
  std::string Json;
  std::vector<std::string> Files;
};

class Runner {
public:
  explicit Runner(const OdsTask &Task) : Task(Task) {}
  OdsResult run();

private:
  std::vector<std::string> findFiles(const OdsConfiguration &Configuration);
  std::optional<FileResult> read(const std::string &File);
  std::optional<FileResult> readCached(StringRef Entry);
  void writeCached(StringRef Entry, const FileResult &New);
  std::optional<FileResult> runTableGen(const std::string &File);
  int execute(llvm::ArrayRef<StringRef> Arguments,
              llvm::ArrayRef<std::optional<StringRef>> Redirects,
              std::string &Reason);
  std::string hashOfFile(const std::string &File);
  std::string cacheEntry(StringRef File) const;

  const OdsTask &Task;
  OdsResult Result;
  std::string Program;
  std::vector<std::string> Include;
  /// Of files that were looked at.
  llvm::StringMap<std::string> Hashes;
  /// The files that TableGen cannot read alone, and why.
  std::vector<std::pair<std::string, std::string>> FileErrors;
};

} // namespace

std::string Runner::hashOfFile(const std::string &File) {
  auto [Entry, IsNew] = Hashes.try_emplace(File);
  if (IsNew)
    if (std::optional<std::string> Text = readFile(File))
      Entry->second = hashOf(*Text);
  return Entry->second;
}

std::string Runner::cacheEntry(StringRef File) const {
  std::string Key = CacheVersion.str() + '\n' + File.str() + '\n' + Program;
  for (const std::string &Folder : Include)
    Key += '\n' + Folder;
  llvm::SmallString<256> Path(Task.CacheFolder);
  path::append(Path, hashOf(Key) + ".json");
  return Path.str().str();
}

/// An entry is a line for each file, with its hash; an empty line; the JSON.
std::optional<FileResult> Runner::readCached(StringRef Entry) {
  std::optional<std::string> Text = readFile(Entry);
  if (!Text)
    return std::nullopt;
  auto [Head, Json] = StringRef(*Text).split("\n\n");
  FileResult Cached;
  Cached.Json = Json.str();
  llvm::SmallVector<StringRef> Lines;
  Head.split(Lines, '\n');
  if (Lines.empty() || Lines.front() != CacheVersion)
    return std::nullopt;
  for (StringRef Line : llvm::drop_begin(Lines)) {
    auto [Hash, File] = Line.split(' ');
    Cached.Files.push_back(File.str());
    if (Hash != hashOfFile(Cached.Files.back()))
      return std::nullopt;
  }
  return Cached;
}

void Runner::writeCached(StringRef Entry, const FileResult &New) {
  if (fs::create_directories(Task.CacheFolder))
    return;
  // Others may read it meanwhile.
  llvm::SmallString<256> Temporary;
  int Descriptor = -1;
  if (fs::createUniqueFile(Entry + ".%%%%%%", Descriptor, Temporary))
    return;
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << CacheVersion;
    for (const std::string &File : New.Files)
      OS << '\n' << hashOfFile(File) << ' ' << File;
    OS << "\n\n" << New.Json;
    OS.close();
    if (OS.has_error()) {
      OS.clear_error();
      fs::remove(Temporary);
      return;
    }
  }
  if (fs::rename(Temporary, Entry))
    fs::remove(Temporary);
}

/// The files in a dependency file: `out: a b c`, with escaped blanks.
static std::vector<std::string> readDependencies(StringRef Text,
                                                 StringRef Folder) {
  std::vector<std::string> Result;
  std::string Name;
  auto finish = [&] {
    if (!Name.empty())
      Result.push_back(pathIn(Folder, Name));
    Name.clear();
  };
  Text = Text.split(": ").second;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size() && Text[I + 1] == ' ')
      Name += Text[++I];
    else if (llvm::isSpace(Text[I]) || Text[I] == '\\')
      finish();
    else
      Name += Text[I];
  }
  finish();
  return Result;
}

/// The first error that TableGen printed, with its place.
static std::string firstError(StringRef Output) {
  StringRef Line = Output.split('\n').first.trim();
  return Line.empty() ? "it failed without a message" : Line.str();
}

/// Runs the program. Does not use the signal of a timer, which belongs to the
/// whole process.
int Runner::execute(llvm::ArrayRef<StringRef> Arguments,
                    llvm::ArrayRef<std::optional<StringRef>> Redirects,
                    std::string &Reason) {
  using Clock = std::chrono::steady_clock;
  bool HasFailed = false;
  llvm::sys::ProcessInfo Process =
      llvm::sys::ExecuteNoWait(Program, Arguments, std::nullopt, Redirects,
                               MaxMegabytes, &Reason, &HasFailed);
  if (HasFailed || Process.Pid == llvm::sys::ProcessInfo::InvalidPid)
    return -1;
  Clock::time_point End = Clock::now() + MaxTime;
  bool IsKilled = false;
  while (true) {
    llvm::sys::ProcessInfo Now = llvm::sys::Wait(
        Process, /*SecondsToWait=*/0, &Reason, nullptr, /*Polling=*/true);
    if (Now.Pid != 0)
      return IsKilled ? -1 : Now.ReturnCode;
    if (!IsKilled &&
        (Clock::now() > End || (Task.ShouldStop && Task.ShouldStop()))) {
      Reason = "it takes too long";
      IsKilled = true;
      kill(Process.Pid, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::optional<FileResult> Runner::runTableGen(const std::string &File) {
  llvm::SmallString<128> Output, Dependencies, Messages;
  if (fs::createTemporaryFile("noisy-ods", "json", Output) ||
      fs::createTemporaryFile("noisy-ods", "d", Dependencies) ||
      fs::createTemporaryFile("noisy-ods", "txt", Messages)) {
    Result.Errors.push_back("no temporary file could be made");
    return std::nullopt;
  }
  llvm::scope_exit Cleanup([&] {
    for (const auto &Temporary : {Output, Dependencies, Messages})
      fs::remove(Temporary);
  });
  std::vector<std::string> Arguments = {
      Program, "--dump-json",           File, "-o", Output.str().str(),
      "-d",    Dependencies.str().str()};
  Arguments.push_back("-I" + path::parent_path(File).str());
  for (const std::string &Folder : Include)
    Arguments.push_back("-I" + Folder);
  llvm::SmallVector<StringRef> ArgumentRefs(Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(""),
                                          Messages.str()};
  std::string Reason;
  ++Result.RunCount;
  int Status = execute(ArgumentRefs, Redirects, Reason);
  std::string Printed = readFile(Messages).value_or("");
  if (Status != 0) {
    if (!Task.ShouldStop || !Task.ShouldStop())
      FileErrors.push_back(
          {File, "TableGen cannot read " + File + ": " +
                     (Reason.empty() ? firstError(Printed) : Reason)});
    return std::nullopt;
  }
  llvm::Expected<std::string> Json = shortenOds(readFile(Output).value_or(""));
  if (!Json) {
    Result.Errors.push_back("the output of TableGen for " + File + ": " +
                            llvm::toString(Json.takeError()));
    return std::nullopt;
  }
  FileResult New;
  New.Json = std::move(*Json);
  llvm::SmallString<256> Here;
  (void)fs::current_path(Here);
  New.Files = readDependencies(readFile(Dependencies).value_or(""), Here);
  if (!llvm::is_contained(New.Files, File))
    New.Files.push_back(File);
  return New;
}

std::optional<FileResult> Runner::read(const std::string &File) {
  std::string Entry;
  if (!Task.CacheFolder.empty()) {
    Entry = cacheEntry(File);
    if (std::optional<FileResult> Cached = readCached(Entry))
      return Cached;
  }
  std::optional<FileResult> New = runTableGen(File);
  if (New && !Entry.empty())
    writeCached(Entry, *New);
  return New;
}

std::vector<std::string>
Runner::findFiles(const OdsConfiguration &Configuration) {
  std::vector<std::string> Files;
  for (const std::string &Pattern : Configuration.Files) {
    std::vector<std::string> Found = findOdsFiles(Task.Folder, Pattern);
    if (Found.empty())
      Result.Errors.push_back(odsConfigurationName.str() +
                              ": there is no file " + Pattern);
    for (std::string &File : Found)
      if (!llvm::is_contained(Files, File))
        Files.push_back(std::move(File));
  }
  return Files;
}

OdsResult Runner::run() {
  auto Catalog = std::make_shared<OdsCatalog>();
  Result.Catalog = Catalog;
  std::string Path = pathIn(Task.Folder, odsConfigurationName);
  Result.Files.push_back(Path);
  std::optional<std::string> Yaml = readFile(Path);
  if (!Yaml)
    return std::move(Result);
  OdsConfiguration Configuration = readOdsConfiguration(*Yaml);
  if (!Configuration.Error.empty()) {
    Result.Errors.push_back(Path + ", " + Configuration.Error);
    return std::move(Result);
  }
  if (Configuration.Files.empty())
    return std::move(Result);
  Program = Task.Program.empty() ? findTableGen() : Task.Program;
  if (Program.empty()) {
    Result.Errors.push_back(
        "there is no llvm-tblgen, which reads the dialects of " + Path +
        ": install LLVM 22, or set noisy.tablegen.path");
    return std::move(Result);
  }
  for (const std::string &Folder : Configuration.Include)
    Include.push_back(pathIn(Task.Folder, Folder));
  Include.push_back(Task.Folder);
  // LLVM's own, beside the program.
  llvm::SmallString<256> Real;
  if (!fs::real_path(Program, Real))
    Include.push_back(
        pathIn(path::parent_path(path::parent_path(Real)), "include"));
  std::vector<std::string> Files = findFiles(Configuration);
  std::set<std::string> Parts;
  std::set<std::string> AllFiles(Result.Files.begin(), Result.Files.end());
  for (auto [I, File] : llvm::enumerate(Files)) {
    if (Task.ShouldStop && Task.ShouldStop())
      break;
    if (Task.OnProgress)
      Task.OnProgress(I, Files.size());
    AllFiles.insert(File);
    std::optional<FileResult> Read = read(File);
    if (!Read)
      continue;
    AllFiles.insert(Read->Files.begin(), Read->Files.end());
    Parts.insert(Read->Files.begin(), Read->Files.end());
    llvm::Expected<std::vector<OdsDialect>> Dialects =
        readOds(Read->Json, Read->Files);
    if (Dialects)
      Catalog->add(std::move(*Dialects));
    else
      Result.Errors.push_back(File + ": " +
                              llvm::toString(Dialects.takeError()));
  }
  // Some are only parts of others.
  for (auto &[File, Error] : FileErrors)
    if (!Parts.contains(File))
      Result.Errors.push_back(std::move(Error));
  Result.Files.assign(AllFiles.begin(), AllFiles.end());
  return std::move(Result);
}

OdsResult mlir::noisy::lsp::readProjectOds(const OdsTask &Task) {
  return Runner(Task).run();
}
