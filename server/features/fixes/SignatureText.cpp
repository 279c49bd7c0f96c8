//===- SignatureText.cpp - Attributes of a function's signature -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/SignatureText.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

SignatureText::SignatureText(const Chunk &Program, FunctionOpInterface Function)
    : Parts(Program, Function), Tokens(Parts.Tokens),
      NumArguments(Function.getNumArguments()),
      NumResults(Function.getNumResults()), Body(Tokens.size()) {
  if (!Parts.isGeneric())
    readCustom(/*HasBody=*/!Function.isExternal());
}

/// Splits the list between the brackets into its items.
std::vector<SignatureText::Span> SignatureText::split(size_t Open,
                                                      size_t Close) const {
  std::vector<Span> Items;
  size_t Begin = Tokens.skipComments(Open + 1);
  while (Begin < Close) {
    size_t Comma = Tokens.findOutside(Begin, Close, ",");
    Items.push_back({Begin, Tokens.findPrevious(Comma) + 1});
    Begin = Tokens.skipComments(Comma + 1);
  }
  return Items;
}

void SignatureText::readCustom(bool HasBody) {
  size_t I = Parts.Name;
  while (I < Parts.End && !Tokens[I].Text.starts_with("@"))
    ++I;
  size_t Open = Tokens.skipComments(I + 1);
  if (Open >= Parts.End || !Tokens[Open].is("("))
    return;
  size_t Close = Tokens.findClose(Open);
  if (Close >= Parts.End)
    return;
  Arguments = split(Open, Close);
  size_t Next = Tokens.skipComments(Close + 1);
  if (Next < Parts.End && Tokens[Next].is("->")) {
    size_t First = Tokens.skipComments(Next + 1);
    if (First >= Parts.End)
      return;
    size_t Last = First;
    if (Tokens[First].is("(")) {
      Last = Tokens.findClose(First);
      if (Last >= Parts.End)
        return;
      Results = split(First, Last);
    } else {
      // The type is !noisy.i32 or !noisy<i32>.
      size_t Bracket = Tokens.skipComments(First + 1);
      if (Bracket < Parts.End && Tokens[Bracket].is("<"))
        Last = Tokens.findClose(Bracket);
      if (Last >= Parts.End)
        return;
      Results.push_back({First, Last + 1});
      IsBareResult = true;
    }
    Next = Tokens.skipComments(Last + 1);
  }
  // The body is the last pair of braces; attributes may precede it.
  if (!HasBody)
    return;
  for (; Next < Parts.End; Next = Tokens.skipComments(Next + 1)) {
    if (!Tokens[Next].is("{"))
      continue;
    Body = Next;
    Next = Tokens.findClose(Next);
  }
}

bool SignatureText::isInHeader(size_t Offset) const {
  if (Parts.isGeneric())
    return Parts.Name < Tokens.size() && Offset <= Tokens[Parts.Name].Range.End;
  return Body == Tokens.size() || Offset <= Tokens[Body].Range.Begin;
}

std::optional<SignatureItem> SignatureText::findItem(size_t Offset) const {
  for (bool IsResult : {false, true}) {
    const std::vector<Span> &Items = IsResult ? Results : Arguments;
    for (unsigned I = 0; I < Items.size(); ++I)
      if (Tokens[Items[I].Begin].Range.Begin <= Offset &&
          Offset <= Tokens[Items[I].End - 1].Range.End)
        return SignatureItem{IsResult, I};
  }
  return std::nullopt;
}

/// Adds an entry to the dictionary between the brackets.
ByteEdit
SignatureText::addToDictionary(size_t Open,
                               const std::string &AttributeText) const {
  size_t Last = Tokens.findPrevious(Tokens.findClose(Open));
  size_t Offset = Tokens[Last].Range.End;
  return {{Offset, Offset}, (Last == Open ? "" : ", ") + AttributeText};
}

std::vector<ByteEdit>
SignatureText::addToGeneric(SignatureItem Item,
                            const std::string &AttributeText) const {
  // Properties, or attributes in the older form, after the regions.
  std::string Key = Item.IsResult ? "res_attrs" : "arg_attrs";
  for (size_t I = Parts.Name + 1; I < Parts.End; ++I) {
    if (Tokens[I].is("(")) {
      // Skip operands or regions.
      I = Tokens.findClose(I);
      continue;
    }
    if (!Tokens[I].is("{"))
      continue;
    size_t Close = Tokens.findClose(I);
    if (Close >= Parts.End)
      return {};
    auto findKey = [&](llvm::StringRef Name) {
      for (size_t K = Tokens.skipComments(I + 1); K < Close;
           K = Tokens.skipComments(K + 1)) {
        if ((Tokens[K].is(Name) || Tokens[K].is("\"" + Name.str() + "\"")) &&
            Tokens.skipComments(K + 1) < Close &&
            Tokens[Tokens.skipComments(K + 1)].is("="))
          return K;
        K = Tokens.findOutside(K, Close, ",");
      }
      return Close;
    };
    if (size_t KeyIndex = findKey(Key); KeyIndex < Close) {
      size_t Open = Tokens.skipComments(Tokens.skipComments(KeyIndex + 1) + 1);
      if (Open >= Close || !Tokens[Open].is("["))
        return {};
      std::vector<Span> Items = split(Open, Tokens.findClose(Open));
      if (Item.Number >= Items.size() ||
          !Tokens[Items[Item.Number].Begin].is("{"))
        return {};
      return {addToDictionary(Items[Item.Number].Begin, AttributeText)};
    }
    if (findKey("function_type") < Close) {
      unsigned Count = Item.IsResult ? NumResults : NumArguments;
      std::string List;
      for (unsigned N = 0; N < Count; ++N)
        List +=
            (N ? ", {" : "{") + (N == Item.Number ? AttributeText : "") + "}";
      return {addToDictionary(I, Key + " = [" + List + "]")};
    }
    I = Close;
  }
  return {};
}

std::vector<ByteEdit>
SignatureText::addAttribute(SignatureItem Item,
                            const std::string &AttributeText) const {
  if (Parts.isGeneric())
    return addToGeneric(Item, AttributeText);
  const std::vector<Span> &Items = Item.IsResult ? Results : Arguments;
  if (Items.size() != (Item.IsResult ? NumResults : NumArguments))
    return {};
  auto [Begin, End] = Items[Item.Number];
  // The type ends before a dictionary or a location.
  size_t TypeEnd = Tokens.findOutside(Begin, End, "loc");
  for (size_t I = Begin; I < TypeEnd; ++I) {
    if (Tokens[I].is("{"))
      return {addToDictionary(I, AttributeText)};
    if (Tokens[I].is("<") || Tokens[I].is("("))
      I = Tokens.findClose(I);
  }
  size_t Offset = Tokens[Tokens.findPrevious(TypeEnd)].Range.End;
  std::string Dictionary = " {" + AttributeText + "}";
  if (!Item.IsResult || !IsBareResult)
    return {{{Offset, Offset}, Dictionary}};
  size_t First = Tokens[Begin].Range.Begin;
  return {{{First, First}, "("}, {{Offset, Offset}, Dictionary + ")"}};
}
