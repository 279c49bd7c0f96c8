//===- DictionaryItems.cpp - Attributes in a list of completions ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/DictionaryItems.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

namespace {
/// An attribute that any operation of a kind can have.
struct KnownAttribute {
  const char *Name;
  const char *Detail;
  /// The rest of the entry, as a snippet.
  const char *Value;
};

/// The dictionary at the end of a text.
struct OpenDictionary {
  enum class Owner {
    /// An operation: its attributes, or `<{`, only those that it defines.
    Operation,
    Properties,
    /// In brackets: an argument or a result of a function.
    Value
  };
  Owner Subject = Owner::Operation;
  /// After the keyword `attributes`.
  bool HasKeyword = false;
  /// Right after the operation's name.
  bool IsFirst = false;
  /// Of a value: its type, if that is a single token; and it is no result.
  StringRef Type;
  bool IsArgument = false;
  llvm::StringSet<> Names;
};
} // namespace

static constexpr KnownAttribute ValueAttributes[] = {
    {"noisy.bound", "the most noise of this value, in bits",
     " = ${1:20} : i64"},
    {"noisy.range", "the range of this integer", " = [${1:0}, ${2:8}]"},
    {"noisy.metadata", "metadata of this value", " = {$1}"},
};
static constexpr KnownAttribute ScopeAttributes[] = {
    {"noisy.model", "the noise model of the code inside, in bits",
     " = #noisy.model<initial = ${1:12}, max = ${2:26}>"},
};
static constexpr KnownAttribute OperationAttributes[] = {
    {"noisy.cost", "the cost of reducing the result", " = ${1:1} : i64"},
    {"noisy.range", "the range of the integer result", " = [${1:0}, ${2:8}]"},
    {"metadata", "metadata of the result", " = {$1}"},
};
/// Of operations whose noise does not follow from their operands.
static constexpr KnownAttribute SourceAttributes[] = {
    {"noisy.bound", "the most noise of the result, in bits",
     " = ${1:20} : i64"},
};

/// Finds the dictionary of attributes in which a name comes next.
static std::optional<OpenDictionary>
findDictionary(ArrayRef<MlirToken> Tokens) {
  llvm::SmallVector<size_t> Open;
  for (auto [I, Token] : llvm::enumerate(Tokens)) {
    char C = Token.Text.front();
    if (lex::isOpening(C))
      Open.push_back(I);
    else if (lex::isClosing(C) && !Open.empty())
      Open.pop_back();
  }
  if (Open.empty() || !Tokens[Open.back()].is("{") ||
      !(Tokens.back().is("{") || Tokens.back().is(",")))
    return std::nullopt;
  // A dictionary in another one, and regions of the generic form.
  size_t Begin = Open.pop_back_val();
  StringRef Previous = Begin > 0 ? Tokens[Begin - 1].Text : StringRef();
  if (Previous == "=" || Previous == "(" || Previous == ",")
    return std::nullopt;
  OpenDictionary Result;
  Result.HasKeyword = Previous == "attributes";
  Result.IsFirst = Begin == 0;
  if (Previous == "<") {
    // Elsewhere it is in an attribute or a type.
    if (!Open.empty() || Begin < 2 || !Tokens[Begin - 2].is(")"))
      return std::nullopt;
    Result.Subject = OpenDictionary::Owner::Properties;
  }
  if (Open.size() == 1 && Tokens[Open[0]].is("(")) {
    Result.Subject = OpenDictionary::Owner::Value;
    size_t Bracket = Open[0];
    Result.IsArgument = Bracket == 0 || !Tokens[Bracket - 1].is("->");
    if (Begin >= 2 && StringRef(":(,").contains(Tokens[Begin - 2].Text))
      Result.Type = Previous;
  } else if (!Open.empty())
    return std::nullopt;
  for (size_t I = Begin + 1; I < Tokens.size(); ++I)
    if (I + 1 == Tokens.size() || Tokens[I + 1].is("=") ||
        Tokens[I + 1].is(","))
      Result.Names.insert(Tokens[I].Text);
  return Result;
}

/// Finds the definition of the typed operation, if its dialect is linked in.
static std::optional<RegisteredOperationName>
findDefinition(MLIRContext &Context, StringRef Name) {
  if (Name.empty())
    return std::nullopt;
  Context.getOrLoadDialect(Name.split('.').first);
  return RegisteredOperationName::lookup(Name, &Context);
}

bool mlir::noisy::lsp::opensDictionary(const DialectRegistry &Registry,
                                       const CompletionPlace &Place) {
  const TypedOperation &Operation = Place.Operation;
  auto Dictionary = findDictionary(Operation.Operands);
  if (!Dictionary)
    return false;
  if (Dictionary->Subject != OpenDictionary::Owner::Operation ||
      Dictionary->HasKeyword || Operation.isGeneric())
    return true;
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  auto Name = findDefinition(Context, Operation.Name);
  if (!Name || !Name->hasTrait<OpTrait::ZeroRegions>())
    return false;
  bool HasPlace = Place.Form && llvm::any_of(Place.Form->Parts, [](auto &Part) {
                    return Part.Kind == FormPart::Type::Dictionary;
                  });
  return !HasPlace || Place.Match.IsInDictionary;
}

/// True if an argument or a result can have an attribute; also where its type
/// is an alias, or not understood.
static bool canHave(const OpenDictionary &Value, StringRef Attribute) {
  StringRef Type = Value.Type;
  bool IsUnknown =
      Type.empty() || (Type.starts_with("!") && !Type.contains('.'));
  if (Attribute == "noisy.bound")
    return IsUnknown || Type == "!noisy.i32";
  if (Attribute == "noisy.range")
    return Value.IsArgument &&
           (IsUnknown || Type == "index" ||
            (Type.consume_front("i") && llvm::all_of(Type, llvm::isDigit)));
  return true;
}

/// True if the format of an operation writes an attribute elsewhere, so that a
/// dictionary must not have it.
static bool isWrittenElsewhere(const CompletionPlace &Place,
                               RegisteredOperationName Name,
                               StringRef Attribute) {
  // What operations have inside MLIR only.
  if (Attribute == "operandSegmentSizes" || Attribute == "resultSegmentSizes")
    return true;
  if (Name.hasInterface<FunctionOpInterface>() &&
      llvm::is_contained({"sym_name", "sym_visibility", "function_type",
                          "arg_attrs", "res_attrs"},
                         Attribute))
    return true;
  return Place.Form && llvm::any_of(Place.Form->Parts, [&](auto &Part) {
           return Part.Name == Attribute &&
                  (Part.Kind == FormPart::Type::Attribute ||
                   Part.Kind == FormPart::Type::Symbol ||
                   Part.Kind == FormPart::Type::SymbolName);
         });
}

void mlir::noisy::lsp::addDictionaryItems(const DialectRegistry &Registry,
                                          const CompletionPlace &Place,
                                          std::vector<Item> &Items) {
  const TypedOperation &Operation = Place.Operation;
  std::optional<OpenDictionary> Dictionary = findDictionary(Operation.Operands);
  if (!Dictionary)
    return;
  auto Add = [&](StringRef Name, StringRef Detail, StringRef Value) {
    if (!Dictionary->Names.insert(Name).second)
      return;
    Item New;
    New.Label = New.NewText = Name.str();
    New.Kind = CompletionItemKind::Property;
    New.Detail = Detail.str();
    New.SortText = "01";
    if (!Value.empty())
      New.Snippet = (Name + Value).str();
    Items.push_back(std::move(New));
  };
  auto AddAll = [&](ArrayRef<KnownAttribute> Attributes) {
    for (const KnownAttribute &Each : Attributes)
      Add(Each.Name, Each.Detail, Each.Value);
  };
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  auto Name = findDefinition(Context, Operation.Name);
  if (!Name)
    return;
  bool IsFunction = Name->hasInterface<FunctionOpInterface>();
  if (Dictionary->Subject == OpenDictionary::Owner::Value) {
    if (IsFunction)
      for (const KnownAttribute &Each : ValueAttributes)
        if (canHave(*Dictionary, Each.Name))
          Add(Each.Name, Each.Detail, Each.Value);
    return;
  }
  // What the format has in brackets, in its order: linalg.generic {
  if (Dictionary->IsFirst && Place.Form && !Place.Form->Parts.empty() &&
      Place.Form->Parts.front().isLiteral("{")) {
    std::string Rank = "000";
    for (const FormPart &Part : Place.Form->Parts) {
      if (Part.isLiteral("}"))
        break;
      if (Part.Kind != FormPart::Type::Attribute)
        continue;
      size_t OldCount = Items.size();
      Add(Part.Name, "attribute of " + Operation.Name,
          Part.AttributeKind == "array" ? " = [$1]" : " = $1");
      if (Items.size() > OldCount)
        Items.back().SortText = Rank;
      ++Rank.back();
    }
  }
  if (Dictionary->Subject == OpenDictionary::Owner::Operation) {
    if (IsFunction || Name->hasTrait<OpTrait::SymbolTable>())
      AddAll(ScopeAttributes);
    else if (!Name->hasTrait<OpTrait::ZeroResults>())
      for (const KnownAttribute &Each : OperationAttributes)
        // Results of the dialect's own operations are encrypted.
        if (StringRef(Each.Name) != "noisy.range" ||
            Name->getDialectNamespace() != NoisyDialect::getDialectNamespace())
          Add(Each.Name, Each.Detail, Each.Value);
    if (StringRef(Operation.Name).rsplit('.').second == "load")
      AddAll(SourceAttributes);
  }
  for (StringAttr Attribute : Name->getAttributeNames())
    if (Operation.isGeneric() ||
        !isWrittenElsewhere(Place, *Name, Attribute.getValue()))
      Add(Attribute.getValue(), "attribute of " + Operation.Name, " = $1");
}

bool mlir::noisy::lsp::addOwnAttributeValue(
    StringRef Before, std::vector<Completions::Item> &Items) {
  Before = Before.rtrim();
  if (!Before.consume_back("="))
    return false;
  Before = Before.rtrim();
  const bool IsQuoted = Before.consume_back("\"");
  for (ArrayRef<KnownAttribute> Table :
       {ArrayRef(ValueAttributes), ArrayRef(ScopeAttributes),
        ArrayRef(OperationAttributes), ArrayRef(SourceAttributes)})
    for (const KnownAttribute &Known : Table) {
      StringRef Rest = Before;
      if (!StringRef(Known.Name).contains('.') ||
          !Rest.consume_back(Known.Name) ||
          (IsQuoted ? !Rest.ends_with("\"")
                    : !Rest.empty() && !llvm::isSpace(Rest.back()) &&
                          Rest.back() != '{' && Rest.back() != ','))
        continue;
      Completions::Item New;
      StringRef Value = StringRef(Known.Value).ltrim(" =");
      New.Snippet = Value.str();
      // The same without its fields.
      for (size_t Open; (Open = Value.find("${")) != StringRef::npos;) {
        New.Label += Value.take_front(Open).str();
        auto [Field, After] = Value.drop_front(Open).split('}');
        New.Label += Field.split(':').second;
        Value = After;
      }
      New.Label += Value.str();
      llvm::erase(New.Label, '$');
      New.Detail = Known.Detail;
      New.SortText = "0";
      New.NewText = New.Label;
      Items.push_back(std::move(New));
      return true;
    }
  return false;
}
