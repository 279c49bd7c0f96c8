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
#include "llvm/ADT/STLExtras.h"

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
                               const ProjectPrograms &CommandLine) {
  const json &Options = Params.InitializationOptions;
  const std::string Folder = filePath(Params.RootUri);
  if (const json *Trust = findMember(Options, "project/isTrusted");
      Trust && *Trust != true)
    return;
  Programs = CommandLine;
  Programs.Opt = find(findMember(Options, "project/optProgram"),
                      CommandLine.Opt, Folder, "noisy.opt.path");
  Programs.Server = find(findMember(Options, "project/serverProgram"),
                         CommandLine.Server, Folder, "noisy.upstream.path");
  if (const json *Arguments = findMember(Options, "project/optArguments");
      Arguments && Arguments->is_array())
    for (const json &Argument : *Arguments)
      if (Argument.is_string())
        Programs.OptArguments.push_back(Argument.get<std::string>());
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void ProjectChecks::onOpening(const std::string &Uri, const Text &Contents) {
  {
    std::lock_guard Lock(Mutex);
    auto [It, IsNew] = States.try_emplace(Uri);
    if (IsNew)
      It->second.Opening = ++LastNumber;
  }
  enqueue(Uri, Contents);
}

void ProjectChecks::onSaved(const std::string &Uri) {
  if (Workspace::DocumentPtr Open = Documents.find(Uri))
    enqueue(Uri, Open->text());
}

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

void ProjectChecks::enqueue(const std::string &Uri, Text Contents) {
  if (Programs.Opt.empty())
    return;
  {
    std::lock_guard Lock(Mutex);
    auto It = States.find(Uri);
    if (It == States.end())
      return;
    It->second.Run = ++LastNumber;
    ++It->second.Pending;
    Jobs.push_back(
        {Uri, std::move(Contents), It->second.Opening, It->second.Run});
  }
  Runs.wake();
}

bool ProjectChecks::isNewest(const Job &Task) {
  std::lock_guard Lock(Mutex);
  auto It = States.find(Task.Uri);
  return It != States.end() && It->second.Run == Task.Run;
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
    auto It = States.find(Uri);
    if (It == States.end())
      return;
    State &Document = It->second;
    Document.NextText.reset();
    if (Document.AskedText == Contents)
      return;
    if (Document.IsAsking) {
      Document.NextText = Contents;
      return;
    }
    Document.IsAsking = true;
    Document.AskedText = Contents;
    ++Document.Pending;
    Task.Opening = Document.Opening;
  }
  ask(std::move(Task));
}

/// What an answer of the project's server says.
ProgramAnswer ProjectChecks::readAnswer(const Outcome &Answer) const {
  const std::string Name = programName(Programs.Server);
  auto Fail = [&](const std::string &Reason) {
    return ProgramAnswer::failure(Name,
                                  Name + " has not checked the text: " + Reason,
                                  DiagnosticSeverity::Warning);
  };
  if (!Answer)
    return Fail(Answer.Error->Message);
  try {
    std::vector<Diagnostic> Items;
    for (const json &Item : Answer.Result) {
      Items.push_back(Item.get<Diagnostic>());
      Items.back().Source = Name;
    }
    return ProgramAnswer::of(Name, std::move(Items));
  } catch (const json::exception &) {
    return Fail("its diagnostics are not as LSP says");
  }
}

void ProjectChecks::ask(Job Task) {
  UpstreamServer::Document Document{Task.Uri, Task.Contents};
  Ask(std::move(Document), [this, Task = std::move(Task)](Outcome Answer) {
    std::optional<Job> Next;
    {
      std::lock_guard Lock(Mutex);
      auto It = States.find(Task.Uri);
      if (It == States.end() || It->second.Opening != Task.Opening)
        return;
      State &Document = It->second;
      Document.IsAsking = Document.NextText.has_value() && !IsStopped;
      if (Document.IsAsking) {
        Document.AskedText = std::exchange(Document.NextText, std::nullopt);
        ++Document.Pending;
        Next = Job{Task.Uri, *Document.AskedText, Document.Opening};
      }
    }
    finish(Task, &State::ByServer, readAnswer(Answer));
    if (Next)
      ask(std::move(*Next));
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
    auto It = States.find(Task.Uri);
    if (It == States.end() || It->second.Opening != Task.Opening)
      return;
    if (HasReport)
      (It->second.*Member).emplace(Task.Contents, std::move(*Answer));
    if (--It->second.Pending == 0)
      Waiters = std::move(It->second.Waiters);
  }
  if (HasReport && !IsStopped)
    OnReport(Task.Uri);
  for (llvm::unique_function<void()> &Waiter : Waiters)
    Waiter();
}

void ProjectChecks::correct(std::vector<Diagnostic> &Ours,
                            const std::string &Uri, const Text &Current) {
  std::lock_guard Lock(Mutex);
  auto It = States.find(Uri);
  if (It == States.end())
    return;
  std::optional<ProgramReport> *Reports[] = {&It->second.ByOpt,
                                             &It->second.ByServer};
  // What one said of an older text does not outvote what the other says of
  // this one.
  bool IsJudged = llvm::any_of(Reports, [&](auto *Report) {
    return *Report && (*Report)->judges(Current);
  });
  for (std::optional<ProgramReport> *Report : Reports)
    if (*Report && (!IsJudged || (*Report)->judges(Current)))
      (*Report)->correct(Ours, Current);
}

void ProjectChecks::whenChecked(const std::string &Uri,
                                llvm::unique_function<void()> Callback) {
  {
    std::lock_guard Lock(Mutex);
    auto It = States.find(Uri);
    if (It != States.end() && It->second.Pending > 0) {
      It->second.Waiters.push_back(std::move(Callback));
      return;
    }
  }
  Callback();
}
