//===- ServerClient.cpp - A client with a clock ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerClient.h"

using namespace mlir::noisy::bench;
using namespace mlir::noisy::lsp;
using std::chrono::milliseconds;

static const char *const kUri = "file:///bench/document.mlir";

static double millisecondsBetween(ServerClient::Clock::time_point start,
                                  ServerClient::Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

static json toJson(Place place) {
  return {{"line", place.line}, {"character", place.column}};
}

ServerClient::ServerClient(const std::string &program)
    : session({program,
               {"--log=error"},
               ServerStart::ErrorStream::Dropped,
               std::chrono::minutes(5)}) {
  json result = session.initialize(modernCapabilities());
  json sync = result["capabilities"].value("textDocumentSync", json());
  if (sync.is_object())
    sync = sync.value("change", json());
  isIncremental = sync == 2;
}

std::string ServerClient::prepareOpening(const std::string &text) {
  return frameMessage(
      notification("textDocument/didOpen", openParams(kUri, text, 0)));
}

double ServerClient::open(const std::string &opening) {
  return measure(PreparedEdit{opening, 0});
}

PreparedEdit ServerClient::prepare(const ServerDocument &document,
                                   const DocumentEdit &edit) {
  json change = {{"text", isIncremental ? edit.text : document.getText()}};
  if (isIncremental)
    change["range"] = {{"start", toJson(edit.start)},
                       {"end", toJson(edit.end)}};
  int64_t version = ++lastVersion;
  return {frameMessage(notification(
              "textDocument/didChange",
              changeParams(kUri, json::array({std::move(change)}), version))),
          version};
}

bool ServerClient::hasDiagnostics(int64_t version) const {
  for (const json &message : session.unread())
    if (message["method"] == "textDocument/publishDiagnostics" &&
        message["params"].value("version", int64_t(-1)) == version)
      return true;
  return false;
}

ServerClient::Clock::time_point
ServerClient::waitFor(const PreparedEdit &edit) {
  json notification = session.waitFor(
      "the diagnostics of version " + std::to_string(edit.version),
      [&](const json &message) {
        if (message["method"] != "textDocument/publishDiagnostics")
          return false;
        // LLVM's server and ours send the version.
        return message["params"].value("version", int64_t(-1)) == edit.version;
      });
  Clock::time_point end = session.lastRead();
  lastCount = notification["params"]["diagnostics"].size();
  return end;
}

double ServerClient::measure(const PreparedEdit &edit) {
  // Take in the notifications since the last time.
  while (session.readUntil(Clock::now()))
    continue;
  repeats += edit.version > 0 && hasDiagnostics(edit.version - 1);
  Clock::time_point start = Clock::now();
  send(edit);
  return millisecondsBetween(start, waitFor(edit));
}

std::vector<double>
ServerClient::hoverDuring(const PreparedEdit &edit,
                          const std::function<Place()> &choosePlace) {
  struct PendingHover {
    int64_t request;
    Clock::time_point sendTime;
  };
  std::vector<PendingHover> open;
  std::vector<double> times;
  send(edit);
  Clock::time_point next = Clock::now();
  bool isBuilt = false;
  while (!isBuilt || !open.empty()) {
    if (!isBuilt && Clock::now() >= next) {
      Place place = choosePlace();
      json params = positionParams(kUri, place.line, place.column);
      Clock::time_point currentTime = Clock::now();
      open.push_back({session.send("textDocument/hover", params), currentTime});
      next = currentTime + milliseconds(3);
    }
    if (!session.readUntil(isBuilt ? Clock::now() + milliseconds(100) : next))
      continue;
    // Answers of one read count as received then.
    for (size_t i = 0; i < open.size();) {
      std::optional<Outcome> answer = session.takeAnswer(open[i].request);
      if (!answer) {
        ++i;
        continue;
      }
      times.push_back(
          millisecondsBetween(open[i].sendTime, session.lastRead()));
      open.erase(open.begin() + i);
    }
    isBuilt = isBuilt || hasDiagnostics(edit.version);
  }
  waitFor(edit);
  return times;
}

double ServerClient::answerAfter(const PreparedEdit &edit,
                                 const std::string &method, json params,
                                 json &result) {
  Clock::time_point start = Clock::now();
  send(edit);
  Outcome answer = session.wait(session.send(method, std::move(params)));
  double time = millisecondsBetween(start, session.lastRead());
  if (!answer)
    throw SessionError("no answer to " + method + ": " + answer.Error->Message);
  result = std::move(answer.Result);
  waitFor(edit);
  return time;
}

double ServerClient::completeAfter(const PreparedEdit &edit, Place place) {
  json params = positionParams(kUri, place.line, place.column), result;
  params["context"] = {{"triggerKind", 1}};
  return answerAfter(edit, "textDocument/completion", std::move(params),
                     result);
}

double ServerClient::hintsAfter(const PreparedEdit &edit, unsigned first,
                                unsigned end) {
  json params = documentParams(kUri), result;
  params["range"] = {{"start", toJson({first, 0})}, {"end", toJson({end, 0})}};
  return answerAfter(edit, "textDocument/inlayHint", std::move(params), result);
}

void ServerClient::requestTokens() {
  tokens = session.ask("textDocument/semanticTokens/full",
                       documentParams(kUri))["resultId"];
}

double ServerClient::tokensAfter(const PreparedEdit &edit) {
  json params = documentParams(kUri), result;
  params["previousResultId"] = tokens;
  double time = answerAfter(edit, "textDocument/semanticTokens/full/delta",
                            std::move(params), result);
  if (!result.contains("edits"))
    throw SessionError("all semantic tokens instead of those that changed");
  tokens = result["resultId"];
  return time;
}

double ServerClient::measureIntake(const std::string &bytes) {
  Clock::time_point start = Clock::now();
  session.sendRaw(bytes);
  // The protocol says that methods with this prefix are refused at once.
  session.wait(session.send("$/bench", nullptr));
  return millisecondsBetween(start, session.lastRead());
}
