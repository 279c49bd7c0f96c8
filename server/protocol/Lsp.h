//===- Lsp.h - What LSP says about a document -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSP_H
#define NOISY_SERVER_PROTOCOL_LSP_H

#include "server/protocol/JsonRpc.h"
#include "server/text/Position.h"
#include "server/text/PositionEncoding.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

// The structures of LSP 3.17 that this server uses, each with the members that
// it uses. Every `from_json` throws json::exception on what is not the
// structure, which makes a request fail with InvalidParams; every `to_json`
// leaves out what is empty. Positions are in the negotiated encoding.

void to_json(json &Value, const Position &Where);
/// Numbers that are too big (editors do send 2^53 for "the end") are the
/// greatest there is.
void from_json(const json &Value, Position &Where);
void to_json(json &Value, const Range &Where);
void from_json(const json &Value, Range &Where);

struct Location {
  std::string Uri;
  lsp::Range Range;

  bool operator==(const Location &) const = default;
};
void to_json(json &Value, const Location &Where);
void from_json(const json &Value, Location &Where);

struct TextEdit {
  lsp::Range Range;
  std::string NewText;

  bool operator==(const TextEdit &) const = default;
};
void to_json(json &Value, const TextEdit &Edit);
void from_json(const json &Value, TextEdit &Edit);

enum class DiagnosticSeverity { Error = 1, Warning, Information, Hint };
enum class DiagnosticTag { Unnecessary = 1, Deprecated };

struct DiagnosticRelatedInformation {
  lsp::Location Location;
  std::string Message;

  bool operator==(const DiagnosticRelatedInformation &) const = default;
};
void to_json(json &Value, const DiagnosticRelatedInformation &Related);
void from_json(const json &Value, DiagnosticRelatedInformation &Related);

struct Diagnostic {
  lsp::Range Range;
  /// Absent only in what a client sends.
  std::optional<DiagnosticSeverity> Severity;
  /// A number that a client sends is read as its digits.
  std::string Code;
  std::string Source;
  std::string Message;
  /// Not of LSP: LLVM's servers send it, and some clients of theirs read it.
  std::string Category;
  /// Leave empty where the client cannot show it (ClientCapabilities).
  std::vector<DiagnosticRelatedInformation> RelatedInformation;
  std::vector<DiagnosticTag> Tags;
  /// Comes back in code action requests; null when there is none.
  json Data = nullptr;

  bool operator==(const Diagnostic &) const = default;
};
void to_json(json &Value, const Diagnostic &Problem);
void from_json(const json &Value, Diagnostic &Problem);

/// The answer to textDocument/diagnostic.
struct DiagnosticReport {
  /// Names what the client is given: the same diagnostics have the same.
  std::string ResultId;
  /// Nothing: the client has them already.
  std::optional<std::vector<Diagnostic>> Items;
};
void to_json(json &Value, const DiagnosticReport &Report);

enum class MarkupKind { PlainText, Markdown };

struct MarkupContent {
  MarkupKind Kind = MarkupKind::PlainText;
  std::string Value;

  bool operator==(const MarkupContent &) const = default;
};
void to_json(json &Value, const MarkupContent &Content);
void from_json(const json &Value, MarkupContent &Content);

struct Hover {
  MarkupContent Contents;
  std::optional<lsp::Range> Range;

  bool operator==(const Hover &) const = default;
};
void to_json(json &Value, const Hover &Shown);
/// For the hovers of LLVM's server: `contents` is one MarkupContent.
void from_json(const json &Value, Hover &Shown);

/// Edits of one document, which do not overlap.
struct TextDocumentEdit {
  std::string Uri;
  /// The version that the edits were made for; null in JSON when not known.
  std::optional<int64_t> Version;
  std::vector<TextEdit> Edits;

  bool operator==(const TextDocumentEdit &) const = default;
};
void to_json(json &Value, const TextDocumentEdit &Edit);
void from_json(const json &Value, TextDocumentEdit &Edit);

struct ClientCapabilities;

struct WorkspaceEdit {
  std::vector<TextDocumentEdit> Documents;
  /// Which form goes out: `documentChanges`, which carries versions, or the old
  /// `changes`, which does not and merges the edits of a document.
  bool Versioned = false;

  WorkspaceEdit() = default;
  /// An edit in the form that the client understands.
  WorkspaceEdit(const ClientCapabilities &Client,
                std::vector<TextDocumentEdit> Documents);

  bool operator==(const WorkspaceEdit &) const = default;
};
void to_json(json &Value, const WorkspaceEdit &Edit);
/// Creating, renaming and deleting files is left out.
void from_json(const json &Value, WorkspaceEdit &Edit);

struct Command {
  std::string Title;
  std::string Command;
  /// An array, or null when there are none.
  json Arguments = nullptr;

  bool operator==(const lsp::Command &) const = default;
};
void to_json(json &Value, const Command &Given);
void from_json(const json &Value, Command &Given);

/// Well-known code action kinds.
inline constexpr char QuickFixKind[] = "quickfix";
inline constexpr char RefactorKind[] = "refactor";
inline constexpr char RefactorRewriteKind[] = "refactor.rewrite";

struct CodeAction {
  std::string Title;
  std::string Kind;
  std::vector<Diagnostic> Diagnostics;
  bool IsPreferred = false;
  /// Why it cannot be had now; shown greyed out by those who can.
  std::optional<std::string> Disabled;
  std::optional<WorkspaceEdit> Edit;
  std::optional<lsp::Command> Command;
  /// Comes back in codeAction/resolve; null when there is none.
  json Data = nullptr;

  bool operator==(const CodeAction &) const = default;
};
void to_json(json &Value, const CodeAction &Action);
void from_json(const json &Value, CodeAction &Action);

/// What the client can do, of what this server asks. Read from
/// `params.capabilities` of `initialize`; what is missing or makes no sense is
/// taken as not supported, and nothing is thrown.
struct ClientCapabilities {
  /// Those known to us, the client's favourite first.
  std::vector<PositionEncoding> PositionEncodings;
  bool CodeActionLiterals = false;
  /// codeAction/resolve may fill in `edit`, and `data` comes back.
  bool CodeActionResolveEdit = false;
  bool CodeActionData = false;
  bool CodeActionDisabled = false;
  bool CodeActionIsPreferred = false;
  bool VersionedDocumentChanges = false;
  bool RelatedInformation = false;
  bool DiagnosticData = false;
  bool DiagnosticTags = false;
  /// It asks for diagnostics (textDocument/diagnostic).
  bool PullDiagnostics = false;
  bool HoverMarkdown = false;
  bool HierarchicalDocumentSymbols = false;
  bool DefinitionLinks = false;
  /// Folds take whole lines; columns are ignored.
  bool FoldWholeLines = false;
  bool CompletionMarkdown = false;
  bool RenamePrepare = false;
  bool WorkDoneProgress = false;
  bool ApplyEdit = false;
  bool Configuration = false;
  bool DynamicConfiguration = false;
  bool InlayHintRefresh = false;
  bool CodeLensRefresh = false;
  bool SemanticTokensRefresh = false;
  bool DiagnosticRefresh = false;
  /// It wants to be told of what was analysed (noisy/analysed).
  bool Analysed = false;

  /// The encoding to use: the first the client names that we know, or UTF-16.
  PositionEncoding positionEncoding() const;
};
void from_json(const json &Value, ClientCapabilities &Client);

/// How LSP writes an encoding: "utf-8", "utf-16", "utf-32".
const char *nameOf(PositionEncoding Encoding);
std::optional<PositionEncoding> positionEncodingNamed(const std::string &Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSP_H
