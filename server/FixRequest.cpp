//===- FixRequest.cpp - What a fix is asked for, in LSP -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/FixRequest.h"
#include <array>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
struct KindNames {
  FixKind Kind;
  /// In JSON.
  const char *Name;
  const char *Title;
};
} // namespace

static constexpr std::array Kinds = {
    KindNames{FixKind::ReduceFunction, "reduceFunction",
              "Insert optimal reduce_noise (function)"},
    KindNames{FixKind::ReduceChunk, "reduceChunk",
              "Insert optimal reduce_noise"},
    KindNames{FixKind::ReduceDocument, "reduceDocument",
              "Insert optimal reduce_noise (document)"},
    KindNames{FixKind::ReduceValue, "reduceValue", "Reduce here"},
    KindNames{FixKind::RemoveReduction, "removeReduction",
              "Remove this reduce_noise"},
    KindNames{FixKind::DeclareBound, "declareBound", "Declare noisy.bound"},
    KindNames{FixKind::ReplaceByConstant, "replaceByConstant",
              "Replace by the constant"},
    KindNames{FixKind::UseUnsigned, "useUnsigned", "Use the unsigned form"},
};

void mlir::noisy::lsp::to_json(json &Value, const FixRequest &Asked) {
  Value = {{"uri", Asked.Uri},
           {"version", Asked.Version},
           {"position", Asked.Where}};
  if (Asked.IsQuiet)
    Value["quiet"] = true;
  Value["fix"] = nameOf(Asked.Kind);
}

void mlir::noisy::lsp::from_json(const json &Value, FixRequest &Asked) {
  Value.at("uri").get_to(Asked.Uri);
  Value.at("version").get_to(Asked.Version);
  Value.at("position").get_to(Asked.Where);
  Asked.IsQuiet = Value.value("quiet", json(false)) == true;
  const std::string &Name = Value.at("fix").get_ref<const std::string &>();
  for (const KindNames &Names : Kinds)
    if (Names.Name == Name) {
      Asked.Kind = Names.Kind;
      return;
    }
  // There is no such fix.
  throw json::other_error::create(501, "no fix is called " + Name, &Value);
}

const char *mlir::noisy::lsp::nameOf(FixKind Kind) {
  for (const KindNames &Names : Kinds)
    if (Names.Kind == Kind)
      return Names.Name;
  return "";
}

std::string mlir::noisy::lsp::titleOf(FixKind Kind) {
  for (const KindNames &Names : Kinds)
    if (Names.Kind == Kind)
      return Names.Title;
  return "";
}

lsp::Command mlir::noisy::lsp::toCommand(const FixRequest &Asked) {
  return {titleOf(Asked.Kind), ApplyFixCommand, json::array({Asked})};
}
