//===- ProjectDialects.cpp - Plugins and files of IRDL --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProjectDialects.h"
#include "server/ods/OdsConfiguration.h"
#include "server/ods/OdsFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The command that runs this program in another process.
static std::vector<std::string> append(std::vector<std::string> Launcher,
                                       const std::string &Server) {
  Launcher.push_back(Server);
  return Launcher;
}

ProjectDialects::ProjectDialects(const ClientConnection &Client,
                                 const DialectRegistry &Linked,
                                 std::vector<std::string> Launcher,
                                 const std::string &Server)
    : Client(Client), Loader(Linked, append(std::move(Launcher), Server)) {}

void ProjectDialects::takePaths(const json &Project, const char *Name,
                                bool IsAllowed,
                                std::vector<std::string> &Target) {
  const json *Paths = findMember(Project, Name);
  if (!Paths || !Paths->is_array())
    return;
  for (const json &Entry : *Paths) {
    if (!Entry.is_string())
      continue;
    auto Path = Entry.get<std::string>();
    if (llvm::sys::path::is_absolute(Path))
      Target.push_back(Path);
    else if (IsAllowed && !Folder.empty())
      Target.push_back(pathIn(Folder, Path));
    else
      // Anybody can put a file of this name into a folder.
      Client.show(MessageType::Warning,
                  "\"" + Path +
                      "\" is not loaded: a relative path needs a workspace "
                      "that is trusted");
  }
}

void ProjectDialects::initialize(const json &Project, std::string NewFolder,
                                 Trust InFolder) {
  Folder = std::move(NewFolder);
  Allowed = InFolder;
  takePaths(Project, "dialectPlugins", Allowed.RunsCode, FromSettings.Plugins);
  takePaths(Project, "irdlFiles", Allowed.ReadsText, FromSettings.Irdl);
}

/// The files that patterns of `.noisy.yaml` name. A pattern without wildcards
/// stands for its path, so that a missing file is told.
static std::vector<std::string>
expand(const std::string &Folder, const std::vector<std::string> &Patterns) {
  std::vector<std::string> Result;
  for (const std::string &Pattern : Patterns)
    if (Pattern.find_first_of("*?[") == std::string::npos)
      Result.push_back(pathIn(Folder, Pattern));
    else
      llvm::append_range(Result, findOdsFiles(Folder, Pattern));
  return Result;
}

DialectFiles ProjectDialects::findFiles() const {
  DialectFiles Files;
  if (Default)
    Files = Default->files();
  Files.append(FromSettings);
  if (!Allowed.ReadsText || Folder.empty())
    return Files;
  std::optional<std::string> Yaml = readRegularFile(
      Folder + "/" + odsConfigurationName.str(), maxOdsYamlBytes);
  if (!Yaml)
    return Files;
  // Its errors are told by others.
  OdsConfiguration Configuration = readOdsConfiguration(*Yaml);
  Files.append({{}, expand(Folder, Configuration.Irdl)});
  if (Allowed.RunsCode)
    Files.append({expand(Folder, Configuration.Plugins), {}});
  else if (!Configuration.Plugins.empty())
    Client.log("the plugins of " + odsConfigurationName.str() +
               " are not loaded: they are code, and the client does not say "
               "that the workspace is trusted (project.isTrusted)");
  return Files;
}

/// A text that differs if a file was written.
static std::string describeState(const DialectFiles &Files) {
  std::string Result;
  auto Add = [&](llvm::StringRef Kind, const std::string &Path) {
    llvm::sys::fs::file_status Status;
    (void)llvm::sys::fs::status(Path, Status);
    Result += (Kind + Path + "\n").str();
    if (llvm::sys::fs::exists(Status))
      Result +=
          std::to_string(
              Status.getLastModificationTime().time_since_epoch().count()) +
          " " + std::to_string(Status.getSize()) + "\n";
  };
  for (const std::string &Path : Files.Plugins)
    Add("plugin ", Path);
  for (const std::string &Path : Files.Irdl)
    Add("irdl ", Path);
  return Result;
}

bool ProjectDialects::read(const std::function<bool()> &ShouldStop) {
  DialectFiles Files = findFiles();
  std::string State = describeState(Files);
  if (State == LastState)
    return false;
  {
    std::lock_guard Lock(Mutex);
    ReadFiles = {Files.Irdl.begin(), Files.Irdl.end()};
    ReadFiles.insert(Files.Plugins.begin(), Files.Plugins.end());
  }
  std::vector<FileProblem> Problems;
  LoadedDialectsPtr New = Loader.load(Files, Problems, ShouldStop);
  if (ShouldStop())
    return false;
  LastState = std::move(State);
  tell(Problems);
  if (New)
    Client.log(std::to_string(New->files().Plugins.size()) + " plugins and " +
               std::to_string(New->files().Irdl.size()) +
               " files of IRDL are loaded");
  return setCurrentDialects(std::move(New));
}

bool ProjectDialects::isRead(const std::string &Path) {
  std::lock_guard Lock(Mutex);
  return ReadFiles.contains(Path);
}

void ProjectDialects::tell(const std::vector<FileProblem> &Problems) {
  if (std::exchange(ToldProblems, Problems) == Problems)
    return;
  for (const FileProblem &Problem : Problems)
    Client.log(Problem.str());
  std::string Message;
  for (const FileProblem &Problem : llvm::ArrayRef(Problems).take_front(3))
    Message += (Message.empty() ? "" : "; ") + Problem.str();
  if (!Message.empty())
    Client.show(MessageType::Warning, Message);
}
