//===- Comparison.cpp - The answers of two servers about a text -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Comparison.h"
#include "server/check/AnswerCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <regex>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::Position;
using lsp::PositionEncoding;

/// The kind of the first answer, which is no reply to a request.
static constexpr const char *DiagnosticsKind = "diagnostics";

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

Comparison::Comparison(const lsp::Text &Text, std::string Uri,
                       PositionEncoding Encoding, uint64_t Seed, bool Thorough)
    : Text(Text), Uri(std::move(Uri)), Encoding(Encoding) {
  Questions.push_back({DiagnosticsKind, nullptr, {}});
  lsp::Range Whole = Text.rangeAt(0, Text.size(), Encoding);
  for (const char *Method :
       {"textDocument/documentSymbol", "textDocument/foldingRange",
        "textDocument/codeLens", "textDocument/semanticTokens/full",
        "textDocument/formatting", "textDocument/documentLink"})
    addQuestion(Method, json::object());
  addQuestion("textDocument/inlayHint", {{"range", Whole}});
  std::mt19937_64 Random(Seed);
  addPlaces(Random, Thorough);

  for (size_t Line = 0, Chunk = 0; Line < Text.lineCount(); ++Line) {
    llvm::StringRef Contents =
        Text.bytes().slice(Text.lineStart(Line), Text.lineEnd(Line));
    if (Contents.consume_front("// -----") && Contents.trim().empty())
      ++Chunk;
    ChunkOfLine.push_back(Chunk);
  }
  IsBrokenChunk.resize(ChunkOfLine.back() + 1);
}

void Comparison::addQuestion(const std::string &Method, json Params,
                             Position Place) {
  Params["textDocument"] = {{"uri", Uri}};
  Questions.push_back({Method, std::move(Params), Place});
}

/// Chooses a place, preferably in a name.
static size_t choosePlace(llvm::StringRef Bytes, std::mt19937_64 &Random) {
  if (Bytes.empty())
    return 0;
  size_t Offset = Random() % (Bytes.size() + 1);
  if (Random() % 8 == 0)
    return Offset;
  size_t Sign = Bytes.find_first_of("%@!#^.", Offset);
  return Sign == llvm::StringRef::npos ? Offset : Sign + Random() % 2;
}

void Comparison::addPlaces(std::mt19937_64 &Random, bool Thorough) {
  struct MethodCounts {
    const char *Method;
    unsigned QuickCount, ThoroughCount;
  };
  static constexpr MethodCounts Methods[] = {
      {"textDocument/hover", 6, 400},
      {"textDocument/definition", 2, 200},
      {"textDocument/typeDefinition", 1, 50},
      {"textDocument/references", 1, 100},
      {"textDocument/documentHighlight", 1, 100},
      {"textDocument/selectionRange", 1, 50},
      {"textDocument/prepareRename", 1, 50},
      {"textDocument/codeAction", 1, 50},
      {"textDocument/completion", 1, 10},
      {"textDocument/prepareCallHierarchy", 1, 20},
      {"noisy/noiseGraph", 1, 20},
  };
  for (const MethodCounts &Entry : Methods)
    for (unsigned I = Thorough ? Entry.ThoroughCount : Entry.QuickCount; I > 0;
         --I) {
      Position Place =
          Text.positionAt(choosePlace(Text.bytes(), Random), Encoding);
      json Params = lsp::positionParams(Uri, Place.Line, Place.Character);
      llvm::StringRef Method = Entry.Method;
      if (Method.ends_with("references"))
        Params["context"] = {{"includeDeclaration", true}};
      if (Method.ends_with("selectionRange"))
        Params["positions"] = json::array({Place});
      if (Method.ends_with("codeAction")) {
        Params["range"] = lsp::Range{Place, Place};
        Params["context"] = {{"diagnostics", json::array()}};
      }
      addQuestion(Entry.Method, std::move(Params), Place);
    }
}

std::vector<json> Comparison::ask(FuzzedServer &Server, int64_t Version) {
  lsp::LspSession &Session = Server.session();
  std::vector<json> Answers;
  std::vector<int64_t> Ids;
  for (const Question &Query : Questions)
    if (Query.Method != DiagnosticsKind)
      Ids.push_back(Session.send(Query.Method, Query.Params));
  for (int64_t Id : Ids) {
    lsp::Outcome Answer = Session.wait(Id);
    Answers.push_back(Answer ? std::move(Answer.Result)
                             : json{{"refused", Answer.Error->Message}});
  }
  Server.takeMessages();
  Answers.insert(Answers.begin(), Server.diagnostics(Uri, Version));
  return Answers;
}

//===----------------------------------------------------------------------===//
// Broken chunks
//===----------------------------------------------------------------------===//

void Comparison::findBrokenChunks(const json &Diagnostics) {
  for (const json &Item : Diagnostics) {
    std::string Code = Item.value("code", "");
    int Severity = Item.value("severity", 1);
    bool IsError = Severity == 1 &&
                   !llvm::StringRef(Code).starts_with("noise-") &&
                   !llvm::StringRef(Code).starts_with("int-");
    // An operation of an unknown dialect that is not read (ForeignProblems).
    bool IsUnread = Severity == 3 && Item.value("source", "") == "mlir";
    if (!IsError && !IsUnread)
      continue;
    size_t Line = Item["range"]["start"]["line"];
    IsBrokenChunk[ChunkOfLine[std::min(Line, ChunkOfLine.size() - 1)]] = true;
  }
}

bool Comparison::isGood() const {
  return llvm::none_of(IsBrokenChunk, [](bool Is) { return Is; });
}

bool Comparison::isBroken(uint32_t Line) const {
  return IsBrokenChunk[ChunkOfLine[std::min<size_t>(Line,
                                                    ChunkOfLine.size() - 1)]];
}

bool Comparison::isInBroken(const json &Range) const {
  uint32_t First = Range["start"]["line"], Last = Range["end"]["line"];
  return isBroken(First) || isBroken(Last);
}

//===----------------------------------------------------------------------===//
// Equal parts
//===----------------------------------------------------------------------===//

std::vector<std::string> Comparison::listDiagnostics(const json &Answer) const {
  std::vector<std::string> Result;
  for (json Item : Answer) {
    Item.erase("data");
    // Findings that depend on broken parts differ.
    if (Item.value("source", "") == "noisy" && isInBroken(Item["range"]))
      continue;
    Result.push_back(lsp::dumpJson(Item));
  }
  return Result;
}

std::vector<std::string> Comparison::listTokens(const json &Answer) const {
  std::vector<std::string> Result;
  if (!Answer.contains("data"))
    return {lsp::dumpJson(Answer)};
  const json &Data = Answer["data"];
  uint32_t Line = 0, Column = 0;
  for (size_t I = 0; I + 4 < Data.size(); I += 5) {
    uint32_t Lines = Data[I], Columns = Data[I + 1];
    Line += Lines;
    Column = Lines ? Columns : Column + Columns;
    if (!isBroken(Line))
      Result.push_back(std::to_string(Line) + ":" + std::to_string(Column) +
                       " " + lsp::dumpJson(Data[I + 2]) + " " +
                       lsp::dumpJson(Data[I + 3]) + " " +
                       lsp::dumpJson(Data[I + 4]));
  }
  return Result;
}

/// The range that an item is about.
static json rangeOf(const json &Item) {
  if (Item.contains("range"))
    return Item["range"];
  if (Item.contains("position"))
    return {{"start", Item["position"]}, {"end", Item["position"]}};
  if (Item.contains("startLine"))
    return {{"start", {{"line", Item["startLine"]}}},
            {"end", {{"line", Item["endLine"]}}}};
  if (Item.contains("targetRange"))
    return Item["targetRange"];
  return nullptr;
}

std::vector<std::string> Comparison::listItems(const json &Answer) const {
  std::vector<std::string> Result;
  for (json Item : Answer) {
    json ItemRange = rangeOf(Item);
    if (!ItemRange.is_null() && isInBroken(ItemRange))
      continue;
    Item.erase("data");
    // Ignore the version of the text.
    if (Item.contains("command") && Item["command"].is_object())
      Item["command"].erase("arguments");
    Result.push_back(lsp::dumpJson(Item));
  }
  return Result;
}

std::vector<std::string> Comparison::listComparable(const Question &Query,
                                                    const json &Answer) const {
  if (Query.Method == DiagnosticsKind)
    return listDiagnostics(Answer);
  if (Query.Method == "textDocument/semanticTokens/full")
    return listTokens(Answer);
  if (Answer.is_array() && Query.Method != "textDocument/codeAction")
    return listItems(Answer);
  json ComparablePart = Answer;
  if (Query.Method == "noisy/noiseGraph" && ComparablePart.is_object())
    ComparablePart.erase("version");
  if (Query.Method == "textDocument/codeAction" && ComparablePart.is_array()) {
    ComparablePart = json::array();
    for (const json &Item : Answer) {
      std::string Title = Item.value("title", ""),
                  Kind = Item.value("kind", "");
      // A change everywhere depends on the known facts about broken parts.
      bool IsEverywhere =
          llvm::StringRef(Title).ends_with("all parts of the document") ||
          llvm::StringRef(Kind).starts_with("source.");
      if (isGood() || !IsEverywhere)
        ComparablePart.push_back({{"title", Title}, {"kind", Kind}});
    }
  }
  return {lsp::dumpJson(ComparablePart)};
}

/// True if a hover says that it is stale, or depends on stale facts.
static bool saysStale(const json &Answer) {
  std::string Bytes = lsp::dumpJson(Answer);
  for (const char *Words :
       {"stale", "from before", "from the last version that did",
        "does not verify"})
    if (Bytes.find(Words) != std::string::npos)
      return true;
  return false;
}

/// True if the hovers of both servers about a broken chunk have to be equal.
static bool isComparable(const json &EditedAnswer, const json &FreshAnswer) {
  // The edited server may know more, and says that it is stale.
  if (FreshAnswer.is_null() || saysStale(EditedAnswer))
    return false;
  // Operations that are never executed, as far as was known before, have no
  // noise, and so nothing that could be stale.
  bool HasNoise = lsp::dumpJson(EditedAnswer).find("oise") != std::string::npos;
  return HasNoise || !saysStale(FreshAnswer);
}

/// Removes numbers: a context gives a resource that it knows already another
/// name, which occurs in messages of MLIR.
static void removeNumbers(std::vector<std::string> &Lines) {
  static const std::regex Resource(
      "(dense_resource<\\w+?|for key '\\w+?)_[0-9]+([>'])");
  for (std::string &Line : Lines)
    if (Line.find("resource") != std::string::npos)
      Line = std::regex_replace(Line, Resource, "$1$2");
}

void Comparison::compareOne(const Question &Query, const json &EditedAnswer,
                            const json &FreshAnswer) {
  bool IsAtPlace = Query.Params.contains("position") ||
                   Query.Method == "textDocument/codeAction";
  // Completions depend on all of the text.
  if (Query.Method == "textDocument/completion" && !isGood())
    return;
  if (IsAtPlace && isBroken(Query.Place.Line) &&
      (Query.Method != "textDocument/hover" ||
       !isComparable(EditedAnswer, FreshAnswer)))
    return;
  ++Counts[Query.Method];
  std::vector<std::string> Mine = listComparable(Query, EditedAnswer);
  std::vector<std::string> New = listComparable(Query, FreshAnswer);
  if (Mine == New)
    return;
  removeNumbers(Mine);
  removeNumbers(New);
  std::sort(Mine.begin(), Mine.end());
  std::sort(New.begin(), New.end());
  if (Mine == New)
    return;
  std::string Message;
  if (IsAtPlace)
    Message += "at " + std::to_string(Query.Place.Line + 1) + ":" +
               std::to_string(Query.Place.Character + 1) + "\n";
  std::vector<std::string> ExtraLines;
  std::set_difference(Mine.begin(), Mine.end(), New.begin(), New.end(),
                      std::back_inserter(ExtraLines));
  for (const std::string &Line : ExtraLines)
    Message += "  edited: " + Line + "\n";
  ExtraLines.clear();
  std::set_difference(New.begin(), New.end(), Mine.begin(), Mine.end(),
                      std::back_inserter(ExtraLines));
  for (const std::string &Line : ExtraLines)
    Message += "  fresh:  " + Line + "\n";
  Differences.push_back({Query.Method, std::move(Message)});
}

void Comparison::compare(const std::vector<json> &EditedAnswers,
                         const std::vector<json> &FreshAnswers,
                         const json &Capabilities) {
  findBrokenChunks(EditedAnswers.front());
  findBrokenChunks(FreshAnswers.front());
  Counts["texts without errors"] += isGood();
  for (size_t I = 0; I < Questions.size(); ++I)
    compareOne(Questions[I], EditedAnswers[I], FreshAnswers[I]);
  // Columns are bytes in this encoding.
  if (Encoding == PositionEncoding::UTF8)
    checkAnswers(EditedAnswers, Capabilities);
}

//===----------------------------------------------------------------------===//
// Validity of answers
//===----------------------------------------------------------------------===//

void Comparison::checkAnswers(const std::vector<json> &Answers,
                              const json &Capabilities) {
  lsp::AnswerCheck Check(Text, Uri);
  lsp::Range Whole = Text.rangeAt(0, Text.size(), Encoding);
  size_t ReportedCount = 0;
  for (size_t I = 0; I < Questions.size(); ++I) {
    const Question &Query = Questions[I];
    const json &Answer = Answers[I];
    llvm::StringRef Method = Query.Method;
    if (Answer.is_object() && Answer.contains("refused"))
      continue;
    if (Method.ends_with("hover"))
      Check.hover(Answer, Query.Place);
    else if (Method.ends_with("documentSymbol"))
      Check.symbols(Answer);
    else if (Method.ends_with("foldingRange"))
      Check.folds(Answer);
    else if (Method.ends_with("codeLens"))
      Check.lenses(Answer);
    else if (Method.ends_with("semanticTokens/full"))
      Check.semanticTokens(
          Answer, Capabilities.at("semanticTokensProvider").at("legend"),
          Whole);
    else if (Method.ends_with("inlayHint"))
      Check.inlayHints(Answer, Whole);
    else if (Method.ends_with("selectionRange"))
      Check.selections(Answer, {Query.Place});
    else if (Method.ends_with("prepareRename"))
      Check.renameRange(Answer, Query.Place);
    else if (Method.ends_with("completion"))
      Check.completions(Answer, Query.Place);
    else if (Method.ends_with("noiseGraph"))
      Check.noiseGraph(Answer);
    else
      Check.ranges(Answer);
    for (; ReportedCount < Check.complaints().size(); ++ReportedCount)
      Differences.push_back(
          {"answer", Query.Method + ": " +
                         Check.complaints()[ReportedCount].Message + "\n  " +
                         lsp::dumpJson(Answer).substr(0, 2000)});
  }
}
