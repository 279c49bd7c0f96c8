//===- OdsRequests.cpp - The dialects of the workspace --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/OdsRequests.h"
#include "dialect/units/NumberText.h"
#include "server/ods/OdsConfiguration.h"
#include "server/protocol/FileUri.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void OdsRequests::initialize(InitializeParams &Params) {
  Folder = filePath(Params.RootUri);
  WatchesFiles = Params.WatchesFiles;
  json &Options = Params.InitializationOptions;
  // Text of the workspace is read unless a client says otherwise; code of it is
  // only run for one that says it may be.
  bool RunsCode = false;
  if (const json *Trust = findMember(Options, "project/isTrusted"))
    IsTrusted = RunsCode = *Trust == true;
  if (const json *Waiting = findMember(Options, "project/waits"))
    Waits = *Waiting == true;
  if (const json *Syncs = findMember(Options, "project/syncsRuleFile"))
    SyncsRuleFile = *Syncs == true;
  if (const json *Path = findMember(Options, "project/tablegen");
      Path && Path->is_string())
    Path->get_to(Program);
  const json *Project = findMember(Options, "project");
  Added.initialize(Project ? *Project : json::object(), Folder,
                   {IsTrusted, RunsCode});
  // The rest are settings.
  if (Options.is_object())
    Options.erase("project");
}

/// Asks the client to tell of `.noisy.yaml` as it is open: an edit of it must
/// be one of what the user sees.
static void syncRuleFile(const ClientConnection &Client) {
  json Registrations = json::array();
  for (const char *Method : {"textDocument/didOpen", "textDocument/didChange",
                             "textDocument/didClose"}) {
    json Options = {{"documentSelector",
                     {{{"scheme", "file"},
                       {"pattern", "**/" + odsConfigurationName.str()}}}}};
    // The whole text with each change: the file is small.
    if (llvm::StringRef(Method).ends_with("didChange"))
      Options["syncKind"] = 1;
    Registrations.push_back({{"id", std::string("noisy-rules-") + Method},
                             {"method", Method},
                             {"registerOptions", std::move(Options)}});
  }
  Client.Peer.call("client/registerCapability",
                   {{"registrations", std::move(Registrations)}},
                   [&Client](Outcome Result) {
                     if (!Result)
                       Client.log("the client refuses to tell of changes of " +
                                  odsConfigurationName.str());
                   });
}

void OdsRequests::onInitialized() {
  if (Folder.empty()) {
    if (Added.hasFiles())
      read();
    return;
  }
  // Emacs drops what it is asked for while a file changes that it watches. Most
  // workspaces have nothing to watch; a new file of dialects is seen when a
  // document is saved.
  WatchesFiles = WatchesFiles && llvm::sys::fs::exists(
                                     Folder + "/" + odsConfigurationName.str());
  if (WatchesFiles) {
    json Watchers = json::array();
    for (const char *Pattern :
         {"**/.noisy.yaml", "**/*.td", "**/*.irdl.mlir", "**/*.irdl"})
      Watchers.push_back({{"globPattern", Pattern}});
    json Registration = {{"id", "noisy-dialects"},
                         {"method", "workspace/didChangeWatchedFiles"},
                         {"registerOptions", {{"watchers", Watchers}}}};
    Client.Peer.call(
        "client/registerCapability",
        {{"registrations", json::array({std::move(Registration)})}},
        [this](Outcome Result) {
          if (!Result)
            Client.log("the client refuses to tell of changed files");
        });
  }
  if (SyncsRuleFile)
    syncRuleFile(Client);
  read();
  if (!Waits)
    return;
  std::unique_lock Lock(Mutex);
  ReadOnce.wait(Lock, [this] { return HasRead; });
}

void OdsRequests::onFilesChanged(const DidChangeWatchedFilesParams &Params) {
  if (Folder.empty())
    return;
  bool Matters = false;
  {
    std::lock_guard Lock(Mutex);
    for (const std::string &Uri : Params.Uris) {
      // Clients differ in what they escape.
      std::string Path = filePath(Uri);
      Matters |= Path == Folder + "/" + odsConfigurationName.str() ||
                 Files.contains(Path) || Added.isRead(Path) ||
                 // A new file may be one that was missing, or match.
                 (!Files.empty() && llvm::StringRef(Path).ends_with(".td"));
    }
  }
  if (Matters)
    read();
}

void OdsRequests::onSaved() {
  if (!WatchesFiles && (!Folder.empty() || Added.hasFiles()))
    read();
}

bool OdsRequests::isRuleFile(const std::string &Uri) const {
  return !Folder.empty() &&
         filePath(Uri) == Folder + "/" + odsConfigurationName.str();
}

bool OdsRequests::onOpened(DidOpenParams &Params) {
  if (!isRuleFile(Params.Uri))
    return false;
  setOpenRuleFile(OpenRuleFile{Text(std::move(Params.Text)), Params.Version});
  return true;
}

bool OdsRequests::onChanged(const DidChangeParams &Params) {
  if (!isRuleFile(Params.Uri))
    return false;
  std::optional<OpenRuleFile> Open = openRuleFile();
  // Without the text nothing is known of the file until it is opened again.
  if (!Open || !Params.Changes) {
    setOpenRuleFile(std::nullopt);
    return true;
  }
  for (const ContentChange &Change : *Params.Changes)
    Open->Contents = Open->Contents.applyChange(Change.Range, Change.Text,
                                                Client.encoding());
  Open->Version = Params.Version;
  setOpenRuleFile(std::move(Open));
  return true;
}

bool OdsRequests::onClosed(const DocumentParams &Params) {
  if (!isRuleFile(Params.Uri))
    return false;
  setOpenRuleFile(std::nullopt);
  return true;
}

void OdsRequests::read() {
  if (!IsTrusted && !Folder.empty() &&
      llvm::sys::fs::exists(Folder + "/" + odsConfigurationName.str()))
    Client.log("the dialects of the workspace are not read, because it is not "
               "trusted");
  ++Newest;
  Reading.wake();
}

/// On the thread of `Reading`.
void OdsRequests::readNow() {
  uint64_t Number = Newest;
  // Rules run nothing.
  bool IsChanged = !Folder.empty() && Rules.read(Folder);
  auto ShouldStop = [this, Number] { return IsStopped || Number != Newest; };
  IsChanged |= Added.read(ShouldStop);
  if (IsChanged)
    Documents.rebuild();
  if (!IsTrusted || Folder.empty())
    return;
  OdsTask Task;
  Task.ShouldStop = ShouldStop;
  Progress Bar =
      ProgressBars.begin("Reading TableGen", nullptr, [this] { ++Newest; });
  Task.Folder = Folder;
  Task.Program = Program;
  Task.Launcher = Launcher;
  Task.CacheFolder = odsCacheFolder();
  Task.Known = Known;
  Task.OnProgress = [&](size_t Count, size_t Total) {
    Bar.report(std::to_string(Count) + " of " + std::to_string(Total) +
               " files");
  };
  OdsResult Result = readProjectOds(Task);
  if (!Task.ShouldStop())
    finish(std::move(Result));
}

void OdsRequests::finish(OdsResult Result) {
  std::string Message;
  {
    std::lock_guard Lock(Mutex);
    Files = {Result.Files.begin(), Result.Files.end()};
    if (std::exchange(ToldErrors, Result.Errors) != Result.Errors)
      Message = llvm::join(llvm::ArrayRef(Result.Errors).take_front(3), "\n");
  }
  if (!Message.empty())
    Client.show(MessageType::Warning, Message);
  // Saving a text that has nothing to do with it changes nothing.
  if (!Result.Catalog)
    return;
  Known = std::move(Result.Identity);
  Client.log("read from TableGen: " +
             formatCount(Result.Catalog->operationCount(), "operation") +
             " in " +
             formatCount(Result.Catalog->dialects().size(), "dialect"));
  setCurrentOds(std::move(Result.Catalog));
  Documents.rebuild();
}
