//===- SettingsTable.cpp - The table of settings --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/SettingsTable.h"
#include "dialect/NoiseCosts.h"
#include "dialect/units/NoiseBound.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// A setting whose value is the member itself.
template <typename T>
static Setting plain(Setting::Type Type, const char *Name, T Settings::*Member,
                     double Min, double Max, const char *Description) {
  Setting Result{Name, Type, Description, Min, Max};
  Result.Get = [Member](const Settings &Source) {
    return json(Source.*Member);
  };
  Result.Set = [Member](Settings &Target, const json &Value) {
    Target.*Member = Value.get<T>();
  };
  return Result;
}

static Setting boolean(const char *Name, bool Settings::*Member,
                       const char *Description) {
  return plain(Setting::Type::Boolean, Name, Member, 0, 0, Description);
}

template <typename T>
static Setting integer(const char *Name, T Settings::*Member, T Min, T Max,
                       const char *Description) {
  return plain(Setting::Type::Integer, Name, Member, double(Min), double(Max),
               Description);
}

static Setting seconds(const char *Name,
                       std::chrono::milliseconds Settings::*Member, double Min,
                       double Max, const char *Description) {
  Setting Result{Name, Setting::Type::Number, Description, Min, Max};
  Result.Get = [Member](const Settings &Source) {
    int64_t Count = (Source.*Member).count();
    return Count % 1000 == 0 ? json(Count / 1000) : json(Count / 1000.0);
  };
  Result.Set = [Member](Settings &Target, const json &Value) {
    Target.*Member =
        std::chrono::milliseconds(std::llround(Value.get<double>() * 1000));
  };
  return Result;
}

template <typename T>
static Setting choice(const char *Name, T Settings::*Member,
                      std::vector<std::pair<T, Setting::Alternative>> Choices,
                      const char *Description) {
  Setting Result{Name, Setting::Type::Choice, Description};
  for (auto &[Value, Option] : Choices)
    Result.Alternatives.push_back(Option);
  Result.Get = [Member, Choices](const Settings &Source) -> json {
    for (auto &[Value, Option] : Choices)
      if (Value == Source.*Member)
        return Option.Name;
    llvm_unreachable("every value is among the alternatives");
  };
  Result.Set = [Member, Choices](Settings &Target, const json &Text) {
    for (auto &[Value, Option] : Choices)
      if (Text == Option.Name)
        Target.*Member = Value;
  };
  return Result;
}

/// The numbers of a model are one setting: they change together, and so are
/// always a valid model.
static Setting model(const char *Name,
                     std::optional<NoiseModel> Settings::*Member,
                     const char *Description) {
  Setting Result{Name, Setting::Type::Model, Description};
  Result.Get = [Member](const Settings &Source) -> json {
    const std::optional<NoiseModel> &Model = Source.*Member;
    if (!Model)
      return "";
    return Model->str();
  };
  Result.Set = [Member](Settings &Target, const json &Value) {
    std::string Error;
    Target.*Member =
        NoiseModel::parse(Value.get_ref<const std::string &>(), Error);
  };
  return Result;
}

static Setting costs(const char *Name, std::string Settings::*Member,
                     const char *Description) {
  Setting Result{Name, Setting::Type::Costs, Description};
  Result.Get = [Member](const Settings &Source) -> json {
    return Source.*Member;
  };
  Result.Set = [Member](Settings &Target, const json &Value) {
    Target.*Member = Value.get<std::string>();
  };
  return Result;
}

llvm::ArrayRef<Setting> mlir::noisy::lsp::allSettings() {
  using Hints = Settings::NoiseHints;
  static const std::vector<Setting> Table = {
      model("model", &Settings::Model,
            "The noise model, in bits, of code without a `noisy.model` "
            "attribute, such as `initial=16,max=30`, "
            "`initial=12.8,max=202.9,mul=max+32.1` or "
            "`levels=9,bootstrap=2`; or the parameters of a scheme, such as "
            "`bfv N=8192 t=65537 logq=55,55,55,55` "
            "(`noisy-opt --noisy-model-from`). Empty: the model of the command "
            "line (`--noisy-model`), or else `initial=12,max=26`."),
      integer<uint32_t>(
          "nearLimit", &Settings::NearLimit, 0, NoiseBound::kCap - 1,
          "A value with at most this many bits left is near the limit, for "
          "inlay hints and semantic tokens."),
      choice<Hints>("inlayHints.noise", &Settings::ShownNoise,
                    {{Hints::All, {"all", "all values"}},
                     {Hints::NearLimit,
                      {"nearLimit",
                       "values near the limit, over it, or of unknown noise"}},
                     {Hints::None, {"off", "none"}}},
                    "Show the noise of these encrypted values after them."),
      boolean("inlayHints.ranges", &Settings::ShowRanges,
              "Show the range of index values after them, and the constant "
              "bounds of the sizes of tensors and memrefs."),
      boolean("codeLens.enable", &Settings::ShowLenses,
              "Show the worst noise of each function, and the fix, above it."),
      boolean("diagnostics.ranges", &Settings::ShowRangeFindings,
              "Show integer findings: constant values, comparisons that are "
              "always true or false, division by zero, indices out of bounds."),
      boolean("diagnostics.unsigned", &Settings::ShowUnsignedFindings,
              "Show operations that could be unsigned, as hints, if integer "
              "findings are shown."),
      boolean("diagnostics.lessNoise", &Settings::ShowNoiseSavings,
              "Show sums and products that would have much less noise in "
              "another order, as hints."),
      boolean("hover.genericForm", &Settings::ShowGenericForm,
              "Show the generic form of an operation, with all its properties, "
              "at the end of its hover."),
      seconds("optimizer.timeLimit", &Settings::TimeLimit, 0.1, 86400,
              "The time limit of a fix, in seconds; it then takes the best "
              "solution so far."),
      plain(Setting::Type::Number, "optimizer.gap", &Settings::Gap, 0, 1,
            "The accepted gap between the cost of a solution and the proven "
            "lower bound: 0.01 for one per cent."),
      integer<uint64_t>("optimizer.assumedIterations",
                        &Settings::AssumedIterations, 1, 1'000'000,
                        "The assumed number of iterations of a loop or "
                        "recursion of unknown length."),
      boolean("optimizer.removeExisting", &Settings::RemoveExisting,
              "Also remove the existing `noisy.reduce_noise` operations that "
              "the best solution does not need."),
      boolean("optimizer.rewrite", &Settings::Rewrite,
              "Also rewrite the program in all fixes that insert reductions, "
              "where that makes the best solution cheaper."),
      integer<unsigned>("optimizer.workers", &Settings::Workers, 1, 64,
                        "The number of solver processes."),
      costs("optimizer.costs", &Settings::Costs,
            "What code costs by its noise, where no `noisy.cost` around it "
            "says so, such as `{by_level = [5, 6], to_level = [[7, 9], [4, "
            "5]], mul = {by_level = [1, 2]}}`: reductions by the levels left "
            "to their values, what they may leave, and other operations. "
            "Empty: a reduction counts 1."),
  };
  return Table;
}

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

/// A number in its short form: "0.1", "65535".
static std::string spell(double Number) {
  return Number == std::trunc(Number) ? std::to_string(int64_t(Number))
                                      : dumpJson(json(Number));
}

/// "a", "b" or "c".
static std::string listOf(llvm::ArrayRef<Setting::Alternative> Names) {
  std::string Result;
  for (const auto &[I, Entry] : llvm::enumerate(Names)) {
    if (I > 0)
      Result += I + 1 == Names.size() ? " or " : ", ";
    Result += "\"" + std::string(Entry.Name) + "\"";
  }
  return Result;
}

/// The expected values, as a noun phrase.
static std::string describeExpected(const Setting &Entry) {
  std::string Range = " from " + spell(Entry.Min) + " to " + spell(Entry.Max);
  switch (Entry.Kind) {
  case Setting::Type::Boolean:
    return "true or false";
  case Setting::Type::Integer:
    return "a whole number" + Range;
  case Setting::Type::Number:
    return "a number" + Range;
  case Setting::Type::Choice:
    return listOf(Entry.Alternatives);
  case Setting::Type::Model:
    return "a text such as \"initial=12,max=26\"";
  case Setting::Type::Costs:
    return "a text such as \"{by_level = [5, 6]}\"";
  }
  llvm_unreachable("all types are handled");
}

llvm::Error Setting::check(const json &Value) const {
  bool IsRight = false;
  std::string Reason;
  switch (Kind) {
  case Type::Boolean:
    IsRight = Value.is_boolean();
    break;
  case Type::Integer:
  case Type::Number: {
    if (!Value.is_number())
      break;
    double Number = Value.get<double>();
    // Some clients have one type of numbers only, and send 10.0.
    IsRight = Number >= Min && Number <= Max &&
              (Kind == Type::Number || Number == std::trunc(Number));
    break;
  }
  case Type::Choice:
    for (const Alternative &Option : Alternatives)
      IsRight |= Value == Option.Name;
    break;
  case Type::Model:
    if (!Value.is_string())
      break;
    IsRight = Value == "" ||
              NoiseModel::parse(Value.get_ref<const std::string &>(), Reason);
    break;
  case Type::Costs:
    if (!Value.is_string())
      break;
    IsRight = Value == "" ||
              NoiseCosts::parse(Value.get_ref<const std::string &>(), Reason);
    break;
  }
  if (IsRight)
    return llvm::Error::success();
  static constexpr size_t LongestShown = 80;
  std::string ValueText = dumpJson(Value);
  if (ValueText.size() > LongestShown)
    ValueText = "the given value";
  std::string Sentence =
      fullName() + " must be " + describeExpected(*this) + ", not " + ValueText;
  // The parser names the expected form, unless the numbers are no valid model.
  if (!Reason.empty() && !llvm::StringRef(Reason).starts_with("expected"))
    Sentence += ": " + Reason;
  return refuse(Sentence);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void GivenSettings::applyTo(Settings &Target) const {
  for (const auto &[Entry, Value] : Values)
    Entry->Set(Target, Value);
}

static const Setting *findSetting(llvm::StringRef Name) {
  for (const Setting &Entry : allSettings())
    if (Entry.Name == Name)
      return &Entry;
  return nullptr;
}

/// True if names of settings begin with it: "inlayHints".
static bool isGroup(llvm::StringRef Name) {
  return llvm::any_of(allSettings(), [&](const Setting &Entry) {
    llvm::StringRef Rest = Entry.Name;
    return Rest.consume_front(Name) && Rest.starts_with(".");
  });
}

static bool isNothing(const json &Value) {
  return Value.is_null() || (Value.is_array() && Value.empty());
}

static std::string inSection(const std::string &Name) {
  return Name.empty() ? SettingsSection
                      : std::string(SettingsSection) + "." + Name;
}

/// Reads the setting or group `Name`, without the section; empty for all
/// settings.
static void readInto(GivenSettings &Result, const std::string &Name,
                     const json &Node) {
  if (isNothing(Node))
    return;
  if (const Setting *Entry = findSetting(Name)) {
    llvm::Error Refusal = Entry->check(Node);
    // The default, not another source's value: that would hide which value
    // applies.
    Result.Values.emplace_back(Entry, Refusal ? Entry->defaultValue() : Node);
    if (Refusal)
      Result.Wrong.push_back(llvm::toString(std::move(Refusal)));
    return;
  }
  if (!Name.empty() && !isGroup(Name)) {
    Result.Unknown.push_back(inSection(Name));
    return;
  }
  if (!Node.is_object()) {
    Result.Wrong.push_back(inSection(Name) + " must be an object");
    return;
  }
  for (const auto &[Key, Value] : Node.items())
    readInto(Result, Name.empty() ? Key : Name + "." + Key, Value);
}

GivenSettings mlir::noisy::lsp::readSettings(const json &Root) {
  GivenSettings Result;
  bool HasSection = false;
  if (Root.is_object())
    for (const auto &[Key, Value] : Root.items()) {
      llvm::StringRef Name = Key;
      if (!Name.consume_front(SettingsSection) ||
          !(Name.empty() || Name.consume_front(".")))
        continue;
      HasSection = true;
      readInto(Result, Name.str(), Value);
    }
  if (!HasSection)
    readInto(Result, "", Root);
  return Result;
}

//===----------------------------------------------------------------------===//
// The documentation
//===----------------------------------------------------------------------===//

/// The expected values, as Markdown for the settings table.
static std::string describeValues(const Setting &Entry) {
  switch (Entry.Kind) {
  case Setting::Type::Boolean:
    return "`true`, `false`";
  case Setting::Type::Model:
  case Setting::Type::Costs:
    return "text";
  case Setting::Type::Choice: {
    std::string Result;
    for (const Setting::Alternative &Option : Entry.Alternatives)
      Result += (Result.empty() ? "`\"" : ", `\"") + std::string(Option.Name) +
                "\"` (" + Option.Meaning + ")";
    return Result;
  }
  case Setting::Type::Integer:
  case Setting::Type::Number:
    return describeExpected(Entry);
  }
  llvm_unreachable("all types are handled");
}

std::string mlir::noisy::lsp::describeSettings() {
  std::string Table = "| setting | values | default | |\n|---|---|---|---|\n";
  for (const Setting &Entry : allSettings()) {
    json Default = Entry.defaultValue();
    Table += "| `" + Entry.fullName() + "` | " + describeValues(Entry) +
             " | `" +
             (Default.is_number() ? spell(Default.get<double>())
                                  : dumpJson(Default)) +
             "` | " + Entry.Description + " |\n";
  }
  return Table;
}

static json schemaOf(const Setting &Entry) {
  json Result = {{"markdownDescription", Entry.Description},
                 {"default", Entry.defaultValue()},
                 // May differ between folders and documents.
                 {"scope", "resource"}};
  switch (Entry.Kind) {
  case Setting::Type::Boolean:
    Result["type"] = "boolean";
    break;
  case Setting::Type::Integer:
    Result["type"] = "integer";
    Result["minimum"] = int64_t(Entry.Min);
    Result["maximum"] = int64_t(Entry.Max);
    break;
  case Setting::Type::Number:
    Result["type"] = "number";
    Result["minimum"] = Entry.Min;
    Result["maximum"] = Entry.Max;
    break;
  case Setting::Type::Choice:
    Result["type"] = "string";
    for (const Setting::Alternative &Option : Entry.Alternatives) {
      Result["enum"].push_back(Option.Name);
      Result["enumDescriptions"].push_back(Option.Meaning);
    }
    break;
  case Setting::Type::Model:
    Result["type"] = "string";
    Result["pattern"] =
        "^$|^ *(bfv|bgv|ckks|tfhe) .*$|"
        "^(?=.*\\blevels\\b|(?=.*\\binitial\\b).*\\bmax *= *[0-9])"
        "( *(initial|reduced|max) *= *[0-9]+(\\.[0-9]+)? *(,|$)|"
        " *(levels|bootstrap) *= *[0-9]+ *(,|$)|"
        " *unit *= *1 *(/ *[0-9]+ *)?(,|$)|"
        " *(add|sub|mul|scale) *= *(max|sum|lhs|rhs|x|factor)\\b[^=]*(,|$))+$";
    Result["patternErrorMessage"] =
        "Expected a noise model such as initial=16,max=30, or with "
        "mul=max+32.1, or levels=9, or bfv N=8192 t=65537 "
        "logq=55,55,55,55";
    break;
  case Setting::Type::Costs:
    Result["type"] = "string";
    Result["pattern"] = "^$|^ *\\{.*= *[\\[{].*\\} *$";
    Result["patternErrorMessage"] =
        "Expected costs such as {by_level = [5, 6], mul = {by_level = [1, 2]}}";
    break;
  }
  return Result;
}

json mlir::noisy::lsp::schemaOfSettings() {
  json Result = json::object();
  for (const auto &[I, Entry] : llvm::enumerate(allSettings())) {
    json &Property = Result[Entry.fullName()];
    Property = schemaOf(Entry);
    // JSON objects have no order.
    Property["order"] = I;
  }
  return Result;
}
