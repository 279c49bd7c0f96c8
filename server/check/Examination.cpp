//===- Examination.cpp - The check of one file with a server --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/Examination.h"
#include "server/check/SamplePlaces.h"
#include "server/protocol/FileUri.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

static constexpr PositionEncoding Bytes = PositionEncoding::UTF8;

//===----------------------------------------------------------------------===//
// CheckedServer
//===----------------------------------------------------------------------===//

/// A client with all capabilities, with columns in bytes as in compilers.
static json capabilitiesOfClient() {
  return json::parse(R"json({
    "general": {"positionEncodings": ["utf-8"]},
    "textDocument": {
      "codeAction": {
        "codeActionLiteralSupport": {
          "codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}
        },
        "isPreferredSupport": true,
        "disabledSupport": true,
        "dataSupport": true,
        "resolveSupport": {"properties": ["edit"]}
      },
      "codeLens": {},
      "callHierarchy": {},
      "completion": {
        "completionItem": {
          "documentationFormat": ["markdown", "plaintext"],
          "labelDetailsSupport": true,
          "snippetSupport": true
        }
      },
      "definition": {"linkSupport": true},
      "diagnostic": {"relatedDocumentSupport": false},
      "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
      "hover": {"contentFormat": ["markdown", "plaintext"]},
      "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
      "publishDiagnostics": {
        "relatedInformation": true,
        "codeDescriptionSupport": true,
        "dataSupport": true,
        "tagSupport": {"valueSet": [1, 2]},
        "versionSupport": true
      },
      "rename": {"prepareSupport": true},
      "signatureHelp": {
        "signatureInformation": {
          "parameterInformation": {"labelOffsetSupport": true}
        }
      },
      "semanticTokens": {
        "requests": {"range": true, "full": {"delta": true}},
        "tokenTypes": [
          "namespace", "type", "class", "enum", "interface", "struct",
          "typeParameter", "parameter", "variable", "property", "enumMember",
          "event", "function", "method", "macro", "keyword", "modifier",
          "comment", "string", "number", "regexp", "operator", "decorator"
        ],
        "tokenModifiers": [
          "declaration", "definition", "readonly", "static", "deprecated",
          "abstract", "async", "modification", "documentation",
          "defaultLibrary"
        ],
        "formats": ["relative"],
        "overlappingTokenSupport": false,
        "multilineTokenSupport": false
      }
    },
    "workspace": {
      "applyEdit": true,
      "workspaceEdit": {"documentChanges": true}
    }
  })json");
}

/// Enables everything; a fix must be right, but need not be optimal.
static json settingsOfClient() {
  return {{"noisy",
           {{"inlayHints", {{"noise", "all"}, {"ranges", true}}},
            {"codeLens", {{"enable", true}}},
            {"optimizer", {{"timeLimit", 2}}}}}};
}

CheckedServer::~CheckedServer() {
  if (!Session)
    return;
  try {
    Session->shutdown();
  } catch (const SessionError &) {
    // Everything was requested; the server is killed.
  }
}

void CheckedServer::setFolder(const std::string &New) {
  if (Folder == New)
    return;
  Session.reset();
  Folder = New;
  Problems = {};
}

/// The longest time that reading the dialects of a project may take.
static constexpr std::chrono::minutes MaxReadingTime(30);

LspSession &CheckedServer::session() {
  if (!Session) {
    auto New = std::make_unique<LspSession>(Start);
    json Options, RootUri;
    if (!Folder.empty()) {
      Options = {{"project", {{"waits", true}}}};
      RootUri = fileUri(Folder);
    }
    json Answer = New->initialize(capabilitiesOfClient(), std::move(Options),
                                  std::move(RootUri));
    if (!Folder.empty()) {
      // Any answer comes after what the project has is read.
      New->setTimeout(
          std::max<std::chrono::milliseconds>(Start.Timeout, MaxReadingTime));
      New->ask("workspace/symbol", {{"query", ""}});
      New->setTimeout(Start.Timeout);
      Problems = findProjectProblems(New->unread(), Folder);
    }
    if (!Answer.is_object() || !Answer.contains("capabilities") ||
        !Answer["capabilities"].is_object())
      throw SessionError("the server announces no capabilities");
    Capabilities = std::move(Answer["capabilities"]);
    New->notify("workspace/didChangeConfiguration",
                {{"settings", settingsOfClient()}});
    Session = std::move(New);
  }
  return *Session;
}

const json &CheckedServer::capabilities() {
  session();
  return Capabilities;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

Examination::Examination(CheckedServer &Server, std::string Uri, Text Contents)
    : Server(Server), Uri(std::move(Uri)), Contents(std::move(Contents)) {}

Range Examination::whole() const {
  return Contents.rangeAt(0, Contents.size(), Bytes);
}

json Examination::capability(const std::string &Pointer) const {
  try {
    return Server.capabilities().value(json::json_pointer(Pointer), json());
  } catch (const SessionError &) {
    // It ended, and does not start again; the next request reports it.
    return nullptr;
  }
}

bool Examination::hasCapability(const std::string &Name) const {
  json Provider = capability("/" + Name);
  return !Provider.is_null() && Provider != false;
}

void Examination::complain(Position Pos, const std::string &Message) {
  Complaint New{Pos, Method + ": " + Message};
  if (std::find(Complaints.begin(), Complaints.end(), New) != Complaints.end())
    return;
  if (++ComplaintsOf[Method] <= MaxComplaints)
    Complaints.push_back(std::move(New));
}

std::optional<json> Examination::ask(const std::string &Asks, json Params,
                                     Position Pos, Refusal OnRefusal) {
  Method = Asks;
  LastPos = Pos;
  if (isGivenUp() || ItemsOf[Asks] > MaxItems)
    return std::nullopt;
  try {
    LspSession &Session = Server.session();
    if (!IsOpen) {
      Session.open(Uri, Contents.bytes().str(), ++Version);
      IsOpen = true;
    }
    ++Requests;
    Outcome Answer = Session.request(Asks, std::move(Params));
    if (Answer) {
      if (Answer.Result.is_array())
        ItemsOf[Asks] += Answer.Result.size();
      return std::move(Answer.Result);
    }
    bool IsForUser = Answer.Error->Code == int(ErrorCode::RequestFailed) ||
                     Answer.Error->Code == int(ErrorCode::InvalidParams);
    if (OnRefusal == Refusal::IsWrong || !IsForUser ||
        Answer.Error->Message.empty())
      complain(Pos, "the request failed: " + Answer.Error->Message);
  } catch (const SessionError &Error) {
    complain(Pos, Error.what());
    Server.drop();
    IsOpen = false;
    if (++Deaths == MaxDeaths)
      complain(Pos, "this file is not tried any further");
  }
  return std::nullopt;
}

std::optional<json> Examination::askAt(const std::string &Asks, Position Pos) {
  return ask(Asks, positionParams(Uri, Pos.Line, Pos.Character), Pos);
}

std::optional<json> Examination::execute(const json &Command, Position Pos) {
  json Commands = capability("/executeCommandProvider/commands");
  if (std::find(Commands.begin(), Commands.end(), Command.at("command")) ==
      Commands.end()) {
    complain(Pos, "a command that the server does not announce");
    return std::nullopt;
  }
  json Params = {{"command", Command["command"]},
                 {"arguments", Command.value("arguments", json::array())}};
  if (!ask("workspace/executeCommand", std::move(Params), Pos, Refusal::IsFine))
    return std::nullopt;
  try {
    json Request = Server.session().waitForNotification("workspace/applyEdit");
    return Request.at("edit");
  } catch (const SessionError &Error) {
    complain(Pos, Error.what());
    Server.drop();
    IsOpen = false;
    ++Deaths;
  }
  return std::nullopt;
}

void Examination::look(llvm::function_ref<void(AnswerCheck &)> Look) {
  AnswerCheck Check(Contents, Uri);
  try {
    Look(Check);
  } catch (const json::exception &Error) {
    complain(LastPos,
             std::string("the answer does not follow LSP:  ") + Error.what());
  }
  for (const Complaint &Wrong : Check.complaints())
    complain(Wrong.Pos.value_or(LastPos), Wrong.Message);
}

std::vector<Position> Examination::places(size_t AtMost) const {
  std::vector<Position> Result;
  for (size_t Offset : samplePlaces(Contents.bytes(), AtMost))
    Result.push_back(Contents.positionAt(Offset, Bytes));
  return Result;
}

//===----------------------------------------------------------------------===//
// The document
//===----------------------------------------------------------------------===//

std::optional<std::vector<Diagnostic>> Examination::pull() {
  std::optional<json> Answer =
      ask("textDocument/diagnostic", documentParams(Uri), Position());
  std::optional<std::vector<Diagnostic>> Result;
  if (Answer)
    look([&](AnswerCheck &) {
      Result = Answer->at("items").get<std::vector<Diagnostic>>();
    });
  return Result;
}

bool Examination::open() {
  std::optional<std::vector<Diagnostic>> Answer = pull();
  if (!Answer)
    return false;
  Diagnostics = std::move(*Answer);
  look([&](AnswerCheck &Check) { Check.ranges(json(Diagnostics)); });
  return true;
}

void Examination::close() {
  if (!IsOpen)
    return;
  IsOpen = false;
  try {
    Server.session().close(Uri);
  } catch (const SessionError &Error) {
    Method = "textDocument/didClose";
    complain(Position(), Error.what());
    Server.drop();
  }
}

void Examination::change(const std::string &NewText) {
  try {
    Server.session().change(Uri, NewText, ++Version);
  } catch (const SessionError &Error) {
    Method = "textDocument/didChange";
    complain(LastPos, Error.what());
    Server.drop();
    IsOpen = false;
  }
}

bool Examination::admitsEdit(size_t &Count, size_t AtMost) const {
  size_t Affordable = MaxEditedBytes / std::max<size_t>(1, Contents.size());
  return Count++ < std::min(AtMost, std::max<size_t>(1, Affordable));
}

std::optional<std::vector<Diagnostic>>
Examination::tryEdit(const json &WorkspaceEdit) {
  size_t OldCount = Complaints.size();
  look([&](AnswerCheck &Check) { Check.workspaceEdit(WorkspaceEdit); });
  if (Complaints.size() > OldCount || !IsOpen)
    return std::nullopt;
  std::string Edits = Method;
  Position Pos = LastPos;
  change(applyWorkspaceEdit(Contents, Uri, WorkspaceEdit));
  std::optional<std::vector<Diagnostic>> NewDiagnostics = pull();
  if (!IsOpen)
    return std::nullopt;
  change(Contents.bytes().str());
  std::optional<std::vector<Diagnostic>> RestoredDiagnostics = pull();
  Method = std::move(Edits);
  LastPos = Pos;
  if (RestoredDiagnostics && *RestoredDiagnostics != Diagnostics)
    complain(Pos, "undoing the edit does not restore the diagnostics");
  return NewDiagnostics;
}
