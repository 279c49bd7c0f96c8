//===- ProjectChecks.cpp - Texts checked by a project's programs --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProjectChecks.h"
#include "server/programs/ProgramPath.h"
#include "server/protocol/FileUri.h"
#include "server/protocol/JsonMembers.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

ProjectChecks::ProjectChecks(
    Workspace &Documents, const ClientConnection &Client,
    std::vector<std::string> Launcher, AskServer Ask,
    std::function<void(const std::string &Uri)> OnReport)
    : Documents(Documents), Client(Client), Launcher(std::move(Launcher)),
      Ask(std::move(Ask)), OnReport(std::move(OnReport)) {}

void ProjectChecks::stop() {
  IsStopped = true;
  Runs.stop();
}

//===----------------------------------------------------------------------===//
// The programs
//===----------------------------------------------------------------------===//

std::string ProjectChecks::find(const json *Given, const std::string &Otherwise,
                                const std::string &Folder,
                                const char *Setting) {
  std::string Name = Given && Given->is_string() && !Given->empty()
                         ? Given->get<std::string>()
                         : Otherwise;
  if (Name.empty())
    return "";
  std::string Error;
  std::string Path = findProgram(Name, Folder, Setting, Error);
  if (Path.empty())
    Client.show(MessageType::Warning, Error);
  return Path;
}

void ProjectChecks::initialize(const InitializeParams &Params,
                               const ProjectPrograms &Given) {
  const json &Options = Params.InitializationOptions;
  const std::string Folder = filePath(Params.RootUri);
  if (const json *Trust = findMember(Options, "project/isTrusted");
      Trust && *Trust != true)
    return;
  Programs = Given;
  Programs.Opt = find(findMember(Options, "project/optProgram"), Given.Opt,
                      Folder, "noisy.opt.path");
  Programs.Server = find(findMember(Options, "project/serverProgram"),
                         Given.Server, Folder, "noisy.upstream.path");
  if (const json *Arguments = findMember(Options, "project/optArguments");
      Arguments && Arguments->is_array())
    for (const json &Argument : *Arguments)
      if (Argument.is_string())
        Programs.OptArguments.push_back(Argument.get<std::string>());
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void ProjectChecks::onOpened(const std::string &Uri) { enqueue(Uri); }

void ProjectChecks::onSaved(const std::string &Uri) { enqueue(Uri); }

void ProjectChecks::onClosed(const std::string &Uri) {
  std::vector<llvm::unique_function<void()>> Waiters;
  {
    std::lock_guard Lock(Mutex);
    if (auto It = States.find(Uri); It != States.end()) {
      Waiters = std::move(It->second.Waiters);
      States.erase(It);
    }
  }
  for (llvm::unique_function<void()> &Waiter : Waiters)
    Waiter();
}

ProjectChecks::State &ProjectChecks::stateOf(const std::string &Uri) {
  auto [It, IsNew] = States.try_emplace(Uri);
  if (IsNew)
    It->second.Opening = ++LastNumber;
  return It->second;
}

void ProjectChecks::enqueue(const std::string &Uri) {
  Workspace::DocumentPtr Open = Documents.find(Uri);
  if (Programs.Opt.empty() || !Open)
    return;
  {
    std::lock_guard Lock(Mutex);
    State &Known = stateOf(Uri);
    Known.Run = ++LastNumber;
    ++Known.Pending;
    Jobs.push_back({Uri, Open->text(), Known.Opening, Known.Run});
  }
  Runs.wake();
}

bool ProjectChecks::isNewest(const Job &Task) {
  std::lock_guard Lock(Mutex);
  auto Known = States.find(Task.Uri);
  return Known != States.end() && Known->second.Run == Task.Run;
}

/// On the thread of `Runs`.
void ProjectChecks::runNext() {
  Job Task;
  {
    std::lock_guard Lock(Mutex);
    if (Jobs.empty())
      return;
    Task = std::move(Jobs.front());
    Jobs.pop_front();
    if (!Jobs.empty())
      Runs.wake();
  }
  OptTask Run;
  Run.Program = Programs.Opt;
  Run.Arguments = Programs.OptArguments;
  Run.Launcher = Launcher;
  Run.File = {"", Task.Contents, Task.Uri, Client.encoding(),
              Client.Capabilities.RelatedInformation};
  Run.ShouldStop = [&] { return IsStopped || !isNewest(Task); };
  finish(Task, &State::ByOpt, runOpt(std::move(Run)));
}

void ProjectChecks::onComplete(const std::string &Uri, const Text &Contents) {
  if (Programs.Server.empty())
    return;
  Job Task{Uri, Contents};
  {
    std::lock_guard Lock(Mutex);
    State &Known = stateOf(Uri);
    if (Known.Asked == Contents)
      return;
    Known.Asked = Contents;
    ++Known.Pending;
    Task.Opening = Known.Opening;
  }
  Ask({Uri, Contents}, [this, Task = std::move(Task)](Outcome Answer) {
    const std::string Name = programName(Programs.Server);
    if (!Answer)
      return finish(
          Task, &State::ByServer,
          ProgramAnswer::failure(
              Name,
              Name + " has not checked the text: " + Answer.Error->Message,
              DiagnosticSeverity::Warning));
    std::vector<Diagnostic> Items;
    for (const json &Item : Answer.Result) {
      Items.push_back(Item.get<Diagnostic>());
      Items.back().Source = Name;
    }
    finish(Task, &State::ByServer, judge(Name, std::move(Items)));
  });
}

void ProjectChecks::finish(const Job &Task,
                           std::optional<ProgramReport> State::*Member,
                           std::optional<ProgramAnswer> Answer) {
  std::vector<llvm::unique_function<void()>> Waiters;
  const bool HasReport = Answer.has_value();
  if (HasReport && !Answer->HasChecked)
    Client.log(Task.Uri + ": " + Answer->Items.front().Message);
  {
    std::lock_guard Lock(Mutex);
    auto Known = States.find(Task.Uri);
    if (Known == States.end() || Known->second.Opening != Task.Opening)
      return;
    if (HasReport)
      (Known->second.*Member).emplace(Task.Contents, std::move(*Answer));
    if (--Known->second.Pending == 0)
      Waiters = std::move(Known->second.Waiters);
  }
  if (HasReport && !IsStopped)
    OnReport(Task.Uri);
  for (llvm::unique_function<void()> &Waiter : Waiters)
    Waiter();
}

void ProjectChecks::correct(std::vector<Diagnostic> &Ours,
                            const std::string &Uri, const Text &Current) {
  std::lock_guard Lock(Mutex);
  auto Known = States.find(Uri);
  if (Known == States.end())
    return;
  for (std::optional<ProgramReport> *Report :
       {&Known->second.ByOpt, &Known->second.ByServer})
    if (*Report)
      (*Report)->correct(Ours, Current);
}

void ProjectChecks::whenChecked(const std::string &Uri,
                                llvm::unique_function<void()> Callback) {
  {
    std::lock_guard Lock(Mutex);
    auto Known = States.find(Uri);
    if (Known != States.end() && Known->second.Pending > 0) {
      Known->second.Waiters.push_back(std::move(Callback));
      return;
    }
  }
  Callback();
}
