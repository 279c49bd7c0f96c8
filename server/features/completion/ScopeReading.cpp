//===- ScopeReading.cpp - MLIR reads the text before a cursor -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/ScopeReading.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/features/completion/UnreadRegions.h"
#include "server/foreign/ForeignDialect.h"
#include "server/parse/SafeParse.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The limits for reading a text again without a line that does not parse: the
/// number of attempts, and the length of the text.
static constexpr unsigned MaxRepairs = 8;
static constexpr size_t MaxRepairedBytes = 256u << 10;

//===----------------------------------------------------------------------===//
// Completions from MLIR
//===----------------------------------------------------------------------===//

namespace {
/// The result of reading a text once.
struct Reading : CollectedCompletions {
  /// The byte of the first error.
  std::optional<size_t> Error;
  /// MLIR crashed on the text, or never got it.
  bool HasCrashed = true;
};
} // namespace

static Reading readUpToEnd(const DialectRegistry &Registry, StringRef Scope,
                           const TypedWord &Word,
                           const llvm::StringSet<> &Values) {
  Reading Result;
  Result.HasCrashed = false;
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(Scope),
                             llvm::SMLoc());
  const llvm::MemoryBuffer *Buffer =
      Sources.getMemoryBuffer(Sources.getMainFileID());
  ScopedDiagnosticHandler Handler(&Context, [&](mlir::Diagnostic &Diag) {
    auto Loc = dyn_cast<FileLineColLoc>(Diag.getLocation());
    if (Loc && !Result.Error &&
        Diag.getSeverity() == mlir::DiagnosticSeverity::Error)
      if (llvm::SMLoc Place = Sources.FindLocForLineAndColumn(
              Sources.getMainFileID(), Loc.getLine(), Loc.getColumn());
          Place.isValid())
        Result.Error = Place.getPointer() - Buffer->getBufferStart();
    return success();
  });
  AsmParserState State;
  auto Completer = makeCompletionCollector(
      llvm::SMLoc::getFromPointer(Buffer->getBufferEnd()), Word, Values,
      Context, State, Result);
  Block Body;
  loadForeignDialects(Context, Scope);
  (void)parseSafely(Sources, &Body, &Context, State, Completer.get());
  return Result;
}

static Reading readSafely(const DialectRegistry &Registry, StringRef Scope,
                          const TypedWord &Word,
                          const llvm::StringSet<> &Values) {
  if (findDeepNesting(Scope))
    return Reading();
  return surviveOnLargeStack(
             [&] { return readUpToEnd(Registry, Scope, Word, Values); })
      .value_or(Reading());
}

//===----------------------------------------------------------------------===//
// Texts that do not parse
//===----------------------------------------------------------------------===//

/// The first byte of the operation that the line at `LineBegin` belongs to: in
/// a line before if that is indented less.
static size_t findOperationBegin(StringRef Text, size_t LineBegin) {
  constexpr unsigned MaxLines = 8;
  auto codeOf = [&](size_t Begin) {
    return std::min(Text.find_first_not_of(" \t", Begin), Text.size());
  };
  size_t Begin = LineBegin, First = codeOf(LineBegin);
  for (unsigned I = 0; I < MaxLines; ++I) {
    size_t Code = codeOf(Begin);
    if (mustBeginOperation(Text, Code))
      return Code;
    StringRef Before = Text.take_front(Begin).rtrim();
    if (Before.empty() || Before.ends_with("{") || Before.ends_with("}"))
      return First;
    size_t Previous = Before.rfind('\n') + 1;
    if (Code - Begin < codeOf(Previous) - Previous ||
        (Begin == LineBegin && Code - Begin == codeOf(Previous) - Previous))
      return First;
    Begin = Previous;
  }
  return First;
}

/// The number of braces that a line opens and does not close.
static int countBraces(StringRef Line) {
  int Count = 0;
  Lexer Tokens(Line);
  while (std::optional<MlirToken> Token = Tokens.next())
    Count += Token->is("{") - Token->is("}");
  return Count;
}

/// Blanks the line that causes the error at the byte `Error`, or replaces it if
/// it begins a region; false if that is impossible. The values that it defines
/// are then used before their definition, which the parser accepts as long as
/// the region is open.
static bool blankLineAt(std::string &Text, size_t Error) {
  auto lineAt = [&](size_t Offset) -> ByteRange {
    StringRef Bytes = Text;
    size_t Begin = Bytes.take_front(Offset).rfind('\n') + 1;
    return {Begin, std::min(Bytes.find('\n', Begin), Bytes.size())};
  };
  auto contentOf = [&](ByteRange Line) {
    return StringRef(Text).slice(Line.Begin, Line.End).trim();
  };
  ByteRange Line = lineAt(Error);
  // A line that plainly does not end continues on the next one.
  for (ByteRange PreviousLine = Line; PreviousLine.Begin > 0;) {
    PreviousLine = lineAt(PreviousLine.Begin - 1);
    StringRef Content = contentOf(PreviousLine);
    if (Content.empty())
      continue;
    if (Content.ends_with("->") || StringRef(",=:.(<").contains(Content.back()))
      Line = PreviousLine;
    break;
  }
  StringRef Content = contentOf(Line);
  // The line of the cursor stays.
  if (Line.End == Text.size() || Content.empty())
    return false;
  if (replaceUnread(Text, findOperationBegin(Text, Line.Begin)))
    return true;
  if (countBraces(Content) != 0)
    return false;
  Text.replace(Line.Begin, Line.size(), Line.size(), ' ');
  return true;
}

/// The last byte of an unfinished operation in front of the line of the cursor,
/// if that is why MLIR has found an error at `Error`: there, or where the line
/// of the cursor begins.
static std::optional<size_t> findUnfinished(StringRef Text, size_t Error) {
  size_t LineBegin = Text.rfind('\n') + 1;
  StringRef Before = Text.take_front(LineBegin).rtrim();
  if (Before.empty() || Error + 1 < Before.size() ||
      !Text.slice(Before.size(), Error).trim().empty())
    return std::nullopt;
  return Before.size() - 1;
}

bool mlir::noisy::lsp::readRepairing(const DialectRegistry &Registry,
                                     std::string &Text, const TypedWord &Word,
                                     bool BeginsOperation,
                                     const llvm::StringSet<> &Values,
                                     const std::function<bool()> &IsStopped,
                                     CollectedCompletions &Result) {
  for (unsigned Repairs = 0; !(IsStopped && IsStopped()); ++Repairs) {
    Reading Attempt = readSafely(Registry, Text, Word, Values);
    std::optional<size_t> Error = Attempt.Error;
    bool HasCrashed = Attempt.HasCrashed;
    Result = std::move(Attempt);
    if (!Result.Items.empty() || !Error)
      return !HasCrashed;
    // An error at the cursor may be for want of a %, which the parser must see
    // before it offers values.
    std::optional<size_t> Unfinished =
        BeginsOperation ? findUnfinished(Text, *Error) : std::nullopt;
    if (Unfinished)
      Error = Unfinished;
    else if (StringRef(Text).substr(*Error).find_first_not_of(" \t\r\n", 1) ==
             StringRef::npos) {
      if (!Word.Sigil && Word.Kind == TypedWord::Place::Code &&
          Text.size() <= MaxRepairedBytes)
        Result = readSafely(Registry, Text + "%", Word, Values);
      return true;
    }
    if (Text.size() > MaxRepairedBytes || Repairs == MaxRepairs ||
        !blankLineAt(Text, *Error))
      return false;
  }
  return true;
}

CollectedCompletions
mlir::noisy::lsp::readScopeOnce(const DialectRegistry &Registry,
                                StringRef Scope, const TypedWord &Word,
                                const llvm::StringSet<> &Values) {
  return readSafely(Registry, Scope, Word, Values);
}
