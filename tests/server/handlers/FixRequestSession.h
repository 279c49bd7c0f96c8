//===- FixRequestSession.h - A client that asks for fixes -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HANDLERS_FIXREQUESTSESSION_H
#define NOISY_TESTS_SERVER_HANDLERS_FIXREQUESTSESSION_H

#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/CodeActionRequests.h"
#include "server/handlers/RequestTable.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/OverflowText.h"
#include "tests/server/handlers/PipeSession.h"
#include <future>

namespace mlir::noisy::lsp::test {

/// The requests in this process. A fix is what the test says, when it says so.
class FixRequestSession : public PipeSession {
public:
  FixRequestSession() {
    Documents.add(Open);
    addHandlers(Server, {&Connection, &Documents, nullptr, &Requests, nullptr,
                         nullptr, nullptr, nullptr, nullptr, nullptr});
    Client.CodeActionLiterals = true;
    Client.CodeActionResolveEdit = true;
    Client.CodeActionData = true;
    Client.VersionedDocumentChanges = true;
    Client.WorkDoneProgress = true;
    Server.onNotification("test/change", [this](json &Params) {
      Text New(Params.at("text").get<std::string>());
      Open->update(New, TextChange::diff(Open->text().bytes(), New.bytes()),
                   Open->version() + 1);
      Requests.textChanged(TestUri);
    });
    Server.onNotification("test/model",
                          [this](json &) { Requests.modelChanged(TestUri); });
    Server.onNotification("test/close", [this](json &) {
      Documents.close({TestUri});
      Open.reset();
      Requests.textChanged(TestUri);
    });
  }
  ~FixRequestSession() {
    end();
    Documents.stop();
    Open.reset();
    ResultPromise.set_value({});
  }

  json list(int Line, int Begin, int End, json Context = json::object()) {
    if (!Context.contains("diagnostics"))
      Context["diagnostics"] = json::array();
    return {{"textDocument", {{"uri", TestUri}}},
            {"range",
             {{"start", {{"line", Line}, {"character", Begin}}},
              {"end", {{"line", Line}, {"character", End}}}}},
            {"context", std::move(Context)}};
  }
  json askList(int Line, int Begin, int End, json Context = json::object()) {
    return ask("textDocument/codeAction",
               list(Line, Begin, End, std::move(Context)));
  }
  /// The first quick fix of the text.
  json firstFix() {
    json Actions = askList(2, 2, 4);
    REQUIRE(Actions.size() >= 1);
    return Actions[0];
  }
  ClientConnection Connection{Server, nullptr};
  ClientCapabilities &Client = Connection.Capabilities;
  /// What LLVM's server is asked; answered by nobody else.
  std::promise<llvm::unique_function<void(Outcome)>> Upstream;
  /// Fixes are computed as by the server.
  std::atomic<bool> IsReal = false;
  /// The outcome of the fix, and that its computation has begun.
  std::promise<Fix> ResultPromise;
  std::promise<void> BeginPromise;
  /// What was computed.
  const FixKind *Kind = nullptr;
  size_t Offset = 0;
  std::chrono::milliseconds TimeLimit{};
  std::function<bool()> CancellationCheck, StopCheck;
  std::function<void()> OnChoice;
  ReportHandler Report;

  std::shared_ptr<Document> Open = std::make_shared<Document>(
      TestUri, Text(OverflowText), 1,
      [Builder = std::make_shared<SnapshotBuilder>(allDialects(), TestUri)](
          Text Source, int64_t Version, const OffsetMap &Edits,
          Effort MaxEffort, const std::function<bool()> &ShouldStop) {
        return Builder->build(std::move(Source), Version, Edits, MaxEffort,
                              ShouldStop);
      },
      [](const Document::SnapshotPtr &) {});

  Workspace::Listener Nobody;
  Workspace Documents{allDialects(), Connection, Nobody};

  CodeActionRequests Requests{
      Documents, Connection,
      [this](const FixTask &Task,
             const FixControl &Control) -> llvm::Expected<Fix> {
        if (IsReal)
          return makeFixComputer("")(Task, Control);
        // What menus ask for.
        if (isRewriting(*Task.Kind))
          return lsp::refuse("it saves nothing");
        Kind = Task.Kind;
        Offset = Task.Offset;
        TimeLimit = Task.Options.TimeLimit;
        CancellationCheck = Control.IsCancelled;
        StopCheck = Control.IsStopped;
        OnChoice = Control.OnChoice;
        Report = Control.Report;
        BeginPromise.set_value();
        return ResultPromise.get_future().get();
      },
      [this](const std::string &, const Text &, const json &,
             const std::shared_ptr<Reply> &,
             llvm::unique_function<void(Outcome)> OnEnd) {
        Upstream.set_value(std::move(OnEnd));
      },
      // Also on a busy machine.
      /*MenuPatience=*/std::chrono::minutes(5)};
};

inline const Fix SampleFix = {{{{0, 0}, "// fixed\n"}}, "it is done"};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_FIXREQUESTSESSION_H
