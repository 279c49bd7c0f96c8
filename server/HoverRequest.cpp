//===- HoverRequest.cpp - Hover, in LSP -----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/HoverRequest.h"
#include "server/features/Hover.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// A hover, or null.
static json hoverAt(const ReadingRequests::Question &Asked,
                    const ClientCapabilities &Client) {
  std::optional<size_t> Offset = Asked.offset();
  std::optional<HoverInfo> Found;
  if (Offset)
    Found = getHover(Asked.Places.state(), *Offset, Asked.Options);
  if (!Found)
    return nullptr;
  if (Asked.Places.isBehind())
    Found->Warnings.push_back(HoverBeforeEdit);
  MarkupKind Kind =
      Client.HoverMarkdown ? MarkupKind::Markdown : MarkupKind::PlainText;
  Hover Shown;
  Shown.Contents = {Kind, Found->render(Kind)};
  Shown.Range = Asked.Places.toClient(Found->Where);
  return Shown;
}

void lsp::addHover(ReadingRequests &Requests,
                   const ClientCapabilities &Client) {
  Requests.add("textDocument/hover",
               [&Client](const ReadingRequests::Question &Asked) {
                 return hoverAt(Asked, Client);
               });
}
