//===- SettingsTable.h - The table of settings ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_SETTINGSTABLE_H
#define NOISY_SERVER_SETTINGS_SETTINGSTABLE_H

#include "server/protocol/JsonRpc.h"
#include "server/settings/Settings.h"
#include "server/text/Refusal.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::noisy::lsp {

/// The section that all settings are in: "noisy.nearLimit".
inline constexpr char SettingsSection[] = "noisy";

/// A setting: its name, type, range and documentation.
struct Setting {
  enum class Type { Boolean, Integer, Number, Choice, Model, Costs };
  /// One alternative of a choice.
  struct Alternative {
    const char *Name;
    const char *Meaning;
  };

  /// The name in the section: "inlayHints.noise".
  std::string Name;
  Type Kind;
  /// The description in Markdown, for the documentation and for editors.
  std::string Description;
  /// The range of an integer or a number; both ends are allowed.
  double Min = 0, Max = 0;
  /// The alternatives of a choice.
  std::vector<Alternative> Alternatives = {};
  /// Reads the setting from `Settings`, and writes a valid value (check) to
  /// them.
  std::function<json(const Settings &)> Get = nullptr;
  std::function<void(Settings &, const json &)> Set = nullptr;

  std::string fullName() const {
    return std::string(SettingsSection) + "." + Name;
  }
  json defaultValue() const { return Get(Settings()); }
  /// Refuses a value that is not valid, with the expected one.
  llvm::Error check(const json &Value) const;
};

/// All settings: the one place that names them. Any thread.
llvm::ArrayRef<Setting> allSettings();

/// A client's settings, sorted.
struct GivenSettings {
  /// The values in the order of the input; the default for an invalid value.
  std::vector<std::pair<const Setting *, json>> Values;
  /// The errors, each as a sentence.
  std::vector<std::string> Wrong;
  /// Unknown names, with the section.
  std::vector<std::string> Unknown;

  void applyTo(Settings &Target) const;
};

/// Reads nested objects, names with dots, and any mixture; with or without the
/// section around. Other sections are skipped. Null means not set, at any
/// level, and so does an empty array: Lua sends an empty table so. Throws
/// nothing.
GivenSettings readSettings(const json &Root);

/// The table of all settings, in Markdown.
std::string describeSettings();

/// The settings in VS Code's form: `contributes.configuration.properties` of a
/// package.json.
json schemaOfSettings();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_SETTINGSTABLE_H
