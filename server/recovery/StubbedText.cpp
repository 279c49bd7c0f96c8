//===- StubbedText.cpp - A text with stubs --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/StubbedText.h"
#include "server/parse/Stubs.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

llvm::SmallVector<ByteRange, 3> Stub::parts() const {
  llvm::SmallVector<ByteRange, 3> Result;
  size_t Begin = range().Begin;
  auto add = [&](ByteRange Between) {
    Result.push_back({Begin, Between.Begin});
    Begin = Between.End;
  };
  for (const Argument &Each : Arguments)
    add(Each.Place);
  for (ByteRange Region : Regions)
    add(Region);
  Result.push_back({Begin, range().End});
  return Result;
}

GuessedType *Stub::typeOf(const MlirToken &Name, size_t Offset) {
  if (!Regions.empty() && Regions.front().contains({Offset, Offset}))
    for (Argument &Each : Arguments)
      if (Each.Name == Name.Text)
        return &Each.Type;
  size_t Place = 0;
  Name.Text.split('#').second.getAsInteger(10, Place);
  for (const ResultNames::Group &Group : Names.Groups) {
    if (Group.Name == Name.groupName())
      return Place < Types.size() ? &Types[Place] : nullptr;
    Place += Group.Count;
  }
  return nullptr;
}

/// The type of a value of a stub in the buffer.
static std::string print(const GuessedType &Type) {
  return Type.Spelling.empty() ? "none" : Type.Spelling;
}

std::string mlir::noisy::lsp::makeLabel(size_t Begin, llvm::StringRef Suffix) {
  return ("^" + stubName + Suffix + "." + llvm::Twine(Begin)).str();
}

/// Prints a stub up to what stays first in it.
static std::string printHead(const Stub &S) {
  std::string Result;
  if (S.HasResults && S.Names.Size == 0 && !S.Names.Groups.empty())
    Result += llvm::join(llvm::map_range(S.Names.Groups,
                                         [](const ResultNames::Group &Group) {
                                           return Group.Name + ":" +
                                                  std::to_string(Group.Count);
                                         }),
                         ", ") +
              " =";
  Result += " \"" + stubName.str() + "\"()";
  // The operation may have been a branch, or have returned: to a block that
  // ends with another stub.
  if (!S.Successors.empty())
    Result += "[" + llvm::join(S.Successors, ", ") + ", " +
              makeLabel(S.range().Begin, "") + "]";
  if (S.Regions.empty())
    return Result;
  Result += " ({";
  if (!S.Arguments.empty())
    Result += makeLabel(S.range().Begin, ".body") + "(";
  return Result;
}

/// Prints what is behind an argument or a region that stays, up to the next.
static std::string printMiddle(const Stub &S, size_t Part) {
  size_t Count = S.Arguments.size();
  if (Part > Count)
    return "}, {";
  return ": " + print(S.Arguments[Part - 1].Type) +
         (Part == Count ? "):" : ", ");
}

/// Prints the rest of a stub.
std::string StubbedText::printTail(const Stub &S) const {
  // MLIR takes what has one region, and no dialect, for a table of symbols.
  std::string Result = S.Regions.empty()       ? ""
                       : S.Regions.size() == 1 ? "}, {})"
                                               : "})";
  std::vector<std::string> Symbols;
  for (ByteRange Part : S.parts()) {
    llvm::StringRef Bytes = Text.slice(Part.Begin, Part.End);
    forEachSymbolPath(Bytes, [&](llvm::ArrayRef<ByteRange> Path) {
      Symbols.push_back(Bytes.slice(Path.front().Begin, Path.back().End).str());
    });
  }
  std::vector<std::string> Attributes;
  if (!Symbols.empty())
    Attributes.push_back(stubSymbolsName.str() + " = [" +
                         llvm::join(Symbols, ", ") + "]");
  // Another line may be the end of the block: `%a =`, and then a return.
  llvm::StringRef Bytes = Text.slice(S.range().Begin, S.range().End);
  if (S.Operation.EndsBlock && Bytes.starts_with("%") && !Bytes.contains('\n'))
    Attributes.push_back(stubGoesOnName.str());
  if (!S.Operation.EndsBlock && Bytes.contains('^'))
    Attributes.push_back(stubBlocksName.str());
  if (!Attributes.empty())
    Result += " {" + llvm::join(Attributes, ", ") + "}";
  Result += " : () -> (";
  if (S.HasResults)
    Result += llvm::join(llvm::map_range(S.Types, print), ", ");
  Result += ") ";
  if (!S.Successors.empty())
    Result += makeLabel(S.range().Begin, "") + ": \"" + stubName.str() +
              "\"() : () -> () ";
  return Result;
}

/// Adds blanks and ends of lines, so that what follows the stub is in the line
/// and, if possible, in the column where it was. MLIR's locations hold then.
static void padLike(std::string &Stub, llvm::StringRef Replaced) {
  size_t LineCount = Replaced.count('\n');
  Stub.append(LineCount, '\n');
  size_t Size = Replaced.size() - (Replaced.rfind('\n') + 1);
  size_t Present = LineCount > 0 ? 0 : Stub.size();
  Stub.append(Size - std::min(Size, Present), ' ');
}

/// The braces that are not closed; none if another bracket is not closed
/// either, because then the text lacks more than its end.
static llvm::SmallVector<size_t> findOpenBraces(llvm::StringRef Text) {
  llvm::SmallVector<size_t> Open = findOpenBrackets(Text);
  if (!llvm::all_of(Open, [&](size_t Offset) { return Text[Offset] == '{'; }))
    Open.clear();
  return Open;
}

void StubbedText::addEdits(Stub &S, std::vector<Edit> &Edits) const {
  llvm::SmallVector<ByteRange, 3> Parts = S.parts();
  S.Replaced.assign(Parts.begin(), Parts.end());
  S.Replacements.resize(Parts.size());
  // The names of the results stay in their places.
  if (S.HasResults)
    S.Replaced.front().Begin += S.Names.Size;
  for (size_t I = 0; I < Parts.size(); ++I) {
    bool IsLast = I + 1 == Parts.size();
    std::string Bytes;
    if (I == 0)
      Bytes = printHead(S);
    else if (!IsLast)
      Bytes = printMiddle(S, I);
    if (IsLast)
      Bytes += printTail(S);
    padLike(Bytes, Text.slice(S.Replaced[I].Begin, S.Replaced[I].End));
    Edits.push_back({S.Replaced[I], std::move(Bytes), &S.Replacements[I]});
  }
}

void UndefinedNames::add(Use New) {
  // MLIR tells the uses of one value after the other.
  auto Next = llvm::find_if(Uses, [&](const Use &Other) {
    return Other.Name.Begin > New.Name.Begin;
  });
  Uses.insert(Next, std::move(New));
}

void UndefinedNames::add(Use New, std::optional<Problem> Issue) {
  if (llvm::any_of(Uses,
                   [&](const Use &Other) { return Other.Name == New.Name; }))
    return;
  add(std::move(New));
  // MLIR says it once of an operation that uses a value twice.
  if (Issue && llvm::none_of(Problems, [&](const Problem &Other) {
        return Other.Message == Issue->Message;
      }))
    Problems.push_back(std::move(*Issue));
}

/// The name in the buffer instead of the one at an offset of the text.
static std::string makeName(size_t Offset) {
  return "%" + undefinedName.str() + "." + std::to_string(Offset);
}

std::optional<size_t> StubbedText::readName(llvm::StringRef InBuffer) {
  size_t Offset;
  if (!InBuffer.consume_front("%") || !InBuffer.consume_front(undefinedName) ||
      !InBuffer.consume_front(".") || InBuffer.getAsInteger(10, Offset))
    return std::nullopt;
  return Offset;
}

void StubbedText::addEdits(size_t Operation, UndefinedNames &Names,
                           std::vector<Edit> &Edits) const {
  std::vector<std::string> New, Types;
  for (const UndefinedNames::Use &Use : Names.Uses) {
    New.push_back(makeName(Use.Name.Begin));
    Types.push_back(Use.UsedType);
  }
  Edits.push_back({{Operation, Operation},
                   llvm::join(New, ", ") + " = \"" + undefinedName.str() +
                       "\"() : () -> (" + llvm::join(Types, ", ") + ") ",
                   &Names.Definition});
  for (auto [Use, Name] : llvm::zip_equal(Names.Uses, New))
    Edits.push_back({Use.Name, std::move(Name), nullptr});
}

void StubbedText::update() {
  std::vector<Edit> Edits;
  for (auto &[Begin, S] : Stubs)
    addEdits(S, Edits);
  for (auto &[Begin, Names] : Undefined)
    addEdits(Begin, Names, Edits);
  // Other edits may have taken their places.
  auto isEdited = [&, Count = Edits.size()](ByteRange Range) {
    return llvm::any_of(
        llvm::ArrayRef(Edits).take_front(Count),
        [&](const Edit &Other) { return Other.Old.contains(Range); });
  };
  for (ByteRange Name : Renamed)
    if (!isEdited(Name))
      Edits.push_back({Name, makeName(Name.Begin), nullptr});
  // What is inserted behind a label comes before the stub there.
  std::vector<Edit> OfLabels;
  for (const auto &[Begin, Label] : Labels) {
    if (isEdited(Label.Repair.Range))
      continue;
    for (const ByteEdit &E : Label.Repair.Edits)
      OfLabels.push_back({E.Range, E.NewText, nullptr});
    // MLIR would say of an empty block what is said of its label.
    size_t End = Label.Repair.Range.End;
    if (Label.Repair.IsEmpty)
      OfLabels.push_back(
          {{End, End}, " \"" + stubName.str() + "\"() : () -> () ", nullptr});
  }
  Edits.insert(Edits.begin(), OfLabels.begin(), OfLabels.end());
  llvm::stable_sort(Edits, [](const Edit &A, const Edit &B) {
    return std::pair(A.Old.Begin, A.Old.End) <
           std::pair(B.Old.Begin, B.Old.End);
  });
  Buffer = Prefix.str();
  size_t End = 0;
  std::vector<TextChange> Changes;
  for (const Edit &E : Edits) {
    Buffer += Text.slice(End, E.Old.Begin);
    ByteRange Place = {Buffer.size(), Buffer.size() + E.New.size()};
    if (E.Place)
      *E.Place = Place;
    Changes.push_back({Place, E.Old.size()});
    Buffer += E.New;
    End = E.Old.End;
  }
  Buffer += Text.substr(End);
  OpenBraces = findOpenBraces(llvm::StringRef(Buffer).substr(Prefix.size()));
  if (closesBrackets()) {
    size_t Begin = Buffer.size();
    Buffer += "\n" + std::string(OpenBraces.size(), '}');
    Changes.push_back({{Begin, Buffer.size()}, 0});
  }
  Buffer += Suffix;
  // From the last one on, the offsets of the others do not change.
  std::reverse(Changes.begin(), Changes.end());
  Offsets = OffsetMap(Changes);
}

void mlir::noisy::lsp::moveRanges(Problem &Issue, const OffsetMap &Offsets) {
  auto move = [&](ByteRange &Range) {
    if (Range.End > 0)
      Range = Offsets.toTargetClamped(Range);
  };
  move(Issue.Range);
  for (Problem::Note &Note : Issue.Notes)
    move(Note.Range);
}

Problem StubbedText::toOriginal(Problem Issue) const {
  moveRanges(Issue, Offsets);
  return Issue;
}

size_t StubbedText::toOriginal(size_t Offset) const {
  size_t InBuffer = Offsets.toTargetClamped({Offset, Offset}).Begin;
  return InBuffer - std::min(InBuffer, Prefix.size());
}

std::optional<ByteRange> StubbedText::toText(ByteRange InBuffer) const {
  std::optional<ByteRange> Result = Offsets.toTarget(InBuffer);
  if (!Result || Result->Begin < Prefix.size() ||
      Result->End > Prefix.size() + Text.size())
    return std::nullopt;
  return Result->shift(-ptrdiff_t(Prefix.size()));
}

std::optional<size_t> StubbedText::unendedBrace() const {
  if (OpenBraces.size() != 1)
    return std::nullopt;
  size_t InBuffer = Prefix.size() + OpenBraces.front();
  std::optional<ByteRange> Place = toText({InBuffer, InBuffer + 1});
  return Place ? std::optional(Place->Begin) : std::nullopt;
}

std::optional<size_t> StubbedText::userOfDefinitionAt(size_t Offset) const {
  for (const auto &[Begin, Names] : Undefined)
    if (Names.Definition.Begin <= Offset && Offset < Names.Definition.End)
      return Begin;
  return std::nullopt;
}

Stub *StubbedText::stubAt(size_t Offset) {
  for (auto &[Begin, S] : Stubs) {
    size_t Results = S.Replaced.front().Begin - S.range().Begin;
    for (size_t I = 0; I < S.Replacements.size(); ++I) {
      ByteRange Place = S.Replacements[I];
      Place.Begin -= I == 0 ? Results : 0;
      if (Place.Begin <= Offset && Offset < Place.End)
        return &S;
    }
  }
  return nullptr;
}

Stub *StubbedText::definerOf(llvm::StringRef Name, size_t Offset) {
  Stub *Result = nullptr;
  bool IsVisible = false;
  for (auto &[Begin, S] : Stubs) {
    bool IsArgument =
        !S.Regions.empty() && S.Regions.front().contains({Offset, Offset}) &&
        llvm::any_of(S.Arguments, [&](const Stub::Argument &Each) {
          return Each.Name == Name;
        });
    if (IsArgument)
      return &S;
    bool Defines =
        llvm::any_of(S.Names.Groups, [&](const ResultNames::Group &Group) {
          return Group.Name == Name;
        });
    bool Reaches = Begin <= Offset && S.Operation.Region.Begin <= Offset &&
                   Offset <= S.Operation.Region.End;
    if (!Defines || (IsVisible && !Reaches))
      continue;
    Result = &S;
    IsVisible |= Reaches;
  }
  return Result;
}

bool StubbedText::isUsed(const Stub &S) const {
  for (size_t Begin : {size_t(0), S.range().End}) {
    size_t End = Begin == 0 ? S.range().Begin : Text.size();
    for (const ResultNames::Group &Group : S.Names.Groups)
      for (size_t At = Begin; (At = Text.find(Group.Name, At)) < End;
           At += Group.Name.size())
        if (At + Group.Name.size() >= Text.size() ||
            !lex::isNameChar(Text[At + Group.Name.size()]))
          return true;
  }
  return false;
}
