//===- CoverWorkerProtocol.cpp - The workers' protocol ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverWorkerProtocol.h"

#include <charconv>
#include <utility>

using namespace mlir::noisy;

static constexpr std::string_view ProblemHeader = "noisy-cover-problem 3";
static constexpr std::string_view AnswerHeader = "noisy-cover-answer 3";

static constexpr std::pair<CoverVerdict, std::string_view> Verdicts[] = {
    {CoverVerdict::Settled, "settled"},
    {CoverVerdict::Proven, "proven"},
    {CoverVerdict::Infeasible, "infeasible"},
    {CoverVerdict::Stopped, "stopped"},
    {CoverVerdict::Failed, "failed"},
};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void appendNumber(std::string &Text, int64_t Number) {
  char Digits[24];
  auto [End, Error] = std::to_chars(Digits, Digits + sizeof(Digits), Number);
  Text += ' ';
  Text.append(Digits, End);
}

template <typename T>
static void appendList(std::string &Text, std::string_view Keyword,
                       const std::vector<T> &Numbers) {
  Text += Keyword;
  appendNumber(Text, static_cast<int64_t>(Numbers.size()));
  for (T Number : Numbers)
    appendNumber(Text, Number);
  Text += '\n';
}

static void appendLine(std::string &Text, std::string_view Keyword,
                       int64_t Number) {
  Text += Keyword;
  appendNumber(Text, Number);
  Text += '\n';
}

namespace {

/// Appends the line for a kind of work.
struct WorkWriter {
  std::string &Text;

  void operator()(const SearchWork &Work) const {
    appendLine(Text, "search", Work.Nodes);
  }
  void operator()(const RelaxWork &) const { Text += "relax\n"; }
  void operator()(const ExactWork &Work) const {
    appendLine(Text, "exact", Work.Steps);
  }
  void operator()(const ImproveWork &Work) const {
    Text += "improve";
    appendNumber(Text, Work.Steps);
    appendLine(Text, "", Work.Seed);
  }
  void operator()(const RegionWork &Work) const {
    appendLine(Text, "regions", Work.Rounds);
  }
};

} // namespace

std::string mlir::noisy::encodeRequest(const CoverRequest &Request) {
  std::string Text(ProblemHeader);
  Text += '\n';
  appendLine(Text, "milliseconds", Request.TimeLimit.count());
  std::visit(WorkWriter{Text}, Request.Work);
  appendList(Text, "cost", Request.Problem.Cost);
  for (const std::vector<uint32_t> &Row : Request.Problem.Rows)
    appendList(Text, "row", Row);
  if (!Request.Problem.Tie.empty())
    appendList(Text, "tie", Request.Problem.Tie);
  if (!Request.Start.empty())
    appendList(Text, "start", Request.Start);
  Text += "end\n";
  return Text;
}

std::string mlir::noisy::encodeAnswer(const CoverAnswer &Answer) {
  std::string Text;
  switch (Answer.LineKind) {
  case CoverAnswer::Header:
    Text = AnswerHeader;
    break;
  case CoverAnswer::Bound:
    appendLine(Text, "bound", Answer.Number);
    return Text;
  case CoverAnswer::Nodes:
    appendLine(Text, "nodes", Answer.Number);
    return Text;
  case CoverAnswer::Prices:
    appendList(Text, "prices", Answer.Numbers);
    return Text;
  case CoverAnswer::Values:
    appendList(Text, "values", Answer.Numbers);
    return Text;
  case CoverAnswer::Cover:
    appendList(Text, "cover", Answer.ChosenColumns);
    return Text;
  case CoverAnswer::Done:
    Text = "done ";
    for (auto [Verdict, Name] : Verdicts)
      if (Verdict == Answer.Verdict)
        Text += Name;
    Text += ' ';
    for (char C : Answer.Message.substr(0, 1000))
      Text += C == '\n' ? ' ' : C;
    break;
  }
  Text += '\n';
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Takes words off the front of a line.
class Words {
public:
  explicit Words(std::string_view Line) : Rest(Line) {}

  std::string_view word() {
    std::string_view Word = Rest.substr(0, Rest.find(' '));
    Rest.remove_prefix(std::min(Rest.size(), Word.size() + 1));
    return Word;
  }

  bool number(int64_t &Number) {
    std::string_view Word = word();
    const char *End = Word.data() + Word.size();
    auto [Stop, Error] = std::from_chars(Word.data(), End, Number);
    return !Word.empty() && Error == std::errc() && Stop == End;
  }

  /// Reads a list that fills the line, all numbers from 0 to below \p Limit.
  template <typename T> bool list(std::vector<T> &Numbers, int64_t Limit) {
    int64_t Size = 0;
    // A number takes at least two bytes: no claimed length makes us reserve
    // more than the line has.
    if (!number(Size) || Size < 0 ||
        static_cast<uint64_t>(Size) > (Rest.size() + 1) / 2)
      return false;
    Numbers.clear();
    Numbers.reserve(Size);
    for (int64_t I = 0, Number = 0; I != Size; ++I) {
      if (!number(Number) || Number < 0 || Number >= Limit)
        return false;
      Numbers.push_back(static_cast<T>(Number));
    }
    return isAtEnd();
  }

  bool isAtEnd() const { return Rest.empty(); }
  std::string_view rest() const { return Rest; }

private:
  std::string_view Rest;
};

} // namespace

void LineReader::feed(std::string_view Bytes) {
  Text.erase(0, Begin);
  SearchEnd -= Begin;
  Begin = 0;
  Text += Bytes;
}

std::optional<std::string_view> LineReader::next() {
  size_t End = Text.find('\n', SearchEnd);
  if (End == std::string::npos) {
    SearchEnd = Text.size();
    return std::nullopt;
  }
  std::string_view Line = std::string_view(Text).substr(Begin, End - Begin);
  Begin = SearchEnd = End + 1;
  return Line;
}

/// Reads the rest of a line whose \p Keyword names a work; nullopt if it does
/// not, or if the rest is wrong.
static std::optional<CoverWork> readWork(std::string_view Keyword,
                                         Words &Text) {
  SearchWork Search;
  ExactWork Exact;
  ImproveWork Improve;
  RegionWork Regions;
  std::optional<CoverWork> Work;
  if (Keyword == "search" && Text.number(Search.Nodes))
    Work = Search;
  else if (Keyword == "relax")
    Work = RelaxWork();
  else if (Keyword == "exact" && Text.number(Exact.Steps))
    Work = Exact;
  else if (Keyword == "improve" && Text.number(Improve.Steps) &&
           Text.number(Improve.Seed))
    Work = Improve;
  else if (Keyword == "regions" && Text.number(Regions.Rounds))
    Work = Regions;
  return Text.isAtEnd() ? Work : std::nullopt;
}

std::string RequestReader::take(std::string_view Line) {
  if (!HasHeader) {
    HasHeader = Line == ProblemHeader;
    return HasHeader ? "" : "'" + std::string(ProblemHeader) + "' is expected";
  }
  Words Text(Line);
  std::string Keyword(Text.word());
  CoverProblem &Problem = Request.Problem;
  bool IsGood = false;
  if (Keyword == "end") {
    IsGood = HasEnd = Text.isAtEnd();
  } else if (Keyword == "milliseconds") {
    int64_t Time = 0;
    IsGood = Text.number(Time) && Text.isAtEnd();
    Request.TimeLimit = std::chrono::milliseconds(Time);
  } else if (Keyword == "cost") {
    IsGood = Text.list(Problem.Cost, INT64_MAX);
  } else if (Keyword == "row") {
    IsGood = Text.list(Problem.Rows.emplace_back(), Problem.columns());
  } else if (Keyword == "tie") {
    IsGood = Text.list(Problem.Tie, INT64_MAX) &&
             Problem.Tie.size() == Problem.Cost.size();
  } else if (Keyword == "start") {
    IsGood = Text.list(Request.Start, Problem.columns());
  } else if (std::optional<CoverWork> Work = readWork(Keyword, Text)) {
    Request.Work = *Work;
    IsGood = true;
  }
  return IsGood ? "" : "a wrong '" + Keyword.substr(0, 20) + "' line";
}

std::optional<CoverRequest> RequestReader::takeRequest() {
  if (!HasEnd)
    return std::nullopt;
  HasHeader = HasEnd = false;
  return std::exchange(Request, CoverRequest());
}

std::optional<CoverAnswer>
mlir::noisy::decodeAnswer(std::string_view Line, const CoverProblem &Problem) {
  CoverAnswer Answer;
  if (Line == AnswerHeader)
    return Answer;

  Words Text(Line);
  std::string_view Keyword = Text.word();
  bool IsGood = false;
  if (Keyword == "bound" || Keyword == "nodes") {
    Answer.LineKind =
        Keyword == "bound" ? CoverAnswer::Bound : CoverAnswer::Nodes;
    IsGood = Text.number(Answer.Number) && Text.isAtEnd();
  } else if (Keyword == "cover") {
    Answer.LineKind = CoverAnswer::Cover;
    IsGood = Text.list(Answer.ChosenColumns, Problem.columns());
  } else if (Keyword == "prices") {
    Answer.LineKind = CoverAnswer::Prices;
    IsGood = Text.list(Answer.Numbers, INT64_MAX) &&
             Answer.Numbers.size() == Problem.Rows.size();
  } else if (Keyword == "values") {
    Answer.LineKind = CoverAnswer::Values;
    IsGood = Text.list(Answer.Numbers, CoverValueScale + 1) &&
             Answer.Numbers.size() == Problem.columns();
  } else if (Keyword == "done") {
    Answer.LineKind = CoverAnswer::Done;
    std::string_view Name = Text.word();
    Answer.Message = Text.rest();
    for (auto [Verdict, VerdictName] : Verdicts)
      if (Name == VerdictName) {
        Answer.Verdict = Verdict;
        IsGood = true;
      }
  }
  return IsGood ? std::optional(std::move(Answer)) : std::nullopt;
}

size_t mlir::noisy::longestAnswerLine(const CoverProblem &Problem) {
  // A column takes at most 11 bytes with its space, a price 20.
  return 8192 + 11 * size_t(Problem.columns()) + 20 * Problem.Rows.size();
}
