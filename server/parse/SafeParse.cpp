//===- SafeParse.cpp - MLIR's parser on broken text -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SafeParse.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "server/parse/SafeVerify.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::noisy::lsp;

// The state has all named objects, and unnamed ones have no users outside of
// their own operation.
void mlir::noisy::lsp::dropAllUses(const AsmParserState &State) {
  for (const AsmParserState::OperationDefinition &Definition :
       State.getOpDefs())
    Definition.op->dropAllUses();
  for (const AsmParserState::BlockDefinition &Definition :
       State.getBlockDefs()) {
    for (BlockArgument Argument : Definition.block->getArguments())
      Argument.dropAllUses();
    Definition.block->dropAllUses();
  }
}

static llvm::SMRange
rangeOf(const AsmParserState::OperationDefinition &Definition) {
  llvm::SMLoc Begin =
      Definition.resultGroups.empty()
          ? Definition.loc.Start
          : Definition.resultGroups.front().definition.loc.Start;
  return {Begin, Definition.scopeLoc.End};
}

static UndefinedValue::User
makeUser(const AsmParserState &State,
         const AsmParserState::OperationDefinition &Definition) {
  UndefinedValue::User Result{rangeOf(Definition), {}, {}};
  for (Region &Inner : Definition.op->getRegions())
    for (Operation &Op : Inner.getOps())
      if (const auto *InnerDefinition = State.getOpDef(&Op))
        Result.Inner.push_back(rangeOf(*InnerDefinition));
  if (Operation *Around = Definition.op->getParentOp())
    if (const auto *AroundDefinition = State.getOpDef(Around))
      Result.Around = rangeOf(*AroundDefinition).Start;
  return Result;
}

/// Adds the values that are used but not defined. The parser lets operations
/// outside of all blocks stand for these, and reports them at the end.
static void addUndefinedValues(const AsmParserState &State,
                               std::vector<UndefinedValue> &Values) {
  llvm::MapVector<Operation *, UndefinedValue> ByPlaceholder;
  for (const AsmParserState::OperationDefinition &Definition :
       State.getOpDefs())
    for (Value Operand : Definition.op->getOperands()) {
      Operation *Placeholder = Operand.getDefiningOp();
      if (!Placeholder || Placeholder->getBlock())
        continue;
      std::vector<UndefinedValue::User> &Users =
          ByPlaceholder
              .try_emplace(
                  Placeholder,
                  UndefinedValue{Placeholder->getLoc(), Operand.getType(), {}})
              .first->second.Users;
      // An operation may use it more than once.
      UndefinedValue::User New = makeUser(State, Definition);
      if (Users.empty() || Users.back().Range.Start != New.Range.Start)
        Users.push_back(std::move(New));
    }
  for (auto &[Placeholder, Undefined] : ByPlaceholder)
    Values.push_back(std::move(Undefined));
}

/// Frees the operations of a parse that crashed. Nothing refers to them any
/// more (dropAllUses), and those inside of others come off first.
static void destroyOperations(AsmParserState &State) {
  llvm::SetVector<Operation *> All;
  for (const AsmParserState::OperationDefinition &Definition :
       State.getOpDefs())
    All.insert(Definition.op);
  for (Operation *Op : All)
    if (Op->getBlock())
      Op->remove();
  for (Operation *Op : All)
    Op->destroy();
  State = AsmParserState();
}

LogicalResult mlir::noisy::lsp::parseSafely(
    const llvm::SourceMgr &Sources, Block *Destination, MLIRContext *Context,
    AsmParserState &State, AsmParserCodeCompleteContext *CompletionContext,
    std::vector<UndefinedValue> *UndefinedValues) {
  bool HadError = false, IsHandling = false;
  std::vector<Diagnostic> Messages;
  std::optional<LogicalResult> Outcome;
  {
    // The handlers of others run later: a crash in one is none of the parser's,
    // and MLIR holds a lock meanwhile.
    ScopedDiagnosticHandler Guard(Context, [&](Diagnostic &Diag) {
      IsHandling = true;
      if (Diag.getSeverity() == DiagnosticSeverity::Error && !HadError) {
        HadError = true;
        if (UndefinedValues && Diag.str() == undefinedValueMessage)
          addUndefinedValues(State, *UndefinedValues);
        dropAllUses(State);
      }
      Messages.push_back(std::move(Diag));
      IsHandling = false;
      return success();
    });
    // The verifier would report errors, too, and parsing would go on after
    // them.
    ParserConfig Config(Context, /*verifyAfterParse=*/false);
    LostHandlers Lost(Context->getDiagEngine());
    Outcome = survive([&] {
      return parseAsmSourceFile(Sources, Destination, Config, &State,
                                CompletionContext);
    });
    // For whoever survives the crash of all of this.
    if (!Outcome && (!HadError || IsHandling))
      std::abort();
    if (!Outcome)
      Lost.remove();
  }
  for (Diagnostic &Message : Messages)
    Context->getDiagEngine().emit(std::move(Message));
  if (!Outcome)
    destroyOperations(State);
  return success(Outcome && succeeded(*Outcome) && !HadError);
}
