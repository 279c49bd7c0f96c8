//===- FixRequest.cpp - A fix's identity, in LSP --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/FixRequest.h"
#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/features/noise/NoiseGraph.h"
#include "server/handlers/Handlers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void mlir::noisy::lsp::to_json(json &Value, const FixRequest &Request) {
  Value = {{"uri", Request.Uri},
           {"version", Request.Version},
           {"position", Request.Place}};
  if (Request.IsQuiet)
    Value["quiet"] = true;
  Value["fix"] = Request.Kind->id();
}

void mlir::noisy::lsp::from_json(const json &Value, FixRequest &Request) {
  Value.at("uri").get_to(Request.Uri);
  Value.at("version").get_to(Request.Version);
  Value.at("position").get_to(Request.Place);
  Request.IsQuiet = Value.value("quiet", json(false)) == true;
  const std::string &Name = Value.at("fix").get_ref<const std::string &>();
  Request.Kind = findFixKind(Name);
  if (!Request.Kind)
    throw json::other_error::create(501, "there is no fix " + Name, &Value);
}

void mlir::noisy::lsp::from_json(json &Value, ResolveActionParams &Params) {
  if (Value.contains("data") || !Value.contains("title"))
    Params.Fix = Value.at("data").get<FixRequest>();
  if (const json *Token = findMember(Value, "workDoneToken"))
    Params.WorkDoneToken = *Token;
  Params.Action = std::move(Value);
}

void mlir::noisy::lsp::from_json(const json &Value, FixCommandParams &Params) {
  const json &Command = Value.at("command");
  if (Command != ApplyFixCommand && Command != SearchLongerCommand)
    throw ResponseError(ErrorCode::InvalidParams,
                        "unknown command " + dumpJson(Command));
  const json &Argument = Value.at("arguments").at(0);
  Argument.at("uri").get_to(Params.Uri);
  if (Command == ApplyFixCommand)
    Params.Fix = Argument.get<FixRequest>();
  if (const json *Token = findMember(Value, "workDoneToken"))
    Params.WorkDoneToken = *Token;
}

/// The fix of a scope; throws json::exception if there is none.
static const FixKind &findScope(const json &Params) {
  const json &Scope = Params.at("scope");
  const bool Rewrites = Params.value("rewrite", json(false)) == true;
  if (Scope == "function")
    return Rewrites ? fixes::RewriteFunction : fixes::ReduceFunction;
  if (Scope == "chunk")
    return Rewrites ? fixes::RewriteChunk : fixes::ReduceChunk;
  if (Scope == "document")
    return Rewrites ? fixes::RewriteDocument : fixes::ReduceDocument;
  throw json::other_error::create(501, "there is no scope " + dumpJson(Scope),
                                  &Params);
}

void mlir::noisy::lsp::from_json(const json &Value, ProposeFixParams &Params) {
  Value.get_to<PositionParams>(Params);
  Params.Kind = &findScope(Value);
  if (Value.value("withGraph", json(false)) == true) {
    Params.Graph.emplace();
    Value.get_to(*Params.Graph);
  }
  if (const json *Token = findMember(Value, "workDoneToken"))
    Params.WorkDoneToken = *Token;
}

void mlir::noisy::lsp::from_json(const json &Value, CodeActionParams &Params) {
  Value.get_to<RangeParams>(Params);
  const json &Context = Value.at("context");
  if (const json *Kinds = findMember(Context, "only")) {
    Params.WantedKinds.emplace();
    for (const json &Kind : *Kinds)
      if (Kind.is_string())
        Params.WantedKinds->push_back(Kind.get<std::string>());
  }
  if (const json *Trigger = findMember(Context, "triggerKind"))
    Params.IsAutomatic = *Trigger == 2;
  if (llvm::any_of(Context.at("diagnostics"), [](const json &Diag) {
        return Diag.is_object() && Diag.value("source", json()) == "mlir";
      }))
    Params.Upstream = Value;
}

lsp::Command mlir::noisy::lsp::toCommand(const FixRequest &Request) {
  return {Request.Kind->title(), ApplyFixCommand, json::array({Request})};
}
