//===- FixRequest.h - A fix's identity, in LSP ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_FIXREQUEST_H
#define NOISY_SERVER_HANDLERS_FIXREQUEST_H

#include "server/features/fixes/FixKind.h"
#include "server/protocol/LspParams.h"

namespace mlir::noisy::lsp {

/// The command that computes a fix and makes the client apply it; its one
/// argument is a FixRequest.
inline constexpr char ApplyFixCommand[] = "noisy.applyFix";

/// The command that goes on with a search that ended early, with more time; its
/// one argument is an object with the document's `uri`.
inline constexpr char SearchLongerCommand[] = "noisy.searchLonger";

/// The kind of code action for fixes that are applied on save.
inline constexpr char FixAllKind[] = "source.fixAll.noisy";
/// The kind of the one that makes integers simpler; not below the other, which
/// stands for it alone in the settings of users.
inline constexpr char SimplifyAllKind[] = "source.fixAll.noisyIntegers";

/// A fix that is offered in one version of a document: the `data` of code
/// actions, and the argument of the command.
struct FixRequest {
  const FixKind *Kind = nullptr;
  std::string Uri;
  int64_t Version = 0;
  /// The subject of the fix: a byte in the name of the value or the operation.
  Position Place;
  /// True if the user did not ask for it, as when a file is saved: a failure is
  /// not reported.
  bool IsQuiet = false;

  friend bool operator==(const FixRequest &, const FixRequest &) = default;
};
void to_json(json &Value, const FixRequest &Request);
void from_json(const json &Value, FixRequest &Request);

/// The parameters of codeAction/resolve.
struct ResolveActionParams {
  /// The action, as the client sends it back.
  json Action;
  /// Absent for an action of LLVM's server, which is complete.
  std::optional<FixRequest> Fix;
  json WorkDoneToken = nullptr;
};
void from_json(json &Value, ResolveActionParams &Params);

/// The parameters of workspace/executeCommand.
struct FixCommandParams {
  /// The fix of ApplyFixCommand; absent for SearchLongerCommand.
  std::optional<FixRequest> Fix;
  /// The document.
  std::string Uri;
  json WorkDoneToken = nullptr;
};
/// Throws ResponseError if it is another command.
void from_json(const json &Value, FixCommandParams &Params);

/// The parameters of noisy/proposeFix.
struct ProposeFixParams : PositionParams {
  const FixKind *Kind = nullptr;
  /// The part of the fixed function's graph, if that is wanted.
  std::optional<GraphPart> Graph;
  json WorkDoneToken = nullptr;
};
void from_json(const json &Value, ProposeFixParams &Params);

/// The parameters of textDocument/codeAction.
struct CodeActionParams : RangeParams {
  /// The kinds that are wanted; absent for every kind of a menu.
  std::optional<std::vector<std::string>> WantedKinds;
  /// True if the request was not made by the user, as when a file is saved.
  bool IsAutomatic = false;
  /// The parameters for LLVM's server if the client names a problem of that
  /// server; else null.
  json Upstream = nullptr;
};
void from_json(const json &Value, CodeActionParams &Params);

/// The command that computes the fix.
Command toCommand(const FixRequest &Request);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_FIXREQUEST_H
