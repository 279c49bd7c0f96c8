//===- CallTypes.cpp - Calls with other types than the function -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CallTypes.h"
#include "server/features/forms/FunctionTypes.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// What MLIR finds wrong with a call.
struct CallError {
  enum class Kind { OperandCount, ResultCount, OperandType } About;
  /// For OperandType: the number of the operand, and the types.
  size_t Number = 0;
  StringRef Expected = {}, Provided = {};
};

/// The text of a call: `call @f(%a, %b) : (i32, i32) -> i32`.
struct CallText {
  MlirToken Callee;
  /// The names of the operands, in order.
  std::vector<MlirToken> Operands;
  /// Nothing if the types are not all in the line of the operands.
  std::optional<std::vector<std::string>> Results;
};
} // namespace

static std::optional<CallError> readError(StringRef Message) {
  if (!Message.consume_front("'") ||
      !Message.split("' op ").first.ends_with("call"))
    return std::nullopt;
  Message = Message.split("' op ").second;
  if (Message == "incorrect number of operands for callee")
    return CallError{CallError::Kind::OperandCount};
  if (Message == "incorrect number of results for callee")
    return CallError{CallError::Kind::ResultCount};
  CallError Result{CallError::Kind::OperandType};
  if (!Message.consume_front("operand type mismatch: expected operand type '"))
    return std::nullopt;
  std::tie(Result.Expected, Message) = Message.split("', but provided '");
  std::tie(Result.Provided, Message) = Message.split("' for operand number ");
  if (Message.getAsInteger(10, Result.Number))
    return std::nullopt;
  return Result;
}

/// Reads the call whose name is at `Place`; nothing where it is in another
/// form.
static std::optional<CallText> readCall(StringRef Text, size_t Place) {
  Lexer Tokens(Text, Place);
  std::optional<MlirToken> Token = nextCode(Tokens);
  if (!Token || Token->Kind != TokenKind::Word)
    return std::nullopt;
  CallText Result;
  Token = nextCode(Tokens);
  if (!Token || Token->Kind != TokenKind::Symbol)
    return std::nullopt;
  Result.Callee = *Token;
  Token = nextCode(Tokens);
  if (!Token || !Token->is("("))
    return std::nullopt;
  while ((Token = nextCode(Tokens)) && !Token->is(")")) {
    if (Token->Kind == TokenKind::Value)
      Result.Operands.push_back(*Token);
    else if (!Token->is(","))
      return std::nullopt;
  }
  if (!Token)
    return std::nullopt;
  // The types may go on in the next lines, and are not counted then.
  StringRef Rest = Text.drop_front(Token->Range.End);
  Rest = Rest.take_front(Rest.find('\n')).split("//").first.rtrim();
  if (Rest.contains(':') && Rest.contains("->") && !Rest.ends_with("->"))
    Result.Results = readTypesAfterColon(Rest).Results;
  return Result;
}

/// The types in the header of the only function with a name.
static std::optional<FunctionTypes> findCallee(const Snapshot &State,
                                               const MlirToken &Callee) {
  const Snapshot::Part *Part = State.partAt(Callee.Range.Begin);
  if (!Part)
    return std::nullopt;
  std::vector<Snapshot::SymbolPlace> Found =
      State.findSymbolsOfChunk(Part->Chunk, Callee.Text.drop_front().trim('"'));
  if (Found.size() != 1)
    return std::nullopt;
  OperationRef Function = Found.front().operation();
  // What is behind the header is not read as a part of it.
  constexpr size_t MaxHeader = 1u << 16;
  StringRef Header = Function.text().take_front(MaxHeader);
  if (Header.starts_with("\""))
    return std::nullopt;
  return readFunctionTypes(Header);
}

static std::string countOf(size_t Count, StringRef Thing) {
  return std::to_string(Count) + " " + Thing.str() + (Count == 1 ? "" : "s");
}

/// What a function takes or returns, in words: `2 values: i32, index`.
static std::string listTypes(const std::vector<std::string> &Types) {
  std::string Result =
      Types.empty() ? "nothing" : countOf(Types.size(), "value");
  if (!Types.empty())
    Result += " (" + llvm::join(Types, ", ") + ")";
  return Result;
}

void mlir::noisy::lsp::settleCallTypes(Problem &Issue, const Snapshot &State) {
  if (Issue.Source != "mlir")
    return;
  std::string Message = Issue.Message;
  std::optional<CallError> Error = readError(Message);
  if (!Error)
    return;
  std::optional<CallText> Call =
      readCall(State.text().bytes(), Issue.Range.Begin);
  if (!Call)
    return;
  StringRef Name = Call->Callee.Text;
  if (Error->About == CallError::Kind::OperandType) {
    if (Error->Number >= Call->Operands.size())
      return;
    const MlirToken &Operand = Call->Operands[Error->Number];
    Issue.Range = Operand.Range;
    Issue.Message = ("'" + Operand.Text + "' has type '" + Error->Provided +
                     "'; " + Name + " takes '" + Error->Expected + "' here")
                        .str();
    return;
  }
  std::optional<FunctionTypes> Callee = findCallee(State, Call->Callee);
  if (!Callee)
    return;
  // A call that cannot be counted is told as MLIR does.
  if (Error->About == CallError::Kind::OperandCount &&
      Callee->Inputs.size() != Call->Operands.size())
    Issue.Message = "this call passes " +
                    countOf(Call->Operands.size(), "value") + "; " +
                    Name.str() + " takes " + listTypes(Callee->Inputs);
  if (Error->About == CallError::Kind::ResultCount && Call->Results &&
      Callee->Results.size() != Call->Results->size())
    Issue.Message = "this call has " +
                    countOf(Call->Results->size(), "result") + "; " +
                    Name.str() + " returns " + listTypes(Callee->Results);
}
