//===- Configuration.cpp - Sources of settings ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/Configuration.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

Settings Configuration::settingsFor(const std::string &Uri) const {
  Settings Result;
  Initial.applyTo(Result);
  PushedSettings.applyTo(Result);
  if (auto It = Documents.find(Uri); It != Documents.end())
    It->second.OwnSettings.applyTo(Result);
  return Result;
}

bool Configuration::isTold(const std::string &Wrong) const {
  return llvm::is_contained(Initial.Wrong, Wrong) ||
         llvm::is_contained(PushedSettings.Wrong, Wrong) ||
         llvm::any_of(Documents, [&](const auto &Entry) {
           return llvm::is_contained(Entry.second.OwnSettings.Wrong, Wrong);
         });
}

void Configuration::replace(Source &Old, const json &Value, Report &ToTell) {
  Source New = readSettings(Value);
  for (const std::string &Wrong : New.Wrong)
    if (!isTold(Wrong))
      ToTell.Wrong.push_back(Wrong);
  for (const std::string &Name : New.Unknown)
    if (Unknown.insert(Name).second)
      ToTell.Unknown.push_back(Name);
  Old = std::move(New);
}

Configuration::Report Configuration::initialize(const json &Value) {
  Report ToTell;
  replace(Initial, Value, ToTell);
  return ToTell;
}

Configuration::Report Configuration::push(const json &Value) {
  Report ToTell;
  if (!Value.is_null())
    replace(PushedSettings, Value, ToTell);
  return ToTell;
}

void Configuration::open(const std::string &Uri) {
  // Answers to earlier requests are outdated.
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
Configuration::answer(const Question &Request, const json &Answers) {
  if (!Answers.is_array() || Answers.size() != Request.Uris.size())
    return std::nullopt;
  Report ToTell;
  for (const auto &[Uri, Answer] : llvm::zip(Request.Uris, Answers)) {
    auto It = Documents.find(Uri);
    if (It == Documents.end() || It->second.AnswerNumber > Request.Number)
      continue;
    It->second.AnswerNumber = Request.Number;
    replace(It->second.OwnSettings, Answer, ToTell);
  }
  return ToTell;
}
