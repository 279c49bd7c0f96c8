//===- FixRequest.cpp - What a fix is asked for, in LSP -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/FixRequest.h"
#include "server/features/fixes/CodeActions.h"

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
    throw json::other_error::create(501, "no fix is called " + Name, &Value);
}

lsp::Command mlir::noisy::lsp::toCommand(const FixRequest &Request) {
  return {Request.Kind->title(), ApplyFixCommand, json::array({Request})};
}
