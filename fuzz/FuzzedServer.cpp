//===- FuzzedServer.cpp - A server process and its output -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/FuzzedServer.h"
#include <fstream>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::LspSession;
using lsp::SessionError;

json fuzz::makeCapabilities(lsp::PositionEncoding Encoding, bool Pulls) {
  static const char *const Names[] = {"utf-8", "utf-16", "utf-32"};
  json Result = lsp::modernCapabilities();
  Result["general"]["positionEncodings"] = {Names[size_t(Encoding)]};
  Result["experimental"]["noisy"]["analysed"] = true;
  Result["window"]["workDoneProgress"] = true;
  if (Pulls)
    Result["textDocument"]["diagnostic"] = json::object();
  return Result;
}

FuzzedServer::FuzzedServer(const ServerOptions &Options)
    : Options(Options), Session(Options) {
  json Settings = {
      {"noisy", {{"inlayHints", {{"noise", "all"}, {"ranges", true}}}}}};
  json Answer = Session.initialize(
      makeCapabilities(Options.Encoding, Options.Pulls), Settings);
  Capabilities = Answer.at("capabilities");
}

void FuzzedServer::takeMessages() {
  while (!Session.unread().empty())
    take(Session.waitFor("a message", [](const json &) { return true; }));
}

void FuzzedServer::take(const json &Message) {
  const json &Method = Message["method"];
  if (Method == "textDocument/publishDiagnostics") {
    const json &Params = Message["params"];
    State &DocState = Documents[Params["uri"].get<std::string>()];
    DocState.Diagnostics = Params["diagnostics"];
    DocState.DiagnosticsVersion.reset();
    if (Params.contains("version"))
      DocState.DiagnosticsVersion = Params["version"].get<int64_t>();
  } else if (Method == "noisy/analysed") {
    const json &Params = Message["params"];
    State &DocState = Documents[Params["uri"].get<std::string>()];
    DocState.AnalysedVersion = Params["version"].get<int64_t>();
    DocState.IsComplete = Params["isComplete"].get<bool>();
  }
}

void FuzzedServer::waitForAnalysis(const std::string &Uri, int64_t Version,
                                   bool Complete) {
  LspSession::Clock::time_point Deadline =
      LspSession::Clock::now() + Options.Timeout;
  while (true) {
    takeMessages();
    const State &DocState = Documents[Uri];
    if (DocState.AnalysedVersion >= Version &&
        (DocState.IsComplete || !Complete))
      return;
    if (!Session.readUntil(Deadline))
      throw SessionError("waited " + std::to_string(Options.Timeout.count()) +
                         " ms in vain for the analysis of version " +
                         std::to_string(Version) + ", the last one was " +
                         std::to_string(DocState.AnalysedVersion));
  }
}

json FuzzedServer::diagnostics(const std::string &Uri, int64_t Version) {
  if (Options.Pulls)
    return Session.ask("textDocument/diagnostic", lsp::documentParams(Uri))
        .at("items");
  const State &DocState = Documents[Uri];
  if (DocState.DiagnosticsVersion != Version)
    throw SessionError("version " + std::to_string(Version) +
                       " was analysed, but its diagnostics did not come");
  return DocState.Diagnostics;
}

void FuzzedServer::forget(const std::string &Uri) {
  takeMessages();
  Documents.erase(Uri);
}

size_t FuzzedServer::residentMemory() const {
  std::ifstream Status("/proc/" + std::to_string(Session.pid()) + "/status");
  for (std::string Line; std::getline(Status, Line);)
    if (Line.starts_with("VmRSS:"))
      return std::stoul(Line.substr(6)) / 1024;
  return 0;
}

void FuzzedServer::shutdown() {
  if (int Status = Session.shutdown())
    throw SessionError("exit status " + std::to_string(Status) +
                       " after shutdown and exit");
}

std::optional<int> FuzzedServer::exitStatus() {
  try {
    return Session.waitForExit();
  } catch (const SessionError &) {
    return std::nullopt;
  }
}
