//===- InnerOperations.cpp - Operations in regions, by letters ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/InnerOperations.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/Outline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <utility>

using namespace mlir::noisy::lsp;

std::vector<ByteRange> mlir::noisy::lsp::findRegions(llvm::StringRef Text,
                                                     ByteRange Range) {
  std::vector<ByteRange> Result;
  size_t End = Range.Begin;
  for (const BracketPair &Pair : scanBrackets(Text, Range).Pairs) {
    if (Pair.InnerRange.Begin < End)
      continue;
    if (Pair.Bracket == '{' && isRegion(Text, Pair.InnerRange))
      Result.push_back(Pair.InnerRange);
    // A region may be inside of other brackets: `"a.b"() ({...}) : () -> ()`.
    if (Pair.Bracket == '{')
      End = Pair.InnerRange.End;
  }
  return Result;
}

/// The least indentation of a line behind the first one that is not empty; 0 if
/// there is none.
static size_t findLeastIndentation(llvm::StringRef Text) {
  size_t Least = llvm::StringRef::npos;
  for (size_t End = Text.find('\n'); End != llvm::StringRef::npos && Least > 0;
       End = Text.find('\n', End + 1)) {
    llvm::StringRef Line = Text.substr(End + 1);
    size_t Size = std::min(Line.find_first_not_of(" \t\r"), Line.size());
    if (Size < Line.size() && Line[Size] != '\n')
      Least = std::min(Least, Size);
  }
  return Least == llvm::StringRef::npos ? 0 : Least;
}

/// True if a label is at `Offset`: a name of a block, its arguments, a colon.
static bool isLabel(llvm::StringRef Text, size_t Offset) {
  Lexer Tokens(Text, Offset);
  nextCode(Tokens);
  OpenBrackets Open;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Open.empty() && !Token->is("("))
      return Token->is(":");
    Open.add(Token->Text.front());
  }
  return false;
}

/// The labels of blocks in a region: outside of all brackets; also what looks
/// like one and is indented less than the first operation, or, where brackets
/// do not match, as much. Behind a brace is the first label of another region.
static std::vector<ByteRange> findLabels(llvm::StringRef Text,
                                         ByteRange Region) {
  std::vector<ByteRange> Result;
  size_t First =
      std::min(Text.find_first_not_of(" \t\r\n", Region.Begin), Text.size());
  size_t Indentation = findIndentation(Text, First).value_or(0);
  Lexer Tokens(Text, Region.Begin, Region.End);
  OpenBrackets Open;
  std::optional<size_t> Begin;
  size_t LastEnd = Region.Begin;
  bool IsBehindBrace = false;
  // A label that lacks its colon, or a bracket, is told by its indentation.
  auto endLine = [&] {
    if (Begin && findIndentation(Text, *Begin).value_or(0) < Indentation) {
      llvm::StringRef Line = Text.slice(*Begin, Region.End).split('\n').first;
      Result.push_back(
          {*Begin, *Begin + Line.split("//").first.rtrim().size()});
    }
    Begin = std::nullopt;
  };
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    std::optional<size_t> Column =
        Token->Kind == TokenKind::Block
            ? findIndentation(Text, Token->Range.Begin)
            : std::nullopt;
    bool IsFirst = LastEnd == Region.Begin;
    LastEnd = Token->Range.End;
    Open.add(Token->Text.front());
    bool IsOfInner = std::exchange(IsBehindBrace, Token->is("{"));
    if (Token->Kind == TokenKind::Block && (Column || IsFirst) &&
        (Open.empty() ||
         (Column && !IsOfInner && isLabel(Text, Token->Range.Begin) &&
          (*Column < Indentation ||
           (*Column == Indentation && haveOpenBracket(Text, Region)))))) {
      endLine();
      Begin = Token->Range.Begin;
      Open.clear();
    } else if (Token->is(":") && Open.empty() && Begin) {
      Result.push_back({*Begin, Token->Range.End});
      Begin = std::nullopt;
    } else if (Open.empty() && !Token->is(")")) {
      endLine();
    }
  }
  endLine();
  return Result;
}

/// True if an operation may end after `Last`, the name of which is `Name`.
static bool mayEndAfter(const MlirToken &Last, const MlirToken &Name) {
  return Name.Range != Last.Range && !Last.is(",") && !Last.is(":") &&
         !Last.is("->") && !Last.is("=");
}

/// True for a token that begins no line of an operation, unless that began
/// before: a value, a block, what follows the name of a result, or one of the
/// two slashes of a comment. Behind a type, also what only words may be before:
/// the name of a symbol, the operands of a name in quotes.
static bool lacksName(llvm::StringRef Text, const MlirToken &First,
                      bool IsBehindType) {
  if (First.Kind == TokenKind::Symbol || First.is("("))
    return IsBehindType;
  if (First.is(","))
    return readResultNames(Text.substr(First.Range.End)).Size > 0;
  if (!First.is(":"))
    return First.Kind == TokenKind::Value || First.Kind == TokenKind::Block ||
           First.is("=") || First.is("/");
  Lexer Tokens(Text, First.Range.End);
  std::optional<MlirToken> Count = Tokens.next(), Sign = Tokens.next();
  return Count && Count->Kind == TokenKind::Number && Sign && Sign->is("=");
}

/// True if an operation that has no results begins at `Offset`, in custom or in
/// generic form: then it is not what `%a =` in the line before names. Of MLIR's
/// dialects, those that end blocks and the most frequent others.
static bool lacksResults(llvm::StringRef Text, size_t Offset) {
  static const llvm::StringSet<> Names = {"affine.store",
                                          "affine.vector_store",
                                          "affine.yield",
                                          "async.yield",
                                          "cf.assert",
                                          "cf.br",
                                          "cf.cond_br",
                                          "cf.switch",
                                          "func.return",
                                          "gpu.barrier",
                                          "gpu.return",
                                          "gpu.terminator",
                                          "gpu.yield",
                                          "irdl.attributes",
                                          "irdl.operands",
                                          "irdl.parameters",
                                          "irdl.regions",
                                          "irdl.results",
                                          "linalg.yield",
                                          "llvm.br",
                                          "llvm.cond_br",
                                          "llvm.return",
                                          "llvm.store",
                                          "llvm.switch",
                                          "llvm.unreachable",
                                          "memref.copy",
                                          "memref.dealloc",
                                          "memref.store",
                                          "omp.terminator",
                                          "omp.yield",
                                          "return",
                                          "scf.condition",
                                          "scf.forall.in_parallel",
                                          "scf.reduce.return",
                                          "scf.yield",
                                          "spirv.Branch",
                                          "spirv.BranchConditional",
                                          "spirv.Return",
                                          "spirv.ReturnValue",
                                          "spirv.Store",
                                          "tensor.yield",
                                          "vector.compressstore",
                                          "vector.maskedstore",
                                          "vector.print",
                                          "vector.scatter",
                                          "vector.store",
                                          "vector.yield"};
  std::optional<MlirToken> Name = Lexer(Text, Offset).next();
  if (!Name)
    return false;
  if (Name->Kind == TokenKind::String)
    return Names.contains(Name->Text.trim('"'));
  return Name->Kind == TokenKind::Word && Names.contains(Name->Text);
}

/// True if an operation with results begins at `Offset`: `%a = "b.c"`.
static bool hasResults(llvm::StringRef Text, size_t Offset) {
  size_t Size = readResultNames(Text.substr(Offset)).Size;
  if (Size == 0)
    return false;
  std::optional<MlirToken> Name = Lexer(Text, Offset + Size).next();
  return Name && (Name->Kind == TokenKind::String ||
                  (Name->Kind == TokenKind::Word && isOperationName(*Name)));
}

/// Cuts a piece where a line begins like an operation: outside of all brackets,
/// and where brackets do not match, if it is not indented deeper than the line
/// of the operation before, or has results and stands in a list. Also where a
/// line begins with a value, a block or = after what may be all of an
/// operation: a name is missing there. After `%a =` only where a name or an
/// operation without results begins the line. `Missing` is the indentation that
/// the first line of the text lacks.
static std::vector<ByteRange> cutPiece(llvm::StringRef Text, ByteRange Range,
                                       bool IsUnbalanced, size_t Missing) {
  std::vector<ByteRange> Result;
  size_t Begin = Range.Begin;
  // The range may begin behind a label.
  Lexer Tokens(Text, Range.Begin, Range.End);
  std::optional<MlirToken> First = nextCode(Tokens);
  size_t Indentation =
      findIndentation(Text, First ? First->Range.Begin : Begin).value_or(0);
  if (Begin == 0)
    Indentation += Missing;
  OpenBrackets Open;
  // True after `%a =`, which an operation may follow in the next line.
  bool IsOpen = true;
  bool HasType = false;
  std::optional<MlirToken> Name, Last;
  for (std::optional<MlirToken> Token = First; Token;
       Token = nextCode(Tokens)) {
    size_t Offset = Token->Range.Begin;
    std::optional<size_t> Column = findIndentation(Text, Offset);
    bool IsNextOperand = Token->Kind == TokenKind::Value && !HasType &&
                         Column && *Column > Indentation;
    bool IsNameless = lacksName(Text, *Token, HasType) && !IsNextOperand &&
                      Last && Name && mayEndAfter(*Last, *Name);
    // Outside of brackets it is no name of an attribute: `scf.for = `.
    bool IsName = Token->Kind == TokenKind::Word && isOperationName(*Token);
    bool IsCut =
        Column && Last &&
        ((Open.empty() &&
          (!IsOpen || Token->Kind == TokenKind::Value ||
           (Last && Last->is("=") && lacksResults(Text, Offset))) &&
          (IsNameless || IsName || mustBeginOperation(Text, Offset))) ||
         (IsUnbalanced && *Column <= Indentation &&
          beginsOperation(Text, Offset)) ||
         (IsUnbalanced && Open.isInList() && hasResults(Text, Offset)));
    if (IsCut) {
      Result.push_back({Begin, Offset});
      Begin = Offset;
      Indentation = *Column;
      Open.clear();
      Name.reset();
      HasType = false;
    }
    Open.add(Token->Text.front());
    IsOpen = Token->is("=");
    HasType |= Name && Token->is(":");
    if (!Name &&
        (Token->Kind == TokenKind::Word || Token->Kind == TokenKind::String))
      Name = Token;
    Last = Token;
  }
  Result.push_back({Begin, Range.End});
  return Result;
}

/// The operations and labels directly in a region, in order. `Missing` is the
/// indentation that the first line of the text lacks.
static std::vector<InnerOperation>
findOperations(llvm::StringRef Text, ByteRange Region, size_t Missing) {
  std::vector<InnerOperation> Result;
  llvm::StringRef Inside = Text.slice(Region.Begin, Region.End);
  ptrdiff_t Shift = Region.Begin;
  std::string Indented;
  if (Region.Begin == 0 && Missing > 0) {
    Indented = std::string(Missing, ' ') + Inside.str();
    Inside = Indented;
    Shift = -ptrdiff_t(Missing);
  }
  std::vector<ByteRange> Labels = findLabels(Text, Region);
  auto Label = Labels.begin();
  auto addLabel = [&] {
    if (!Result.empty())
      Result.back().EndsBlock = true;
    Result.push_back({*Label++, /*IsLabel=*/true});
  };
  auto addRest = [&](ByteRange Rest) {
    llvm::StringRef Bytes = Text.slice(Rest.Begin, Rest.End);
    Rest.Begin += Bytes.size() - Bytes.ltrim().size();
    Rest.End -= Bytes.size() - Bytes.rtrim().size();
    if (Rest.Begin < Rest.End)
      Result.push_back({Rest});
  };
  auto addOperations = [&](ByteRange Range, const PieceInfo &Info) {
    for (ByteRange Part : cutPiece(Text, Range, Info.IsUnbalanced, Missing))
      addRest(Part);
  };
  // Text between pieces that begins like no operation: `%`.
  auto addGap = [&](size_t Begin, size_t End) {
    Lexer Tokens(Text, Begin, End);
    std::optional<ByteRange> Gap;
    while (std::optional<MlirToken> Token = nextCode(Tokens))
      Gap = {Gap ? Gap->Begin : Token->Range.Begin, Token->Range.End};
    if (Gap)
      addRest(*Gap);
  };
  Outline Levels = Outline::scan(Inside);
  llvm::ArrayRef<Piece> Pieces = Levels.pieces();
  size_t LastEnd = Region.Begin;
  for (size_t I = 0; I < Pieces.size(); ++I) {
    ByteRange Range = Pieces[I].Range.shift(Shift);
    // A container with all that is in it.
    if (Pieces[I].Kind == PieceKind::Header)
      for (size_t Header = I; I + 1 < Pieces.size() &&
                              Pieces[I + 1].Container != Piece::None &&
                              Pieces[I + 1].Container >= Header;)
        Range.End = Pieces[++I].Range.End + Shift;
    if (Label == Labels.end() || Label->Begin >= Range.Begin)
      addGap(LastEnd, Range.Begin);
    LastEnd = Range.End;
    while (Label != Labels.end() && Label->Begin < Range.End) {
      if (Range.Begin < Label->Begin)
        addOperations({Range.Begin, Label->Begin}, *Pieces[I].Info);
      Range.Begin = std::max(Range.Begin, Label->End);
      addLabel();
    }
    // A label may end behind the piece.
    if (Range.Begin < Range.End)
      addOperations(Range, *Pieces[I].Info);
  }
  while (Label != Labels.end())
    addLabel();
  addGap(LastEnd, Region.End);
  if (!Result.empty())
    Result.back().EndsBlock = true;
  return Result;
}

namespace {
/// The way from the outermost operation to an offset: for each level, the
/// operations of a region, and the one that was gone into.
struct Level {
  std::vector<InnerOperation> Operations;
  size_t Current = 0;

  const InnerOperation &current() const { return Operations[Current]; }
};
} // namespace

static std::vector<Level> findLevels(llvm::StringRef Text, size_t Offset,
                                     TextForm Form) {
  std::vector<Level> Result;
  ByteRange Around = {0, Text.size()};
  while (true) {
    bool IsList = Form == TextForm::List && Result.empty();
    std::vector<ByteRange> Regions =
        IsList ? std::vector<ByteRange>{Around} : findRegions(Text, Around);
    auto Match = llvm::find_if(Regions, [&](ByteRange Region) {
      return Region.Begin <= Offset && Offset <= Region.End;
    });
    if (Match == Regions.end())
      return Result;
    Level New{
        findOperations(Text, *Match, IsList ? findLeastIndentation(Text) : 0)};
    // What is around a list may go on behind it.
    if (IsList && !New.Operations.empty())
      New.Operations.back().EndsBlock = false;
    for (InnerOperation &Operation : New.Operations)
      Operation.Region = *Match;
    auto After =
        llvm::partition_point(New.Operations, [&](const InnerOperation &Op) {
          return Op.Range.Begin <= Offset;
        });
    if (After == New.Operations.begin())
      return Result;
    New.Current = size_t(After - New.Operations.begin()) - 1;
    ByteRange Next = New.current().Range;
    bool IsLabel = New.current().IsLabel;
    Result.push_back(std::move(New));
    // A list may be one operation, from the first byte to the last.
    if (IsLabel || (!IsList && Next.size() >= Around.size()) ||
        Offset > Next.End)
      return Result;
    Around = Next;
  }
}

std::optional<InnerOperation>
mlir::noisy::lsp::findInnerOperation(llvm::StringRef Text, size_t Offset,
                                     TextForm Form) {
  std::vector<Level> Levels = findLevels(Text, Offset, Form);
  if (Levels.empty())
    return std::nullopt;
  return Levels.back().current();
}

std::optional<InnerOperation>
mlir::noisy::lsp::findOperationBefore(llvm::StringRef Text, ByteRange Range,
                                      TextForm Form) {
  std::vector<Level> Levels = findLevels(Text, Range.Begin, Form);
  for (const Level &L : llvm::reverse(Levels))
    if (L.current().Range == Range)
      return L.Current > 0 && !L.Operations[L.Current - 1].IsLabel
                 ? std::optional(L.Operations[L.Current - 1])
                 : std::nullopt;
  return std::nullopt;
}

std::optional<InnerOperation>
mlir::noisy::lsp::findRestOfBlock(llvm::StringRef Text, ByteRange Range,
                                  TextForm Form) {
  std::vector<Level> Levels = findLevels(Text, Range.Begin, Form);
  for (const Level &L : llvm::reverse(Levels)) {
    if (L.current().Range != Range)
      continue;
    InnerOperation Result = L.current();
    for (size_t I = L.Current + 1; !Result.EndsBlock && I < L.Operations.size();
         ++I) {
      Result.Range.End = L.Operations[I].Range.End;
      Result.EndsBlock = L.Operations[I].EndsBlock;
    }
    return Result;
  }
  return std::nullopt;
}

std::optional<InnerOperation>
mlir::noisy::lsp::findOperationAround(llvm::StringRef Text, ByteRange Range,
                                      TextForm Form) {
  std::vector<Level> Levels = findLevels(Text, Range.Begin, Form);
  for (size_t I = 1; I < Levels.size(); ++I)
    if (Levels[I].current().Range == Range)
      return Levels[I - 1].current();
  return std::nullopt;
}

std::vector<std::string>
mlir::noisy::lsp::findSuccessors(llvm::StringRef Text,
                                 const InnerOperation &Operation) {
  std::vector<ByteRange> Labels = findLabels(Text, Operation.Region);
  llvm::StringSet<> Mine, Others;
  Lexer Tokens(Text, Operation.Region.Begin, Operation.Region.End);
  auto Label = Labels.begin();
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Token->Kind != TokenKind::Block)
      continue;
    while (Label != Labels.end() && Label->End <= Token->Range.Begin)
      ++Label;
    if (Label == Labels.end() || Token->Range.Begin < Label->Begin)
      (Operation.Range.contains(Token->Range.Begin) ? Mine : Others)
          .insert(Token->Text);
  }
  std::vector<std::string> Result;
  for (ByteRange Range : Labels) {
    std::optional<MlirToken> Name = Lexer(Text, Range.Begin, Range.End).next();
    // Nothing branches to the first block.
    bool IsEntry =
        Text.slice(Operation.Region.Begin, Range.Begin).trim().empty();
    if (Name && !IsEntry &&
        (Mine.contains(Name->Text) || !Others.contains(Name->Text)))
      Result.push_back(Name->Text.str());
  }
  return Result;
}

ResultNames mlir::noisy::lsp::readResultNames(llvm::StringRef Text) {
  ResultNames Result;
  Lexer Tokens(Text);
  std::optional<MlirToken> Token = nextCode(Tokens);
  while (Token && Token->Kind == TokenKind::Value) {
    Result.Groups.push_back({Token->groupName().str()});
    Token = nextCode(Tokens);
    if (Token && Token->is(":")) {
      Token = nextCode(Tokens);
      if (!Token || Token->Kind != TokenKind::Number ||
          Token->Text.getAsInteger(10, Result.Groups.back().Count) ||
          Result.Groups.back().Count > 1000)
        return {};
      Token = nextCode(Tokens);
    }
    if (Token && Token->is("=")) {
      Result.Size = Token->Range.End;
      return Result;
    }
    if (!Token || !Token->is(","))
      return Result;
    Token = nextCode(Tokens);
  }
  return Result;
}

std::vector<ByteRange> mlir::noisy::lsp::findArgumentNames(llvm::StringRef Text,
                                                           ByteRange Header) {
  size_t Results = readResultNames(Text.slice(Header.Begin, Header.End)).Size;
  Lexer Tokens(Text, Header.Begin + Results, Header.End);
  std::vector<ByteRange> Result, Group;
  std::optional<MlirToken> Last;
  bool DefinesSymbol = false, IsAtNames = false;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    DefinesSymbol |= Token->Kind == TokenKind::Symbol;
    if (!Last) {
      // Loops begin with them, also if the sign behind them is missing.
      IsAtNames = Token->Text.ends_with(".for") ||
                  Token->Text.ends_with(".parallel") ||
                  Token->Text.ends_with(".forall");
    } else if (IsAtNames && Token->Kind == TokenKind::Value) {
      Result.push_back(Token->Range);
      // More than one are in parentheses.
      IsAtNames = Last->is("(") || Last->is(",");
      Last = Token;
      continue;
    } else if (!Token->is("(") && !Token->is(",")) {
      IsAtNames = false;
    }
    bool IsBehindGroup =
        !Group.empty() && (Last->Kind == TokenKind::Value || Last->is(")"));
    if (Token->Kind == TokenKind::Value) {
      // Operands have no comma behind them and then a name to define.
      if (!Last || !Last->is(","))
        Group.clear();
      Group.push_back(Token->Range);
    } else if (IsBehindGroup && (Token->is("=") || Token->is("in"))) {
      llvm::append_range(Result,
                         Last->is(")") ? Group : std::vector{Group.back()});
      Group.clear();
    } else if (IsBehindGroup && Token->is(":") && DefinesSymbol) {
      Result.push_back(Group.back());
      Group.clear();
    } else if (!Token->is(",") && !Token->is(")")) {
      Group.clear();
    }
    Last = Token;
  }
  return Result;
}
