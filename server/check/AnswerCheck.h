//===- AnswerCheck.h - The validity of answers ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_ANSWERCHECK_H
#define NOISY_SERVER_CHECK_ANSWERCHECK_H

#include "server/check/report/FileReport.h"
#include "server/protocol/Lsp.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Checks the answers of a server about one document for invalid content:
/// ranges outside of the text, edits that overlap, tokens out of order. Knows
/// the protocol and the text, and nothing of MLIR. Columns are bytes.
///
/// Each function checks the result of one kind of request and throws
/// json::exception if it does not have the shape of LSP. One thread.
class AnswerCheck {
public:
  AnswerCheck(const Text &Contents, std::string Uri)
      : Contents(Contents), Uri(std::move(Uri)) {}

  /// All ranges in any answer, except those of other documents.
  void ranges(const json &Answer);

  void hover(const json &Answer, Position Pos);
  void completions(const json &Answer, Position Pos);
  void signature(const json &Answer, Position Pos);
  /// DocumentSymbol[].
  void symbols(const json &Answer);
  void folds(const json &Answer);
  /// One chain of ranges for each position.
  void selections(const json &Answer, const std::vector<Position> &Positions);
  /// `Legend` is that of the server's capabilities; tokens must be in `Bounds`.
  void semanticTokens(const json &Answer, const json &Legend, Range Bounds);
  void inlayHints(const json &Answer, Range Bounds);
  void lenses(const json &Answer);
  /// The answer of prepareRename, if it is not null.
  void renameRange(const json &Answer, Position Pos);
  void workspaceEdit(const json &Answer);
  /// The answer of noisy/noiseGraph (docs/protocol.md).
  void noiseGraph(const json &Answer);

  const std::vector<Complaint> &complaints() const { return Complaints; }

private:
  void complain(std::optional<Position> Pos, std::string Message) {
    Complaints.push_back({Pos, std::move(Message)});
  }
  bool isInText(Position Pos) const;
  void position(const json &Value, const char *Subject);
  void range(const json &Value);
  void edits(const json &Edits, const std::string &OfUri);

  const Text &Contents;
  const std::string Uri;
  std::vector<Complaint> Complaints;
};

/// The text after the edits of this document in a valid workspace edit
/// (AnswerCheck::workspaceEdit). Columns are bytes.
std::string applyWorkspaceEdit(const Text &Contents, const std::string &Uri,
                               const json &Edit);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_ANSWERCHECK_H
