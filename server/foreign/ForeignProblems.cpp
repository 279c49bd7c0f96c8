//===- ForeignProblems.cpp - Problems of unknown dialects -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignProblems.h"
#include "mlir/IR/MLIRContext.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/ForeignParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The name of the operation in the line of a place: `a.b` of `%x = a.b %y`.
static StringRef operationInLine(StringRef Text, size_t Place) {
  size_t Begin = Text.take_front(Place).rfind('\n');
  Begin = Begin == StringRef::npos ? 0 : Begin + 1;
  StringRef Line =
      Text.substr(Begin).take_until([](char C) { return C == '\n'; });
  if (size_t Assign = Line.find(" = ");
      Line.ltrim().starts_with("%") && Assign != StringRef::npos)
    Line = Line.substr(Assign + 3);
  return Line.ltrim(" \t\"").take_while([](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == '$';
  });
}

void mlir::noisy::lsp::softenForeignProblems(std::vector<Problem> &Problems,
                                             StringRef Text,
                                             MLIRContext &Context) {
  auto isForeignAt = [&](ByteRange Range) {
    return Range.End > 0 &&
           isForeignOperation(Context, operationInLine(Text, Range.Begin));
  };
  for (Problem &Issue : Problems) {
    if (Issue.Severity != Problem::Level::Error)
      continue;
    StringRef Message = Issue.Message;
    if (size_t Unread = Message.find(unreadForeign);
        Unread != StringRef::npos) {
      Issue.Message =
          "this form of" + Message.substr(Unread + unreadForeign.size()).str() +
          " cannot be read without its dialect, which is not known here; its "
          "results are unknown";
      Issue.Severity = Problem::Level::Information;
      Issue.Code = foreignDialectCode.str();
    } else if (Message.contains("expects different type than prior uses") &&
               llvm::any_of(Issue.Notes, [&](const Problem::Note &Note) {
                 return isForeignAt(Note.Range);
               })) {
      Issue.Message += "; the type before is a guess, because the operation "
                       "that defines it is of a dialect that is not known here";
      Issue.Severity = Problem::Level::Information;
      Issue.Code = foreignDialectCode.str();
    }
  }
}

void mlir::noisy::lsp::addForeignDialects(
    std::vector<Problem> &Problems, const Section &Data,
    llvm::ArrayRef<Operation *> Operations) {
  llvm::SmallPtrSet<Dialect *, 4> Known;
  for (auto [Number, Op] : llvm::enumerate(Operations)) {
    if (!Op || Op->isRegistered())
      continue;
    // Of operations in generic form nothing needs to be known.
    ByteRange Name = Data.operations()[Number].Name;
    Dialect *Owner = Op->getDialect();
    if (Name.empty() || Data.text()[Name.Begin] == '"' || !Owner ||
        !Known.insert(Owner).second ||
        !isForeignOperation(*Op->getContext(), Op->getName().getStringRef()))
      continue;
    Problem &New = Problems.emplace_back();
    New.Source = "noisy";
    New.Severity = Problem::Level::Information;
    New.Code = foreignDialectCode.str();
    New.Range = Name;
    New.Message = foreignDialectMessage.str() + Owner->getNamespace().str() +
                  "' is not known here: its operations are read by their form, "
                  "and its own rules are not checked. A server that is built "
                  "with it checks them";
  }
}
