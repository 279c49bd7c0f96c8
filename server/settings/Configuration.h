//===- Configuration.h - Sources of settings --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_CONFIGURATION_H
#define NOISY_SERVER_SETTINGS_CONFIGURATION_H

#include "server/settings/SettingsTable.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The settings of all documents, from the client's `initialize`, its
/// workspace/didChangeConfiguration, and its answers to workspace/configuration
/// for each document. A later one of these wins; a setting in none has its
/// default. The noise model of the command line is not included: it applies if
/// `Settings::Model` is empty.
///
/// Knows the newest answer, in whatever order answers arrive. Sends nothing.
/// For the thread of Dispatcher::run.
class Configuration {
public:
  /// The settings of a document, or the general ones if it is not open.
  Settings settingsFor(const std::string &Uri) const;

  /// News about received settings. Nothing is repeated while it is unchanged.
  struct Report {
    /// Errors, for the user.
    std::vector<std::string> Wrong;
    /// Unknown names, for the log.
    std::vector<std::string> Unknown;
  };
  /// Applies `initializationOptions`.
  Report initialize(const json &Value);
  /// Applies the `settings` of workspace/didChangeConfiguration, which replace
  /// earlier ones. Null comes from clients that want to be asked, and changes
  /// nothing.
  Report push(const json &Value);

  void open(const std::string &Uri);
  void close(const std::string &Uri);

  /// A request to the client about open documents.
  struct Question {
    uint64_t Number = 0;
    std::vector<std::string> Uris;

    /// The parameters of workspace/configuration.
    json params() const;
  };
  Question ask(std::vector<std::string> Uris);
  /// Applies the client's answer: an array with an element for each document.
  /// Elements that are older than the known settings, or about a closed
  /// document, are dropped. Returns nothing if it is no such array.
  std::optional<Report> answer(const Question &Request, const json &Answers);

private:
  /// Settings from one source.
  using Source = GivenSettings;
  struct Document {
    /// Numbered together with requests.
    uint64_t AnswerNumber = 0;
    Source OwnSettings;
  };
  void replace(Source &Old, const json &Value, Report &ToTell);
  bool isTold(const std::string &Wrong) const;

  Source Initial, PushedSettings;
  std::map<std::string, Document> Documents;
  uint64_t LastNumber = 0;
  std::set<std::string> Unknown;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_CONFIGURATION_H
