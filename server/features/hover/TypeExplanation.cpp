//===- TypeExplanation.cpp - What a builtin type is, in words -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/TypeExplanation.h"
#include "dialect/units/NumberText.h"
#include "server/features/hover/AffineLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>
#include <optional>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// One dimension of a shape.
struct Dimension {
  /// Nothing for an unknown size.
  std::optional<uint64_t> Size;
  /// A multiple of what the machine decides: `[4]`.
  bool IsScalable = false;
};

/// The parts between the brackets of a shaped type.
struct Shape {
  llvm::SmallVector<Dimension, 4> Dimensions;
  bool IsRanked = true;
  StringRef Element;
  /// What follows the element: a layout, an encoding, a memory space.
  llvm::SmallVector<StringRef, 2> Rest;
};
} // namespace

/// Cuts at the commas outside of all brackets.
static llvm::SmallVector<StringRef, 4> splitParts(StringRef Text) {
  llvm::SmallVector<StringRef, 4> Parts;
  size_t Depth = 0, Begin = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsArrow = Text[I] == '>' && I > 0 && Text[I - 1] == '-';
    if (StringRef("<([{").contains(Text[I]))
      ++Depth;
    else if (StringRef(">)]}").contains(Text[I]) && !IsArrow && Depth > 0)
      --Depth;
    else if (Text[I] == ',' && Depth == 0) {
      Parts.push_back(Text.slice(Begin, I).trim());
      Begin = I + 1;
    }
  }
  Parts.push_back(Text.drop_front(Begin).trim());
  return Parts;
}

/// Reads `4x`, `?x` or `[4]x`; returns false at the element.
static bool consumeDimension(StringRef &Text, Dimension &Result) {
  StringRef Rest = Text;
  Result.IsScalable = Rest.consume_front("[");
  uint64_t Size = 0;
  if (!Rest.consume_front("?")) {
    if (Rest.consumeInteger(10, Size))
      return false;
    Result.Size = Size;
  }
  if (Result.IsScalable && !Rest.consume_front("]"))
    return false;
  if (!Rest.consume_front("x"))
    return false;
  Text = Rest;
  return true;
}

static std::optional<Shape> readShape(StringRef Inner) {
  Shape Result;
  llvm::SmallVector<StringRef, 4> Parts = splitParts(Inner);
  StringRef First = Parts.front();
  if (First.consume_front("*x"))
    Result.IsRanked = false;
  for (Dimension Next; consumeDimension(First, Next); Next = Dimension())
    Result.Dimensions.push_back(Next);
  Result.Element = First.trim();
  Result.Rest.append(Parts.begin() + 1, Parts.end());
  if (Result.Element.empty())
    return std::nullopt;
  return Result;
}

/// The bits of an integer or a float; nothing for other types.
static std::optional<uint64_t> bitsOf(StringRef Element) {
  if (Element == "!noisy.i32")
    return 32;
  StringRef Rest = Element;
  if (!Rest.consume_front("si") && !Rest.consume_front("ui") &&
      !Rest.consume_front("i") && !Rest.consume_front("bf") &&
      !Rest.consume_front("tf") && !Rest.consume_front("f"))
    return std::nullopt;
  uint64_t Bits = 0;
  if (Rest.consumeInteger(10, Bits) || Bits == 0 || Bits > 1u << 24)
    return std::nullopt;
  return Element == "tf32" ? 19 : Bits;
}

static std::string code(const llvm::Twine &Text) {
  return ("`" + Text + "`").str();
}

/// "4 x ? elements of `f32`, 128 bytes".
static std::string describeElements(const Shape &S) {
  std::vector<std::string> Sizes;
  std::optional<uint64_t> Count = 1;
  bool IsScalable = false;
  for (const Dimension &Dim : S.Dimensions) {
    std::string Size = Dim.Size ? std::to_string(*Dim.Size) : "?";
    Sizes.push_back(Dim.IsScalable ? "[" + Size + "]" : Size);
    IsScalable |= Dim.IsScalable;
    if (!Dim.Size || (Count && *Dim.Size && *Count > (1ull << 40) / *Dim.Size))
      Count = std::nullopt;
    if (Count)
      *Count *= *Dim.Size;
  }
  std::string Result;
  if (!S.IsRanked)
    Result = "elements of " + code(S.Element) +
             ", with a number of dimensions that is known at run time only";
  else if (S.Dimensions.empty())
    Result = "one element of " + code(S.Element);
  else
    Result =
        llvm::join(Sizes, " x ") +
        (Count == 1 && Sizes.size() == 1 ? " element of " : " elements of ") +
        code(S.Element);
  if (!S.IsRanked)
    return Result;
  if (S.Dimensions.size() > 1 && Count)
    Result += ", " + formatNumber(*Count) + " in all";
  std::optional<uint64_t> Bits = bitsOf(S.Element);
  if (Count && Bits && !IsScalable)
    Result += ", " + formatNumber(*Count * ((*Bits + 7) / 8)) + " bytes";
  if (llvm::any_of(S.Dimensions,
                   [](const Dimension &Dim) { return !Dim.Size; }))
    Result += "; the sizes with ? are known at run time only";
  if (IsScalable)
    Result += "; a size in brackets is multiplied by a number that the machine "
              "decides";
  return Result;
}

/// The steps between neighbours in each dimension, in elements, as words; "?"
/// where one is known at run time only.
static std::vector<std::string> rowMajorSteps(const Shape &S) {
  std::vector<std::string> Steps(S.Dimensions.size());
  std::optional<uint64_t> Step = 1;
  for (size_t I = Steps.size(); I-- > 0;) {
    Steps[I] = Step ? std::to_string(*Step) : "?";
    std::optional<uint64_t> Size = S.Dimensions[I].Size;
    if (Step && (!Size || (*Size && *Step > (1ull << 40) / *Size)))
      Step = std::nullopt;
    else if (Step)
      *Step *= *Size;
  }
  return Steps;
}

/// Reads `strided<[4, 1], offset: ?>`; returns false if it is another layout.
static bool readStrided(StringRef Layout, std::vector<std::string> &Steps,
                        std::string &Offset) {
  if (!Layout.consume_front("strided<[") || !Layout.consume_back(">"))
    return false;
  auto [List, Tail] = Layout.split(']');
  Steps.clear();
  if (!List.trim().empty())
    for (StringRef Step : splitParts(List))
      Steps.push_back(Step.str());
  Tail = Tail.trim();
  if (Tail.consume_front(",") && (Tail = Tail.trim()).consume_front("offset:"))
    Offset = Tail.trim().str();
  return true;
}

/// True if the first parameter behind the element is the layout: the memory
/// space comes last. One alias alone may stand for either.
static bool hasLayout(const Shape &S) {
  return S.Rest.size() > 1 ||
         (!S.Rest.empty() && (S.Rest.front().starts_with("strided<") ||
                              S.Rest.front().starts_with("affine_map")));
}

/// True for the name of an alias: those of attributes have a dot.
static bool isAlias(StringRef Attribute) {
  return Attribute.starts_with("#") && !Attribute.contains('.');
}

/// "Element (i, j) is at 4 * i + j, in elements."
static std::string describePlaces(const Shape &S) {
  std::vector<std::string> Steps = rowMajorSteps(S);
  std::string Offset = "0";
  if (S.Rest.size() == 1 && isAlias(S.Rest.front()))
    return "";
  if (hasLayout(S) && !readStrided(S.Rest.front(), Steps, Offset))
    return describeAffineLayout(S.Rest.front(), S.Dimensions.size());
  if (Steps.empty() || Steps.size() > IndexNames.size() ||
      Steps.size() != S.Dimensions.size())
    return "";
  std::vector<std::string> Names, Terms;
  bool AnyUnknown = Offset == "?";
  for (auto [I, Step] : llvm::enumerate(Steps)) {
    std::string Name(1, IndexNames[I]);
    Names.push_back(Name);
    AnyUnknown |= Step == "?";
    if (Step != "0")
      Terms.push_back(Step == "1" ? Name : Step + " * " + Name);
  }
  if (Offset != "0" || Terms.empty())
    Terms.push_back(Offset);
  std::string Result = "Element [" + llvm::join(Names, ", ") + "] is at " +
                       code(llvm::join(Terms, " + ")) +
                       ", counted in elements from its base";
  return Result + (AnyUnknown ? "; each ? is known at run time only." : ".");
}

static std::string explainShaped(StringRef Name, StringRef Inner,
                                 AliasReader ValueOf) {
  std::optional<Shape> S = readShape(Inner);
  if (!S)
    return "";
  std::vector<std::string> Values(S->Rest.size());
  for (auto [Part, Value] : llvm::zip(S->Rest, Values))
    if (isAlias(Part) && ValueOf && !(Value = ValueOf(Part)).empty())
      Part = Value;
  std::string What = Name == "memref"   ? "A buffer in memory: "
                     : Name == "tensor" ? "An array that is a value, without a "
                                          "place in memory: "
                                        : "A vector register: ";
  std::string Result = What + describeElements(*S) + ".";
  if (Name != "memref" || !S->IsRanked)
    return Result;
  if (std::string Places = describePlaces(*S); !Places.empty())
    Result += " " + Places;
  llvm::ArrayRef<StringRef> Spaces = S->Rest;
  if (Spaces.size() == 1 && isAlias(Spaces.front()))
    return Result + " " + code(Spaces.front()) +
           " is its layout or its memory space.";
  for (StringRef Space : Spaces.drop_front(hasLayout(*S)))
    Result += " It is in memory space " + code(Space) + ".";
  return Result;
}

/// Says what a type of one word is.
static std::string explainScalar(StringRef Type) {
  if (Type == "index")
    return "An integer as wide as an address of the machine, for sizes, loop "
           "counters and places in buffers.";
  std::optional<uint64_t> Bits = bitsOf(Type);
  if (!Bits || Type.starts_with("!"))
    return "";
  std::string Size = std::to_string(*Bits) + (*Bits == 1 ? " bit" : " bits");
  if (Type.starts_with("si"))
    return "A signed integer of " + Size + ".";
  if (Type.starts_with("ui"))
    return "An unsigned integer of " + Size + ".";
  if (Type == "i1")
    return "A truth value, or an integer of one bit.";
  if (Type.starts_with("i"))
    return "An integer of " + Size +
           ". Operations, not the type, say whether it is signed.";
  return "A floating-point number of " + Size + ".";
}

std::string mlir::noisy::lsp::explainType(StringRef Type, AliasReader ValueOf) {
  for (StringRef Name : {"memref", "tensor", "vector"}) {
    StringRef Inner = Type;
    if (Inner.consume_front(Name) && Inner.consume_front("<") &&
        Inner.consume_back(">"))
      return explainShaped(Name, Inner, ValueOf);
  }
  return explainScalar(Type);
}
