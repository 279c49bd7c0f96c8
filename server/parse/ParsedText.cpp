//===- ParsedText.cpp - A text that MLIR has parsed -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/ParsedText.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/MistypedDialect.h"
#include "server/parse/PrintedText.h"
#include "server/parse/ProblemCollector.h"
#include "server/parse/TypeNames.h"
#include "server/parse/UnclosedProblem.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

std::unique_ptr<MLIRContext>
mlir::noisy::lsp::makeContext(const DialectRegistry &Registry) {
  auto Context =
      std::make_unique<MLIRContext>(Registry, MLIRContext::Threading::DISABLED);
  Context->allowUnregisteredDialects();
  Context->printOpOnDiagnostic(true);
  return Context;
}

ParsedText::ParsedText(MLIRContext &Context, std::string Text, std::string Name,
                       Verify Verification)
    : Context(Context), FileName(std::move(Name)), Contents(std::move(Text)),
      Size(Contents.size()) {
  // If a string is not closed before the end of the buffer, MLIR's lexer reads
  // past it. It does not read past the end of a line.
  Contents += '\n';
  GuessedTypes *Types = loadForeignDialects(Context, text());
  loadMistypedDialects(Context, text());
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Contents, FileName), llvm::SMLoc());
  collect([&] {
    parseLearning(Context, Types, [&] {
      Problems.clear();
      UndefinedValues.clear();
      Names = AsmParserState();
      Module = ModuleOp::create(UnknownLoc::get(&Context));
      Valid = succeeded(parseSafely(Sources, Module->getBody(), &Context, Names,
                                    /*CompletionContext=*/nullptr,
                                    &UndefinedValues));
    });
    if (Valid && Verification == Verify::Yes)
      Valid = succeeded(verify(*Module));
  });
  for (Problem &Issue : Problems) {
    explainUnclosedBody(Issue, text());
    explainExpectedBracket(Issue, text());
    explainUnknownType(Issue, text());
  }
}

ByteRange ParsedText::toRange(llvm::SMRange Range) const {
  if (!Range.isValid())
    return {};
  const char *Start = Contents.data();
  return {std::min(size_t(Range.Start.getPointer() - Start), Size),
          std::min(size_t(Range.End.getPointer() - Start), Size)};
}

/// Visits the tokens of an operation's text, without the operations in it.
static void forEachOwnToken(llvm::StringRef Text, ByteRange Operation,
                            std::vector<ByteRange> Inner,
                            llvm::function_ref<void(const MlirToken &)> Visit) {
  llvm::sort(Inner, [](ByteRange A, ByteRange B) { return A.Begin < B.Begin; });
  Inner.push_back({Operation.End, Operation.End});
  size_t Begin = Operation.Begin;
  for (ByteRange Next : Inner) {
    Lexer Tokens(Text, Begin, std::max(Begin, Next.Begin));
    while (std::optional<MlirToken> Token = Tokens.next())
      Visit(*Token);
    Begin = std::max(Begin, Next.End);
  }
}

static std::pair<llvm::StringRef, size_t> nameAndNumber(const MlirToken &Use) {
  size_t Number = 0;
  Use.Text.split('#').second.getAsInteger(10, Number);
  return {Use.groupName(), Number};
}

std::vector<UndefinedUse> ParsedText::undefinedUses() const {
  ProblemReader Reader(text(), FileName);
  std::vector<UndefinedUse> Result;
  for (auto [Number, V] : llvm::enumerate(UndefinedValues)) {
    ByteRange First = Reader.rangeOf(V.Place);
    std::optional<MlirToken> Name = Lexer(text(), First.Begin).next();
    if (!Name || Name->Kind != TokenKind::Value)
      continue;
    std::string UsedType = printShort(V.UsedType);
    bool HasFirst = false;
    for (const UndefinedValue::User &User : V.Users) {
      ByteRange Range = toRange(User.Range);
      std::vector<ByteRange> Inner;
      for (llvm::SMRange Operation : User.Inner)
        Inner.push_back(toRange(Operation));
      auto add = [&, Number = Number](const MlirToken &Token) {
        if (Token.Kind != TokenKind::Value ||
            nameAndNumber(Token) != nameAndNumber(*Name))
          return;
        bool IsFirst = Token.Range.Begin == First.Begin;
        HasFirst |= IsFirst;
        UndefinedUse &New =
            Result.emplace_back(UndefinedUse{Number,
                                             Token.Range,
                                             Reader.rangeAt(Token.Range.Begin),
                                             IsFirst,
                                             UsedType,
                                             {},
                                             {}});
        New.Operation = Range;
        if (User.Around.isValid())
          New.Around = toRange({User.Around, User.Around}).Begin;
      };
      forEachOwnToken(text(), Range, std::move(Inner), add);
    }
    if (!HasFirst)
      Result.push_back({Number, Name->Range, First, true, UsedType, {}, {}});
  }
  return Result;
}

void ParsedText::collect(llvm::function_ref<void()> Work) {
  ProblemCollector Collector(Context, text(), FileName, Problems);
  Work();
}
