//===- ShortForm.cpp - Regions that a text leaves out ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/ShortForm.h"
#include "server/features/FixPlace.h"
#include "server/features/TextLines.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isShortForm(const Chunk &Built, Operation *Op) {
  llvm::StringRef Name = Op ? Op->getName().getStringRef() : "";
  if (Name != "linalg.map" && Name != "linalg.reduce")
    return false;
  Block &Body = Op->getRegion(0).front();
  return Body.getOperations().size() == 2 &&
         Built.rangeOf(&Body.front()).empty() && !Built.rangeOf(Op).empty();
}

/// "(%a: i32, %b: i32)", or without names.
template <typename Range, typename Describe>
static std::string list(Range &&Values, Describe describe) {
  std::string Text;
  for (Value V : Values)
    Text += (Text.empty() ? "" : ", ") + describe(V);
  return "(" + Text + ")";
}

static std::string describe(Type Of) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Of;
  return Text;
}

/// The one operation of the region, in generic form, without its result.
static std::string
describePayload(Operation *Op, llvm::function_ref<std::string(Value)> nameOf) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "\"" << Op->getName() << "\"" << list(Op->getOperands(), nameOf);
  if (Attribute Properties = Op->getPropertiesAsAttribute();
      isa_and_nonnull<DictionaryAttr>(Properties) &&
      !cast<DictionaryAttr>(Properties).empty())
    OS << " <" << Properties << ">";
  if (DictionaryAttr Others = Op->getDiscardableAttrDictionary();
      !Others.empty())
    OS << " " << Others;
  auto typeOf = [](Value V) { return describe(V.getType()); };
  OS << " : " << list(Op->getOperands(), typeOf) << " -> "
     << list(Op->getResults(), typeOf);
  return Text;
}

std::vector<ByteEdit> mlir::noisy::lsp::writeShortFormOut(
    const Chunk &Built, Operation *Op, llvm::ArrayRef<Value> Reduced,
    llvm::function_ref<std::string(const std::string &)> makeName) {
  OperationText Parts(Built, Op);
  const MlirTokens &Tokens = Parts.Tokens;
  size_t Open = Tokens.skipComments(Parts.Name + 1);
  if (Open >= Parts.End || !Tokens[Open].is("{"))
    return {};
  size_t Close = Tokens.findClose(Open);
  size_t Last = Tokens.before(Parts.End);
  if (Close >= Parts.End || Last >= Parts.End)
    return {};

  // As MLIR prints it.
  Block &Body = Op->getRegion(0).front();
  llvm::StringRef LineEnd = findLineEnd(Built.text());
  std::string Indentation =
      indentationAt(Built.text(), Built.rangeOf(Op).Begin).str();
  std::string Begin = (LineEnd + Indentation + "    ").str();
  llvm::DenseMap<Value, std::string> Names;
  std::string Region;
  auto nameOf = [&](Value V) { return Names.lookup(V); };
  auto define = [&](Value V, const std::string &Like) {
    return Names[V] = makeName(Like);
  };
  auto reduce = [&](Value V) {
    if (!llvm::is_contained(Reduced, V))
      return;
    std::string Name = makeName(Names[V] + "_reduced");
    Region +=
        Begin + Name + " = noisy.reduce_noise " + Names[V] + " : !noisy.i32";
    Names[V] = Name;
  };
  std::string Head = list(Body.getArguments(), [&](Value V) {
    return define(V, V == Body.getArguments().back() ? "%init" : "%in") + ": " +
           describe(V.getType());
  });
  for (Value V : llvm::reverse(Body.getArguments()))
    reduce(V);
  Operation &Payload = Body.front();
  std::string Call = describePayload(&Payload, nameOf);
  for (Value V : Payload.getResults())
    Region += Begin + define(V, "%out") + " = " + Call;
  for (Value V : Payload.getResults())
    reduce(V);
  Operation *Yield = Body.getTerminator();
  Region += Begin + describePayload(Yield, nameOf);

  // Comments in between stay.
  std::vector<ByteEdit> Edits;
  for (size_t I = Open; I <= Close; ++I) {
    if (Tokens[I].What == MlirToken::Kind::Comment)
      continue;
    ByteRange Run = Tokens[I].Where;
    while (I < Close && Tokens[I + 1].What != MlirToken::Kind::Comment)
      Run.End = Tokens[++I].Where.End;
    // With the white space before it, unless that ends a comment's line.
    if (Edits.empty() && Open == Parts.Name + 1)
      Run.Begin = Tokens[Parts.Name].Where.End;
    Edits.push_back({Run, ""});
  }
  size_t At = Tokens[Last].Where.End;
  Edits.push_back({{At, At},
                   (LineEnd + Indentation + "  " + Head + " {" + Region +
                    LineEnd + Indentation + "  }")
                       .str()});
  return Edits;
}
