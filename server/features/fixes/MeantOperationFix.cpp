//===- MeantOperationFix.cpp - The operation that was meant ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/MeantOperationFix.h"
#include "server/features/fixes/Fix.h"
#include "server/features/fixes/FixOffers.h"
#include "server/parse/NoisyAttributes.h"
#include "server/parse/OperationNames.h"
#include "server/parse/TypeNames.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/snapshot/UndefinedNames.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/MeantNames.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
class MeantOperationFix final : public FixKind {
public:
  MeantOperationFix()
      : FixKind("useMeantOperation", "Change to what was meant") {}

  bool fixes(llvm::StringRef Code) const override {
    return Code == UnknownOperationCode || Code == foreignDialectCode ||
           Code == UnknownTypeCode || Code == UnknownNameCode;
  }
  void offerQuickFixes(FixOffers &Offers) const override;
  llvm::Expected<Fix> compute(const FixTask &Task,
                              const FixTools &Tools) const override;
};
} // namespace

static const MeantOperationFix Kind;
const FixKind &fixes::UseMeantOperation = Kind;

void MeantOperationFix::offerQuickFixes(FixOffers &Offers) const {
  Offers.forEachProblem([&](const Snapshot::Part &, Problem Issue,
                            size_t Rank) {
    if (isOfUndefinedName(Issue))
      suggestMeantName(Issue, Offers.state().text().bytes());
    if (!fixes(Issue.Code) || Issue.Replacement.empty())
      return;
    OfferedFix &New =
        Offers.add(FixGroup::QuickFix, *this,
                   "Change to '" + Issue.Replacement + "'", Issue.Range.Begin);
    New.Problems = {Issue};
    New.IsPreferred = true;
    New.Rank = Rank;
  });
}

/// True at a value or a block that an operation uses, and at a call.
static bool isAtUse(llvm::StringRef Text, size_t Offset) {
  Offset = std::min(Offset, Text.size());
  std::optional<MlirToken> Token = Lexer(Text, Offset).next();
  if (!Token)
    return false;
  if (Token->Kind == TokenKind::Word)
    return Token->Text.ends_with("call");
  llvm::StringRef Line = Text.take_front(Offset);
  // The first names in a line are those of results, or of a block.
  return (Token->Kind == TokenKind::Value || Token->Kind == TokenKind::Block) &&
         !Line.substr(Line.rfind('\n') + 1).trim().empty();
}

/// True for the name of an attribute of the noisy dialect: `noisy.x = ...`.
static bool isNameInDictionary(llvm::StringRef Text, const MlirToken &Token) {
  if (Token.Kind != TokenKind::Word || !Token.Text.starts_with("noisy."))
    return false;
  std::optional<MlirToken> Next = Lexer(Text, Token.Range.End).next();
  return Next && Next->is("=");
}

llvm::Expected<Fix> MeantOperationFix::compute(const FixTask &Task,
                                               const FixTools &) const {
  llvm::StringRef Text = Task.Contents.bytes();
  if (isAtUse(Text, Task.Offset))
    if (std::optional<MeantName> Meant = findMeantName(Text, Task.Offset))
      return Fix{{{Meant->Range, Meant->Name}},
                 "wrote '" + Meant->Name + "' for '" +
                     Text.slice(Meant->Range.Begin, Meant->Range.End).str() +
                     "'"};
  // The results of an operation in generic form come before its name.
  Lexer Tokens(Text, std::min(Task.Offset, Text.size()));
  std::optional<MlirToken> Token = Tokens.next();
  if (std::string Type = Token ? findMeantType(*Token, *Task.Registry) : "";
      !Type.empty())
    return Fix{{{Token->Range, Type}},
               "wrote '" + Type + "' for '" + Token->Text.str() + "'"};
  if (llvm::StringRef Known = Token && isNameInDictionary(Text, *Token)
                                  ? findMeantNoisyAttribute(Token->Text)
                                  : "";
      !Known.empty())
    return Fix{{{Token->Range, Known.str()}},
               ("wrote '" + Known + "' for '" + Token->Text + "'").str()};
  while (Token && Token->Kind != TokenKind::Word &&
         Token->Kind != TokenKind::String)
    Token = Tokens.next();
  bool IsQuoted = Token && Token->Kind == TokenKind::String;
  llvm::StringRef Name = !Token     ? ""
                         : IsQuoted ? Token->Text.drop_front().drop_back()
                                    : Token->Text;
  std::string Meant = Name.empty()
                          ? ""
                          : findMeantOperation(*Task.Registry, Name,
                                               Text.substr(Token->Range.End));
  if (Meant.empty())
    return refuse("no operation has a name like '" + Name.str() + "'");
  std::string NewText = IsQuoted ? "\"" + Meant + "\"" : Meant;
  return Fix{{{Token->Range, NewText}},
             "wrote '" + Meant + "' for '" + Name.str() + "'"};
}
