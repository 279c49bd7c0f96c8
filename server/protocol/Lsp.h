//===- Lsp.h - What LSP says about a document -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSP_H
#define NOISY_SERVER_PROTOCOL_LSP_H

#include "server/protocol/JsonMembers.h"
#include "server/text/Position.h"
#include "server/text/PositionEncoding.h"

namespace mlir::noisy::lsp {

// The structures of LSP 3.17 that this server uses, each with the members that
// it uses (JsonMembers.h). Reading one throws json::exception on what is not
// the structure, which makes a request fail with InvalidParams. Positions are
// in the negotiated encoding.

void to_json(json &Value, const Position &Pos);
/// Numbers that are too big (editors do send 2^53 for "the end") are the
/// greatest there is.
void from_json(const json &Value, Position &Pos);
void to_json(json &Value, const Range &Span);
void from_json(const json &Value, Range &Span);

struct Location {
  std::string Uri;
  lsp::Range Range;

  template <typename Io> void map(Io &Json) {
    Json.required("uri", Uri);
    Json.required("range", Range);
  }
  bool operator==(const Location &) const = default;
};

struct TextEdit {
  lsp::Range Range;
  std::string NewText;

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("newText", NewText);
  }
  bool operator==(const TextEdit &) const = default;
};

enum class DiagnosticSeverity { Error = 1, Warning, Information, Hint };
enum class DiagnosticTag { Unnecessary = 1, Deprecated };

struct DiagnosticRelatedInformation {
  lsp::Location Location;
  std::string Message;

  template <typename Io> void map(Io &Json) {
    Json.required("location", Location);
    Json.required("message", Message);
  }
  bool operator==(const DiagnosticRelatedInformation &) const = default;
};

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

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("message", Message);
    Json.optional("severity", Severity);
    Json.optional("code", Code);
    Json.optional("source", Source);
    Json.optional("category", Category);
    Json.optional("relatedInformation", RelatedInformation);
    Json.optional("tags", Tags);
    Json.optional("data", Data);
  }
  bool operator==(const Diagnostic &) const = default;
};
/// Leaves out what this version of LSP does not know.
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
NLOHMANN_JSON_SERIALIZE_ENUM(MarkupKind, {{MarkupKind::PlainText, "plaintext"},
                                          {MarkupKind::Markdown, "markdown"}})

struct MarkupContent {
  MarkupKind Kind = MarkupKind::PlainText;
  std::string Value;

  template <typename Io> void map(Io &Json) {
    Json.required("kind", Kind);
    Json.required("value", Value);
  }
  bool operator==(const MarkupContent &) const = default;
};

/// In those of LLVM's server, too, `contents` is one MarkupContent.
struct Hover {
  MarkupContent Contents;
  std::optional<lsp::Range> Range;

  template <typename Io> void map(Io &Json) {
    Json.required("contents", Contents);
    Json.optional("range", Range);
  }
  bool operator==(const Hover &) const = default;
};

/// Edits of one document, which do not overlap.
struct TextDocumentEdit {
  std::string Uri;
  /// The version that the edits were made for; null in JSON when not known.
  std::optional<int64_t> Version;
  std::vector<TextEdit> Edits;

  template <typename Io> void map(Io &Json) {
    Json.required("textDocument/uri", Uri);
    Json.required("textDocument/version", Version);
    Json.required("edits", Edits);
  }
  bool operator==(const TextDocumentEdit &) const = default;
};

struct ClientCapabilities;

struct WorkspaceEdit {
  std::vector<TextDocumentEdit> Documents;
  /// Which form goes out: `documentChanges`, which carries versions, or the old
  /// `changes`, which does not and merges the edits of a document.
  bool IsVersioned = false;

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

  template <typename Io> void map(Io &Json) {
    Json.required("title", Title);
    Json.required("command", Command);
    Json.optional("arguments", Arguments);
  }
  bool operator==(const lsp::Command &) const = default;
};

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

  template <typename Io> void map(Io &Json) {
    Json.required("title", Title);
    Json.optional("kind", Kind);
    Json.optional("diagnostics", Diagnostics);
    Json.optional("isPreferred", IsPreferred);
    Json.optional("disabled/reason", Disabled);
    Json.optional("edit", Edit);
    Json.optional("command", Command);
    Json.optional("data", Data);
  }
  bool operator==(const CodeAction &) const = default;
};

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
  bool Configuration = false;
  bool DynamicConfiguration = false;
  bool InlayHintRefresh = false;
  bool CodeLensRefresh = false;
  bool SemanticTokensRefresh = false;
  bool DiagnosticRefresh = false;
  /// It wants to be told of what was analysed (noisy/analysed).
  bool AnalysedNotification = false;

  /// The encoding to use: the first the client names that we know, or UTF-16.
  PositionEncoding positionEncoding() const;
};
void from_json(const json &Value, ClientCapabilities &Client);

/// How LSP writes an encoding: "utf-8", "utf-16", "utf-32".
const char *nameOf(PositionEncoding Encoding);
std::optional<PositionEncoding> positionEncodingNamed(const std::string &Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSP_H
