//===- PositionTranslation.cpp - Positions for LLVM's server --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/PositionTranslation.h"
#include "server/syntax/Lexer.h"
#include "server/text/Utf8.h"
#include <algorithm>
#include <limits>

using namespace mlir::noisy::lsp;
using nlohmann::json;

void PositionTranslation::toUpstream(json &Params) const {
  walk(Params, /*ToUpstream=*/true, /*Inside=*/true);
}

void PositionTranslation::fromUpstream(json &Result) const {
  walk(Result, /*ToUpstream=*/false, /*Inside=*/true);
}

/// Converts a number of LSP; larger numbers become the largest value.
static uint32_t clampCount(const json &Number) {
  if (!Number.is_number_unsigned() && Number.get<int64_t>() < 0)
    return 0;
  constexpr uint64_t Max = std::numeric_limits<uint32_t>::max();
  return static_cast<uint32_t>(std::min(Number.get<uint64_t>(), Max));
}

static bool isPosition(const json &Object) {
  auto Line = Object.find("line");
  auto Character = Object.find("character");
  return Line != Object.end() && Line->is_number_integer() &&
         Character != Object.end() && Character->is_number_integer();
}

void PositionTranslation::movePosition(json &Value, bool ToUpstream) const {
  json &Line = Value["line"];
  json &Character = Value["character"];
  PositionEncoding SourceEncoding =
      ToUpstream ? Encoding : PositionEncoding::UTF8;
  PositionEncoding TargetEncoding =
      ToUpstream ? PositionEncoding::UTF8 : Encoding;
  size_t Offset = Contents.offsetAt({clampCount(Line), clampCount(Character)},
                                    SourceEncoding);
  Position NewPos = Contents.positionAt(Offset, TargetEncoding);
  Line = NewPos.Line;
  Character = NewPos.Character;
}

/// The URI at `Name`, or at `Name` inside `textDocument`; null if there is
/// none.
static const std::string *uriOf(const json &Object, const char *Name) {
  auto Uri = Object.find(Name);
  if (Uri != Object.end() && Uri->is_string())
    return &Uri->get_ref<const std::string &>();
  auto Document = Object.find("textDocument");
  if (Document != Object.end() && Document->is_object())
    return uriOf(*Document, Name);
  return nullptr;
}

/// Translates `IsInside`: positions refer to our document unless a URI beside
/// them says otherwise. The depth of the recursion is that of parsed JSON
/// (JsonRpc.h).
void PositionTranslation::walk(json &Value, bool ToUpstream,
                               bool IsInside) const {
  const std::string &OldUri = ToUpstream ? ClientUri : UpstreamUri;
  const std::string &NewUri = ToUpstream ? UpstreamUri : ClientUri;
  if (Value.is_array()) {
    for (json &Element : Value)
      walk(Element, ToUpstream, IsInside);
    return;
  }
  if (!Value.is_object())
    return;
  if (isPosition(Value)) {
    if (IsInside)
      movePosition(Value, ToUpstream);
    return;
  }

  if (const std::string *Uri = uriOf(Value, "uri"))
    IsInside = *Uri == OldUri;
  bool TargetInside = IsInside;
  if (const std::string *Uri = uriOf(Value, "targetUri"))
    TargetInside = *Uri == OldUri;

  for (auto &[Name, Member] : Value.items()) {
    if (Name == "data" || Name == "arguments")
      continue;
    if (Name == "uri" || Name == "targetUri") {
      if (Member == OldUri)
        Member = NewUri;
    } else if (Name == "targetRange" || Name == "targetSelectionRange") {
      walk(Member, ToUpstream, TargetInside);
    } else if (Name == "changes" && Member.is_object()) {
      json Changes = json::object();
      for (auto &[Uri, Edits] : Member.items()) {
        walk(Edits, ToUpstream, Uri == OldUri);
        Changes[Uri == OldUri ? NewUri : Uri] = std::move(Edits);
      }
      Member = std::move(Changes);
    } else {
      walk(Member, ToUpstream, IsInside);
    }
  }
}

/// Changes comments such as `// ------ here` so that LLVM's server, too, reads
/// them as comments, and not as the end of a program.
static void hideFalseMarkers(std::string &Bytes) {
  Lexer Tokens(Bytes);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->Kind == TokenKind::Comment)
      for (size_t Offset = 0;
           (Offset = Token->Text.find(lex::SplitMarker, Offset)) !=
           llvm::StringRef::npos;
           ++Offset)
        Bytes[Token->Range.Begin + Offset + 2] = '-';
}

std::string mlir::noisy::lsp::textForUpstream(const Text &Contents) {
  std::string Bytes = Contents.bytes().str();
  for (size_t I = 0; I < Bytes.size();) {
    if (Bytes[I] == '\r' && (I + 1 == Bytes.size() || Bytes[I + 1] != '\n'))
      Bytes[I] = '\n';
    unsigned Length = utf8SequenceLength(Bytes, I);
    if (Length == 0)
      Bytes[I] = '?';
    I += std::max(Length, 1u);
  }
  hideFalseMarkers(Bytes);
  return Bytes;
}
