//===- LanguageServer.cpp - The language server ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/LanguageServer.h"
#include "Version.h"
#include "server/build/BuilderGuard.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/features/completion/Completion.h"
#include "server/handlers/AnnotationRequests.h"
#include "server/handlers/CallHierarchyRequests.h"
#include "server/handlers/CompletionResolve.h"
#include "server/handlers/DiagnosticData.h"
#include "server/handlers/HoverRequest.h"
#include "server/handlers/NavigationRequests.h"
#include "server/handlers/NoiseGraphRequests.h"
#include "server/handlers/RenameRequests.h"
#include "server/threads/Thread.h"
#include <future>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static constexpr char FromBytecode[] = "mlir/convertFromBytecode";
static constexpr char ToBytecode[] = "mlir/convertToBytecode";

LanguageServer::LanguageServer(const DialectRegistry &Registry,
                               MessageReader &Reader,
                               std::shared_ptr<MessageWriter> Writer,
                               ServerOptions Options)
    : Registries(Registry), Reader(Reader), Options(std::move(Options)),
      Peer(std::move(Writer), this->Options.Log),
      Reads(Peer,
            {[this](const json &Params) { return find(Params); },
             [this] {
               std::vector<DocumentPtr> All;
               for (auto &[Uri, Open] : Documents)
                 All.push_back(Open);
               return All;
             },
             [this](const std::string &Uri) { return Configured.of(Uri); }},
            Encoding, this->Options.Log),
      Actions(Peer, Client, Encoding,
              {[this](const std::string &Uri) { return findByUri(Uri); },
               [this](const std::string &Uri) { return Configured.of(Uri); },
               [this](const std::string &Uri) -> const DialectRegistry & {
                 return registryOf(Uri);
               },
               [this](const std::string &Uri, const Text &Contents,
                      const json &Params, const std::shared_ptr<Reply> &Answer,
                      llvm::unique_function<void(Outcome)> Then) {
                 askUpstream(UpstreamServer::Document{Uri, Contents},
                             "textDocument/codeAction", Params, Answer,
                             std::move(Then));
               },
               makeFixComputer(this->Options.CoverWorkerPath),
               this->Options.Log}) {
  auto Request = [&](const char *Method,
                     void (LanguageServer::*Handler)(const json &, Reply)) {
    Peer.onRequest(Method, [this, Handler](const json &Params, Reply Answer) {
      (this->*Handler)(Params, std::move(Answer));
    });
  };
  auto Notification = [&](const char *Method,
                          void (LanguageServer::*Handler)(json &)) {
    Peer.onNotification(
        Method, [this, Handler](json &Params) { (this->*Handler)(Params); });
  };
  Request("initialize", &LanguageServer::onInitialize);
  Notification("initialized", &LanguageServer::onInitialized);
  Notification("workspace/didChangeConfiguration",
               &LanguageServer::onDidChangeConfiguration);
  Notification("textDocument/didOpen", &LanguageServer::onDidOpen);
  Notification("textDocument/didChange", &LanguageServer::onDidChange);
  Notification("textDocument/didClose", &LanguageServer::onDidClose);
  // What needs nothing done: documents tell all there is to know of them.
  for (const char *Method : {"textDocument/willSave", "textDocument/didSave",
                             "workspace/didChangeWatchedFiles",
                             "workspace/didChangeWorkspaceFolders"})
    Peer.onNotification(Method, [](const json &) {});
  Request("textDocument/diagnostic", &LanguageServer::onDiagnostic);
  Request("textDocument/completion", &LanguageServer::onCompletion);

  addNavigation(Reads, Client);
  addHover(Reads, Registry, Client);
  addCompletionResolve(Peer, Client);
  addAnnotations(Reads);
  addRename(Reads, Client);
  addCallHierarchy(Reads);
  addNoiseGraph(Reads);

  // What LLVM's server does well: a file on disk as text, and the text of a
  // document as what such a file holds.
  for (const char *Method : {FromBytecode, ToBytecode})
    Peer.onRequest(Method, [this, Method](const json &Params, Reply Answer) {
      forward(Method, Params, std::move(Answer));
    });
}

LanguageServer::~LanguageServer() {
  // Waiters may still ask LLVM's server; it goes last.
  for (auto &[Uri, Open] : Documents)
    Open->close();
  for (const std::weak_ptr<std::atomic<bool>> &Each : CompletionStops)
    if (std::shared_ptr<std::atomic<bool>> IsStopped = Each.lock())
      *IsStopped = true;
  for (const std::weak_ptr<Document> &Each : Closing)
    if (DocumentPtr Last = Each.lock())
      Last->stop();
  // Freeing recurses over what nests.
  for (auto &[Uri, Open] : Documents)
    Open->stop();
  (void)surviveOnLargeStack([&] { Documents.clear(); });
  Upstream.reset();
  WorkerPool::get().setHandlers(nullptr, nullptr);
}

int LanguageServer::run() {
  if (!Options.OneAtATime)
    return Peer.run(Reader);
  return Peer.run(Reader, [this] { settle(); });
}

void LanguageServer::settle() {
  for (auto &[Uri, Open] : Documents) {
    std::promise<void> Built;
    Open->withComplete([&](const Reading &) { Built.set_value(); });
    Built.get_future().wait();
  }
  Peer.waitForAnswers(std::chrono::minutes(1));
}

void LanguageServer::log(const std::string &Text) const {
  if (Options.Log)
    Options.Log(Text);
}

//===----------------------------------------------------------------------===//
// Lifecycle
//===----------------------------------------------------------------------===//

/// Where a client says which process it is: ends the server when that has
/// ended.
static void watchClient(const json &Params, MessageReader &Reader,
                        const std::function<void(const std::string &)> &Log) {
  auto Pid = Params.find("processId");
  if (Pid == Params.end() || !Pid->is_number_integer())
    return;
  int64_t Number = Pid->get<int64_t>();
  if (Number != static_cast<pid_t>(Number) ||
      !Reader.endWith(static_cast<pid_t>(Number)))
    if (Log)
      Log("there is no process " + Pid->dump() +
          " here; the end of the client is not watched for");
}

void LanguageServer::onInitialize(const json &Params, Reply Answer) {
  watchClient(Params, Reader, Options.Log);
  if (Params.contains("capabilities"))
    Client = Params.at("capabilities").get<ClientCapabilities>();
  Encoding = Client.positionEncoding();
  if (auto Given = Params.find("initializationOptions"); Given != Params.end())
    tell(Configured.initialize(*Given));

  UpstreamOptions Started;
  Started.Program = Options.UpstreamProgram;
  Started.Arguments = Options.UpstreamArguments;
  Started.Encoding = Encoding;
  Started.Log = Options.Log;
  Upstream = std::make_unique<UpstreamServer>(std::move(Started));

  json Capabilities = {
      {"textDocumentSync",
       {{"openClose", true}, {"change", 2 /*incremental*/}, {"save", true}}},
      {"hoverProvider", true},
      {"completionProvider",
       {{"allCommitCharacters", {"\t", ";", ",", ".", "="}},
        {"resolveProvider", true},
        {"triggerCharacters",
         {".", "%", "^", "!", "#", "(", ",", "<", ":", "[", " ", "\"", "/",
          "@"}}}},
  };
  if (Client.PullDiagnostics)
    Capabilities["diagnosticProvider"] = {{"identifier", "noisy"},
                                          {"interFileDependencies", false},
                                          {"workspaceDiagnostics", false}};
  announceNavigation(Capabilities);
  announceAnnotations(Capabilities);
  CodeActionRequests::announce(Capabilities);
  announceRename(Capabilities, Client);
  announceCallHierarchy(Capabilities);
  announceNoiseGraph(Capabilities);
  if (!Client.PositionEncodings.empty())
    Capabilities["positionEncoding"] = nameOf(Encoding);
  Answer({{"capabilities", std::move(Capabilities)},
          {"serverInfo",
           {{"name", "noisy-lsp-server"}, {"version", NOISY_VERSION}}}});
  WorkerPool::get().setHandlers(
      [this](const std::string &Message) {
        Peer.notify("window/showMessage",
                    showMessage(MessageType::Warning, Message));
      },
      Options.Log);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

LanguageServer::DocumentPtr LanguageServer::findByUri(const std::string &Uri) {
  auto Found = Documents.find(Uri);
  return Found == Documents.end() ? nullptr : Found->second;
}

LanguageServer::DocumentPtr LanguageServer::find(const json &Params) {
  // An item of a call hierarchy says itself what document it is of.
  const char *About = Params.contains("item") ? "item" : "textDocument";
  return findByUri(Params.at(About).at("uri").get_ref<const std::string &>());
}

/// The version in an identifier of a document; 0 where the client has none.
static int64_t readVersion(const json &Identifier) {
  auto Version = Identifier.find("version");
  bool IsGiven = Version != Identifier.end() && Version->is_number();
  return IsGiven ? Version->get<int64_t>() : 0;
}

void LanguageServer::onDidOpen(json &Params) {
  json &Given = Params.at("textDocument");
  std::string Uri = Given.at("uri").get<std::string>();
  int64_t Version = readVersion(Given);
  std::string &Bytes = Given.at("text").get_ref<std::string &>();
  if (DocumentPtr Open = findByUri(Uri)) {
    log("opened again: " + Uri);
    TextChange Change;
    Text Contents =
        Open->text().applyChange(std::nullopt, Bytes, Encoding, &Change);
    Open->update(std::move(Contents), Change, Version);
    return;
  }
  LostDocuments.erase(Uri);
  open(Uri, Text(std::move(Bytes)), Version);
}

void LanguageServer::open(const std::string &Uri, Text Contents,
                          int64_t Version) {
  uint64_t Opening = ++LastOpening;
  Configured.open(Uri);
  {
    std::lock_guard Lock(PublishMutex);
    Openings[Uri] = {Opening, Configured.of(Uri)};
  }
  auto Builder = std::make_shared<BuilderGuard>(
      registryOf(Uri), Uri, [this](const std::string &Message) {
        Peer.notify("window/showMessage",
                    showMessage(MessageType::Error, Message));
      });
  Documents[Uri] = std::make_shared<Document>(
      Uri, std::move(Contents), Version,
      [this, Uri, Builder, Told = Effort::Everything](
          Text Source, int64_t SourceVersion, const OffsetMap &SinceLastBuilt,
          Effort Allowed, const std::function<bool()> &Stopped) mutable {
        if (Allowed > Told) {
          Told = Allowed;
          Peer.notify("window/showMessage",
                      showMessage(MessageType::Warning,
                                  Uri + ": " + Limits().explain(Allowed)));
        }
        Builder->useRegistry(registryOf(Uri));
        return Builder->build(std::move(Source), SourceVersion, SinceLastBuilt,
                              Allowed, Stopped);
      },
      [this, Uri, Opening](const Document::SnapshotPtr &State) {
        publish(Uri, Opening, State);
      },
      Limits(),
      [Builder](const Snapshot &Last, const std::function<bool()> &Stopped) {
        return Builder->complete(Last, Stopped);
      });
  // It is built with what is known already, and again if need be.
  askForSettings({Uri});
}

/// The changes of a didChange from the last one that has the whole text, if
/// there is one: it does not matter what the others are.
static llvm::ArrayRef<json> findDecisiveChanges(const json &Given) {
  // Iterating over something else would go through its members.
  llvm::ArrayRef<json> Changes = Given.get_ref<const json::array_t &>();
  for (size_t I = Changes.size(); I-- != 0;) {
    if (!Changes[I].is_object())
      continue;
    auto Where = Changes[I].find("range");
    auto NewText = Changes[I].find("text");
    if ((Where == Changes[I].end() || Where->is_null()) &&
        NewText != Changes[I].end() && NewText->is_string())
      return Changes.drop_front(I);
  }
  return Changes;
}

/// The text after some changes, and what each of them changed; throws what json
/// does.
static Text applyChanges(Text Contents, llvm::ArrayRef<json> Given,
                         PositionEncoding Encoding,
                         std::vector<TextChange> &Changes) {
  for (const json &Change : Given) {
    const std::string &NewText =
        Change.at("text").get_ref<const std::string &>();
    std::optional<Range> Replaced;
    auto Where = Change.find("range");
    if (Where != Change.end() && !Where->is_null())
      Replaced = Where->get<Range>();
    Contents = Contents.applyChange(Replaced, NewText, Encoding,
                                    &Changes.emplace_back());
  }
  return Contents;
}

void LanguageServer::onDidChange(json &Params) {
  const std::string &Uri =
      Params.at("textDocument").at("uri").get_ref<const std::string &>();
  if (LostDocuments.contains(Uri))
    return reopen(Uri, Params);
  DocumentPtr Changed = find(Params);
  if (!Changed)
    return log("a change of a document that is not open was dropped");
  try {
    std::vector<TextChange> Changes;
    Text Contents = applyChanges(
        Changed->text(), findDecisiveChanges(Params.at("contentChanges")),
        Encoding, Changes);
    Changed->update(std::move(Contents), Changes,
                    readVersion(Params.at("textDocument")));
    Actions.textChanged(Uri);
  } catch (const json::exception &) {
    // From here on the client has another text than we do, and whatever would
    // be said of ours is wrong.
    close(std::move(Changed));
    LostDocuments.insert(Uri);
    Peer.notify("window/showMessage",
                showMessage(MessageType::Error,
                            "An edit of " + Uri +
                                " could not be understood. Close the document "
                                "and open it again."));
    throw;
  }
}

void LanguageServer::reopen(const std::string &Uri, const json &Params) {
  llvm::ArrayRef<json> Given = findDecisiveChanges(Params.at("contentChanges"));
  bool HasWholeText =
      !Given.empty() && Given.front().is_object() &&
      (!Given.front().contains("range") || Given.front().at("range").is_null());
  if (!HasWholeText)
    return log("an edit of a text that is not known was dropped: " + Uri);
  std::vector<TextChange> Changes;
  Text Contents = applyChanges(Text(), Given, Encoding, Changes);
  LostDocuments.erase(Uri);
  open(Uri, std::move(Contents), readVersion(Params.at("textDocument")));
}

void LanguageServer::onDidClose(json &Params) {
  LostDocuments.erase(
      Params.at("textDocument").at("uri").get_ref<const std::string &>());
  if (DocumentPtr Open = find(Params))
    close(std::move(Open));
  else if (!Client.PullDiagnostics)
    // Whoever closes something is told that nothing is wrong with it any more,
    // whatever became of the document before.
    Peer.notify("textDocument/publishDiagnostics",
                {{"uri", Params.at("textDocument").at("uri")},
                 {"diagnostics", json::array()}});
}

void LanguageServer::close(DocumentPtr Last) {
  std::string Uri = Last->uri();
  Documents.erase(Uri);
  Configured.close(Uri);
  Last->close();
  Upstream->closeDocument(Uri);
  Actions.textChanged(Uri);
  {
    std::lock_guard Lock(PublishMutex);
    Openings.erase(Uri);
    if (!Client.PullDiagnostics)
      Peer.notify("textDocument/publishDiagnostics",
                  {{"uri", Uri}, {"diagnostics", json::array()}});
  }
  // It may be in the middle of a part; do not wait for it here.
  Closing.remove_if([](const auto &Each) { return Each.expired(); });
  Closing.push_back(Last);
  Document::retire(std::move(Last));
}

/// Whether any of the details of a snapshot are problems.
static bool hasDetailProblems(const Snapshot &State) {
  return llvm::any_of(State.parts(), [](const Snapshot::Part &P) {
    return llvm::any_of(P.Sections, [](const Snapshot::Placed &Section) {
      return Section.Details && !Section.Details->Problems.empty();
    });
  });
}

void LanguageServer::publish(const std::string &Uri, uint64_t Opening,
                             const Document::SnapshotPtr &State) {
  std::lock_guard Lock(PublishMutex);
  auto Open = Openings.find(Uri);
  if (Open == Openings.end() || Open->second.Number != Opening)
    return;
  bool HadDetails =
      std::exchange(Open->second.HasDetails, hasDetailProblems(*State));
  bool AreSame =
      State->completesAnother() && !HadDetails && !Open->second.HasDetails;
  if (State->completesAnother())
    Refreshing.changed((Open->second.Options.ShowRanges ? ShownHints : 0u) |
                       (AreSame ? 0u : ShownDiagnostics));
  // Clients show what they are sent beside what they have asked for, so that
  // all problems would be there twice (Neovim and VS Code do). Who can ask is
  // sent nothing; rust-analyzer does the same with what it answers.
  if (!AreSame && !Client.PullDiagnostics) {
    std::vector<Diagnostic> Items =
        getDiagnostics(*State, Uri, Client.RelatedInformation, Encoding,
                       Open->second.Options.ShowRangeFindings);
    adaptToClient(Items, Client);
    Peer.notify("textDocument/publishDiagnostics",
                {{"uri", Uri},
                 {"version", State->version()},
                 {"diagnostics", std::move(Items)}});
  }
  if (Client.Analysed)
    Peer.notify("noisy/analysed", {{"uri", Uri},
                                   {"version", State->version()},
                                   {"isComplete", State->isComplete()}});
}

void LanguageServer::onDiagnostic(const json &Params, Reply Answer) {
  DocumentPtr Open = find(Params);
  if (!Open)
    return Answer.error(ErrorCode::InvalidParams, "the document is not open");
  std::string Previous;
  if (auto Given = Params.find("previousResultId");
      Given != Params.end() && Given->is_string())
    Previous = Given->get<std::string>();
  // Answered once the text as it is now is built. What comes later, with
  // details or other settings, the client is told to ask for; one that cannot
  // be told gets no answer before the details are there.
  auto Then = [this, Uri = Open->uri(), Previous = std::move(Previous),
               Answer = std::move(Answer)](Reading From) mutable {
    if (!From.State)
      return Answer.error(ErrorCode::ServerCancelled,
                          "the document changed meanwhile",
                          {{"retriggerRequest", true}});
    std::vector<Diagnostic> Items =
        getDiagnostics(*From.State, Uri, Client.RelatedInformation, Encoding,
                       settingsOf(Uri).ShowRangeFindings);
    adaptToClient(Items, Client);
    Answer(getDiagnosticReport(std::move(Items), Previous));
  };
  if (Client.DiagnosticRefresh)
    Open->withCurrent(std::move(Then));
  else
    Open->withComplete(std::move(Then));
}

//===----------------------------------------------------------------------===//
// Requests that LLVM's server answers
//===----------------------------------------------------------------------===//

void LanguageServer::forward(const std::string &Method, const json &Params,
                             Reply Answer) {
  std::optional<UpstreamServer::Document> About;
  // The text to be made bytecode is that of a document; of this request LLVM's
  // protocol has the URI alone.
  bool IsText = Method == ToBytecode;
  if (IsText || Params.contains("textDocument")) {
    DocumentPtr Open =
        IsText ? findByUri(Params.at("uri").get_ref<const std::string &>())
               : find(Params);
    if (!Open)
      return Answer.error(ErrorCode::InvalidParams, "the document is not open");
    About = UpstreamServer::Document{Open->uri(), Open->text()};
  }
  // The reply is asked for cancellation and completed by different threads.
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  askUpstream(
      std::move(About), Method, Params, Shared,
      [Shared](Outcome Result) { Shared->complete(std::move(Result)); });
}

void LanguageServer::askUpstream(std::optional<UpstreamServer::Document> About,
                                 const std::string &Method, json Params,
                                 const std::shared_ptr<Reply> &Answer,
                                 UpstreamServer::Callback Then) {
  UpstreamServer::RequestId Id = Upstream->request(
      std::move(About), Method, std::move(Params), std::move(Then));
  Answer->onCancel([this, Id] { Upstream->cancel(Id); });
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

void LanguageServer::onCompletion(const json &Params, Reply Answer) {
  DocumentPtr Open = find(Params);
  if (!Open)
    return Answer.error(ErrorCode::InvalidParams, "the document is not open");
  // The text as it is now, not that of a snapshot: the last key matters.
  Text Now = Open->text();
  size_t Offset = Now.offsetAt(Params.at("position").get<Position>(), Encoding);
  auto Shared = std::make_shared<Reply>(std::move(Answer));
  auto IsStopped = std::make_shared<std::atomic<bool>>(false);
  CompletionStops.remove_if([](const auto &Each) { return Each.expired(); });
  CompletionStops.push_back(IsStopped);
  Shared->onCancel([IsStopped] { *IsStopped = true; });
  Completing.post([this, IsStopped, Now, Offset, Uri = Open->uri(), Shared] {
    if (*IsStopped)
      return;
    json Result;
    if (!survive([&] { Result = complete(Uri, Now, Offset, *IsStopped); }))
      return Shared->error(ErrorCode::InternalError,
                           "the server crashed at this completion and goes on; "
                           "please report this with the text");
    (*Shared)(std::move(Result));
  });
}

json LanguageServer::complete(const std::string &Uri, const Text &Now,
                              size_t Offset,
                              const std::atomic<bool> &IsStopped) {
  Outline Pieces = Outline::scan(Now.bytes());
  Completions Found =
      getCompletions(registryOf(Uri), Now.bytes(), Pieces.pieces(), Offset,
                     [&] { return IsStopped.load(); });
  return toCompletionList(Found, Now, Encoding);
}
