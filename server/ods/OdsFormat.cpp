//===- OdsFormat.cpp - The parts of an assembly format --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsFormat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The deepest nesting of a format, which is read by recursion, and the longest
/// one.
static constexpr unsigned MaxDepth = 64;
static constexpr size_t MaxFormatBytes = 1 << 16;

namespace {

/// Reads the language of assembly formats. Each function returns false where
/// the format is not understood.
class FormatReader {
public:
  explicit FormatReader(StringRef Text) : Rest(Text) {}

  bool readAll(std::vector<OdsElement> &Elements) {
    return readSequence(Elements, /*IsInner=*/false) && Rest.empty();
  }

private:
  using Kind = OdsElement::Kind;

  void skipBlanks() { Rest = Rest.ltrim(); }
  bool take(StringRef Part) {
    skipBlanks();
    return Rest.consume_front(Part);
  }
  StringRef takeName() {
    StringRef Name = Rest.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '-'; });
    Rest = Rest.drop_front(Name.size());
    return Name;
  }

  static void add(std::vector<OdsElement> &Elements, Kind Of, StringRef Text) {
    OdsElement &New = Elements.emplace_back();
    New.Of = Of;
    New.Text = Text;
  }

  bool readSequence(std::vector<OdsElement> &Elements, bool IsInner);
  bool readElement(std::vector<OdsElement> &Elements);
  bool readLiteral(std::vector<OdsElement> &Elements);
  bool readGroup(OdsElement &Group);
  bool readTypeSource(OdsElement &Element);
  bool readWord(std::vector<OdsElement> &Elements);

  StringRef Rest;
  unsigned Depth = 0;
};

} // namespace

bool FormatReader::readSequence(std::vector<OdsElement> &Elements,
                                bool IsInner) {
  while (true) {
    skipBlanks();
    if (Rest.empty())
      return !IsInner;
    if (Rest[0] == ')')
      return IsInner && Rest.consume_front(")");
    if (!readElement(Elements))
      return false;
    // A literal that is only for the printer cannot be an anchor.
    if (take("^") && Elements.empty())
      return false;
  }
}

bool FormatReader::readElement(std::vector<OdsElement> &Elements) {
  if (Depth == MaxDepth || Rest.empty())
    return false;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  switch (Rest[0]) {
  case '`':
    return readLiteral(Elements);
  case '$':
    Rest = Rest.drop_front();
    add(Elements, Kind::Variable, takeName());
    return !Elements.back().Text.empty();
  case '(':
    Rest = Rest.drop_front();
    return readGroup(Elements.emplace_back());
  default:
    return readWord(Elements);
  }
}

bool FormatReader::readLiteral(std::vector<OdsElement> &Elements) {
  size_t End = Rest.find('`', 1);
  if (End == StringRef::npos)
    return false;
  StringRef Text = Rest.slice(1, End);
  Rest = Rest.drop_front(End + 1);
  // Blanks are for the printer.
  if (!Text.trim().empty() && Text != "\\n")
    add(Elements, Kind::Literal, Text);
  return true;
}

bool FormatReader::readGroup(OdsElement &Group) {
  Group.Of = Kind::Group;
  if (!readSequence(Group.Inner, /*IsInner=*/true))
    return false;
  if (take("?"))
    return true;
  if (!take(":") || !take("(") ||
      !readSequence(Group.Otherwise, /*IsInner=*/true))
    return false;
  return take("?");
}

/// Reads what a type is of: `$x`, `operands`, `results`. `ref($x)` stands in
/// `custom` only, which is not read.
bool FormatReader::readTypeSource(OdsElement &Element) {
  skipBlanks();
  if (Rest.consume_front("$")) {
    Element.Arguments.push_back(takeName());
    return !Element.Arguments.back().empty();
  }
  StringRef Word = takeName();
  if (Word != "operands" && Word != "results")
    return false;
  Element.Arguments.push_back(Word);
  return true;
}

bool FormatReader::readWord(std::vector<OdsElement> &Elements) {
  StringRef Word = takeName();
  if (Word == "qualified") {
    if (!take("("))
      return false;
    skipBlanks();
    return readElement(Elements) && take(")");
  }
  OdsElement Element;
  if (Word == "type") {
    Element.Of = Kind::TypeOf;
    if (!take("(") || !readTypeSource(Element) || !take(")"))
      return false;
  } else if (Word == "functional-type") {
    Element.Of = Kind::FunctionType;
    if (!take("(") || !readTypeSource(Element) || !take(",") ||
        !readTypeSource(Element) || !take(")"))
      return false;
  } else if (Word == "operands") {
    Element.Of = Kind::AllOperands;
  } else if (Word == "regions") {
    Element.Of = Kind::AllRegions;
  } else if (Word == "successors") {
    Element.Of = Kind::AllSuccessors;
  } else if (Word == "attr-dict" || Word == "prop-dict") {
    Element.Of = Kind::Dictionary;
  } else if (Word == "attr-dict-with-keyword") {
    Element.Of = Kind::KeywordDictionary;
  } else {
    return false;
  }
  Elements.push_back(std::move(Element));
  return true;
}

std::optional<OdsFormat> mlir::noisy::lsp::readOdsFormat(StringRef Text) {
  OdsFormat Result;
  if (Text.size() > MaxFormatBytes ||
      !FormatReader(Text).readAll(Result.Elements))
    return std::nullopt;
  return Result;
}
