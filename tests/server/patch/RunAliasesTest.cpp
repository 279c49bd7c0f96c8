//===- RunAliasesTest.cpp - Aliases for operations parsed alone -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/RunAliases.h"
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

using namespace mlir::noisy::lsp;
using Names = std::set<std::string>;

static llvm::StringSet<> setOf(const Names &List) {
  llvm::StringSet<> Result;
  for (const std::string &Name : List)
    Result.insert(Name);
  return Result;
}

static std::optional<Names> changed(const AliasLists &Old,
                                    const AliasLists &New) {
  std::optional<llvm::StringSet<>> Result = findChangedAliases(Old, New);
  if (!Result)
    return std::nullopt;
  Names List;
  for (llvm::StringRef Name : Result->keys())
    List.insert(Name.str());
  return List;
}

TEST_CASE("RunAliases: definitions and what they use", "[patch]") {
  const std::string Before = "!t = i32\n"
                             "#a = 1 : !t\n"
                             "#aa = 2 : i32\n"
                             "#b = [#a,\n  #aa]\n"
                             "{-# #-}\n",
                    After = "\n#loc = loc(\"f\":1:1)"
                            "\n#loc1 = loc(\"f\":1:2)"
                            "\n#loc12 = loc(callsite(#loc at #loc1))";
  auto find = [&](const Names &List) {
    RunAliases Result = findRunAliases(setOf(List), {Before, After});
    return Result.Before + "|" + Result.After;
  };
  CHECK(find({}) == "|");
  CHECK(find({"#none", "#loc2"}) == "|");
  CHECK(find({"#a"}) == "!t = i32\n#a = 1 : !t\n{-# #-}\n|");
  CHECK(find({"#aa"}) == "#aa = 2 : i32\n{-# #-}\n|");
  CHECK(find({"#b"}) == Before + "|");
  CHECK(find({"#loc1"}) == "|\n#loc1 = loc(\"f\":1:2)");
  CHECK(find({"#loc12", "!t"}) == "!t = i32\n{-# #-}\n|" + After);
}

TEST_CASE("RunAliases: what may stand for something else", "[patch]") {
  const std::string Before = "#a = 1\n#b = [#a]\n#ab = 3\n{-# #-}\n",
                    After = "\n#loc = loc(\"f\":1:1)\n#loc1 = loc(\"n\"(#loc))"
                            "\n#loc2 = loc(unknown)";
  CHECK(changed({Before, After}, {Before, After}) == Names{});
  // One comes, or goes.
  CHECK(changed({Before, After}, {Before, After + "\n#loc3 = loc(\"x\")"}) ==
        Names{"#loc3"});
  CHECK(changed({Before, After},
                {Before, "\n#loc = loc(\"f\":1:1)\n#loc2 = loc(unknown)"}) ==
        Names{"#loc1"});
  CHECK(changed({"", After}, {"#a = 1\n{-# #-}\n", After}) == Names{"#a"});
  // One changes, and others use it.
  CHECK(changed({Before, After}, {"#a = 2\n#b = [#a]\n#ab = 3\n{-# #-}\n",
                                  After}) == Names{"#a", "#b"});
  CHECK(changed({Before, After},
                {Before, "\n#loc = loc(\"f\":1:2)\n#loc1 = loc(\"n\"(#loc))"
                         "\n#loc2 = loc(unknown)"}) == Names{"#loc", "#loc1"});
  // One changes sides.
  CHECK(changed({"#a = 1\n{-# #-}\n", "\n#b = 2"}, {"", "\n#a = 1\n#b = 2"}) ==
        Names{"#a"});
  // Others have another order.
  CHECK_FALSE(changed({"", "\n#a = 1\n#b = 2\n#c = 3"},
                      {"", "\n#b = 2\n#a = 1\n#c = 3"}));
}

TEST_CASE("RunAliases: definitions in what begins like another one",
          "[patch]") {
  const std::string Line = "#a = 1 !s = i8\n", Sign = "#b = 2\n!t\n= i8\n",
                    Before = Line + Sign + "{-# #-}\n";
  auto find = [&](const char *Name) {
    return findRunAliases(setOf({Name}), {Before, ""}).Before;
  };
  CHECK(find("!s") == Line + "{-# #-}\n");
  CHECK(find("!t") == Sign + "{-# #-}\n");
  CHECK(changed({"#a = 1\n#b = 2\n{-# #-}\n", ""}, {Before, ""}) ==
        Names{"#a", "!s", "#b", "!t"});
  // What uses a changed one.
  CHECK(changed({"#x = 1\n#a = 1 !s = i8 #c = [#x]\n", ""},
                {"#x = 2\n#a = 1 !s = i8 #c = [#x]\n", ""}) ==
        Names{"#x", "#a", "!s", "#c"});
}

/// A list of definitions by chance, and what its names stand for.
namespace {
struct Lists {
  std::vector<std::pair<std::string, std::string>> Before, After;

  static std::string
  write(const std::vector<std::pair<std::string, std::string>> &List,
        bool IsBefore) {
    std::string Result;
    for (const auto &[Name, Value] : List)
      Result +=
          IsBefore ? Name + " = " + Value + "\n" : "\n" + Name + " = " + Value;
    return IsBefore && !List.empty() ? Result + "{-# #-}\n" : Result;
  }
  /// What a name stands for, with the side of each definition.
  std::string meaning(const std::string &Name, int Depth = 0) const {
    auto expand = [&](const std::string &Value) {
      std::string Result;
      for (size_t I = 0; I < Value.size(); ++I) {
        if (Value[I] != '#') {
          Result += Value[I];
          continue;
        }
        size_t End = I + 1;
        while (End < Value.size() && std::isalnum((unsigned char)Value[End]))
          ++End;
        Result +=
            Depth < 6 ? meaning(Value.substr(I, End - I), Depth + 1) : "...";
        I = End - 1;
      }
      return Result;
    };
    for (const auto &[Other, Value] : Before)
      if (Other == Name)
        return "<" + expand(Value) + ">";
    for (const auto &[Other, Value] : After)
      if (Other == Name)
        return "{" + expand(Value) + "}";
    return "?";
  }
};
} // namespace

TEST_CASE("RunAliases: changes by chance", "[patch]") {
  std::mt19937 Random(5);
  auto below = [&](size_t N) { return N == 0 ? 0 : Random() % N; };
  auto value = [&](size_t Count) {
    std::string Result = std::to_string(below(3));
    for (size_t Uses = below(3); Uses > 0; --Uses)
      Result += (below(4) ? " #l" : "\n  #l") + std::to_string(below(Count));
    return Result;
  };
  unsigned Answers = 0;
  for (unsigned Round = 0; Round < 5000; ++Round) {
    size_t Count = 1 + below(14);
    Lists Old;
    for (size_t I = 0; I < Count; ++I)
      (below(3) ? Old.After : Old.Before)
          .push_back({"#l" + std::to_string(I), value(Count)});
    Lists New = Old;
    for (size_t Edits = below(4); Edits > 0; --Edits) {
      auto &List = below(2) ? New.After : New.Before;
      size_t Place = below(List.size() + 1);
      switch (below(4)) {
      case 0:
        List.insert(List.begin() + Place,
                    {"#l" + std::to_string(Count), value(Count)});
        ++Count;
        break;
      case 1:
        if (Place < List.size())
          List.erase(List.begin() + Place);
        break;
      case 2:
        if (Place < List.size())
          List[Place].second = value(Count);
        break;
      case 3:
        if (!New.Before.empty()) {
          New.After.insert(New.After.begin(), New.Before.back());
          New.Before.pop_back();
        }
        break;
      }
    }
    std::string Texts[] = {
        Lists::write(Old.Before, true), Lists::write(Old.After, false),
        Lists::write(New.Before, true), Lists::write(New.After, false)};
    INFO(Texts[0] << Texts[1] << "\n-----\n" << Texts[2] << Texts[3]);
    std::optional<Names> Changed =
        changed({Texts[0], Texts[1]}, {Texts[2], Texts[3]});
    if (!Changed)
      continue;
    ++Answers;
    for (size_t I = 0; I < Count; ++I) {
      std::string Name = "#l" + std::to_string(I);
      if (Old.meaning(Name) != New.meaning(Name))
        CHECK(Changed->contains(Name));
    }
    // What is asked for alone stands for the same.
    std::string Name = "#l" + std::to_string(below(Count));
    RunAliases Alone = findRunAliases(setOf({Name}), {Texts[2], Texts[3]});
    CHECK(Alone.Before.empty() ==
          (New.meaning(Name).find('<') == std::string::npos));
    std::string Line = Name + " = ";
    CHECK((New.meaning(Name) == "?") ==
          ((Alone.Before + "\n" + Alone.After).find("\n" + Line) ==
               std::string::npos &&
           Alone.Before.rfind(Line, 0) != 0));
  }
  CHECK(Answers > 4000);
}
