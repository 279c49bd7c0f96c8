//===- Markdown.cpp - Markdown from texts of a document -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Markdown.h"
#include <algorithm>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

std::string mlir::noisy::lsp::escapeMarkdown(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (StringRef("\\`*_{}[]()#+-.!|<>~&").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// A fence of more backticks than any run of them in `Text`.
static std::string fenceFor(StringRef Text, size_t AtLeast) {
  size_t Longest = 0;
  for (size_t I = Text.find('`'); I != StringRef::npos;) {
    size_t End = std::min(Text.find_first_not_of('`', I), Text.size());
    Longest = std::max(Longest, End - I);
    I = Text.find('`', End);
  }
  return std::string(std::max(Longest + 1, AtLeast), '`');
}

std::string mlir::noisy::lsp::markdownCode(StringRef Text) {
  std::string Fence = fenceFor(Text, 1);
  // A blank separates its own backticks from the fence's.
  const char *Gap = Text.starts_with("`") || Text.ends_with("`") ? " " : "";
  return Fence + Gap + Text.str() + Gap + Fence;
}

std::string mlir::noisy::lsp::markdownBlock(StringRef Text) {
  std::string Fence = fenceFor(Text, 3);
  return Fence + "mlir\n" + Text.str() + "\n" + Fence + "\n";
}

static bool isFence(StringRef Line) { return Line.ltrim().starts_with("```"); }

std::string mlir::noisy::lsp::cutMarkdown(StringRef Text, size_t MaxLines,
                                          size_t MaxBytes) {
  size_t Lines = 0;
  // The ends of the last whole line and the last whole paragraph that fit.
  size_t Line = 0, Paragraph = 0;
  bool IsCode = false, LineIsCode = false;
  for (size_t Offset = 0; Offset < Text.size();) {
    size_t End = std::min(Text.find('\n', Offset), Text.size());
    StringRef LineText = Text.slice(Offset, End);
    if (LineText.trim().empty() && !IsCode)
      Paragraph = Offset;
    if (isFence(LineText))
      IsCode = !IsCode;
    ++Lines;
    if (Line != 0 && (Lines > MaxLines || End > MaxBytes)) {
      size_t Size = Paragraph != 0 ? Paragraph : Line;
      std::string Result = Text.take_front(Size).rtrim().str();
      if (Paragraph == 0 && LineIsCode)
        Result += "\n```";
      return Result + "\n\n...";
    }
    Line = End;
    LineIsCode = IsCode;
    Offset = End + 1;
  }
  return Text.str();
}

std::string mlir::noisy::lsp::dropFences(StringRef Markdown) {
  std::string Result;
  while (!Markdown.empty()) {
    auto [Line, Rest] = Markdown.split('\n');
    if (!isFence(Line)) {
      Result += Line;
      Result += '\n';
    }
    Markdown = Rest;
  }
  return Result;
}

std::string mlir::noisy::lsp::escapeTags(StringRef Markdown) {
  std::string Result;
  bool IsFenced = false;
  while (!Markdown.empty()) {
    size_t End = std::min(Markdown.find('\n'), Markdown.size() - 1) + 1;
    StringRef Line = Markdown.take_front(End);
    Markdown = Markdown.drop_front(End);
    bool IsFenceLine = isFence(Line);
    IsFenced ^= IsFenceLine;
    // A backtick without a second one in its paragraph is rare; the rest of its
    // line then counts as code.
    bool IsCode = IsFenced || IsFenceLine || Line.starts_with("    ");
    bool IsSpan = false;
    for (char C : Line) {
      IsSpan ^= C == '`';
      if (C == '<' && !IsCode && !IsSpan)
        Result += '\\';
      Result += C;
    }
  }
  return Result;
}
