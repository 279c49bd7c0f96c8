//===- LspWindow.cpp - Messages to users in LSP ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspWindow.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

/// The most bytes of one word of a message; our own words are shorter.
static constexpr size_t LongestWord = 100;

static std::string escapeControls(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    auto Byte = static_cast<unsigned char>(C);
    if (C == '\n')
      Result += "\\n";
    else if (Byte < 0x20 || Byte == 0x7F)
      Result += "\\x" + llvm::utohexstr(Byte, /*LowerCase=*/false, /*Width=*/2);
    else
      Result += C;
  }
  return Result;
}

json mlir::noisy::lsp::showMessage(MessageType Type, llvm::StringRef Text) {
  std::string Message;
  while (!Text.empty()) {
    size_t Blank = std::min(Text.find(' '), Text.size());
    Message += cutShort(escapeControls(Text.take_front(Blank)), LongestWord);
    Text = Text.drop_front(Blank);
    if (Text.consume_front(" "))
      Message += ' ';
  }
  return {{"type", int(Type)}, {"message", std::move(Message)}};
}
