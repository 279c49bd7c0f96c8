//===- GenericForm.cpp - An operation in generic form ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/GenericForm.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "server/parse/PrintedText.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/Nesting.h"
#include "server/text/Utf8.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

static constexpr size_t MaxBytes = 4000;

/// Prints the operation of the excerpt with MLIR's printer.
static std::string print(Operation *Scope, Operation *Op,
                         const OpPrintingFlags &Flags) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  AsmState Names(Scope, Flags);
  Op->print(OS, Names);
  return Text;
}

/// Maps the names that MLIR prints to those of the text.
static llvm::StringMap<std::string> findNames(Operation *Scope,
                                              const OpPrintingFlags &Flags,
                                              const OperationExcerpt &Excerpt) {
  llvm::StringMap<std::string> Result;
  AsmState Names(Scope, Flags);
  auto Name = Excerpt.Values.begin();
  for (Operation &Inner : Scope->getRegion(0).front()) {
    if (Name == Excerpt.Values.end())
      break;
    // `%0:2`, `%0#1`: the name of the first without its number.
    std::string PrintedName;
    llvm::raw_string_ostream OS(PrintedName);
    Inner.getResult(0).printAsOperand(OS, Names);
    Result[StringRef(PrintedName).split('#').first] = *Name++;
  }
  auto Label = Excerpt.Blocks.begin();
  for (Block &LaterBlock : llvm::drop_begin(Scope->getRegion(0))) {
    std::string PrintedName;
    llvm::raw_string_ostream OS(PrintedName);
    LaterBlock.printAsOperand(OS, Names);
    Result[PrintedName] = *Label++;
  }
  return Result;
}

/// Gives operands and successors the names of the text: everything between the
/// operation's name and its properties, attributes, regions or type.
static std::string useNames(llvm::StringRef PrintedForm,
                            const llvm::StringMap<std::string> &Names) {
  std::string Result;
  size_t CopiedEnd = 0;
  Lexer Tokens(PrintedForm);
  std::optional<MlirToken> Token;
  while ((Token = Tokens.next()) && !Token->is("{") && !Token->is(":")) {
    auto It = Names.find(Token->groupName());
    if (It == Names.end())
      continue;
    Result += PrintedForm.slice(CopiedEnd, Token->Range.Begin);
    Result += It->second;
    CopiedEnd = Token->Range.Begin + Token->groupName().size();
  }
  return Result + PrintedForm.substr(CopiedEnd).str();
}

static std::optional<std::string>
parseAndPrint(const DialectRegistry &Registry,
              const OperationExcerpt &Excerpt) {
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  ScopedDiagnosticHandler Silence(&Context,
                                  [](mlir::Diagnostic &) { return success(); });
  // The surroundings of an operation are missing and cannot be verified.
  ParserConfig Config(&Context, /*verifyAfterParse=*/false);
  OwningOpRef<Operation *> Root = parseSourceString(Excerpt.Text, Config);
  Operation *Scope = Root.get();
  if (!Scope)
    return std::nullopt;
  if (Scope->getName().getStringRef() != "excerpt.scope" ||
      Scope->getRegion(0).empty())
    return std::nullopt;
  Block &Body = Scope->getRegion(0).front();
  if (Body.getOperations().size() != Excerpt.Values.size() + 1)
    return std::nullopt;
  Operation *Op = &Body.back();
  if (!llvm::all_of(Body, [](Operation &BodyOp) { return isShort(&BodyOp); }))
    return std::nullopt;
  OpPrintingFlags Flags;
  Flags.printGenericOpForm().skipRegions().assumeVerified();
  Flags.elideLargeElementsAttrs().elideLargeResourceString();
  std::string PrintedForm = print(Scope, Op, Flags);
  llvm::StringRef OpText = PrintedForm;
  OpText = OpText.substr(
      OpText.find("\"" + Op->getName().getStringRef().str() + "\""));
  size_t Operands = OpText.find('(');
  std::string Result = Excerpt.Results.empty() ? "" : Excerpt.Results + " = ";
  Result += OpText.take_front(Operands);
  Result +=
      useNames(OpText.drop_front(Operands), findNames(Scope, Flags, Excerpt));
  return cutShort(Result, MaxBytes);
}

std::optional<std::string>
mlir::noisy::lsp::printGenericForm(const DialectRegistry &Registry,
                                   const OperationExcerpt &Excerpt) {
  if (findDeepNesting(Excerpt.Text))
    return std::nullopt;
  return surviveOnLargeStack([&] { return parseAndPrint(Registry, Excerpt); })
      .value_or(std::nullopt);
}
