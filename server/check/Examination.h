//===- Examination.h - The check of one file with a server ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_EXAMINATION_H
#define NOISY_SERVER_CHECK_EXAMINATION_H

#include "server/check/AnswerCheck.h"
#include "server/check/ProjectFolder.h"
#include "server/client/LspSession.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// A server that is restarted when it ends or hangs. One thread.
class CheckedServer {
public:
  CheckedServer(std::string Program, std::vector<std::string> Arguments,
                std::chrono::milliseconds Timeout)
      : Start{std::move(Program), std::move(Arguments),
              ServerStart::ErrorStream::Inherited, Timeout} {}
  ~CheckedServer();

  /// The running session; starts one if there is none. Throws SessionError if
  /// that fails.
  LspSession &session();
  /// The capabilities in the answer to `initialize`.
  const json &capabilities();
  /// Ends it at once.
  void drop() { Session.reset(); }
  /// The folder of the project (ProjectFolder.h) whose dialects and rules hold
  /// from now on; empty for none. Ends a server for another one.
  void setFolder(const std::string &New);
  /// What was wrong with the project when a server was started.
  const ProjectProblems &problems() const { return Problems; }

private:
  const ServerStart Start;
  std::unique_ptr<LspSession> Session;
  json Capabilities;
  std::string Folder;
  ProjectProblems Problems;
};

/// The features of the server, tried on one document. Every defect is noted as
/// a complaint, with its request. One thread.
class Examination {
public:
  /// `Contents` is well-formed UTF-8.
  Examination(CheckedServer &Server, std::string Uri, Text Contents);

  const std::string &uri() const { return Uri; }
  const Text &text() const { return Contents; }
  /// The range of the whole text.
  Range whole() const;
  /// A part of the server's capabilities; null if it is missing.
  json capability(const std::string &Pointer) const;
  bool hasCapability(const std::string &Name) const;

  /// Opens the document and requests its diagnostics. Returns false, with a
  /// complaint, if that fails; nothing can be tried then.
  bool open();
  void close();
  /// The version of the text in the server. Trying an edit, and undoing it,
  /// adds two, with the same text.
  int64_t version() const { return Version; }
  /// The diagnostics of the text.
  const std::vector<Diagnostic> &diagnostics() const { return Diagnostics; }

  /// The validity of a refusal: an error message for the user.
  enum class Refusal { IsWrong, IsFine };
  /// The result of a request; nothing if there is none, with a complaint unless
  /// a refusal is valid. `Pos` is the position of complaints. Also nothing
  /// after very long answers to requests of this kind: a name that is used
  /// everywhere must not take minutes.
  std::optional<json> ask(const std::string &Method, json Params, Position Pos,
                          Refusal OnRefusal = Refusal::IsWrong);
  std::optional<json> askAt(const std::string &Method, Position Pos);
  /// Makes the server execute a command of its own; returns the edit that it
  /// sends. Nothing if there is none, or the command is refused.
  std::optional<json> execute(const json &Command, Position Pos);
  /// Checks the answer to the last request.
  void look(llvm::function_ref<void(AnswerCheck &)> Look);
  /// Notes a defect of the last answer.
  void complain(Position Pos, const std::string &Message);

  /// Positions to try, at most `AtMost` (samplePlaces).
  std::vector<Position> places(size_t AtMost) const;

  /// The diagnostics after an edit of this document, which is undone again;
  /// nothing if the edit is invalid. Also checks that undoing it restores the
  /// diagnostics.
  std::optional<std::vector<Diagnostic>> tryEdit(const json &WorkspaceEdit);
  /// True if one more edit may be tried, of at most `AtMost`; fewer for large
  /// texts.
  bool admitsEdit(size_t &Count, size_t AtMost) const;

  /// The complaints so far, each once.
  const std::vector<Complaint> &complaints() const { return Complaints; }
  size_t requests() const { return Requests; }
  /// True if there was a request of this method.
  bool hasTried(const std::string &Method) const {
    return ItemsOf.count(Method) != 0;
  }
  /// True after too many crashes; nothing is requested any more.
  bool isGivenUp() const { return Deaths >= MaxDeaths; }

private:
  /// The most restarts; more show nothing new.
  static constexpr unsigned MaxDeaths = 5;
  /// The most items in all answers to one kind of request.
  static constexpr size_t MaxItems = 100000;
  /// The most bytes of text that are analysed again for edits of one kind.
  static constexpr size_t MaxEditedBytes = size_t(2) << 20;
  /// The most complaints about one request.
  static constexpr size_t MaxComplaints = 20;

  std::optional<std::vector<Diagnostic>> pull();
  void change(const std::string &NewText);

  CheckedServer &Server;
  const std::string Uri;
  const Text Contents;
  int64_t Version = 0;
  bool IsOpen = false;
  std::vector<Diagnostic> Diagnostics;
  size_t Requests = 0;
  unsigned Deaths = 0;
  /// The last request, and its position.
  std::string Method;
  Position LastPos;
  std::vector<Complaint> Complaints;
  std::map<std::string, size_t> ComplaintsOf, ItemsOf;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_EXAMINATION_H
