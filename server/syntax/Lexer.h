//===- Lexer.h - The tokens of MLIR text ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that defines names, strings, comments and split markers.
// Follows MLIR's lexer, but never fails: any bytes are tokens, also in text
// that is being typed.
//
// Most readers take one token after the other (Lexer). An outline skips most of
// a text, with the functions for single tokens: `P` is the beginning of a
// token, `End` the end of the text.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_LEXER_H
#define NOISY_SERVER_SYNTAX_LEXER_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace mlir::noisy::lsp {

enum class TokenKind : uint8_t {
  /// arith.addi, loc, i32; in a shape, the part after an x: f32 of 4xf32.
  Word,
  /// 4, 0x1F, 1.5e-3; in a shape, one of its dimensions.
  Number,
  /// %a, %r#1
  Value,
  /// ^bb0
  Block,
  /// @f, @"a b"
  Symbol,
  /// !alias, !dialect.type
  Type,
  /// #alias, #dialect.attribute
  Attribute,
  /// Quoted; an unterminated string at the end of a line has no closing quote.
  String,
  /// From // to the end of the line.
  Comment,
  /// `// -----`, without the rest of its line.
  SplitMarker,
  /// -> and ::, and any other single byte.
  Sign
};

struct MlirToken {
  TokenKind Kind = TokenKind::Sign;
  ByteRange Range;
  llvm::StringRef Text;

  bool is(llvm::StringRef Spelling) const { return Text == Spelling; }
  /// MLIR's parser takes a split marker for a comment.
  bool isComment() const {
    return Kind == TokenKind::Comment || Kind == TokenKind::SplitMarker;
  }
  /// The name of an alias; those with a dot are dialects'.
  bool isAlias() const {
    return (Kind == TokenKind::Type || Kind == TokenKind::Attribute) &&
           !Text.contains('.');
  }
  /// A value's name without the number of its result: %r of %r#1.
  llvm::StringRef groupName() const { return Text.split('#').first; }
};

/// A cursor over the tokens of a text, which are separated by white space only.
/// No token contains a line feed.
class Lexer {
public:
  /// Reads from `Begin` to `End`, and looks at the text before. `Begin` must
  /// not be inside of a token.
  explicit Lexer(llvm::StringRef Text, size_t Begin = 0,
                 size_t End = llvm::StringRef::npos)
      : TextBegin(Text.data()),
        P(TextBegin + std::min({Begin, End, Text.size()})),
        End(TextBegin + std::min(End, Text.size())) {}

  /// The next token; nothing at the end.
  std::optional<MlirToken> next();
  /// Continues at `Offset`, which must be the begin or end of a token.
  void skipTo(size_t Offset) { P = std::min(TextBegin + Offset, End); }

private:
  const char *TextBegin;
  const char *P;
  const char *End;
};

/// The kind of text around a place.
enum class TextPlace { Code, String, Comment };
/// The kind of text at `Offset`, by the tokens of its line.
TextPlace findTextPlace(llvm::StringRef Text, size_t Offset);

/// The bytes around `Offset`, without a break, of which `IsPart` is true.
template <typename Predicate>
ByteRange findRun(llvm::StringRef Text, size_t Offset, Predicate IsPart) {
  ByteRange Run{std::min(Offset, Text.size()), std::min(Offset, Text.size())};
  while (Run.Begin > 0 && IsPart(Text[Run.Begin - 1]))
    --Run.Begin;
  while (Run.End < Text.size() && IsPart(Text[Run.End]))
    ++Run.End;
  return Run;
}

namespace lex {

/// The comment at which LLVM's tools split files, at any place; here only
/// before the end of a line, or a comment (isSplitMarker).
inline constexpr llvm::StringLiteral SplitMarker = "// -----";

/// Sets of bytes.
enum CharSet : uint8_t {
  /// Bytes of names such as func.func.
  WordChar = 1 << 0,
  /// Bytes of names after %, ^, # and !.
  SuffixChar = 1 << 1,
  /// Bytes that may end a string, or begin a split marker in it.
  StringStop = 1 << 2,
  /// Bytes that may end a comment.
  CommentStop = 1 << 3,
  /// For an outline: the bytes that matter inside of regions.
  InnerStop = 1 << 4,
  /// For an outline: the bytes that matter outside of regions, in open
  /// brackets; with %.
  OuterStop = 1 << 5,
};
extern const std::array<uint8_t, 256> CharSets;

inline bool isIn(char C, uint8_t Set) {
  return CharSets[static_cast<unsigned char>(C)] & Set;
}
/// True for a byte of a name; a word or a symbol has no minus.
inline bool isNameChar(char C) { return isIn(C, SuffixChar); }
inline bool isWordChar(char C) { return isIn(C, WordChar); }
inline bool isWordStart(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
}
inline bool isDigit(char C) { return C >= '0' && C <= '9'; }
inline bool isBlank(char C) { return C == ' ' || C == '\t'; }
inline bool isLineEnd(char C) { return C == '\n' || C == '\r'; }
/// True for the first byte of a name, which determines its kind.
inline bool isSigil(char C) {
  return C == '%' || C == '^' || C == '@' || C == '!' || C == '#';
}
inline bool isOpening(char C) { return C == '(' || C == '[' || C == '{'; }
inline bool isClosing(char C) { return C == ')' || C == ']' || C == '}'; }
/// The bracket that `Closing` closes.
inline char openingOf(char Closing) {
  return Closing == ')' ? '(' : Closing == ']' ? '[' : '{';
}

inline const char *skipWhile(const char *P, const char *End, uint8_t Set) {
  while (P != End && isIn(*P, Set))
    ++P;
  return P;
}
inline const char *skipUntil(const char *P, const char *End, uint8_t Set) {
  while (P != End && !isIn(*P, Set))
    ++P;
  return P;
}
inline const char *skipBlanks(const char *P, const char *End) {
  while (P != End && isBlank(*P))
    ++P;
  return P;
}

/// True if the text is split at `P`: the marker is followed by nothing or a
/// comment on its line. LLVM's tools split also at `// ------`, which is an
/// error then, and mostly a comment with another purpose; but `// -----// IR
/// Dump After ...`, which they print, must split.
inline bool isSplitMarker(const char *P, const char *End) {
  if (size_t(End - P) < SplitMarker.size() ||
      std::memcmp(P, SplitMarker.data(), SplitMarker.size()) != 0)
    return false;
  P = skipBlanks(P + SplitMarker.size(), End);
  return P == End || isLineEnd(*P) ||
         (End - P >= 2 && P[0] == '/' && P[1] == '/');
}
/// The offset of the first split marker at or after `Begin`; npos if there is
/// none.
size_t findSplitMarker(llvm::StringRef Text, size_t Begin = 0);
/// The last split marker that ends at or before `End`.
size_t findLastSplitMarker(llvm::StringRef Text, size_t End);

/// True if a comment begins at `P`. In `/// -----` one / precedes the marker.
inline bool isComment(const char *P, const char *End) {
  return End - P >= 2 && P[0] == '/' && P[1] == '/' &&
         !isSplitMarker(P + 1, End);
}
/// The end of the line, or a split marker in it.
const char *skipComment(const char *P, const char *End);

/// Goes to the end of the token at `P`, which is no white space, of a text that
/// begins at `Begin`.
TokenKind skipToken(const char *&P, const char *Begin, const char *End);

/// The end of the name that starts at `P`, without its sigil: digits, or a word
/// that may contain $ and -. `P` itself if there is none.
const char *skipSuffix(const char *P, const char *End);
/// The end of the name that starts with a sigil, one of % ^ @ # !, at `P`. `P`
/// itself if there is none.
const char *skipName(const char *P, const char *End);
/// The length of the name that `Text` begins with, without its sigil.
inline size_t suffixLength(llvm::StringRef Text) {
  return skipSuffix(Text.begin(), Text.end()) - Text.begin();
}

/// The end of the string with its opening quote at `P`: at the latest at the
/// end of its line, and before a split marker.
const char *skipString(const char *P, const char *End);
/// True if the last byte of a string, as skipString finds it, is its closing
/// quote.
bool isClosedString(llvm::StringRef String);

} // namespace lex
} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_LEXER_H
