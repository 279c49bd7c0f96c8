//===- SettingsTableTest.cpp - All settings, and what they can be ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/SettingsTable.h"
#include "tests/support/SourceRoot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using mlir::noisy::test::sourceRoot;
using Lines = std::vector<std::string>;
using Type = Setting::Type;

/// Values that are allowed, others than the default among them.
static std::vector<json> rightValues(const Setting &Entry) {
  switch (Entry.Kind) {
  case Type::Boolean:
    return {true, false};
  case Type::Integer:
    return {int64_t(Entry.Min), int64_t(Entry.Max), int64_t(Entry.Min) + 7};
  case Type::Number:
    return {Entry.Min, Entry.Max, (Entry.Min + Entry.Max) / 2};
  case Type::Choice: {
    std::vector<json> Result;
    for (const Setting::Alternative &Choice : Entry.Alternatives)
      Result.push_back(Choice.Name);
    return Result;
  }
  case Type::Model:
    return {"", "initial=16,max=30", "initial=1,max=65535"};
  case Type::Costs:
    return {"", "{by_level = [5, 6]}",
            " {to_noise = [[12, 3], [16, 1]], mul = {by_noise = [[1, 2]]}} "};
  }
  return {};
}

static std::vector<json> wrongValues(const Setting &Entry) {
  std::vector<json> Result = {json::object(), json::array({1}), 1e300};
  switch (Entry.Kind) {
  case Type::Boolean:
    Result.insert(Result.end(), {0, 1, "true", "on"});
    break;
  case Type::Integer:
    Result.insert(Result.end(),
                  {int64_t(Entry.Min) - 1, int64_t(Entry.Max) + 1,
                   Entry.Min + 0.5, std::to_string(int64_t(Entry.Min)), true,
                   std::numeric_limits<uint64_t>::max(),
                   std::numeric_limits<int64_t>::min(),
                   std::numeric_limits<double>::quiet_NaN()});
    break;
  case Type::Number:
    Result.insert(Result.end(), {Entry.Min - 0.01, Entry.Max + 0.01, "1", true,
                                 std::numeric_limits<double>::quiet_NaN()});
    break;
  case Type::Choice:
    Result.insert(Result.end(), {"", "All", "some", true, 1});
    break;
  case Type::Model:
    Result.insert(Result.end(),
                  {"16", "initial=16", "initial=30,max=16", "initial=0,max=16",
                   "initial=12,max=65536", "initial=12,max=26,more=1", " "});
    break;
  case Type::Costs:
    Result.insert(Result.end(), {"5", "by_level = [5, 6]", "{by_level = 5}",
                                 "{by_level = [5, 6]", "{}", " "});
    break;
  }
  return Result;
}

/// An object in objects: `Name` is "a.b".
static json makeNested(llvm::StringRef Name, json Value) {
  auto [First, Rest] = Name.split('.');
  return json{{First.str(), Rest.empty() ? Value : makeNested(Rest, Value)}};
}

static Settings readAll(const json &SettingsJson) {
  GivenSettings GivenValues = readSettings(SettingsJson);
  INFO(SettingsJson);
  CHECK(GivenValues.Wrong.empty());
  CHECK(GivenValues.Unknown.empty());
  Settings Result;
  GivenValues.applyTo(Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

TEST_CASE("SettingsTable: names, descriptions and defaults", "[settings]") {
  std::set<std::string> Names;
  for (const Setting &Entry : allSettings()) {
    INFO(Entry.Name);
    CHECK(Names.insert(Entry.Name).second);
    CHECK(std::regex_match(Entry.Name,
                           std::regex("[a-z][A-Za-z]*(\\.[a-z][A-Za-z]*)*")));
    CHECK(llvm::StringRef(Entry.Description).ends_with("."));
    CHECK(llvm::toString(Entry.check(Entry.defaultValue())) == "");
    Settings Copy;
    Entry.Set(Copy, Entry.defaultValue());
    CHECK(Copy == Settings());
  }
  // No setting is a group of others.
  for (const std::string &Name : Names)
    for (const std::string &OtherName : Names)
      CHECK_FALSE(llvm::StringRef(OtherName).starts_with(Name + "."));
}

TEST_CASE("SettingsTable: what is set is what one gets", "[settings]") {
  for (const Setting &Entry : allSettings()) {
    bool IsEffective = false;
    for (const json &Value : rightValues(Entry)) {
      INFO(Entry.Name << " = " << Value);
      REQUIRE(llvm::toString(Entry.check(Value)) == "");
      Settings NewSettings;
      Entry.Set(NewSettings, Value);
      CHECK(Entry.Get(NewSettings) == Value);
      IsEffective |= NewSettings != Settings();
      // And nothing else.
      for (const Setting &OtherEntry : allSettings())
        if (&OtherEntry != &Entry)
          CHECK(OtherEntry.Get(NewSettings) == OtherEntry.defaultValue());
      Entry.Set(NewSettings, Entry.defaultValue());
      CHECK(NewSettings == Settings());
    }
    INFO(Entry.Name);
    CHECK(IsEffective);
  }
}

TEST_CASE("SettingsTable: wrong values are refused with what is allowed",
          "[settings]") {
  for (const Setting &Entry : allSettings())
    for (const json &Value : wrongValues(Entry)) {
      INFO(Entry.Name << " = " << Value);
      std::string Error = llvm::toString(Entry.check(Value));
      CHECK(llvm::StringRef(Error).starts_with("noisy." + Entry.Name +
                                               " must be "));
      GivenSettings GivenValues = readSettings({{Entry.Name, Value}});
      // It counts as the default, whatever it was before.
      REQUIRE(GivenValues.Values.size() == 1);
      CHECK(GivenValues.Values[0].first == &Entry);
      CHECK(GivenValues.Values[0].second == Entry.defaultValue());
      CHECK(GivenValues.Wrong == Lines{Error});
    }
  auto errorOf = [](const json &SettingsJson) {
    GivenSettings GivenValues = readSettings(SettingsJson);
    REQUIRE(GivenValues.Wrong.size() == 1);
    return GivenValues.Wrong.front();
  };
  CHECK(errorOf({{"nearLimit", -1}}) ==
        "noisy.nearLimit must be a whole number from 0 to 65535, not -1");
  CHECK(errorOf({{"optimizer.timeLimit", "5s"}}) ==
        "noisy.optimizer.timeLimit must be a number from 0.1 to 86400, not "
        "\"5s\"");
  CHECK(errorOf({{"inlayHints.noise", "some"}}) ==
        "noisy.inlayHints.noise must be \"all\", \"nearLimit\" or \"off\", "
        "not \"some\"");
  CHECK(errorOf({{"codeLens.enable", 1}}) ==
        "noisy.codeLens.enable must be true or false, not 1");
  CHECK(errorOf({{"model", "16, 30"}}) ==
        "noisy.model must be a text such as \"initial=12,max=26\", not "
        "\"16, 30\"");
  CHECK(errorOf({{"model", "initial=30,max=16"}}) ==
        "noisy.model must be a text such as \"initial=12,max=26\", not "
        "\"initial=30,max=16\": the limit, max = 16, must not be below the "
        "noise of a fresh encryption, initial = 30");
  // What is long is not repeated.
  CHECK(errorOf({{"model", std::string(1000, 'x')}}).size() < 120);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TEST_CASE("SettingsTable: objects in objects, and names with dots",
          "[settings]") {
  json SettingsJson;
  SECTION("nested") {
    SettingsJson = {{"inlayHints", {{"noise", "nearLimit"}}},
                    {"optimizer", {{"workers", 5}, {"timeLimit", 1.5}}}};
  }
  SECTION("in the section") {
    SettingsJson = {{"noisy",
                     {{"inlayHints", {{"noise", "nearLimit"}}},
                      {"optimizer", {{"workers", 5}, {"timeLimit", 1.5}}}}}};
  }
  SECTION("dotted") {
    SettingsJson = {{"inlayHints.noise", "nearLimit"},
                    {"optimizer.workers", 5},
                    {"optimizer.timeLimit", 1.5}};
  }
  SECTION("dotted, with the section") {
    SettingsJson = {{"noisy.inlayHints.noise", "nearLimit"},
                    {"noisy.optimizer.workers", 5},
                    {"noisy.optimizer.timeLimit", 1.5}};
  }
  SECTION("mixed") {
    SettingsJson = {{"noisy", {{"inlayHints.noise", "nearLimit"}}},
                    {"noisy.optimizer", {{"workers", 5}}},
                    {"noisy.optimizer.timeLimit", 1.5}};
  }
  SECTION("beside others, which say nothing") {
    SettingsJson = {
        {"noisy",
         {{"inlayHints", {{"noise", "nearLimit"}, {"ranges", nullptr}}},
          {"optimizer", {{"workers", 5}, {"timeLimit", 1.5}}},
          {"codeLens", nullptr},
          {"diagnostics", json::array()}}},
        {"python", {{"noise", 1}}},
        {"noisyOther", 1}};
  }
  Settings ExpectedSettings;
  ExpectedSettings.ShownNoise = Settings::NoiseHints::NearLimit;
  ExpectedSettings.Workers = 5;
  ExpectedSettings.TimeLimit = std::chrono::milliseconds(1500);
  CHECK(readAll(SettingsJson) == ExpectedSettings);
}

TEST_CASE("SettingsTable: every setting, in each form", "[settings]") {
  for (const Setting &Entry : allSettings())
    for (const json &Value : rightValues(Entry)) {
      Settings ExpectedSettings;
      Entry.Set(ExpectedSettings, Value);
      CHECK(readAll(makeNested(Entry.Name, Value)) == ExpectedSettings);
      CHECK(readAll(makeNested("noisy." + Entry.Name, Value)) ==
            ExpectedSettings);
      CHECK(readAll({{"noisy." + Entry.Name, Value}}) == ExpectedSettings);
      CHECK(readAll({{"noisy", {{Entry.Name, Value}}}}) == ExpectedSettings);
    }
}

TEST_CASE("SettingsTable: nothing said is nothing set", "[settings]") {
  for (const json &EmptyInput :
       {json(), json::object(), json::array(), json{{"noisy", nullptr}},
        json{{"noisy", json::array()}}, json{{"noisy", json::object()}},
        json{{"nearLimit", nullptr}}, json{{"optimizer", json::object()}}}) {
    INFO(EmptyInput);
    CHECK(readAll(EmptyInput) == Settings());
    CHECK(readSettings(EmptyInput).Values.empty());
  }
}

TEST_CASE("SettingsTable: whole numbers that come as fractions", "[settings]") {
  CHECK(readAll({{"nearLimit", 3.0}}).NearLimit == 3);
  CHECK(readAll({{"optimizer.timeLimit", 5}}).TimeLimit ==
        std::chrono::seconds(5));
  CHECK(readAll({{"optimizer.gap", 0}}).Gap == 0);
}

TEST_CASE("SettingsTable: what is wrong leaves the rest", "[settings]") {
  GivenSettings GivenValues =
      readSettings({{"noisy",
                     {{"nearLimit", "two"},
                      {"optimizer", {{"workers", 3}}},
                      {"codeLens", false},
                      {"inlayHints", {{"noize", 1}}},
                      {"trace", {{"server", "verbose"}}}}}});
  CHECK(GivenValues.Wrong ==
        Lines{"noisy.codeLens must be an object",
              "noisy.nearLimit must be a whole number from 0 to 65535, not "
              "\"two\""});
  CHECK(GivenValues.Unknown == Lines{"noisy.inlayHints.noize", "noisy.trace"});
  Settings Result;
  GivenValues.applyTo(Result);
  Settings ExpectedSettings;
  ExpectedSettings.Workers = 3;
  CHECK(Result == ExpectedSettings);

  CHECK(readSettings("all").Wrong == Lines{"noisy must be an object"});
  CHECK(readSettings({{"noisy", 5}}).Wrong == Lines{"noisy must be an object"});
}

//===----------------------------------------------------------------------===//
// The documentation
//===----------------------------------------------------------------------===//

TEST_CASE("SettingsTable: the documentation is that of the code",
          "[settings]") {
  INFO("./dev docs writes the table");
  std::ifstream Stream(sourceRoot() / "docs/settings.md");
  std::string Contents((std::istreambuf_iterator<char>(Stream)), {});
  llvm::StringRef Rest = Contents;
  Rest = Rest.split("\n<!-- settings: ").second.split("-->\n").second;
  CHECK(Rest.split("<!-- end of settings -->").first.str() ==
        describeSettings());
}

TEST_CASE("SettingsTable: a line of the table", "[settings]") {
  std::string Table = describeSettings();
  for (const char *Line :
       {"| `noisy.nearLimit` | a whole number from 0 to 65535 | `2` | A value ",
        "| `noisy.optimizer.gap` | a number from 0 to 1 | `0` | ",
        "| `noisy.codeLens.enable` | `true`, `false` | `true` | ",
        "| `noisy.model` | text | `\"\"` | ",
        "| `noisy.inlayHints.noise` | `\"all\"` (all values), `\"nearLimit\"` "
        "("}) {
    INFO(Line);
    CHECK(llvm::StringRef(Table).contains(Line));
  }
  // Nothing breaks out of its cell.
  llvm::SmallVector<llvm::StringRef> Rows;
  llvm::StringRef(Table).split(Rows, '\n', -1, /*KeepEmpty=*/false);
  CHECK(Rows.size() == allSettings().size() + 2);
  for (llvm::StringRef Row : Rows)
    CHECK(Row.count('|') == 5);
}

TEST_CASE("SettingsTable: the schema says the same as the code", "[settings]") {
  json Schema = schemaOfSettings();
  CHECK(Schema.size() == allSettings().size());
  for (const Setting &Entry : allSettings()) {
    INFO(Entry.Name);
    const json &One = Schema.at("noisy." + Entry.Name);
    CHECK(One.at("default") == Entry.defaultValue());
    auto allows = [&](const json &Value) {
      std::string Type = One.at("type");
      if (Type == "boolean")
        return Value.is_boolean();
      if (Type == "string")
        return Value.is_string() &&
               (!One.contains("enum") || llvm::any_of(One["enum"],
                                                      [&](const json &Name) {
                                                        return Name == Value;
                                                      })) &&
               (!One.contains("pattern") ||
                std::regex_search(Value.get<std::string>(),
                                  std::regex(One["pattern"])));
      return Value.is_number() &&
             (Type == "number" || !Value.is_number_float()) &&
             Value.get<double>() >= One.at("minimum").get<double>() &&
             Value.get<double>() <= One.at("maximum").get<double>();
    };
    for (const json &Value : rightValues(Entry))
      CHECK(allows(Value));
    for (const json &Value : wrongValues(Entry)) {
      INFO(Value);
      // A pattern cannot compare numbers.
      if (Entry.Kind != Type::Model)
        CHECK_FALSE(allows(Value));
    }
  }
  std::regex Model(Schema["noisy.model"]["pattern"].get<std::string>());
  for (const char *Text :
       {"", "initial=16,max=30", " max = 30 , initial = 16 ",
        "initial=13,max=202,mul=max+33", "mul=sum, initial=1,add=max + 1,max=9",
        "initial=12.8,reduced=20,max=202.9,unit=1/16",
        "initial=1,max=9,mul=max(lhs + rhs, 20) - 3,add=max",
        "initial=1,max=9,scale=x+factor", "levels=9", "levels=9,bootstrap=2",
        "bfv N=8192 t=65537 logq=55,55,55,55"})
    CHECK(std::regex_search(Text, Model));
  for (const char *Text :
       {"16", "initial=16", "initial=16,mul=max", "initial=16,max=30,mul=3",
        "initial=16;max=30", "initial=.5,max=30", "bfvN=8192", "bootstrap=2",
        "initial=16,max=30,unit=2", "elgamal N=8192"})
    CHECK_FALSE(std::regex_search(Text, Model));
}
