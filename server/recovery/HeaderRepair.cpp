//===- HeaderRepair.cpp - Headers of functions that do not parse ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/HeaderRepair.h"
#include "server/parse/ParsedText.h"
#include "server/parse/Stubs.h"
#include "server/recovery/HeaderReader.h"
#include "server/recovery/KeptParts.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most bytes of a header: it is parsed again for each of its mistakes.
static constexpr size_t MaxHeaderBytes = 16u << 10;

/// The brace at the end of a line that begins the body of a function, by
/// letters; nothing if there is none.
static std::optional<size_t> findBody(StringRef Text) {
  Lexer Tokens(Text);
  std::optional<MlirToken> Last;
  unsigned Open = 0;
  bool InAttributes = false, MayBeBody = false;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Token->Range.Begin > MaxHeaderBytes)
      return std::nullopt;
    bool BeginsLine =
        Last && Text.slice(Last->Range.End, Token->Range.Begin).contains('\n');
    if (BeginsLine && MayBeBody)
      return Last->Range.Begin;
    // The body begins in the line of its brace.
    if (BeginsLine && Open > 0 && !InAttributes)
      return std::nullopt;
    bool IsOfAttributes = Last && Last->is("attributes");
    MayBeBody = Token->is("{") && !IsOfAttributes;
    if (Token->is("{")) {
      InAttributes = Open == 0 ? IsOfAttributes : InAttributes;
      ++Open;
    } else if (Token->is("}") && Open > 0) {
      --Open;
    }
    Last = Token;
  }
  return std::nullopt;
}

/// The types that the last `return` of a body states: `T, U`.
static StringRef findReturnedTypes(StringRef Body) {
  const char *const BodyEnd = Body.end();
  while (!Body.empty()) {
    size_t LineBegin = Body.rtrim('\n').rfind('\n');
    StringRef Line =
        LineBegin == StringRef::npos ? Body : Body.substr(LineBegin + 1);
    Body = Body.drop_back(Line.size());
    Line = Line.ltrim();
    if (!Line.consume_front("func.return") && !Line.consume_front("return"))
      continue;
    // It may go on in the next line.
    StringRef Rest(Line.data(), BodyEnd - Line.data());
    Lexer Tokens(Rest);
    std::optional<size_t> Begin;
    size_t End = 0;
    std::optional<MlirToken> Token;
    while ((Token = nextCode(Tokens)) && !Token->is("}")) {
      if (Begin)
        End = Token->Range.End;
      if (!Begin && Token->is(":"))
        Begin = End = Token->Range.End;
    }
    return Begin ? Rest.slice(*Begin, End).trim() : StringRef();
  }
  return StringRef();
}

namespace {
/// A header with the parts that are left of it.
class HeaderRepairer {
public:
  HeaderRepairer(MLIRContext &Context, const BrokenText &Broken,
                 const std::string &FileName, size_t Brace)
      : Context(Context), Broken(Broken), FileName(FileName), Brace(Brace) {}

  std::optional<HeaderRepair> run();

private:
  std::optional<Problem> findError(const std::string &Buffer) const;
  bool parsesAlready();
  void makeParts();
  bool tryOut();
  bool drop(size_t Offset);
  bool isKept(ByteRange Range) const {
    return llvm::any_of(
        Parts, [&](const KeptPart &P) { return P.Range.contains(Range); });
  }
  bool dropLostBound();
  StringRef findLostNoise() const;

  MLIRContext &Context;
  const BrokenText &Broken;
  const std::string &FileName;
  /// The place of the brace of the body.
  const size_t Brace;
  std::optional<HeaderReader> Header;
  bool StatesResults = true;
  /// Types of results that are not in the header.
  StringRef Returned;
  std::vector<KeptPart> Parts;
  HeaderRepair Result;
  /// The place of MLIR's first error in the parts, in the text; nothing if it
  /// is in none.
  std::optional<size_t> ErrorAt;
};
} // namespace

/// Puts the parts in order, with the signs between them.
void HeaderRepairer::makeParts() {
  Parts.clear();
  std::string Signs = Header->IsMisnamed ? "func.func " : "";
  auto add = [&](ByteRange Range) {
    Parts.push_back({Range, std::exchange(Signs, "")});
  };
  if (!Header->IsMisnamed)
    add({0, StringRef("func.func").size()});
  if (Header->Visibility)
    add(*Header->Visibility);
  if (Header->Name.empty()) {
    Signs += "@" + stubName.str();
  } else {
    Signs += Broken.Text[Header->Name.Begin] == '@' ? "" : "@";
    add(Header->Name);
  }
  Signs += "(";
  for (const HeaderReader::Argument &Argument : Header->Arguments) {
    if (Argument.Type.empty())
      continue;
    add(Argument.Name.Range);
    Signs = ":";
    add(Argument.Type);
    Signs = ",";
  }
  Signs = Signs == "," ? ")" : Signs + ")";
  if (!StatesResults) {
    if (!Returned.empty())
      Signs += "->(" + Returned.str() + ")";
  } else if (!Header->Results.empty()) {
    // A type in parentheses may be one, too.
    bool IsOne = Header->Results.size() == 1 &&
                 !Broken.Text.take_front(Header->Results.front().Begin)
                      .rtrim()
                      .ends_with("(");
    Signs += IsOne ? "->" : "->(";
    for (ByteRange Type : Header->Results) {
      add(Type);
      Signs = ",";
    }
    Signs = IsOne ? "" : ")";
  }
  if (!Header->Attributes.empty()) {
    Signs += "attributes";
    add(Header->Attributes);
  }
  add({Brace, Brace + 1});
}

/// A body that parses behind any header.
static std::string makeBody() {
  return "{ \"" + stubName.str() + "\"() : () -> () }";
}

/// MLIR's first error in a buffer; nothing if that parses.
std::optional<Problem>
HeaderRepairer::findError(const std::string &Buffer) const {
  ParsedText Parsed(Context, Buffer, FileName, ParsedText::Verify::No);
  if (Parsed.isValid())
    return std::nullopt;
  auto Match = llvm::find_if(Parsed.problems(), [](const Problem &Issue) {
    return Issue.Severity == Problem::Level::Error;
  });
  return Match == Parsed.problems().end() ? Problem() : *Match;
}

/// Parses the header with its parts. Returns true if it does parse.
bool HeaderRepairer::tryOut() {
  makeParts();
  std::string Whole = Broken.Prefix.str();
  std::vector<size_t> Begins;
  for (const KeptPart &P : llvm::ArrayRef(Parts).drop_back()) {
    Whole += P.Before;
    Begins.push_back(Whole.size());
    Whole += Broken.Text.slice(P.Range.Begin, P.Range.End);
    Whole += " ";
  }
  Whole += Parts.back().Before + makeBody() + Broken.Suffix.str();
  std::optional<Problem> Error = findError(Whole);
  ErrorAt.reset();
  if (!Error)
    return true;
  size_t Number =
      llvm::upper_bound(Begins, Error->Range.Begin) - Begins.begin();
  if (Number > 0) {
    ByteRange Range = Parts[Number - 1].Range;
    ErrorAt = std::min(Range.Begin + Error->Range.Begin - Begins[Number - 1],
                       Range.End);
  }
  return false;
}

/// Leaves the part at an offset out. Returns false if it cannot be missed.
bool HeaderRepairer::drop(size_t Offset) {
  for (HeaderReader::Argument &Argument : Header->Arguments) {
    bool IsHere =
        Argument.Name.Range.Begin <= Offset && Offset <= Argument.Type.End;
    if (!IsHere || Argument.Type.empty())
      continue;
    Argument.Type = {Argument.Name.Range.End, Argument.Name.Range.End};
    return true;
  }
  if (Header->Attributes.Begin <= Offset && Offset < Header->Attributes.End) {
    Header->Attributes = {};
    return true;
  }
  if (StatesResults) {
    StatesResults = false;
    return true;
  }
  bool HadTypes = !Returned.empty();
  Returned = StringRef();
  return HadTypes;
}

/// Parses the header as it is. Returns true if it does parse.
bool HeaderRepairer::parsesAlready() {
  std::optional<Problem> Error =
      findError((Broken.Prefix + Broken.Text.take_front(Brace) + makeBody() +
                 Broken.Suffix)
                    .str());
  bool IsInHeader = Error && Error->Range.Begin <= Broken.Prefix.size() + Brace;
  if (IsInHeader)
    Result.Error = Error;
  return !Error;
}

/// Leaves out the type of the first argument behind which the header says
/// something of noise that is not in the parts: what that is worth is unknown.
/// Returns false if there is none.
bool HeaderRepairer::dropLostBound() {
  HeaderReader::Argument *Last = nullptr;
  auto Next = Header->Arguments.begin();
  Lexer Tokens(Broken.Text, 0, Header->ArgumentsEnd);
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Next != Header->Arguments.end() &&
        Token->Range.Begin >= Next->Name.Range.Begin)
      Last = &*Next++;
    bool IsOfNoise = Token->Kind != TokenKind::Type &&
                     Token->Text.ltrim('"').starts_with("noisy.");
    if (IsOfNoise && Last && !Last->Type.empty() && !isKept(Token->Range)) {
      Last->Type = {Last->Name.Range.End, Last->Name.Range.End};
      return true;
    }
  }
  return false;
}

/// The name of what the header says of noise behind its arguments, if that is
/// not in the parts: the model, or else a bound of a result. Empty if there is
/// none.
StringRef HeaderRepairer::findLostNoise() const {
  StringRef Result;
  Lexer Tokens(Broken.Text, Header->ArgumentsEnd, Brace);
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    bool IsOfNoise = Token->Kind != TokenKind::Type &&
                     Token->Text.ltrim('"').starts_with("noisy");
    if (IsOfNoise && !isKept(Token->Range) && !Result.contains("model"))
      Result = Token->Text;
  }
  return Result;
}

std::optional<HeaderRepair> HeaderRepairer::run() {
  std::vector<MlirToken> Tokens;
  Lexer Source(Broken.Text, 0, Brace);
  while (std::optional<MlirToken> Token = nextCode(Source))
    Tokens.push_back(*Token);
  Header.emplace(Broken.Text, Tokens);
  if (!Header->read() || parsesAlready())
    return std::nullopt;
  Returned = findReturnedTypes(Broken.Text.substr(Brace));
  // Where both differ, what is broken may be the types in the header.
  StatesResults = Returned.empty() || Header->ResultTypes == Returned;
  size_t Attempts = 2 * Header->Arguments.size() + 3;
  do {
    while (!tryOut())
      if (Attempts-- == 0 || !drop(ErrorAt.value_or(Brace)))
        return std::nullopt;
  } while (dropLostBound());
  // Another model would make all of the noise wrong.
  StringRef Lost = findLostNoise();
  if (Lost.contains("model"))
    return std::nullopt;
  Result.LosesBounds = !Lost.empty();
  Result.Edits = keepParts(Broken.Text, 0, Parts);
  for (const HeaderReader::Argument &Argument : Header->Arguments)
    if (Argument.Type.empty())
      Result.LostNames.insert(Argument.Name.Text);
  for (const std::string &Name : Header->BareNames)
    Result.LostNames.insert(Name);
  return std::move(Result);
}

std::optional<HeaderRepair>
mlir::noisy::lsp::repairHeader(MLIRContext &Context, const BrokenText &Broken,
                               const std::string &FileName) {
  if (Broken.Form != TextForm::Operation ||
      Broken.Text.size() > MaxRepairedBytes)
    return std::nullopt;
  std::optional<size_t> Brace = findBody(Broken.Text);
  // MLIR's first error is in the header, if it has not read that.
  bool IsRead = Brace && !Broken.Problems.empty() &&
                llvm::none_of(Broken.Problems, [&](const Problem &Issue) {
                  return Issue.Severity == Problem::Level::Error &&
                         Issue.Range.Begin <= Broken.Prefix.size() + *Brace;
                });
  if (!Brace || IsRead)
    return std::nullopt;
  return HeaderRepairer(Context, Broken, FileName, *Brace).run();
}
