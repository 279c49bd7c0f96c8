//===- TrialText.cpp - The text of an operation that is tried -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/trials/TrialText.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/parse/SafeParse.h"
#include "server/parse/SafeVerify.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/Nesting.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The longest text of an operation, with the types of its values, that is
/// tried.
static constexpr size_t MaxTrialBytes = 1u << 14;

/// The operations that define values.
static constexpr StringRef PlainValue = "noisy_trial.value",
                           TriedValueName = "noisy_trial.tried";

std::string TrialText::addDefinition(StringRef Definition, StringRef Type) {
  std::string Name = "%v" + std::to_string(Count++);
  Definitions +=
      (Name + " = \"" + Definition + "\"() : () -> " + Type + "\n").str();
  return Name;
}

std::string TrialText::define(StringRef Type) {
  return addDefinition(PlainValue, Type);
}

std::optional<TrialText>
TrialText::make(StringRef Written, const llvm::StringMap<std::string> &Types,
                const TriedValue &Tried) {
  TrialText Result;
  // `%r#1` is a value of its own here.
  llvm::StringMap<std::string> Names;
  size_t Copied = 0;
  Lexer Tokens(Written);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind != TokenKind::Value)
      continue;
    bool IsTried = Token->Text == Tried.Name;
    std::string Type = IsTried ? Tried.Type.str() : Types.lookup(Token->Text);
    if (Type.empty() || StringRef(Type).contains("..."))
      return std::nullopt;
    auto [Name, IsNew] = Names.try_emplace(Token->Text);
    if (IsNew)
      Name->second =
          Result.addDefinition(IsTried ? TriedValueName : PlainValue, Type);
    Result.ValueTypes.push_back(std::move(Type));
    Result.Operation += Written.slice(Copied, Token->Range.Begin);
    Result.Operation += Name->second;
    Copied = Token->Range.End;
  }
  Result.Operation += Written.drop_front(Copied);
  std::string Text = Result.text();
  if (Text.size() > MaxTrialBytes || findDeepNesting(Text))
    return std::nullopt;
  return Result;
}

TrialResult mlir::noisy::lsp::tryText(
    MLIRContext &Context, StringRef Text,
    llvm::function_ref<void(StringRef, Operation *)> OnError) {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Text.str() + "\n"), llvm::SMLoc());
  AsmParserState State;
  Block Body;
  Operation *Last = nullptr;
  ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &Error) {
    if (OnError && Error.getSeverity() == DiagnosticSeverity::Error)
      OnError(Error.str(), Last);
    return success();
  });
  if (failed(parseSafely(Sources, &Body, &Context, State)) || Body.empty())
    return TrialResult::Unread;
  Last = &Body.back();
  return verifySafely(Last).value_or(true) ? TrialResult::Valid
                                           : TrialResult::Invalid;
}

bool mlir::noisy::lsp::isTried(Operation &Op, unsigned Index) {
  if (Index >= Op.getNumOperands())
    return false;
  Operation *Definition = Op.getOperand(Index).getDefiningOp();
  return Definition && Definition->getName().getStringRef() == TriedValueName;
}
