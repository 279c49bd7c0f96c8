//===- Configuration.cpp - Where settings come from -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/Configuration.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

Settings Configuration::of(const std::string &Uri) const {
  Settings Result;
  Initial.applyTo(Result);
  Pushed.applyTo(Result);
  if (auto Found = Documents.find(Uri); Found != Documents.end())
    Found->second.Given.applyTo(Result);
  return Result;
}

bool Configuration::isTold(const std::string &Wrong) const {
  return llvm::is_contained(Initial.Wrong, Wrong) ||
         llvm::is_contained(Pushed.Wrong, Wrong) ||
         llvm::any_of(Documents, [&](const auto &Each) {
           return llvm::is_contained(Each.second.Given.Wrong, Wrong);
         });
}

void Configuration::replace(Source &Old, const json &Given, Report &ToTell) {
  Source New = readSettings(Given);
  for (const std::string &Wrong : New.Wrong)
    if (!isTold(Wrong))
      ToTell.Wrong.push_back(Wrong);
  for (const std::string &Name : New.Unknown)
    if (Unknown.insert(Name).second)
      ToTell.Unknown.push_back(Name);
  Old = std::move(New);
}

Configuration::Report Configuration::initialize(const json &Given) {
  Report ToTell;
  replace(Initial, Given, ToTell);
  return ToTell;
}

Configuration::Report Configuration::push(const json &Given) {
  Report ToTell;
  if (!Given.is_null())
    replace(Pushed, Given, ToTell);
  return ToTell;
}

void Configuration::open(const std::string &Uri) {
  // What was asked before is older.
  Documents[Uri] = {++LastNumber, {}};
}

void Configuration::close(const std::string &Uri) { Documents.erase(Uri); }

Configuration::Question Configuration::ask(std::vector<std::string> Uris) {
  return {++LastNumber, std::move(Uris)};
}

json Configuration::Question::params() const {
  json Items = json::array();
  for (const std::string &Uri : Uris)
    Items.push_back({{"scopeUri", Uri}, {"section", SettingsSection}});
  return {{"items", std::move(Items)}};
}

std::optional<Configuration::Report>
Configuration::answer(const Question &Asked, const json &Given) {
  if (!Given.is_array() || Given.size() != Asked.Uris.size())
    return std::nullopt;
  Report ToTell;
  for (const auto &[Uri, Each] : llvm::zip(Asked.Uris, Given)) {
    auto Found = Documents.find(Uri);
    if (Found == Documents.end() || Found->second.Answered > Asked.Number)
      continue;
    Found->second.Answered = Asked.Number;
    replace(Found->second.Given, Each, ToTell);
  }
  return ToTell;
}
