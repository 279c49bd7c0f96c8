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
    // The system reads a name up to the first NUL.
    return !StringRef(Path.native()).contains('\0') &&
           fs::is_regular_file(Path, Ignored);
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
    ByteRange Range;
    size_t Chunk;
  };

  /// Reads locations and the names of aliases. Of other tokens, which are most
  /// of a text, only the bytes are passed over.
  void readTokens() {
    Definitions.emplace_back();
    const char *Begin = Text.begin(), *End = Text.end();
    for (const char *P = Begin; P != End;) {
      switch (*P) {
      case '"':
        P = readString(P, End);
        break;
      case '/':
        if (lex::isSplitMarker(P, End)) {
          Definitions.emplace_back();
          P += lex::SplitMarker.size();
        } else {
          P = lex::isComment(P, End) ? lex::skipComment(P, End) : P + 1;
        }
        break;
      case '!':
      case '#':
        P = readAlias(P, End);
        break;
      default:
        ++P;
      }
    }
  }

  /// Returns the end of what was read.
  const char *readString(const char *P, const char *End) {
    const char *StringEnd = lex::skipString(P, End);
    if (StringEnd != End && *StringEnd == ':')
      linkLocation({P, size_t(StringEnd - P)});
    return StringEnd;
  }

  const char *readAlias(const char *P, const char *End) {
    const char *NameEnd = lex::skipName(P, End);
    StringRef Name(P, NameEnd - P);
    // In %r#1 it is a number; a name with a dot is that of a dialect.
    if (Name.empty() || Name.contains('.') ||
        (*P == '#' && P != Text.begin() && lex::isNameChar(P[-1])))
      return std::max(NameEnd, P + 1);
    size_t Offset = P - Text.begin();
    ByteRange Range{Offset, Offset + Name.size()};
    const char *Next = lex::skipBlanks(NameEnd, End);
    if (Next != End && *Next == '=' && startsLine(Offset))
      Definitions.back().try_emplace(Name, Range);
    else
      Uses.push_back({Range, Definitions.size() - 1});
    return NameEnd;
  }

  bool startsLine(size_t Offset) const {
    while (Offset > 0 && lex::isBlank(Text[Offset - 1]))
      --Offset;
    return Offset == 0 || lex::isLineEnd(Text[Offset - 1]);
  }

  /// `"file":3:4`, of which `Name` is the string.
  void linkLocation(StringRef Name) {
    ByteRange Range{size_t(Name.begin() - Text.begin()), 0};
    Lexer Tokens(Text, Range.Begin + Name.size());
    uint32_t Numbers[2];
    for (uint32_t &Number : Numbers) {
      std::optional<MlirToken> Colon = Tokens.next(), Token = Tokens.next();
      if (!Colon || !Colon->is(":") || !Token ||
          Token->Kind != TokenKind::Number ||
          Token->Text.getAsInteger(10, Number))
        return;
      Range.End = Token->Range.End;
    }
    const std::string &File = Places.find(unquoted(Name), /*AlsoAround=*/true);
    if (!File.empty())
      Result.push_back({Range, File, Numbers[0], Numbers[1], {}});
  }

  void linkAliases() {
    for (const AliasUse &Use : Uses) {
      const llvm::StringMap<ByteRange> &ChunkAliases = Definitions[Use.Chunk];
      StringRef Name = Text.slice(Use.Range.Begin, Use.Range.End);
      if (auto Definition = ChunkAliases.find(Name);
          Definition != ChunkAliases.end())
        Result.push_back({Use.Range, "", 0, 0, Definition->second});
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
