//===- Examination.h - One file, tried out with a server --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_EXAMINATION_H
#define NOISY_SERVER_CHECK_EXAMINATION_H

#include "server/check/AnswerCheck.h"
#include "server/client/LspSession.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// A server that is started again when it ends or hangs. One thread.
class CheckedServer {
public:
  CheckedServer(std::string Program, std::vector<std::string> Arguments,
                std::chrono::milliseconds Timeout)
      : Program(std::move(Program)), Arguments(std::move(Arguments)),
        Timeout(Timeout) {}
  ~CheckedServer();

  /// The running one; starts it. Throws SessionError when that fails.
  LspSession &session();
  /// What it announced in `initialize`.
  const json &capabilities();
  /// Ends it at once.
  void drop() { Session.reset(); }

private:
  const std::string Program;
  const std::vector<std::string> Arguments;
  const std::chrono::milliseconds Timeout;
  std::unique_ptr<LspSession> Session;
  json Capabilities;
};

/// The features of the server, tried out on one document. Whatever goes wrong
/// with them is noted as a complaint, with the request that it was. One thread.
class Examination {
public:
  /// `Contents` is well-formed UTF-8.
  Examination(CheckedServer &Server, std::string Uri, Text Contents);

  const std::string &uri() const { return Uri; }
  const Text &text() const { return Contents; }
  /// All of the text.
  Range whole() const;
  /// A part of the server's capabilities; null when it does not have it.
  json capability(const std::string &Pointer) const;
  bool hasCapability(const std::string &Name) const;

  /// Opens the document and asks for its diagnostics. False when that does not
  /// work, which has been noted; there is nothing to try out then.
  bool open();
  void close();
  /// The version that the server has of the text, which stays the same: trying
  /// an edit, and undoing it, are two more.
  int64_t version() const { return Version; }
  /// Those of the text.
  const std::vector<Diagnostic> &diagnostics() const { return Diagnostics; }

  /// Whether a request may be refused: with a message for the user.
  enum class Refusal { IsWrong, IsFine };
  /// The result of a request; nothing when there is none, which has been noted
  /// unless it was refused and that is fine. `Pos` is where complaints go. Of a
  /// request whose answers were very long so far it is nothing, too: a name
  /// that is used everywhere must not take minutes.
  std::optional<json> ask(const std::string &Method, json Params, Position Pos,
                          Refusal OnRefusal = Refusal::IsWrong);
  std::optional<json> askAt(const std::string &Method, Position Pos);
  /// Has the server execute a command of its own; the edit that it wants to be
  /// applied. Nothing when it has none, or refuses.
  std::optional<json> execute(const json &Command, Position Pos);
  /// Has the answer to the last request looked at.
  void look(llvm::function_ref<void(AnswerCheck &)> Look);
  /// Notes something that is wrong with it.
  void complain(Position Pos, const std::string &Message);

  /// Places to try something at, at most as many as this (samplePlaces).
  std::vector<Position> places(size_t AtMost) const;

  /// The diagnostics after an edit of this document, which is undone again;
  /// nothing when it makes no sense. Also sees that undoing it leaves the
  /// diagnostics as they were.
  std::optional<std::vector<Diagnostic>> tryEdit(const json &WorkspaceEdit);
  /// Whether one more edit is to be made and tried, of so many at most. Of a
  /// large text it is a few only.
  bool admitsEdit(size_t &Count, size_t AtMost) const;

  /// What went wrong so far, each once.
  const std::vector<Complaint> &complaints() const { return Complaints; }
  size_t requests() const { return Requests; }
  /// Whether there was a request of this method.
  bool hasTried(const std::string &Method) const {
    return ItemsOf.count(Method) != 0;
  }
  /// Too much went wrong; nothing is asked any more.
  bool isGivenUp() const { return Deaths >= MaxDeaths; }

private:
  /// After so many ends of the server there is nothing more to learn.
  static constexpr unsigned MaxDeaths = 5;
  /// Items in all answers to one kind of request.
  static constexpr size_t MaxItems = 100000;
  /// Bytes of text that are analysed again for edits of one kind.
  static constexpr size_t MaxEditedBytes = size_t(2) << 20;
  /// More about one request is not noted.
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
  /// The last request, and where.
  std::string Method;
  Position LastPos;
  std::vector<Complaint> Complaints;
  std::map<std::string, size_t> ComplaintsOf, ItemsOf;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_EXAMINATION_H
