//===- Configuration.h - Where settings come from ---------------*- C++ -*-===//
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

/// The settings of all documents, from what a client says: with its
/// `initialize`, with workspace/didChangeConfiguration, and in answer to
/// workspace/configuration for each document. A setting that the later of these
/// has counts; what none has is the default. The noise model of the command
/// line is none of this: it holds where `Settings::Model` is empty.
///
/// Knows which answer is the newest, whatever the order in which they come. It
/// sends nothing. Belongs to the thread of Dispatcher::run.
class Configuration {
public:
  /// Those of a document; of one that is not open, what holds for all.
  Settings settingsFor(const std::string &Uri) const;

  /// What there is to tell of settings that came in. Nothing is told twice
  /// while it stands.
  struct Report {
    /// For the user.
    std::vector<std::string> Wrong;
    /// For the log: names that no setting has.
    std::vector<std::string> Unknown;
  };
  /// `initializationOptions`.
  Report initialize(const json &Value);
  /// The `settings` of workspace/didChangeConfiguration; these are all that the
  /// client wants to say this way. Null is what clients say that want to be
  /// asked, and changes nothing.
  Report push(const json &Value);

  void open(const std::string &Uri);
  void close(const std::string &Uri);

  /// A question that the client is asked about open documents.
  struct Question {
    uint64_t Number = 0;
    std::vector<std::string> Uris;

    /// The parameters of workspace/configuration.
    json params() const;
  };
  Question ask(std::vector<std::string> Uris);
  /// Takes the client's answer: an array with an element for each document.
  /// What is older than what is known of a document, or of one that was closed
  /// since, is dropped. Nothing when it is no such array.
  std::optional<Report> answer(const Question &Request, const json &Answers);

private:
  /// One of the places that settings come from.
  using Source = GivenSettings;
  struct Document {
    /// Counts as a question does.
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
