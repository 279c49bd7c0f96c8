//===- OdsFormatTest.cpp - The parts of an assembly format ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsFormat.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

/// A format in short: literals as they are, names with $, types as :name.
static std::string shorten(const std::vector<OdsElement> &Elements) {
  std::string Result;
  for (const OdsElement &Element : Elements) {
    if (!Result.empty())
      Result += ' ';
    switch (Element.Of) {
    case OdsElement::Kind::Literal:
      Result += Element.Text.str();
      break;
    case OdsElement::Kind::Variable:
      Result += "$" + Element.Text.str();
      break;
    case OdsElement::Kind::TypeOf:
      Result += ":" + Element.Arguments.at(0).str();
      break;
    case OdsElement::Kind::FunctionType:
      Result += "fn:" + Element.Arguments.at(0).str() + ":" +
                Element.Arguments.at(1).str();
      break;
    case OdsElement::Kind::Group:
      Result += "(" + shorten(Element.Inner) + ")?";
      if (!Element.Otherwise.empty())
        Result += "else(" + shorten(Element.Otherwise) + ")";
      break;
    default:
      Result += "<" + std::to_string(int(Element.Of)) + ">";
    }
  }
  return Result;
}

static std::string read(const char *Text) {
  std::optional<OdsFormat> Format = readOdsFormat(Text);
  return Format ? shorten(Format->Elements) : "not read";
}

TEST_CASE("OdsFormat: directives", "[ods]") {
  CHECK(read("`+` $a `,` $b attr-dict") == "+ $a , $b <5>");
  CHECK(read("operands `:` functional-type(operands, results)") ==
        "<2> : fn:operands:results");
  CHECK(read("$a `:` qualified(type($a)) `->` type(results)") ==
        "$a : :a -> :results");
  CHECK(read("qualified($a) attr-dict-with-keyword regions successors") ==
        "$a <6> <3> <4>");
  // Blanks and line breaks are for the printer.
  CHECK(read("`` $a ` ` $b `\\n`") == "$a $b");
}

TEST_CASE("OdsFormat: groups", "[ods]") {
  CHECK(read("(`[` $a^ `]`)?") == "([ $a ])?");
  CHECK(read("($a^ (`x` $b^)?) : (`y`)?") == "($a (x $b)?)?else(y)");
}

TEST_CASE("OdsFormat: depth and length have limits", "[ods]") {
  auto nest = [](size_t Depth) {
    std::string Text;
    for (size_t I = 0; I < Depth; ++I)
      Text += "(`x` ";
    for (size_t I = 0; I < Depth; ++I)
      Text += ")?";
    return Text;
  };
  CHECK(readOdsFormat(nest(60)));
  CHECK_FALSE(readOdsFormat(nest(70)));
  CHECK_FALSE(readOdsFormat(std::string(3000000, '(')));
  std::string Words, Long = "qualified(";
  while (Long.size() < 60000)
    Long += "qualified(";
  CHECK_FALSE(readOdsFormat(Long));
  while (Words.size() < 200000)
    Words += "`x` ";
  CHECK_FALSE(readOdsFormat(Words));
}

TEST_CASE("OdsFormat: what only C++ can read", "[ods]") {
  for (const char *Text :
       {"custom<X>($a) attr-dict", "oilist(`a` $b)", "$a type(", "($a", "$a)",
        "`a", "something", "functional-type($a)", "$"})
    CHECK(read(Text) == "not read");
}
