//===- DocumentLinks.cpp - Parts of the text that lead elsewhere ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/DocumentLinks.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/RunLines.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <filesystem>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace fs = std::filesystem;

namespace {

/// Finds files by their names as written, each once: a program has thousands of
/// locations in few files.
class Files {
public:
  explicit Files(StringRef Folder) : Folder(Folder.str()) {}

  /// The absolute path of an existing file; empty if there is none.
  const std::string &find(StringRef Name, bool AlsoAround) {
    auto [Place, IsNew] = Known[AlsoAround].try_emplace(Name);
    if (IsNew)
      Place->second = look(Name.str(), AlsoAround);
    return Place->second;
  }

private:
  static bool isFile(const fs::path &Path) {
    std::error_code Ignored;
    return fs::is_regular_file(Path, Ignored);
  }

  std::string look(const fs::path &Name, bool AlsoAround) const {
    if (Name.is_absolute())
      return isFile(Name) ? Name.lexically_normal().string() : "";
    if (Name.empty() || Folder.empty())
      return "";
    for (fs::path Base = Folder;; Base = Base.parent_path()) {
      if (fs::path Path = Base / Name; isFile(Path))
        return Path.lexically_normal().string();
      if (!AlsoAround || Base == Base.parent_path())
        return "";
    }
  }

  fs::path Folder;
  llvm::StringMap<std::string> Known[2];
};

/// Collects the links of one text.
class LinkFinder {
public:
  LinkFinder(StringRef Text, StringRef Folder) : Text(Text), Places(Folder) {}

  std::vector<TextLink> find() {
    readTokens();
    linkAliases();
    for (const RunLine &Run : findRunLines(Text))
      for (ByteRange Piece : Run.Pieces)
        linkWords(Piece);
    llvm::stable_sort(Result, [](const TextLink &A, const TextLink &B) {
      return A.Range.Begin < B.Range.Begin;
    });
    if (Result.size() > MaxLinks)
      Result.resize(MaxLinks);
    return std::move(Result);
  }

private:
  struct AliasUse {
    MlirToken Token;
    size_t Chunk;
  };

  /// Reads locations and the names of aliases.
  void readTokens() {
    Lexer Tokens(Text);
    Definitions.emplace_back();
    std::optional<MlirToken> Token = Tokens.next();
    while (Token) {
      std::optional<MlirToken> Next = Tokens.next();
      if (Token->Kind == TokenKind::SplitMarker) {
        Definitions.emplace_back();
      } else if (Token->Kind == TokenKind::String && Next && Next->is(":")) {
        Next = linkLocation(*Token, Tokens);
      } else if (Token->isAlias()) {
        if (Next && Next->is("=") && startsLine(Token->Range.Begin))
          Definitions.back().try_emplace(Token->Text, Token->Range);
        else
          Uses.push_back({*Token, Definitions.size() - 1});
      }
      Token = Next;
    }
  }

  bool startsLine(size_t Offset) const {
    while (Offset > 0 && lex::isBlank(Text[Offset - 1]))
      --Offset;
    return Offset == 0 || lex::isLineEnd(Text[Offset - 1]);
  }

  /// `"file":3:4`, of which the string and the first colon were read. Returns
  /// the token after it.
  std::optional<MlirToken> linkLocation(const MlirToken &Name, Lexer &Tokens) {
    uint32_t Numbers[2];
    ByteRange Range = Name.Range;
    for (uint32_t &Number : Numbers) {
      std::optional<MlirToken> Token = Tokens.next();
      if (!Token || Token->Kind != TokenKind::Number ||
          Token->Text.getAsInteger(10, Number))
        return Token;
      Range.End = Token->Range.End;
      if (&Number == &Numbers[1])
        break;
      Token = Tokens.next();
      if (!Token || !Token->is(":"))
        return Token;
    }
    const std::string &File =
        Places.find(unquoted(Name.Text), /*AlsoAround=*/true);
    if (!File.empty())
      Result.push_back({Range, File, Numbers[0], Numbers[1], {}});
    return Tokens.next();
  }

  void linkAliases() {
    for (const AliasUse &Use : Uses) {
      const auto &Known = Definitions[Use.Chunk];
      if (auto Definition = Known.find(Use.Token.Text);
          Definition != Known.end())
        Result.push_back({Use.Token.Range, "", 0, 0, Definition->second});
    }
  }

  /// The names of files among the words of a command, with `%S` or `%p` for
  /// the folder. Programs are none.
  void linkWords(ByteRange Piece) {
    static constexpr llvm::StringLiteral Ends = " \t\"'`=,|<>;()&";
    for (size_t Begin = Piece.Begin; Begin < Piece.End;) {
      size_t End = std::min(Text.find_first_of(Ends, Begin), Piece.End);
      StringRef Word = Text.slice(Begin, End);
      if (Word.consume_front("%S/") || Word.consume_front("%p/") ||
          Word.contains('/') || Word.contains('.')) {
        const std::string &File = Places.find(Word, /*AlsoAround=*/false);
        if (!File.empty() && !isProgram(File))
          Result.push_back({{Begin, End}, File, 0, 0, {}});
      }
      Begin = End + 1;
    }
  }

  static bool isProgram(const std::string &File) {
    std::error_code Error;
    fs::perms Permissions = fs::status(File, Error).permissions();
    return !Error && (Permissions & fs::perms::owner_exec) != fs::perms::none;
  }

  StringRef Text;
  Files Places;
  /// The aliases of each chunk, by their names with # or !.
  std::vector<llvm::StringMap<ByteRange>> Definitions;
  std::vector<AliasUse> Uses;
  std::vector<TextLink> Result;
};

} // namespace

std::vector<TextLink> mlir::noisy::lsp::findLinks(StringRef Text,
                                                  StringRef Folder) {
  if (Text.size() > MaxLinkedText)
    return {};
  return LinkFinder(Text, Folder).find();
}
