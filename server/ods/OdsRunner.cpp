//===- OdsRunner.cpp - Runs TableGen on a project's files -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsRunner.h"
#include "server/ods/OdsCache.h"
#include "server/ods/OdsConfiguration.h"
#include "server/ods/OdsFiles.h"
#include "server/ods/OdsReader.h"
#include "server/ods/TableGen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string mlir::noisy::lsp::odsCacheFolder() {
  llvm::SmallString<256> Result;
  if (!path::cache_directory(Result))
    return "";
  path::append(Result, "noisy", "ods");
  return Result.str().str();
}

namespace {

class Runner {
public:
  explicit Runner(const OdsTask &Task) : Task(Task) {}
  OdsResult run();

private:
  std::optional<OdsConfiguration> readConfiguration();
  std::vector<std::string> findFiles(const OdsConfiguration &Configuration);
  void findIncludes(const OdsConfiguration &Configuration);
  std::optional<OdsFileResult> read(const std::string &File, OdsCache &Cache);
  std::optional<OdsFileResult> readAnew(const std::string &File,
                                        OdsCache &Cache);
  void readAll(llvm::ArrayRef<std::string> Files);
  void tellErrors();
  void makeCatalog();
  bool shouldStop() const { return Task.ShouldStop && Task.ShouldStop(); }

  const OdsTask &Task;
  OdsResult Result;
  std::string Program;
  std::vector<std::string> Include;
  /// By the file that was asked for.
  std::vector<std::pair<std::string, OdsFileResult>> Read;
};

} // namespace

/// Reads a file by running TableGen.
std::optional<OdsFileResult> Runner::readAnew(const std::string &File,
                                              OdsCache &Cache) {
  timespec Begin = odsFileTime();
  std::vector<std::string> Included = Cache.findIncluded(File);
  if (shouldStop())
    return std::nullopt;
  ++Result.RunCount;
  TableGenResult Out =
      runTableGen({Program, Task.Launcher, File, Include, Task.ShouldStop});
  OdsFileResult New;
  using Kind = TableGenResult::Kind;
  if (Out.Outcome == Kind::Stopped || shouldStop())
    return std::nullopt;
  if (Out.Outcome == Kind::Read) {
    llvm::Expected<std::string> Json = shortenOds(Out.Json);
    if (Json) {
      New.Json = std::move(*Json);
    } else {
      Out.Outcome = Kind::Failed;
      Out.Error = llvm::toString(Json.takeError());
    }
  }
  if (Out.Outcome != Kind::Read)
    New.Error = "TableGen cannot read " + File + ": " + Out.Error;
  New.Files = New.Error.empty() ? std::move(Out.Files) : std::move(Included);
  // What is wrong with the file stays so until it changes.
  if (Out.Outcome == Kind::Refused ||
      (Out.Outcome == Kind::Read && Out.HasAllFiles))
    Cache.write(File, New, Begin);
  return New;
}

std::optional<OdsFileResult> Runner::read(const std::string &File,
                                          OdsCache &Cache) {
  if (std::optional<OdsFileResult> Cached = Cache.read(File))
    return Cached;
  return readAnew(File, Cache);
}

void Runner::readAll(llvm::ArrayRef<std::string> Files) {
  OdsCache Cache(Task.CacheFolder, Program, Include, Task.ShouldStop);
  for (auto [I, File] : llvm::enumerate(Files)) {
    if (shouldStop())
      return;
    if (Task.OnProgress)
      Task.OnProgress(I, Files.size());
    if (std::optional<OdsFileResult> New = read(File, Cache))
      Read.emplace_back(File, std::move(*New));
  }
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

void Runner::findIncludes(const OdsConfiguration &Configuration) {
  for (const std::string &Folder : Configuration.Include)
    Include.push_back(pathIn(Task.Folder, Folder));
  Include.push_back(Task.Folder);
  // LLVM's own, beside the program.
  llvm::SmallString<256> Real;
  if (!fs::real_path(Program, Real))
    Include.push_back(
        pathIn(path::parent_path(path::parent_path(Real)), "include"));
}

std::optional<OdsConfiguration> Runner::readConfiguration() {
  std::string Path = pathIn(Task.Folder, odsConfigurationName);
  Result.Files.push_back(Path);
  std::optional<std::string> Yaml = readRegularFile(Path, maxOdsYamlBytes);
  if (!Yaml) {
    if (fs::exists(Path))
      Result.Errors.push_back(Path + " is no file, or a very large one");
    return std::nullopt;
  }
  OdsConfiguration Configuration = readOdsConfiguration(*Yaml);
  if (!Configuration.Error.empty()) {
    Result.Errors.push_back(Path + ", " + Configuration.Error);
    return std::nullopt;
  }
  return Configuration;
}

/// Tells which files cannot be read, but for those that are parts of others.
void Runner::tellErrors() {
  std::set<StringRef> Parts;
  for (const auto &[File, Each] : Read)
    if (Each.Error.empty())
      Parts.insert(Each.Files.begin(), Each.Files.end());
  for (const auto &[File, Each] : Read)
    if (!Each.Error.empty() && !Parts.contains(File))
      Result.Errors.push_back(Each.Error);
}

void Runner::makeCatalog() {
  auto Catalog = std::make_shared<OdsCatalog>();
  for (const auto &[File, Each] : Read) {
    if (shouldStop())
      return;
    if (!Each.Error.empty())
      continue;
    llvm::Expected<std::vector<OdsDialect>> Dialects =
        readOds(Each.Json, Each.Files);
    if (Dialects)
      Catalog->add(std::move(*Dialects));
    else
      Result.Errors.push_back(File + ": " +
                              llvm::toString(Dialects.takeError()));
  }
  Result.Catalog = Catalog;
}

OdsResult Runner::run() {
  Result.Catalog = std::make_shared<const OdsCatalog>();
  std::optional<OdsConfiguration> Configuration = readConfiguration();
  if (!Configuration || Configuration->Files.empty())
    return std::move(Result);
  std::string Error;
  Program = findTableGen(Task.Program, Task.Folder, Error);
  if (Program.empty()) {
    Result.Errors.push_back(std::move(Error));
    return std::move(Result);
  }
  findIncludes(*Configuration);
  std::vector<std::string> Files = findFiles(*Configuration);
  readAll(Files);
  std::set<std::string> AllFiles(Result.Files.begin(), Result.Files.end());
  AllFiles.insert(Files.begin(), Files.end());
  std::string Key;
  for (const auto &[File, Each] : Read) {
    AllFiles.insert(Each.Files.begin(), Each.Files.end());
    if (!Each.Error.empty())
      continue;
    // The files are where definitions are.
    Key += hashOf(Each.Json) + '\n';
    for (const std::string &Part : Each.Files)
      Key += Part + '\n';
  }
  Result.Files.assign(AllFiles.begin(), AllFiles.end());
  Result.Identity = Key.empty() ? "" : hashOf(Key);
  tellErrors();
  if (!Task.Known || Result.Identity != *Task.Known)
    makeCatalog();
  return std::move(Result);
}

OdsResult mlir::noisy::lsp::readProjectOds(const OdsTask &Task) {
  OdsResult Result = Runner(Task).run();
  if (Task.Known && Result.Identity == *Task.Known)
    Result.Catalog = nullptr;
  return Result;
}
