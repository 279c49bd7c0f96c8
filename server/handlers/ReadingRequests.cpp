//===- ReadingRequests.cpp - Requests that only read ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/ReadingRequests.h"
#include "server/threads/Thread.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

/// Completes a request with what `Compute` gives.
static void complete(Reply &Answer, const std::string &Method,
                     llvm::function_ref<json()> Compute) {
  if (Answer.cancelled())
    return;
  Outcome Result;
  std::exception_ptr Thrown;
  bool Survived = survive([&] {
    try {
      Result.Result = Compute();
    } catch (const json::exception &Error) {
      Result.Error = invalidParams(Method, Error);
    } catch (const ResponseError &Refusal) {
      Result.Error = Refusal;
    } catch (...) {
      Thrown = std::current_exception();
    }
  });
  if (!Survived)
    return Answer.error(ErrorCode::InternalError,
                        "the server crashed at " + Method +
                            " and goes on; please report this with the text");
  if (Thrown)
    std::rethrow_exception(Thrown);
  Answer.complete(std::move(Result));
}

void ReadingRequests::add(const char *Method, Handler Handle, Which From) {
  Peer.onRequest(
      Method, [this, Name = std::string(Method), From,
               Handle = std::move(Handle)](const json &Params, Reply Answer) {
        ask(Name, Params, std::move(Answer), Handle, From);
      });
}

void ReadingRequests::addForAll(const char *Method, HandlerOfAll Handle) {
  Peer.onRequest(Method,
                 [this, Name = std::string(Method), Handle = std::move(Handle)](
                     const json &Params, Reply Answer) {
                   askAll(Name, Params, std::move(Answer), Handle);
                 });
}

void ReadingRequests::ask(const std::string &Method, const json &Params,
                          Reply Answer, const Handler &Handle, Which From) {
  DocumentPtr About = Source.Find(Params);
  if (!About)
    return Answer.error(ErrorCode::InvalidParams, "the document is not open");
  Text Asked = About->text();
  auto Then = [this, Method, Params, Uri = About->uri(), Asked, Handle,
               Options = Source.SettingsOf(About->uri()),
               Answer = std::move(Answer)](Reading Given) mutable {
    if (!Given.State)
      return Answer.error(ErrorCode::ContentModified,
                          "the document was changed or closed meanwhile");
    // This may be the thread of run(), or a worker that has a text to build.
    Queue.push([Method = std::move(Method), Params = std::move(Params),
                Uri = std::move(Uri), Asked = std::move(Asked),
                Handle = std::move(Handle), Options,
                Places = Positions(std::move(Given), Encoding),
                Answer = std::move(Answer)]() mutable {
      complete(Answer, Method,
               [&] { return Handle({Params, Uri, Places, Asked, Options}); });
    });
  };
  switch (From) {
  case Which::Newest:
    return About->withLatest(std::move(Then));
  case Which::Current:
    return About->withCurrent(std::move(Then));
  case Which::CurrentOrLater:
    return About->withCurrentOrLater(std::move(Then));
  }
}

namespace {
/// A question about all documents, while their readings come in. The last one
/// to let go of it asks the question.
struct QuestionToAll {
  std::mutex Mutex;
  std::vector<ReadingRequests::Open> Answers;
  llvm::unique_function<void(std::vector<ReadingRequests::Open>)> Then;

  ~QuestionToAll() {
    // They came in any order.
    std::sort(Answers.begin(), Answers.end(),
              [](const auto &A, const auto &B) { return A.Uri < B.Uri; });
    Then(std::move(Answers));
  }
};
} // namespace

void ReadingRequests::askAll(const std::string &Method, const json &Params,
                             Reply Answer, const HandlerOfAll &Handle) {
  auto Question = std::make_shared<QuestionToAll>();
  Question->Then = [this, Method, Params, Handle, Answer = std::move(Answer)](
                       std::vector<Open> Documents) mutable {
    Queue.push([Method = std::move(Method), Params = std::move(Params),
                Handle = std::move(Handle), Documents = std::move(Documents),
                Answer = std::move(Answer)]() mutable {
      complete(Answer, Method, [&] { return Handle(Params, Documents); });
    });
  };
  for (const DocumentPtr &Each : Source.All())
    Each->withLatest([Question, Uri = Each->uri(),
                      Encoding = Encoding](Reading From) {
      if (!From.State)
        return;
      std::lock_guard Lock(Question->Mutex);
      Question->Answers.push_back({Uri, Positions(std::move(From), Encoding)});
    });
}
