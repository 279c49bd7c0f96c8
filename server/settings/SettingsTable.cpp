//===- SettingsTable.cpp - All settings, and what they can be -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/SettingsTable.h"
#include "dialect/NoiseBound.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// One whose value is the member itself.
template <typename T>
static Setting plain(Setting::Type Type, const char *Name, T Settings::*Member,
                     double Least, double Most, const char *Description) {
  Setting Result{Name, Type, Description, Least, Most};
  Result.Get = [Member](const Settings &From) { return json(From.*Member); };
  Result.Set = [Member](Settings &Into, const json &Value) {
    Into.*Member = Value.get<T>();
  };
  return Result;
}

static Setting boolean(const char *Name, bool Settings::*Member,
                       const char *Description) {
  return plain(Setting::Type::Boolean, Name, Member, 0, 0, Description);
}

template <typename T>
static Setting integer(const char *Name, T Settings::*Member, T Least, T Most,
                       const char *Description) {
  return plain(Setting::Type::Integer, Name, Member, double(Least),
               double(Most), Description);
}

static Setting seconds(const char *Name,
                       std::chrono::milliseconds Settings::*Member,
                       double Least, double Most, const char *Description) {
  Setting Result{Name, Setting::Type::Number, Description, Least, Most};
  Result.Get = [Member](const Settings &From) {
    int64_t Count = (From.*Member).count();
    return Count % 1000 == 0 ? json(Count / 1000) : json(Count / 1000.0);
  };
  Result.Set = [Member](Settings &Into, const json &Value) {
    Into.*Member =
        std::chrono::milliseconds(std::llround(Value.get<double>() * 1000));
  };
  return Result;
}

template <typename T>
static Setting choice(const char *Name, T Settings::*Member,
                      std::vector<std::pair<T, Setting::Alternative>> Given,
                      const char *Description) {
  Setting Result{Name, Setting::Type::Choice, Description};
  for (auto &[Value, Named] : Given)
    Result.Alternatives.push_back(Named);
  Result.Get = [Member, Given](const Settings &From) -> json {
    for (auto &[Value, Named] : Given)
      if (Value == From.*Member)
        return Named.Name;
    llvm_unreachable("every value is among the alternatives");
  };
  Result.Set = [Member, Given](Settings &Into, const json &Text) {
    for (auto &[Value, Named] : Given)
      if (Text == Named.Name)
        Into.*Member = Value;
  };
  return Result;
}

/// The two numbers are one setting: both change at once, so that they are a
/// model at any time.
static Setting model(const char *Name,
                     std::optional<NoiseModel> Settings::*Member,
                     const char *Description) {
  Setting Result{Name, Setting::Type::Model, Description};
  Result.Get = [Member](const Settings &From) -> json {
    const std::optional<NoiseModel> &Model = From.*Member;
    if (!Model)
      return "";
    return "initial=" + std::to_string(Model->initial) +
           ",max=" + std::to_string(Model->max);
  };
  Result.Set = [Member](Settings &Into, const json &Value) {
    std::string Error;
    Into.*Member =
        NoiseModel::parse(Value.get_ref<const std::string &>(), Error);
  };
  return Result;
}

llvm::ArrayRef<Setting> mlir::noisy::lsp::allSettings() {
  using Hints = Settings::NoiseHints;
  static const std::vector<Setting> All = {
      model("model", &Settings::Model,
            "The noise model, in bits, where no attribute `noisy.model` "
            "stands, such as `initial=16,max=30`. Empty: that of the command "
            "line (`--noisy-model`), or else `initial=12,max=26`."),
      integer<uint32_t>(
          "nearLimit", &Settings::NearLimit, 0, NoiseBound::kCap - 1,
          "A value with at most this many bits left is near the limit, for "
          "inlay hints and semantic tokens."),
      choice<Hints>("inlayHints.noise", &Settings::ShownNoise,
                    {{Hints::All, {"all", "all of them"}},
                     {Hints::NearLimit,
                      {"nearLimit", "those near the limit, over it, or of "
                                    "which that is not known"}},
                     {Hints::Off, {"off", "none"}}},
                    "Which encrypted values have their noise behind them."),
      boolean("inlayHints.ranges", &Settings::ShowRanges,
              "Show the range of index values behind them."),
      boolean("codeLens.enable", &Settings::ShowLenses,
              "Show the worst noise of each function, and the fix, above it."),
      boolean("diagnostics.ranges", &Settings::ShowRangeFindings,
              "Show what is found about integers: always the same, always "
              "true, division by zero, could be unsigned."),
      seconds("optimizer.timeLimit", &Settings::TimeLimit, 0.1, 86400,
              "Seconds after which a fix takes the best solution so far."),
      plain(Setting::Type::Number, "optimizer.gap", &Settings::Gap, 0, 1,
            "A solution is good enough when it costs at most this part above "
            "what is proven: 0.01 for one per cent."),
      integer<uint64_t>("optimizer.assumedTurns", &Settings::AssumedTurns, 1,
                        1'000'000,
                        "How often a loop or recursion of unknown length is "
                        "taken to turn."),
      boolean("optimizer.removeExisting", &Settings::RemoveExisting,
              "Also remove those `noisy.reduce_noise` that the best solution "
              "does without."),
      integer<unsigned>("optimizer.workers", &Settings::Workers, 1, 64,
                        "Processes that solve at once."),
  };
  return All;
}

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

/// A number as one writes it: "0.1", "65535".
static std::string spell(double Number) {
  return Number == std::trunc(Number) ? std::to_string(int64_t(Number))
                                      : dumpJson(json(Number));
}

/// "a", "b" or "c".
static std::string listOf(llvm::ArrayRef<Setting::Alternative> Names) {
  std::string Result;
  for (const auto &[I, Each] : llvm::enumerate(Names)) {
    if (I > 0)
      Result += I + 1 == Names.size() ? " or " : ", ";
    Result += "\"" + std::string(Each.Name) + "\"";
  }
  return Result;
}

/// What a value has to be.
static std::string expected(const Setting &Of) {
  std::string Range = " from " + spell(Of.Least) + " to " + spell(Of.Most);
  switch (Of.Kind) {
  case Setting::Type::Boolean:
    return "true or false";
  case Setting::Type::Integer:
    return "a whole number" + Range;
  case Setting::Type::Number:
    return "a number" + Range;
  case Setting::Type::Choice:
    return listOf(Of.Alternatives);
  case Setting::Type::Model:
    return "a text such as \"initial=12,max=26\"";
  }
  llvm_unreachable("all types are handled");
}

std::optional<std::string> Setting::findError(const json &Value) const {
  bool IsRight = false;
  std::string Why;
  switch (Kind) {
  case Type::Boolean:
    IsRight = Value.is_boolean();
    break;
  case Type::Integer:
  case Type::Number: {
    if (!Value.is_number())
      break;
    double Number = Value.get<double>();
    // Some clients know one kind of numbers only, and send 10.0.
    IsRight = Number >= Least && Number <= Most &&
              (Kind == Type::Number || Number == std::trunc(Number));
    break;
  }
  case Type::Choice:
    for (const Alternative &Each : Alternatives)
      IsRight |= Value == Each.Name;
    break;
  case Type::Model:
    if (!Value.is_string())
      break;
    IsRight = Value == "" ||
              NoiseModel::parse(Value.get_ref<const std::string &>(), Why);
    break;
  }
  if (IsRight)
    return std::nullopt;
  static constexpr size_t LongestShown = 80;
  std::string Shown = dumpJson(Value);
  if (Shown.size() > LongestShown)
    Shown = "what is given";
  std::string Sentence =
      fullName() + " has to be " + expected(*this) + ", not " + Shown;
  // The parser says itself what it expects, unless the numbers are no model.
  if (!Why.empty() && !llvm::StringRef(Why).starts_with("expected"))
    Sentence += ": " + Why;
  return Sentence;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void GivenSettings::applyTo(Settings &Into) const {
  for (const auto &[Which, Value] : Values)
    Which->Set(Into, Value);
}

static const Setting *findSetting(llvm::StringRef Name) {
  for (const Setting &Each : allSettings())
    if (Each.Name == Name)
      return &Each;
  return nullptr;
}

/// Whether settings have names that begin with it: "inlayHints".
static bool isGroup(llvm::StringRef Name) {
  return llvm::any_of(allSettings(), [&](const Setting &Each) {
    llvm::StringRef Rest = Each.Name;
    return Rest.consume_front(Name) && Rest.starts_with(".");
  });
}

static bool isNothing(const json &Given) {
  return Given.is_null() || (Given.is_array() && Given.empty());
}

static std::string inSection(const std::string &Name) {
  return Name.empty() ? SettingsSection
                      : std::string(SettingsSection) + "." + Name;
}

/// Reads what is called `Name`, without the section; empty for all of it.
static void readInto(GivenSettings &Result, const std::string &Name,
                     const json &Given) {
  if (isNothing(Given))
    return;
  if (const Setting *Found = findSetting(Name)) {
    std::optional<std::string> Error = Found->findError(Given);
    // Not what another source says: nobody could tell which value holds.
    Result.Values.emplace_back(Found, Error ? Found->defaultValue() : Given);
    if (Error)
      Result.Wrong.push_back(std::move(*Error));
    return;
  }
  if (!Name.empty() && !isGroup(Name)) {
    Result.Unknown.push_back(inSection(Name));
    return;
  }
  if (!Given.is_object()) {
    Result.Wrong.push_back(inSection(Name) + " has to be an object");
    return;
  }
  for (const auto &[Key, Value] : Given.items())
    readInto(Result, Name.empty() ? Key : Name + "." + Key, Value);
}

GivenSettings mlir::noisy::lsp::readSettings(const json &Given) {
  GivenSettings Result;
  bool HasSection = false;
  if (Given.is_object())
    for (const auto &[Key, Value] : Given.items()) {
      llvm::StringRef Name = Key;
      if (!Name.consume_front(SettingsSection) ||
          !(Name.empty() || Name.consume_front(".")))
        continue;
      HasSection = true;
      readInto(Result, Name.str(), Value);
    }
  if (!HasSection)
    readInto(Result, "", Given);
  return Result;
}

//===----------------------------------------------------------------------===//
// The documentation
//===----------------------------------------------------------------------===//

/// The expected values, as Markdown for the settings table.
static std::string describeValues(const Setting &Of) {
  switch (Of.Kind) {
  case Setting::Type::Boolean:
    return "`true`, `false`";
  case Setting::Type::Model:
    return "text";
  case Setting::Type::Choice: {
    std::string Result;
    for (const Setting::Alternative &Each : Of.Alternatives)
      Result += (Result.empty() ? "`\"" : ", `\"") + std::string(Each.Name) +
                "\"` (" + Each.Meaning + ")";
    return Result;
  }
  case Setting::Type::Integer:
  case Setting::Type::Number:
    return expected(Of);
  }
  llvm_unreachable("all types are handled");
}

std::string mlir::noisy::lsp::describeSettings() {
  std::string Table = "| setting | values | default | |\n|---|---|---|---|\n";
  for (const Setting &Each : allSettings()) {
    json Default = Each.defaultValue();
    Table += "| `" + Each.fullName() + "` | " + describeValues(Each) + " | `" +
             (Default.is_number() ? spell(Default.get<double>())
                                  : dumpJson(Default)) +
             "` | " + Each.Description + " |\n";
  }
  return Table;
}

static json schemaOf(const Setting &Of) {
  json Result = {{"markdownDescription", Of.Description},
                 {"default", Of.defaultValue()},
                 // May differ between folders and documents.
                 {"scope", "resource"}};
  switch (Of.Kind) {
  case Setting::Type::Boolean:
    Result["type"] = "boolean";
    break;
  case Setting::Type::Integer:
    Result["type"] = "integer";
    Result["minimum"] = int64_t(Of.Least);
    Result["maximum"] = int64_t(Of.Most);
    break;
  case Setting::Type::Number:
    Result["type"] = "number";
    Result["minimum"] = Of.Least;
    Result["maximum"] = Of.Most;
    break;
  case Setting::Type::Choice:
    Result["type"] = "string";
    for (const Setting::Alternative &Each : Of.Alternatives) {
      Result["enum"].push_back(Each.Name);
      Result["enumDescriptions"].push_back(Each.Meaning);
    }
    break;
  case Setting::Type::Model:
    Result["type"] = "string";
    Result["pattern"] = "^$|^ *initial *= *[0-9]+ *, *max *= *[0-9]+ *$|"
                        "^ *max *= *[0-9]+ *, *initial *= *[0-9]+ *$";
    Result["patternErrorMessage"] =
        "Expected a noise model such as initial=16,max=30";
    break;
  }
  return Result;
}

json mlir::noisy::lsp::schemaOfSettings() {
  json Result = json::object();
  for (const auto &[I, Each] : llvm::enumerate(allSettings())) {
    json &Property = Result[Each.fullName()];
    Property = schemaOf(Each);
    // Objects have no order of their own.
    Property["order"] = I;
  }
  return Result;
}
