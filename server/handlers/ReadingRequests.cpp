//===- ReadingRequests.cpp - Read-only requests ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/ReadingRequests.h"
#include "server/threads/Thread.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::answer(Reply &Answer, const char *Subject,
                 llvm::function_ref<std::string()> Compute) {
  if (Answer.isCancelled())
    return;
  std::optional<ResponseError> Refusal;
  std::exception_ptr Thrown;
  std::optional<std::string> Result = survive([&] {
    try {
      return Compute();
    } catch (const ResponseError &Error) {
      Refusal = Error;
    } catch (...) {
      Thrown = std::current_exception();
    }
    return std::string();
  });
  if (!Result)
    return Answer.error(ErrorCode::InternalError,
                        "the server crashed at " + std::string(Subject) +
                            " and recovered; please report this with the text");
  if (Thrown)
    std::rethrow_exception(Thrown);
  if (Refusal)
    return Answer.complete({nullptr, std::move(Refusal)});
  Answer.completeText(*Result);
}

llvm::unique_function<DocumentView(Reading)>
ReadingRequests::viewer(const Document &Open) {
  return [this, Uri = Open.uri(), ClientText = Open.text(),
          Options = Documents.settings(Open.uri()),
          &Dialects = Documents.registry(Open.uri())](Reading State) {
    Positions Places(std::move(State), Client.encoding());
    return DocumentView{
        Uri,      std::move(Places),   ClientText, Options,
        Dialects, Client.Capabilities, Tokens,     Documents.snippets()};
  };
}

void ReadingRequests::read(const std::string &Uri, Freshness MinFreshness,
                           const char *Method, Reply Answer, Handler Compute) {
  Workspace::DocumentPtr Open = Documents.get(Uri);
  auto OnSnapshot = [this, Method, View = viewer(*Open),
                     Compute = std::move(Compute),
                     Answer = std::move(Answer)](Reading State) mutable {
    if (!State.State)
      return Answer.error(ErrorCode::ContentModified,
                          "the document was changed or closed meanwhile");
    // This may be the thread of run(), or a build worker.
    Queue.post([Method, View = View(std::move(State)),
                Compute = std::move(Compute),
                Answer = std::move(Answer)]() mutable {
      answer(Answer, Method, [&] { return Compute(View); });
    });
  };
  switch (MinFreshness) {
  case Freshness::Newest:
    return Open->withLatest(std::move(OnSnapshot));
  case Freshness::Current:
    return Open->withCurrent(std::move(OnSnapshot));
  case Freshness::CurrentOrLater:
    return Open->withCurrentOrLater(std::move(OnSnapshot));
  }
}

namespace {
/// The views of all documents, while their snapshots are built. The last owner
/// to release it runs the request.
struct AllViews {
  std::mutex Mutex;
  /// By URI: they arrive in any order.
  std::map<std::string, DocumentView> Views;
  llvm::unique_function<void(std::vector<DocumentView>)> OnViews;

  ~AllViews() {
    std::vector<DocumentView> SortedViews;
    for (auto &[Uri, View] : Views)
      SortedViews.push_back(std::move(View));
    OnViews(std::move(SortedViews));
  }
};
} // namespace

void ReadingRequests::readAll(const char *Method, Reply Answer,
                              HandlerOfAll Compute) {
  auto Views = std::make_shared<AllViews>();
  Views->OnViews = [this, Method, Compute = std::move(Compute),
                    Answer = std::move(Answer)](
                       std::vector<DocumentView> Views) mutable {
    Queue.post([Method, Compute = std::move(Compute), Views = std::move(Views),
                Answer = std::move(Answer)]() mutable {
      answer(Answer, Method, [&] { return Compute(Views); });
    });
  };
  for (const Workspace::DocumentPtr &Open : Documents.documents())
    Open->withLatest([Views, View = viewer(*Open)](Reading State) mutable {
      if (!State.State)
        return;
      DocumentView NewView = View(std::move(State));
      std::lock_guard Lock(Views->Mutex);
      Views->Views.emplace(NewView.Uri, std::move(NewView));
    });
}
