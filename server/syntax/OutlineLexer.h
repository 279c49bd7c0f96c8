//===- OutlineLexer.h - The letters of MLIR that an outline reads -*- C++ -*-=//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a token is, as far as an outline has to know it. Follows MLIR's lexer,
// but never fails: any bytes are some tokens. All functions are pure; `P` is
// where a token begins, `End` the end of the text.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_OUTLINELEXER_H
#define NOISY_SERVER_SYNTAX_OUTLINELEXER_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <cstring>

namespace mlir::noisy::lsp::outline {

/// What LLVM's tools split files at, wherever it stands; here only before the
/// end of a line, or a comment (isSplitMarker).
inline constexpr llvm::StringLiteral SplitMarker = "// -----";

/// Sets of bytes.
enum CharSet : uint8_t {
  /// Of names such as func.func.
  WordChar = 1 << 0,
  /// Of what follows %, @, ^, # and !.
  SuffixChar = 1 << 1,
  /// Where a string may end, or hold a split marker.
  StringStop = 1 << 2,
  /// What counts inside regions.
  InnerStop = 1 << 3,
  /// The same outside of them, in open brackets: with %.
  OuterStop = 1 << 4,
};
extern const std::array<uint8_t, 256> CharSets;

inline bool isIn(char C, uint8_t Set) {
  return CharSets[static_cast<unsigned char>(C)] & Set;
}
inline bool isBlank(char C) { return C == ' ' || C == '\t'; }
inline bool isLineEnd(char C) { return C == '\n' || C == '\r'; }
inline bool isDigit(char C) { return C >= '0' && C <= '9'; }
inline bool isWordStart(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
}

inline bool isOpening(char C) { return C == '(' || C == '[' || C == '{'; }
inline bool isClosing(char C) { return C == ')' || C == ']' || C == '}'; }

inline const char *skipWhile(const char *P, const char *End, uint8_t Set) {
  while (P != End && isIn(*P, Set))
    ++P;
  return P;
}
inline const char *skipBlanks(const char *P, const char *End) {
  while (P != End && isBlank(*P))
    ++P;
  return P;
}

/// Whether the text is split at `P`: a marker is there, and nothing or a
/// comment behind it on its line. LLVM's tools split also at `// ------`, which
/// is an error then, and mostly a comment that was not meant to split anything;
/// but
/// `// -----// IR Dump After ...`, as they print it, has to.
inline bool isSplitMarker(const char *P, const char *End) {
  if (size_t(End - P) < SplitMarker.size() ||
      std::memcmp(P, SplitMarker.data(), SplitMarker.size()) != 0)
    return false;
  P = skipBlanks(P + SplitMarker.size(), End);
  return P == End || isLineEnd(*P) ||
         (End - P >= 2 && P[0] == '/' && P[1] == '/');
}
/// Where the first marker that the text is split at begins, at `From` or behind
/// it; npos when there is none.
size_t findSplitMarker(llvm::StringRef Text, size_t From = 0);
/// The last that ends at `Before` at the latest.
size_t findLastSplitMarker(llvm::StringRef Text, size_t Before);

/// Whether a comment begins at `P`. Of `/// -----` one / is left before the
/// marker.
inline bool isComment(const char *P, const char *End) {
  return End - P >= 2 && P[0] == '/' && P[1] == '/' &&
         !isSplitMarker(P + 1, End);
}
/// Whether `{-#` is at `P`.
inline bool isMetadata(const char *P, const char *End) {
  return llvm::StringRef(P, End - P).starts_with("{-#");
}
/// Whether the word at `P` is this one.
inline bool isWord(const char *P, const char *End, llvm::StringRef Word) {
  return P != End && isWordStart(*P) &&
         llvm::StringRef(P, skipWhile(P, End, WordChar) - P) == Word;
}

/// Behind the name that starts at `P`, what follows a % or the like: digits,
/// or a word, which may have $ and - in it. `P` itself where none does.
const char *skipSuffix(const char *P, const char *End);
/// Behind the string whose opening quote is at `P`: it ends with its line at
/// the latest, and before a split marker.
const char *skipString(const char *P, const char *End);
/// The end of the line, or a split marker in it.
const char *skipComment(const char *P, const char *End);
/// Behind white space and comments: the next token, or a split marker.
const char *skipToToken(const char *P, const char *End);

/// Whether a line that starts with this operation's name is most likely one of
/// those that stand at top level or directly in a module: what defines a symbol
/// in one of MLIR's dialects. The name is without quotes and has a dot, or is
/// `module`.
bool isSectionName(llvm::StringRef Operation);
/// Whether this operation is a container.
bool isContainerName(llvm::StringRef Operation);

/// The name of the operation that starts at `P`, if one does, without results,
/// quotes and more than its own line; with an empty name where it cannot be
/// told. It must look like an operation's name from behind as well.
struct OperationStart {
  llvm::StringRef Name;
  bool Quoted = false;
};
OperationStart findOperationStart(const char *P, const char *End);

/// Behind the `=` of the results of an operation, `%a, %b:2 =`, all on one
/// line; null when there are none at `P`.
const char *skipResults(const char *P, const char *End);

/// Whether an alias is defined at `P`: `#name =`, on one line.
bool isAliasDefinition(const char *P, const char *End);

} // namespace mlir::noisy::lsp::outline

#endif // NOISY_SERVER_SYNTAX_OUTLINELEXER_H
