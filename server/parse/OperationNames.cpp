//===- OperationNames.cpp - Names of operations that were meant -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/OperationNames.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "server/foreign/MistypedDialect.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/NearNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// The operations of a set of dialects.
struct NameTable {
  std::vector<std::string> Names;
  /// What was meant by names that were asked about.
  llvm::StringMap<std::string> Answers;
};
} // namespace

/// The dialects that are meant before others, if several have an operation.
static constexpr StringRef UsualDialects[] = {
    "noisy",  "arith",  "func", "scf",    "cf",     "memref",
    "tensor", "linalg", "math", "vector", "affine", "index"};

static size_t rankOf(StringRef Name) {
  return llvm::find(UsualDialects, Name.split('.').first) - UsualDialects;
}

static std::vector<std::string> loadNames(const DialectRegistry &Registry) {
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  Context.loadAllAvailableDialects();
  std::vector<std::string> Names;
  for (RegisteredOperationName Name : Context.getRegisteredOperations())
    Names.push_back(Name.getStringRef().str());
  llvm::sort(Names, [](StringRef Left, StringRef Right) {
    return std::pair(rankOf(Left), Left) < std::pair(rankOf(Right), Right);
  });
  return Names;
}

/// The first of `Names` with the fewest letters other than `Name`; of those
/// that begin with it, if there are any, because it may be half typed.
static StringRef findNearest(const std::vector<std::string> &Names,
                             StringRef Name) {
  auto goesOn = [&](StringRef Candidate) {
    return Candidate.starts_with(Name);
  };
  size_t Longer = llvm::count_if(Names, goesOn);
  if (Longer == 1)
    return *llvm::find_if(Names, goesOn);
  unsigned Max = std::clamp<unsigned>(Name.size() / 4, 1, 3);
  StringRef Nearest;
  for (StringRef Candidate : Names) {
    size_t Difference = Candidate.size() > Name.size()
                            ? Candidate.size() - Name.size()
                            : Name.size() - Candidate.size();
    if (Difference > Max || (Longer > 0 && !goesOn(Candidate)))
      continue;
    unsigned Distance = isSwapped(Name, Candidate)
                            ? 1
                            : Name.edit_distance(Candidate, true, Max);
    if (Distance > Max)
      continue;
    Nearest = Candidate;
    if (Distance == 0)
      break;
    Max = Distance - 1;
  }
  return Nearest;
}

/// What the type at the end of the first line is: 'i' for integers and indices,
/// 'f' for floats, 'n' for encrypted values, or 0; of tensors and the like,
/// that of the elements.
static char kindOfType(StringRef Text) {
  char Kind = 0;
  bool IsBehindColon = false;
  Lexer Tokens(Text.take_front(Text.find('\n')));
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      break;
    IsBehindColon |= Token->is(":");
    if (!IsBehindColon)
      continue;
    StringRef Width = Token->Text.drop_front();
    bool HasWidth = !Width.empty() && llvm::all_of(Width, llvm::isDigit);
    if (Token->is("index") || (Token->Text.front() == 'i' && HasWidth))
      Kind = 'i';
    else if (Token->is("bf16") || (Token->Text.front() == 'f' && HasWidth))
      Kind = 'f';
    else if (Token->Text.starts_with("!noisy."))
      Kind = 'n';
  }
  return Kind;
}

/// The operation of a short name on values of a kind; empty if there is none.
static std::string findOfKind(const std::vector<std::string> &Names,
                              StringRef Name, char Kind) {
  auto firstOf = [&](llvm::ArrayRef<StringRef> Endings) -> std::string {
    for (StringRef Ending : Endings)
      if (std::string Full = ("arith." + Name + Ending).str();
          llvm::is_contained(Names, Full))
        return Full;
    return "";
  };
  if (Kind == 'i')
    return firstOf({"", "i", "si"});
  if (Kind == 'f')
    return firstOf({"", "f", "imumf"});
  return "";
}

/// The operation that has taken the place of one that MLIR had; empty for
/// others.
static StringRef findSuccessor(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
      .Case("bufferization.to_memref", "bufferization.to_buffer")
      .Case("linalg.init_tensor", "tensor.empty")
      .Case("linalg.tensor_collapse_shape", "tensor.collapse_shape")
      .Case("linalg.tensor_expand_shape", "tensor.expand_shape")
      .Case("memref.tensor_load", "bufferization.to_tensor")
      .Case("vector.extractelement", "vector.extract")
      .Case("vector.insertelement", "vector.insert")
      .Case("vector.splat", "vector.broadcast")
      .Default("");
}

static std::string findMeant(const std::vector<std::string> &Names,
                             StringRef Name, char Kind) {
  if (StringRef New = findSuccessor(Name); llvm::is_contained(Names, New))
    return New.str();
  // Of `arith.add` both kinds are near; integers are more frequent.
  std::string OfIntegers = (Name + "i").str();
  if (llvm::is_contained(Names, OfIntegers))
    return OfIntegers;
  if (Name.contains('.'))
    return findNearest(Names, Name).str();
  // In functions, the dialect `func` goes without saying.
  std::string InFunction = ("func." + Name).str();
  if (Name != Name.lower() && llvm::is_contained(Names, "func." + Name.lower()))
    return Name.lower();
  bool MayGoOn = llvm::any_of(Names, [&](StringRef Candidate) {
    return Candidate.starts_with(InFunction);
  });
  if (std::string OfKind = findOfKind(Names, Name, Kind); !OfKind.empty())
    return OfKind;
  for (StringRef Candidate : Names)
    if (!MayGoOn && Candidate.split('.').second == Name)
      return Candidate.str();
  StringRef Nearest = findNearest(Names, InFunction);
  // Outside of functions it does not, and modules need no dialect anywhere.
  // Nor is a word of another operation one of its own.
  if (Nearest.empty())
    for (StringRef Word : {"module", "attributes", "else", "default"})
      if (Name != Word && isNear(Name, Word))
        return Word.str();
  // It has to be said where the short name is unknown.
  if (Nearest == InFunction)
    return InFunction;
  StringRef Short = Nearest;
  return Short.consume_front("func.") && Short != "func" ? Short.str()
                                                         : Nearest.str();
}

std::string
mlir::noisy::lsp::findMeantOperation(const DialectRegistry &Registry,
                                     StringRef Name, StringRef TextBehind) {
  std::string Key;
  for (StringRef Dialect : Registry.getDialectNames())
    (Key += Dialect) += ' ';
  static std::mutex Mutex;
  static std::map<std::string, NameTable> Tables;
  std::lock_guard Lock(Mutex);
  auto [Entry, IsNew] = Tables.try_emplace(Key);
  NameTable &Table = Entry->second;
  if (IsNew)
    Table.Names = loadNames(Registry);
  // Whatever is typed is asked about, letter by letter.
  constexpr size_t MaxAnswers = 10000;
  if (Table.Answers.size() > MaxAnswers)
    Table.Answers.clear();
  char Kind = kindOfType(TextBehind);
  auto [Answer, IsNewName] =
      Table.Answers.try_emplace(Name.str() + std::string(1, Kind));
  if (IsNewName)
    Answer->second = findMeant(Table.Names, Name, Kind);
  return Answer->second;
}

/// The word of `%0 = constant 3` in a function, as MLIR had it once, if an
/// error is about that; nothing for other errors. Today it means
/// `func.constant`, which is followed by the name of a function.
static std::optional<MlirToken> findOldConstant(const Problem &Issue,
                                                StringRef Text) {
  StringRef Message = Issue.Message;
  bool IsOfValue =
      Message.starts_with("custom op 'func.constant' ") ||
      Message == "integer literal not valid for specified type" ||
      Message == "floating point value not valid for specified type" ||
      Message == "elements literal must be a shaped type";
  if (!IsOfValue)
    return std::nullopt;
  size_t End = Text.find_last_not_of(" \t\r\n", Issue.Range.Begin);
  size_t Begin =
      End == StringRef::npos ? StringRef::npos : Text.rfind('\n', End);
  Begin = Begin == StringRef::npos ? 0 : Begin + 1;
  // The word follows the names of the results, right at the line's begin.
  Lexer Tokens(Text, Begin);
  std::optional<MlirToken> Token = Tokens.next();
  while (Token && (Token->Kind == TokenKind::Value || Token->is(",")))
    Token = Tokens.next();
  if (!Token || !Token->is("="))
    return std::nullopt;
  std::optional<MlirToken> Name = Tokens.next(), Value = Tokens.next();
  bool IsOld = Name && Name->is("constant") && Value &&
               Name->Range.End <= Issue.Range.Begin &&
               (Value->Kind == TokenKind::Number || Value->is("-") ||
                Value->is("true") || Value->is("false") || Value->is("dense"));
  return IsOld ? Name : std::nullopt;
}

/// The text between two quotation marks behind `Begin`.
static StringRef quotedAfter(StringRef Message, StringRef Begin) {
  StringRef Rest = Message.split(Begin).second;
  return Rest.take_front(Rest.find('\''));
}

void mlir::noisy::lsp::explainUnknownOperation(Problem &Issue,
                                               const DialectRegistry &Registry,
                                               StringRef Text) {
  if (std::optional<MlirToken> Old = findOldConstant(Issue, Text)) {
    Issue.Code = UnknownOperationCode.str();
    Issue.Range = Old->Range;
    Issue.Replacement = "arith.constant";
    Issue.Message =
        "'constant' refers to a function; did you mean 'arith.constant'?";
    return;
  }
  StringRef Message = Issue.Message;
  StringRef Name, Dialect;
  if (Message.starts_with("custom op '") && Message.contains("' is unknown")) {
    Name = quotedAfter(Message, "custom op '");
  } else if (Message.starts_with("Dialect `")) {
    Dialect = quotedAfter(Message, "Dialect `");
    Name = quotedAfter(Message, "not found for custom op '");
  } else if (Message.contains("that does not allow unknown operations")) {
    Name = quotedAfter(Message, "unregistered operation '");
  }
  if (Name.empty())
    return;
  // Where `return` is unknown, that of functions could not stand, either.
  std::string Meant =
      Name == "return"
          ? ""
          : findMeantOperation(Registry, Name, Text.substr(Issue.Range.End));
  std::string New = Dialect.empty() ? "unknown operation '" + Name.str() + "'"
                                    : "unknown dialect '" + Dialect.str() +
                                          "' of operation '" + Name.str() + "'";
  if (!Meant.empty())
    New += "; did you mean '" + Meant + "'?";
  Issue.Code = UnknownOperationCode.str();
  Issue.Replacement = std::move(Meant);
  Issue.Message = std::move(New);
}

void mlir::noisy::lsp::suggestDialects(std::vector<Problem> &Problems,
                                       StringRef Text,
                                       const DialectRegistry &Registry) {
  for (Problem &Issue : Problems) {
    StringRef Name = Text.slice(Issue.Range.Begin, Issue.Range.End);
    if (Issue.Code != foreignDialectCode || !Name.contains('.'))
      continue;
    std::string Meant = findMeantOperation(Registry, Name);
    constexpr unsigned MaxWrong = 2;
    auto [Dialect, Short] = Name.split('.');
    auto [MeantDialect, MeantShort] = StringRef(Meant).split('.');
    if (MeantShort != Short || isOfOtherProject(Dialect) ||
        Dialect.edit_distance(MeantDialect, /*AllowReplacements=*/true,
                              MaxWrong) > MaxWrong)
      continue;
    constexpr llvm::StringLiteral Rest = ": its";
    if (size_t Place = Issue.Message.find(Rest); Place != std::string::npos)
      Issue.Message.replace(Place, Rest.size(),
                            "; did you mean '" + Meant + "'? Its");
    Issue.Replacement = std::move(Meant);
  }
}
