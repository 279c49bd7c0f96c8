//===- Lsp.h - The document structures of LSP -------------------*- C++ -*-===//
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
// it uses (JsonMembers.h). Reading anything else throws json::exception, which
// makes a request fail with InvalidParams. Positions are in the negotiated
// encoding.

void to_json(json &Value, const Position &Pos);
/// Too large numbers (editors do send 2^53 for "the end") are clamped.
void from_json(const json &Value, Position &Pos);
void to_json(json &Value, const Range &Span);
void from_json(const json &Value, Range &Span);
/// See JsonPrinter.h.
void printJson(std::string &Text, const Position &Pos);
void printJson(std::string &Text, const Range &Span);

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
  /// Absent only in a client's diagnostics.
  std::optional<DiagnosticSeverity> Severity;
  /// A number in a client's message is read as its digits.
  std::string Code;
  /// The URI of the page about the code; must be empty if the client does not
  /// know of such (ClientCapabilities).
  std::string CodeDescription = {};
  std::string Source;
  std::string Message;
  /// Not in LSP: LLVM's servers send it, and some of their clients read it.
  std::string Category;
  /// Must be empty if the client cannot show it (ClientCapabilities).
  std::vector<DiagnosticRelatedInformation> RelatedInformation;
  std::vector<DiagnosticTag> Tags;
  /// Returned by the client in code action requests; null if there is none.
  json Data = nullptr;

  template <typename Io> void map(Io &Json) {
    Json.required("range", Range);
    Json.required("message", Message);
    Json.optional("severity", Severity);
    Json.optional("code", Code);
    Json.optional("codeDescription/href", CodeDescription);
    Json.optional("source", Source);
    Json.optional("category", Category);
    Json.optional("relatedInformation", RelatedInformation);
    Json.optional("tags", Tags);
    Json.optional("data", Data);
  }
  bool operator==(const Diagnostic &) const = default;
};
/// Drops everything that this version of LSP does not know.
void from_json(const json &Value, Diagnostic &Problem);

/// The parameters of textDocument/publishDiagnostics.
struct PublishDiagnosticsParams {
  std::string Uri;
  int64_t Version = 0;
  std::vector<Diagnostic> Diagnostics;

  template <typename Io> void map(Io &Json) {
    Json.required("uri", Uri);
    Json.required("version", Version);
    Json.required("diagnostics", Diagnostics);
  }
};

/// The answer to textDocument/diagnostic.
struct DiagnosticReport {
  /// The id of the content: equal diagnostics have equal ids.
  std::string ResultId;
  /// Absent if the client has them already.
  std::optional<std::vector<Diagnostic>> Items;

  template <typename Io> void map(Io &Json) {
    std::string Kind = Items ? "full" : "unchanged";
    Json.required("kind", Kind);
    Json.required("resultId", ResultId);
    Json.optional("items", Items);
  }
};

/// `FoldingMarkdown` is Markdown of a client that also shows the tags `details`
/// and `summary` of HTML, so that every other < has to be escaped in it.
enum class MarkupKind { PlainText, Markdown, FoldingMarkdown };
NLOHMANN_JSON_SERIALIZE_ENUM(MarkupKind,
                             {{MarkupKind::PlainText, "plaintext"},
                              {MarkupKind::Markdown, "markdown"},
                              {MarkupKind::FoldingMarkdown, "markdown"}})

struct MarkupContent {
  MarkupKind Kind = MarkupKind::PlainText;
  std::string Value;

  template <typename Io> void map(Io &Json) {
    Json.required("kind", Kind);
    Json.required("value", Value);
  }
  bool operator==(const MarkupContent &) const = default;
};

/// `contents` is one MarkupContent, in LLVM's server as well.
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
  /// The version that the edits were made for; null in JSON if unknown.
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
  /// True to send `documentChanges`, which has versions; false for the old
  /// `changes`, which has none and merges the edits of a document.
  bool IsVersioned = false;

  WorkspaceEdit() = default;
  /// An edit in the form that the client understands.
  WorkspaceEdit(const ClientCapabilities &Client,
                std::vector<TextDocumentEdit> Documents);

  bool operator==(const WorkspaceEdit &) const = default;
};
void to_json(json &Value, const WorkspaceEdit &Edit);
/// Drops the creation, renaming and deletion of files.
void from_json(const json &Value, WorkspaceEdit &Edit);

struct Command {
  std::string Title;
  std::string Command;
  /// An array, or null if there are none.
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
  /// The reason why it is not available now; some clients show it greyed out.
  std::optional<std::string> Disabled;
  std::optional<WorkspaceEdit> Edit;
  std::optional<lsp::Command> Command;
  /// Returned by the client in codeAction/resolve; null if there is none.
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

/// The capabilities of the client that matter to this server. Read from
/// `params.capabilities` of `initialize`; missing or invalid ones are taken as
/// not supported, and nothing is thrown.
struct ClientCapabilities {
  /// The encodings that we support, the client's preference first.
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
  bool CodeDescriptions = false;
  /// Supports textDocument/diagnostic.
  bool PullDiagnostics = false;
  bool HoverMarkdown = false;
  bool HierarchicalDocumentSymbols = false;
  bool DefinitionLinks = false;
  bool TypeDefinitionLinks = false;
  bool DocumentLinkTooltips = false;
  /// Folds take whole lines; columns are ignored.
  bool FoldWholeLines = false;
  bool CompletionMarkdown = false;
  /// Markdown may have the tags of parts that can be folded.
  bool MarkdownFolds = false;
  bool CompletionSnippets = false;
  bool CompletionLabelDetails = false;
  /// The parts of a signature may be ranges of its label.
  bool SignatureOffsets = false;
  bool RenamePrepare = false;
  bool WorkDoneProgress = false;
  /// Messages may have buttons (window/showMessageRequest).
  bool MessageActions = false;
  bool Configuration = false;
  bool DynamicConfiguration = false;
  bool InlayHintRefresh = false;
  bool CodeLensRefresh = false;
  bool SemanticTokensRefresh = false;
  bool DiagnosticRefresh = false;
  /// Supports noisy/analysed.
  bool AnalysedNotification = false;
  /// Runs the RUN lines of tests (RunLinesCommand).
  bool RunLines = false;

  /// The kind of text to send in hovers, and as documentation of completions.
  MarkupKind hoverKind() const { return kindIf(HoverMarkdown); }
  MarkupKind completionKind() const { return kindIf(CompletionMarkdown); }
  /// The encoding to use: the client's first choice that we support, or UTF-16.
  PositionEncoding positionEncoding() const;

private:
  MarkupKind kindIf(bool IsMarkdown) const {
    return !IsMarkdown     ? MarkupKind::PlainText
           : MarkdownFolds ? MarkupKind::FoldingMarkdown
                           : MarkupKind::Markdown;
  }
};
void from_json(const json &Value, ClientCapabilities &Client);

/// The name of an encoding in LSP: "utf-8", "utf-16", "utf-32".
const char *nameOf(PositionEncoding Encoding);
std::optional<PositionEncoding> positionEncodingNamed(const std::string &Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSP_H
