//===- SettingsTable.h - All settings, and what they can be -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_SETTINGSTABLE_H
#define NOISY_SERVER_SETTINGS_SETTINGSTABLE_H

#include "server/protocol/JsonRpc.h"
#include "server/settings/Settings.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::noisy::lsp {

/// The section that all settings are in: "noisy.nearLimit".
inline constexpr char SettingsSection[] = "noisy";

/// One thing that a user can choose: all there is to say of it.
struct Setting {
  enum class Type { Boolean, Integer, Number, Choice, Model };
  /// One of what a choice can be.
  struct Alternative {
    const char *Name;
    const char *Meaning;
  };

  /// In the section: "inlayHints.noise".
  std::string Name;
  Type Kind;
  /// In Markdown, for the documentation and for editors.
  std::string Description;
  /// Of integers and numbers; both are allowed.
  double Min = 0, Max = 0;
  /// Of a choice.
  std::vector<Alternative> Alternatives = {};
  /// What it is in a value of settings, and puts what is right (findError) into
  /// one.
  std::function<json(const Settings &)> Get = nullptr;
  std::function<void(Settings &, const json &)> Set = nullptr;

  std::string fullName() const {
    return std::string(SettingsSection) + "." + Name;
  }
  json defaultValue() const { return Get(Settings()); }
  /// What `Value` would have to be, as a sentence about the setting without
  /// capital and full stop; nothing when it is right.
  std::optional<std::string> findError(const json &Value) const;
};

/// All settings: the one place where they are named. Any thread.
llvm::ArrayRef<Setting> allSettings();

/// What a client sends as settings, sorted out.
struct GivenSettings {
  /// In the order in which they came; the default where the value was wrong.
  std::vector<std::pair<const Setting *, json>> Values;
  /// What was wrong, each as a sentence.
  std::vector<std::string> Wrong;
  /// Names that no setting has, with the section.
  std::vector<std::string> Unknown;

  void applyTo(Settings &Target) const;
};

/// Reads objects in objects, names with dots, and any mixture; with or without
/// the section around. Other sections beside it are passed over. Null is not
/// set, at any level, and so is an empty array: what Lua makes of an empty
/// table. Throws nothing.
GivenSettings readSettings(const json &Root);

/// The table of all settings, in Markdown.
std::string describeSettings();

/// The settings as VS Code wants them: `contributes.configuration.properties`
/// of a package.json.
json schemaOfSettings();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_SETTINGSTABLE_H
