//===- OdsRequests.cpp - The dialects of the workspace --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/OdsRequests.h"
#include "server/ods/OdsConfiguration.h"
#include "server/protocol/FileUri.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {

/// Shows that files are read, if that takes a while.
class ReadingProgress {
public:
  explicit ReadingProgress(const ClientConnection &Client)
      : Client(Client), State(std::make_shared<Shown>()) {}
  ~ReadingProgress() {
    if (State->HasBegun)
      send(Client, {{"kind", "end"}});
  }

  void report(size_t Count, size_t Total) {
    using namespace std::chrono_literals;
    if (!Client.Capabilities.WorkDoneProgress ||
        std::chrono::steady_clock::now() - Begin < 300ms)
      return;
    if (!std::exchange(IsAsked, true))
      Client.Peer.call(
          "window/workDoneProgress/create", {{"token", Token}},
          [&Client = Client, State = State](Outcome Result) {
            if (!Result)
              return;
            send(Client, {{"kind", "begin"}, {"title", "Reading TableGen"}});
            State->HasBegun = true;
          });
    if (State->HasBegun)
      send(Client, {{"kind", "report"},
                    {"message", std::to_string(Count) + " of " +
                                    std::to_string(Total) + " files"},
                    {"percentage", Count * 100 / Total}});
  }

private:
  struct Shown {
    std::atomic<bool> HasBegun = false;
  };
  static constexpr const char *Token = "noisy-dialects";

  static void send(const ClientConnection &Client, json Value) {
    Client.Peer.notify("$/progress",
                       {{"token", Token}, {"value", std::move(Value)}});
  }

  const ClientConnection &Client;
  std::shared_ptr<Shown> State;
  std::chrono::steady_clock::time_point Begin =
      std::chrono::steady_clock::now();
  bool IsAsked = false;
};

} // namespace

void OdsRequests::initialize(InitializeParams &Params) {
  Folder = filePath(Params.RootUri);
  WatchesFiles = Params.WatchesFiles;
  json &Options = Params.InitializationOptions;
  if (const json *Trust = findMember(Options, "project/isTrusted"))
    IsTrusted = *Trust == true;
  if (const json *Path = findMember(Options, "project/tablegen");
      Path && Path->is_string())
    Path->get_to(Program);
  // The rest are settings.
  if (Options.is_object())
    Options.erase("project");
}

void OdsRequests::onInitialized() {
  if (Folder.empty())
    return;
  // Emacs drops what it is asked for while a file changes that it watches. Most
  // workspaces have nothing to watch; a new file of dialects is seen when a
  // document is saved.
  WatchesFiles = WatchesFiles && llvm::sys::fs::exists(
                                     Folder + "/" + odsConfigurationName.str());
  if (WatchesFiles) {
    json Watchers = json::array();
    for (const char *Pattern : {"**/.noisy.yaml", "**/*.td"})
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
  read();
}

void OdsRequests::onFilesChanged(const DidChangeWatchedFilesParams &Params) {
  std::string Configuration =
      fileUri(Folder + "/" + odsConfigurationName.str());
  bool Matters = false;
  {
    std::lock_guard Lock(Mutex);
    for (const std::string &Uri : Params.Uris)
      Matters |= Uri == Configuration || FileUris.contains(Uri) ||
                 // A new file may be one that was missing, or match.
                 (!FileUris.empty() && llvm::StringRef(Uri).ends_with(".td"));
  }
  if (Matters && !Folder.empty())
    read();
}

void OdsRequests::onSaved() {
  if (!WatchesFiles && !Folder.empty())
    read();
}

void OdsRequests::read() {
  if (!IsTrusted) {
    if (llvm::sys::fs::exists(Folder + "/" + odsConfigurationName.str()))
      Client.log(
          "the dialects of the workspace are not read, because it is not "
          "trusted");
    return;
  }
  Tasks.post([this, Number = ++Newest] {
    ReadingProgress Shown(Client);
    OdsTask Task;
    Task.Folder = Folder;
    Task.Program = Program;
    Task.CacheFolder = odsCacheFolder();
    Task.OnProgress = [&](size_t Count, size_t Total) {
      Shown.report(Count, Total);
    };
    Task.ShouldStop = [this, Number] { return IsStopped || Number != Newest; };
    OdsResult Result = readProjectOds(Task);
    if (!Task.ShouldStop())
      finish(std::move(Result));
  });
}

void OdsRequests::finish(OdsResult Result) {
  std::string Message;
  {
    std::lock_guard Lock(Mutex);
    FileUris.clear();
    for (const std::string &File : Result.Files)
      FileUris.insert(fileUri(File));
    if (std::exchange(ToldErrors, Result.Errors) != Result.Errors)
      Message = llvm::join(llvm::ArrayRef(Result.Errors).take_front(3), "\n");
  }
  if (!Message.empty())
    Client.show(MessageType::Warning, Message);
  size_t Count = Result.Catalog->operationCount();
  if (Count > 0)
    Client.log(std::to_string(Count) + " operations in " +
               std::to_string(Result.Catalog->dialects().size()) +
               " dialects are read from TableGen");
  if (Result.RunCount == 0 && Count == 0 && currentOds()->dialects().empty())
    return;
  setCurrentOds(std::move(Result.Catalog));
  Documents.rebuild();
}
