//===- IdentifiedTypes.cpp - Types that have a name for good --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/IdentifiedTypes.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

namespace {
/// Finds the names of identified structures.
class NameFinder {
public:
  explicit NameFinder(llvm::StringRef Text) : Text(Text), Tokens(Text) {}

  std::optional<MlirToken> next();

private:
  llvm::StringRef Text;
  Lexer Tokens;
  /// The two tokens before.
  llvm::StringRef Keyword, Previous;
};
} // namespace

std::optional<MlirToken> NameFinder::next() {
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    // In other dialects, a word may be the name of a field.
    bool IsName = Token->Kind == TokenKind::String ||
                  (Token->Kind == TokenKind::Word &&
                   (Keyword == "!spirv.struct" || Keyword == "struct") &&
                   !Text.substr(Token->Range.End).ltrim().starts_with(":"));
    IsName &= Previous == "<" && Keyword.ends_with("struct");
    Keyword = Previous;
    Previous = Token->Text;
    if (IsName)
      return Token;
  }
  return std::nullopt;
}

/// The hash of a body, up to the > at its end, which is where the range ends.
static uint64_t hashBody(llvm::StringRef Text, ByteRange &Body) {
  llvm::hash_code Hash(0);
  Lexer Tokens(Text, Body.Begin);
  unsigned Depth = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    Body.End = Token->Range.End;
    if (Token->isComment())
      continue;
    if (Token->is(">") && Depth-- == 0)
      break;
    Depth += Token->is("<");
    Hash = llvm::hash_combine(Hash, Token->Text);
  }
  return Hash;
}

std::vector<IdentifiedBody>
mlir::noisy::lsp::findIdentifiedBodies(llvm::StringRef Text) {
  std::vector<IdentifiedBody> Bodies;
  // Mostly there is none.
  if (!Text.contains("struct"))
    return Bodies;
  // The names and the ends of the bodies around.
  std::vector<std::pair<llvm::StringRef, size_t>> Around;
  NameFinder Finder(Text);
  while (std::optional<MlirToken> Name = Finder.next()) {
    while (!Around.empty() && Around.back().second <= Name->Range.Begin)
      Around.pop_back();
    ByteRange Body = {Name->Range.End, Name->Range.End};
    uint64_t Hash = hashBody(Text, Body);
    bool IsOfItself = Hash == 0 && llvm::any_of(Around, [&](const auto &Outer) {
                        return Outer.first == Name->Text;
                      });
    if (!IsOfItself)
      Bodies.push_back({Name->Text.str(), Hash});
    Around.push_back({Name->Text, Body.End});
  }
  llvm::sort(Bodies);
  Bodies.erase(llvm::unique(Bodies), Bodies.end());
  return Bodies;
}

std::vector<std::string>
mlir::noisy::lsp::namesOf(llvm::ArrayRef<IdentifiedBody> Bodies) {
  std::vector<std::string> Names;
  for (const IdentifiedBody &Body : Bodies)
    if (Names.empty() || Names.back() != Body.Name)
      Names.push_back(Body.Name);
  return Names;
}
