//===- HoverRequest.cpp - Hover, in LSP -----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/HoverRequest.h"
#include "server/features/hover/GenericForm.h"
#include "server/features/hover/Hover.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// A hover of what is known; nothing where there is no name.
static std::optional<HoverInfo>
knownAt(const ReadingRequests::Question &Asked) {
  std::optional<size_t> Offset = Asked.offset();
  std::optional<HoverInfo> Found;
  if (Offset)
    Found = getHover(Asked.Places.state(), *Offset, Asked.Options);
  if (Found && Asked.Places.isBehind())
    Found->Warnings.push_back(HoverBeforeEdit);
  return Found;
}

/// Adds the generic form to the hover of an operation that is written in
/// another one.
static void addGenericForm(HoverInfo &Shown, const Snapshot &State,
                           const mlir::DialectRegistry &Registry) {
  auto [Section, Operation] = Shown.Described;
  if (!Section ||
      llvm::StringRef(Shown.Source).contains("\"" + Shown.Operation + "\"("))
    return;
  const Snapshot::Part *Part = State.partAt(Section->Where.Begin);
  if (!Part)
    return;
  if (auto Excerpt =
          makeOperationExcerpt(State, *Section, Part->Chunk, Operation))
    Shown.GenericForm =
        printGenericForm(Registry, *Excerpt).value_or(std::string());
}

/// A hover, or null.
static json hoverAt(const ReadingRequests::Question &Asked,
                    const mlir::DialectRegistry &Registry,
                    const ClientCapabilities &Client) {
  MarkupKind Kind =
      Client.HoverMarkdown ? MarkupKind::Markdown : MarkupKind::PlainText;
  Hover Shown;
  std::optional<HoverInfo> Found = knownAt(Asked);
  if (Found) {
    addGenericForm(*Found, Asked.Places.state(), Registry);
    Shown.Range = Asked.Places.toClient(Found->Where);
  } else {
    // What operations do is known whatever was made of the text.
    Found = getWordHover(Asked.Asked.bytes(),
                         Asked.askedOffset(Asked.Params.at("position")));
    if (!Found)
      return nullptr;
    if (Asked.Places.now() == Asked.Asked)
      Shown.Range = Asked.Asked.rangeAt(Found->Where.Begin, Found->Where.End,
                                        Asked.Places.encoding());
  }
  Shown.Contents = {Kind, Found->render(Kind)};
  return Shown;
}

void lsp::addHover(ReadingRequests &Requests,
                   const mlir::DialectRegistry &Registry,
                   const ClientCapabilities &Client) {
  Requests.add("textDocument/hover",
               [&](const ReadingRequests::Question &Asked) {
                 return hoverAt(Asked, Registry, Client);
               });
}
