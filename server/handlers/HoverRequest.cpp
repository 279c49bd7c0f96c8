//===- HoverRequest.cpp - Hover, in LSP -----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/GenericForm.h"
#include "server/features/hover/TypeHover.h"
#include "server/handlers/Handlers.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The hover from the snapshot; nothing if there is no name.
static std::optional<HoverInfo> knownAt(Position Place,
                                        const DocumentView &View) {
  std::optional<size_t> Offset = View.offset(Place);
  std::optional<HoverInfo> Result;
  if (Offset)
    Result = getHover(View.state(), *Offset, View.Options);
  if (Result && View.Places.isBehind())
    Result->Warnings.push_back(HoverBeforeEdit);
  return Result;
}

/// Adds the generic form to the hover of an operation with a custom form.
static void addGenericForm(HoverInfo &Hover, const Snapshot &State,
                           const mlir::DialectRegistry &Registry) {
  const OperationRef Operation = Hover.DescribedOp;
  if (!Operation ||
      llvm::StringRef(Hover.Source).contains("\"" + Hover.Operation + "\"("))
    return;
  const Snapshot::Part *Part = State.partAt(Operation.section().Range.Begin);
  if (!Part)
    return;
  if (auto Excerpt = makeOperationExcerpt(State, Operation.section(),
                                          Part->Chunk, Operation.number()))
    Hover.GenericForm =
        printGenericForm(Registry, *Excerpt).value_or(std::string());
}

std::optional<Hover> lsp::hover(const PositionParams &Params,
                                const DocumentView &View) {
  MarkupKind Kind = View.Client.hoverKind();
  Hover Result;
  std::optional<HoverInfo> Info = knownAt(Params.Position, View);
  if (Info) {
    if (View.Options.ShowGenericForm)
      addGenericForm(*Info, View.state(), View.Dialects);
    Result.Range = View.Places.toClient(Info->Range);
  } else {
    // The documentation of an operation does not depend on the text's analysis.
    Info = getWordHover(View.ClientText.bytes(),
                        View.clientOffset(Params.Position));
    if (!Info)
      Info = getTypeHover(View.ClientText.bytes(),
                          View.clientOffset(Params.Position));
    if (!Info)
      return std::nullopt;
    if (View.Places.currentText() == View.ClientText)
      Result.Range = View.ClientText.rangeAt(Info->Range.Begin, Info->Range.End,
                                             View.Places.encoding());
  }
  Result.Contents = {Kind, Info->render(Kind)};
  return Result;
}
