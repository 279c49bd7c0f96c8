//===- PartItems.cpp - What a part of a format can be ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/PartItems.h"
#include "server/syntax/TypeTokens.h"
#include "server/text/SnippetText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir::noisy::lsp;
using Item = Completions::Item;
using llvm::StringRef;

/// The types that are written most, in their order.
static constexpr StringRef CommonTypes[] = {
    "i32", "index", "i1", "f32", "i64", "f64", "i8", "i16", "f16", "bf16"};

/// The encrypted integer, and its rank: behind `i64`.
static constexpr StringRef EncryptedType = "!noisy.i32", EncryptedRank = "0vez";

/// The most types of the text that come first.
static constexpr size_t MaxUsedTypes = 8;

/// The byte of the first bracket that closes more than the text opens; npos if
/// there is none.
static size_t findUnopened(StringRef Text) {
  int Depth = 0;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    char C = Token->Text.front();
    Depth += Token->is("<") || lex::isOpening(C);
    Depth -= Token->is(">") || lex::isClosing(C);
    if (Depth < 0)
      return Token->Range.Begin;
  }
  return StringRef::npos;
}

/// Adds an item in place of others with its label.
static void put(Item New, std::vector<Item> &Items) {
  llvm::erase_if(Items, [&](const Item &I) { return I.Label == New.Label; });
  Items.push_back(std::move(New));
}

/// Adds the expected type. Editors close brackets: one that it closes, and that
/// follows the cursor, is replaced.
static void addType(StringRef Type, StringRef Rest, Completions &Result) {
  size_t ReplacedAfter = 0;
  if (size_t End = findUnopened(Type);
      End != StringRef::npos && Rest.starts_with(Type.substr(End, 1))) {
    // What follows the bracket is there already, or is not.
    if (Rest.drop_front().trim().empty())
      ReplacedAfter = 1;
    else
      Type = Type.take_front(End).rtrim();
  }
  if (Type.empty())
    return;
  Item New{Type.str(), CompletionItemKind::Field, ExpectedTypeDetail, "0",
           Type.str()};
  New.ReplacedAfter = ReplacedAfter;
  put(std::move(New), Result.Items);
}

/// True if an attribute that the parser offers can be a part.
static bool canBe(const FormPart &Part, const Item &Offered) {
  StringRef Alias = Offered.Detail;
  bool IsAlias = Alias.consume_front("alias: ");
  if (Part.AttributeKind == "int" || Part.AttributeKind == "float")
    return IsAlias && (llvm::isDigit(Alias.front()) || Alias.front() == '-');
  if (Part.AttributeKind == "string")
    return IsAlias && Alias.starts_with("\"");
  if (Part.AttributeKind == "array")
    return IsAlias && (Alias.starts_with("[") || Alias.starts_with("array<"));
  if (Part.AttributeKind == "bool")
    return Offered.Label == "true" || Offered.Label == "false";
  if (Part.AttributeKind == "map")
    return Offered.Label == "affine_map" ||
           (IsAlias && Alias.starts_with("affine_map"));
  return true;
}

/// Ranks the attributes that a constant can be, and removes the others.
static void keepConstants(std::vector<Item> &Items) {
  llvm::erase_if(Items, [](const Item &I) {
    return llvm::is_contained({"affine_map", "affine_set", "loc", "unit"},
                              StringRef(I.Label)) ||
           StringRef(I.Detail).starts_with("alias: affine_");
  });
  for (Item &I : Items)
    if (I.Label == "true" || I.Label == "false" || I.Label == "dense")
      I.SortText = I.Label == "true" ? "00" : I.Label == "false" ? "01" : "02";
}

/// The word before the `<` of a type; empty if it has none.
static StringRef kindOf(StringRef Type) {
  return Type.contains('<') ? Type.split('<').first : "";
}

/// True if the cast that is written goes to another kind of type, which is
/// seldom meant: tensor to vector.
static bool changesKind(StringRef Written, llvm::ArrayRef<StringRef> FromTypes,
                        StringRef ToType) {
  if (!Written.rtrim().ends_with(" to") || kindOf(ToType).empty())
    return false;
  auto hasKind = [](StringRef Type) { return !kindOf(Type).empty(); };
  return llvm::any_of(FromTypes, hasKind) &&
         !llvm::is_contained(llvm::map_range(FromTypes, kindOf),
                             kindOf(ToType));
}

void mlir::noisy::lsp::rankTypes(const TypeSurroundings &Around,
                                 bool WithCommon, AddedTypes Added,
                                 std::vector<Item> &Items) {
  // Most places are those of something else.
  if (llvm::none_of(Items, [](const Item &I) {
        return I.Kind == CompletionItemKind::Field;
      }))
    return;
  auto isType = [](const Item &I) {
    return I.Kind == CompletionItemKind::Field && I.SortText == "1";
  };
  // Where a type can stand, this one can.
  if (Added == AddedTypes::All && llvm::none_of(Items, [&](const Item &I) {
        return isType(I) && I.Label == "index";
      }))
    Added = AddedTypes::None;
  auto mayAdd = [&](StringRef Type) {
    return Added != AddedTypes::None && !Type.contains('\n') &&
           (Added == AddedTypes::All ||
            (Type.starts_with("!") && Type.split('<').first.contains('.')));
  };
  if (WithCommon)
    for (auto [Rank, Type] : llvm::enumerate(CommonTypes))
      for (Item &I : Items)
        if (isType(I) && I.Label == Type)
          I.SortText = {'0', 'v', char('a' + Rank)};
  std::vector<StringRef> WrittenTypes =
      findUsedTypes(Around.Written, std::numeric_limits<size_t>::max());
  std::string Text = (Around.Before + " " + Around.Behind).str();
  // In sight of who begins a file; not where a text has other dialects' types.
  if (WithCommon && mayAdd(EncryptedType) && !StringRef(Text).contains('!'))
    put({EncryptedType.str(), CompletionItemKind::Field, "",
         EncryptedRank.str(), EncryptedType.str()},
        Items);
  for (auto [Rank, Type] : llvm::enumerate(findUsedTypes(Text, MaxUsedTypes))) {
    // Conditions are everywhere, and their type is seldom written.
    if (Type == "i1" || llvm::is_contained(WrittenTypes, Type) ||
        changesKind(Around.Written, WrittenTypes, Type))
      continue;
    std::string SortText = {'0', 'u', char('a' + Rank)};
    auto Listed = llvm::find_if(
        Items, [&](const Item &I) { return StringRef(I.Label) == Type; });
    if (Listed != Items.end())
      Listed->SortText = SortText;
    else if (mayAdd(Type))
      Items.push_back(
          {Type.str(), CompletionItemKind::Field, "", SortText, Type.str()});
  }
}

void mlir::noisy::lsp::addCommonTypes(std::vector<Item> &Items) {
  // Encrypted integers come before plain ones.
  Items.push_back({EncryptedType.str(), CompletionItemKind::Field, "", "0v",
                   EncryptedType.str()});
  for (StringRef Type : CommonTypes)
    Items.push_back(
        {Type.str(), CompletionItemKind::Field, "", "1", Type.str()});
}

void mlir::noisy::lsp::addPassedType(StringRef Type, std::vector<Item> &Items) {
  if (!Type.empty())
    put({Type.str(), CompletionItemKind::Field, "", "0", Type.str()}, Items);
}

void mlir::noisy::lsp::addExpected(const CompletionPlace &Place,
                                   const ExpectedType &Expected,
                                   StringRef Typed, StringRef Rest,
                                   Completions &Result) {
  const FormPart *Part = Place.part();
  if (!Part)
    return;
  bool IsType = Part->Kind == FormPart::Type::ValueType ||
                Part->Kind == FormPart::Type::FunctionType;
  if (Place.Match.IsBegun) {
    // In a list of types, or after the arrow of a function type.
    StringRef Type = Expected.restAfter(Place.Match.Begun);
    if (IsType && Type.consume_front(Typed))
      addType(Type, Rest, Result);
  } else if (IsType) {
    for (Item &I : Result.Items)
      if (Expected.admits(I.Label))
        I.SortText = "00" + I.SortText;
    StringRef Type = Expected.Type;
    if (Type.consume_front(Typed))
      addType(Type, Rest, Result);
  } else if (Part->Kind == FormPart::Type::Attribute) {
    llvm::erase_if(Result.Items, [&](const Item &I) {
      return (I.Kind == CompletionItemKind::Field ||
              I.Kind == CompletionItemKind::Module) &&
             !canBe(*Part, I);
    });
    // Bounds of affine loops are values first, then `max`.
    for (Item &I : Result.Items)
      if (Part->AttributeKind == "map" && I.Kind == CompletionItemKind::Keyword)
        I.SortText = "5";
    if (Place.Form->Name == "arith.constant")
      keepConstants(Result.Items);
    llvm::SmallVector<StringRef> Cases;
    Part->Cases.split(Cases, '|', -1, /*KeepEmpty=*/false);
    for (StringRef Case : Cases) {
      std::string Text = Part->enclose(Case);
      put({Text, CompletionItemKind::Keyword, "", "0", Text}, Result.Items);
    }
  }
}

void mlir::noisy::lsp::rankKeywords(const CompletionPlace &Place,
                                    std::vector<Item> &Items) {
  if (!Place.Form)
    return;
  auto rankOf = [&](const Item &I) -> std::optional<char> {
    auto Part = llvm::find_if(Place.Form->Parts, [&](const FormPart &Each) {
      return Each.isLiteral(I.Label);
    });
    if (I.Kind != CompletionItemKind::Keyword || I.SortText != "0" ||
        Part == Place.Form->Parts.end())
      return std::nullopt;
    return char('a' + std::min<size_t>(Part - Place.Form->Parts.begin(), 24));
  };
  if (llvm::none_of(Items, [&](const Item &I) { return bool(rankOf(I)); }))
    return;
  for (Item &I : Items)
    if (I.Kind == CompletionItemKind::Keyword && I.SortText == "0")
      I.SortText += rankOf(I).value_or('z');
}

void mlir::noisy::lsp::addTraits(const CompletionPlace &Place,
                                 bool WithSnippets, std::vector<Item> &Items) {
  if (!Place.Form || Place.Form->Name != "linalg.generic" ||
      Place.Match.Part != 0)
    return;
  llvm::erase_if(Items, [](const Item &I) {
    return I.Kind != CompletionItemKind::Keyword &&
           !StringRef(I.Detail).starts_with("alias: {");
  });
  if (!WithSnippets)
    return;
  Item New{"{indexing_maps = ..., iterator_types = ...}",
           CompletionItemKind::Keyword, "maps of the operands, kinds of loops",
           "00", "{"};
  unsigned Stops = 0;
  for (const FormPart &Part : Place.Form->Parts) {
    if (Part.HasSpace && !New.Snippet.empty())
      New.Snippet += " ";
    if (Part.Kind == FormPart::Type::Attribute)
      New.Snippet += "${" + std::to_string(++Stops) + ":" +
                     escapeSnippet(Part.Example.value_or("[]")) + "}";
    else
      New.Snippet += escapeSnippet(Part.Name);
    if (Part.isLiteral("}"))
      break;
  }
  Items.push_back(std::move(New));
}

StringRef mlir::noisy::lsp::openListName(StringRef Before) {
  StringRef End = Before.rtrim();
  if (!End.ends_with("[") && !End.ends_with(","))
    return {};
  std::vector<MlirToken> Tokens;
  Lexer Source(Before);
  while (std::optional<MlirToken> Token = Source.next())
    if (!Token->isComment())
      Tokens.push_back(*Token);
  // iterator_types = ["parallel",
  int Depth = 0;
  for (; !Tokens.empty(); Tokens.pop_back()) {
    const MlirToken &Token = Tokens.back();
    char C = Token.Text.front();
    Depth += Token.is(">") || lex::isClosing(C);
    Depth -= Token.is("<") || lex::isOpening(C);
    if (Depth < 0)
      break;
  }
  size_t Count = Tokens.size();
  return Count > 2 && Tokens[Count - 1].is("[") && Tokens[Count - 2].is("=")
             ? Tokens[Count - 3].Text
             : StringRef();
}

void mlir::noisy::lsp::addIteratorKinds(StringRef Before, bool IsInString,
                                        std::vector<Item> &Items) {
  if (openListName(Before) != "iterator_types")
    return;
  Items.clear();
  for (const char *Kind : {"parallel", "reduction", "window"}) {
    std::string Text = IsInString ? Kind : "\"" + std::string(Kind) + "\"";
    Items.push_back({Text, CompletionItemKind::Keyword, "", "0", Text});
  }
}

void mlir::noisy::lsp::keepIndexingMaps(StringRef Before,
                                        std::vector<Item> &Items) {
  if (openListName(Before) != "indexing_maps")
    return;
  auto isAlias = [](const Item &I) {
    return StringRef(I.Detail).starts_with("alias: affine_map");
  };
  llvm::erase_if(Items, [&](const Item &I) {
    return I.Kind != CompletionItemKind::Keyword && I.Label != "affine_map" &&
           !isAlias(I);
  });
  for (Item &I : Items)
    if (isAlias(I))
      I.SortText = "0";
}

//===----------------------------------------------------------------------===//
// Types that end a line
//===----------------------------------------------------------------------===//

void mlir::noisy::lsp::addEndingTypes(const CompletionPlace &Place,
                                      const ValueTypes &Types,
                                      const SymbolTypes *Callee, StringRef Rest,
                                      bool WithSnippets,
                                      std::vector<Item> &Items) {
  const FormPart *Part = Place.part();
  if (!Part || Part->Kind != FormPart::Type::Operand)
    return;
  bool IsCall = Callee && Place.Form->Name == "func.call";
  if (!IsCall && (!yieldsValues(*Place.Form) || !Rest.trim().empty()))
    return;
  std::vector<std::string> Needed =
      IsCall ? Callee->Inputs : findYieldedTypes(Place);
  llvm::ArrayRef<StringRef> Before = Place.Match.valuesOf(Part->Name);
  size_t Index = Place.Match.Index;
  if (Index >= Needed.size() || Before.size() != Index ||
      (IsCall && Index + 1 < Needed.size()))
    return;
  // A type that does not fit is no help.
  for (auto [Value, Type] : llvm::zip(Before, Needed))
    if (auto Known = Types.find(Value);
        Known == Types.end() || Known->second != Type)
      return;
  for (Item &I : Items) {
    if (I.Kind != CompletionItemKind::Variable || I.Type != Needed[Index])
      continue;
    if (IsCall) {
      I.NewText += ") : " + printFunctionType(Callee->Inputs, Callee->Results);
      I.ReplacedAfter = Rest.starts_with(")") ? 1 : 0;
      continue;
    }
    std::string Ending = " : " + llvm::join(Needed, ", ");
    if (Index + 1 == Needed.size()) {
      I.NewText += Ending;
    } else if (WithSnippets) {
      I.Snippet = escapeSnippet(I.NewText);
      for (size_t Other = Index + 1; Other < Needed.size(); ++Other)
        I.Snippet += ", ${" + std::to_string(Other - Index) + ":%value}";
      I.Snippet += escapeSnippet(Ending);
    }
  }
}

//===----------------------------------------------------------------------===//
// Types that follow their operand
//===----------------------------------------------------------------------===//

/// True if a part is the type of the operand `Operand`, and of no other values
/// that could decide.
static bool isTypeOf(const FormPart &Part, const OperationForm &Form,
                     const FormPart &Operand) {
  if (Part.Kind != FormPart::Type::ValueType || Part.Count != Operand.Count ||
      !Part.OnlyType.empty() || !Part.Wrapper.empty())
    return false;
  if (!Part.SameAs.empty())
    return Part.SameAs == Operand.Name;
  if (Part.Name == Operand.Name)
    return true;
  // That of all operands is that of the first.
  auto First = llvm::find_if(Form.Parts, [](const FormPart &Other) {
    return Other.Kind == FormPart::Type::Operand;
  });
  return Part.IsShared && &*First == &Operand;
}

/// The range of the type of the operand at the place in `Line`, which is the
/// text of the operation after its name; the cursor is at `Cursor`.
static std::optional<ByteRange> findType(const CompletionPlace &Place,
                                         StringRef Line, size_t Cursor) {
  std::vector<MlirToken> Tokens;
  Lexer Source(Line);
  while (std::optional<MlirToken> Token = Source.next()) {
    if (Token->isComment())
      break;
    Tokens.push_back(*Token);
  }
  const OperationForm &Form = *Place.Form;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (Tokens[I].Range.Begin < Cursor)
      continue;
    FormMatch Match = matchForm(Form, llvm::ArrayRef(Tokens).take_front(I),
                                Place.Operation.HasResults);
    if (Match.Part == FormMatch::None)
      return std::nullopt;
    if (Match.Part >= Form.Parts.size() || Match.IsBegun ||
        !isTypeOf(Form.Parts[Match.Part], Form, *Place.part()))
      continue;
    // Of several values the first has the first type, and so on.
    size_t Begin = I, End = findTypeEnd(Tokens, Begin);
    for (unsigned Index = Place.Match.Index; Index > 0; --Index) {
      if (End >= Tokens.size() || !Tokens[End].is(","))
        return std::nullopt;
      Begin = End + 1;
      End = findTypeEnd(Tokens, Begin);
    }
    if (End == Begin)
      return std::nullopt;
    return ByteRange{Tokens[Begin].Range.Begin, Tokens[End - 1].Range.End};
  }
  return std::nullopt;
}

/// What a snippet has in place of a value.
static constexpr StringRef ValuePlaceholder = "%value";

/// The range of the type in `Text`, behind the first line of a loop, that its
/// region passes on: where a snippet has the value still to be filled in. None
/// if the region has a value of that name.
static std::optional<ByteRange> findPassedOn(const OperationForm &Form,
                                             StringRef Text) {
  std::vector<MlirToken> Tokens;
  Lexer Source(Text);
  int Depth = 1;
  while (std::optional<MlirToken> Token = Source.next()) {
    Depth += lex::isOpening(Token->Text.front());
    Depth -= lex::isClosing(Token->Text.front());
    if (Depth == 0)
      return std::nullopt;
    if (!Token->isComment())
      Tokens.push_back(*Token);
    // scf.yield %value : i32
    size_t Count = Tokens.size();
    if (Depth != 1 || Count < 4 || !Tokens[Count - 4].is(Form.Terminator) ||
        !Tokens[Count - 3].is(ValuePlaceholder) || !Tokens[Count - 2].is(":"))
      continue;
    if (llvm::any_of(
            llvm::ArrayRef(Tokens).drop_back(4),
            [](const MlirToken &Other) { return Other.is(ValuePlaceholder); }))
      return std::nullopt;
    size_t Line = Text.find('\n', Token->Range.Begin);
    StringRef Type =
        Text.slice(Token->Range.Begin, std::min(Line, Text.size())).rtrim();
    return ByteRange{Token->Range.Begin, Token->Range.Begin + Type.size()};
  }
  return std::nullopt;
}

/// Adds what of a text has to change to become another one. The field of a
/// snippet that holds the text holds the new one then: VS Code keeps what an
/// edit at its beginning writes out of it, but not what one deletes.
static void addChange(StringRef Old, StringRef New, size_t Offset,
                      std::vector<Completions::FollowingEdit> &Edits) {
  size_t Common = std::min(Old.size(), New.size()), Front = 0, Back = 0;
  while (Front < Common && Old[Front] == New[Front])
    ++Front;
  while (Back < Common - Front &&
         Old[Old.size() - 1 - Back] == New[New.size() - 1 - Back])
    ++Back;
  if (Front == 0) {
    Back = std::min(Back, Old.size() - 1);
    Edits.push_back({{Offset, Offset + 1}, ""});
  }
  size_t Begin = std::max<size_t>(Front, 1);
  Edits.push_back({{Offset + Begin, Offset + Old.size() - Back},
                   New.drop_front(Front).drop_back(Back).str()});
}

namespace {
/// The type of the operand at a place, further on in its line.
struct FollowingType {
  std::string Text;
  /// Where it begins, from the cursor on, and the rest of the line.
  size_t Begin = 0;
  StringRef Rest;
};
} // namespace

static std::optional<FollowingType>
readFollowingType(const CompletionPlace &Place, StringRef Before,
                  StringRef Behind) {
  const FormPart *Part = Place.part();
  StringRef Rest = Behind.take_until([](char C) { return C == '\n'; });
  // A name that goes on after the cursor is not replaced as a whole.
  if (!Part || Part->Kind != FormPart::Type::Operand || Part->Count == '?' ||
      Rest.empty() || lex::isNameChar(Rest.front()))
    return std::nullopt;
  // Any value in place of the word.
  std::string Line =
      (Before.drop_front(Place.Operation.WrittenName.end() - Before.begin()) +
       "%_")
          .str();
  size_t Cursor = Line.size();
  Line += Rest;
  std::optional<ByteRange> Range = findType(Place, Line, Cursor);
  if (!Range)
    return std::nullopt;
  return FollowingType{Line.substr(Range->Begin, Range->End - Range->Begin),
                       Range->Begin - Cursor, Rest};
}

std::string mlir::noisy::lsp::findFollowingType(const CompletionPlace &Place,
                                                StringRef Before,
                                                StringRef Behind) {
  std::optional<FollowingType> Type = readFollowingType(Place, Before, Behind);
  return Type ? std::move(Type->Text) : "";
}

void mlir::noisy::lsp::addFollowingTypes(const CompletionPlace &Place,
                                         StringRef Before, StringRef Behind,
                                         size_t Offset,
                                         std::vector<Item> &Items) {
  std::optional<FollowingType> Type = readFollowingType(Place, Before, Behind);
  if (!Type)
    return;
  StringRef Old = Type->Text, Rest = Type->Rest;
  StringRef Body = Behind.drop_front(Rest.size());
  std::optional<ByteRange> PassedOn;
  // A value of the user's has no placeholder's name by chance.
  bool IsNameTaken =
      Before.drop_front(Place.Operation.WrittenName.end() - Before.begin())
          .contains(ValuePlaceholder) ||
      Rest.contains(ValuePlaceholder) || llvm::any_of(Items, [](const Item &I) {
        return I.Label == ValuePlaceholder;
      });
  if (Place.part()->Count && Rest.rtrim().ends_with("{") && !IsNameTaken)
    PassedOn = findPassedOn(*Place.Form, Body);
  for (Item &I : Items) {
    // Types that are not known, or cut short, decide nothing.
    if (I.Kind != CompletionItemKind::Variable || I.Type.empty() ||
        StringRef(I.Type).contains("...") || I.Type == Old)
      continue;
    addChange(Old, I.Type, Offset + Type->Begin, I.Following);
    if (PassedOn && Body.slice(PassedOn->Begin, PassedOn->End) == Old)
      addChange(Old, I.Type, Offset + Rest.size() + PassedOn->Begin,
                I.Following);
  }
}
