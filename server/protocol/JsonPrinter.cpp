//===- JsonPrinter.cpp - Structs as the text of JSON ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/JsonPrinter.h"
#include <algorithm>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::detail;

/// True for bytes that are themselves in a string of JSON. Those of other
/// characters than ASCII may be no UTF-8.
static bool isPlain(char C) {
  return C >= ' ' && C <= '~' && C != '"' && C != '\\';
}

void mlir::noisy::lsp::printJson(std::string &Text, const std::string &Value) {
  if (!std::all_of(Value.begin(), Value.end(), isPlain)) {
    Text += dumpJson(Value);
    return;
  }
  Text += '"';
  Text += Value;
  Text += '"';
}

void JsonPrinter::printName(std::string_view Name) {
  // Nothing else than an object ends with an open bracket.
  if (Text.back() != '{')
    Text += ',';
  Text += '"';
  Text += Name;
  Text += "\":";
}

void JsonPrinter::leave(size_t Length) {
  Text.append(std::count(Open.begin() + Length, Open.end(), '/'), '}');
  Open = Open.substr(0, Length);
}

void JsonPrinter::beginMember(std::string_view Path) {
  size_t Slash = Path.rfind('/');
  std::string_view Parent = Path.substr(0, Slash == Path.npos ? 0 : Slash + 1);
  if (Parent != Open) {
    // Up to the last name that both have.
    size_t Common =
        std::mismatch(Parent.begin(), Parent.end(), Open.begin(), Open.end())
            .first -
        Parent.begin();
    leave(Parent.substr(0, Common).rfind('/') + 1);
    for (size_t Begin = Open.size(); Begin < Parent.size();) {
      size_t End = Parent.find('/', Begin);
      printName(Parent.substr(Begin, End - Begin));
      Text += '{';
      Begin = End + 1;
    }
    Open = Parent;
  }
  printName(Path.substr(Parent.size()));
}
