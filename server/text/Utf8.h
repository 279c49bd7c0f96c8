//===- Utf8.h - UTF-8, a sequence at a time ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_UTF8_H
#define NOISY_SERVER_TEXT_UTF8_H

#include <cstddef>
#include <string>
#include <string_view>

namespace mlir::noisy::lsp {

/// The length in bytes of the well-formed UTF-8 sequence that starts at
/// `Offset` (1 to 4), or 0 for anything else: a stray or overlong byte, a
/// surrogate, or a truncated sequence. `Offset` is inside `Bytes`.
inline unsigned utf8SequenceLength(std::string_view Bytes, size_t Offset) {
  auto ByteAt = [&](size_t I) { return static_cast<unsigned char>(Bytes[I]); };
  unsigned char Lead = ByteAt(Offset);
  if (Lead < 0x80)
    return 1;
  unsigned Length = Lead >= 0xF0 ? 4 : Lead >= 0xE0 ? 3 : 2;
  if (Lead < 0xC2 || Lead > 0xF4 || Bytes.size() - Offset < Length)
    return 0;
  // The second byte distinguishes overlong forms, surrogates and code points
  // above U+10FFFF from valid ones.
  unsigned char Low = 0x80, High = 0xBF;
  if (Lead == 0xE0)
    Low = 0xA0;
  else if (Lead == 0xED)
    High = 0x9F;
  else if (Lead == 0xF0)
    Low = 0x90;
  else if (Lead == 0xF4)
    High = 0x8F;
  if (ByteAt(Offset + 1) < Low || ByteAt(Offset + 1) > High)
    return 0;
  for (unsigned I = 2; I < Length; ++I)
    if ((ByteAt(Offset + I) & 0xC0) != 0x80)
      return 0;
  return Length;
}

/// Returns the text or, if it is longer than `MostBytes`, its beginning within
/// so many bytes and "...", cut between characters.
inline std::string cutShort(std::string_view Text, size_t MostBytes) {
  if (Text.size() <= MostBytes)
    return std::string(Text);
  size_t Size = MostBytes;
  while (Size > 0 && (Text[Size] & 0xC0) == 0x80)
    --Size;
  return std::string(Text.substr(0, Size)) + "...";
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_UTF8_H
