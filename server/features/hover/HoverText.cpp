//===- HoverText.cpp - The form of a hover --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"
#include "server/features/hover/Hover.h"
#include "server/features/hover/Markdown.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// The formatting of words for one kind of markup.
struct Style {
  MarkupKind Kind;

  bool isMarkdown() const { return Kind != MarkupKind::PlainText; }
  const char *bold() const { return isMarkdown() ? "**" : ""; }
  std::string code(StringRef Text) const {
    return isMarkdown() ? markdownCode(Text) : Text.str();
  }
  /// A sentence that may contain words of a document.
  std::string words(StringRef Text) const {
    return isMarkdown() ? escapeMarkdown(Text) : Text.str();
  }
  /// The full name of an operation.
  std::string name(StringRef OperationName) const {
    return isMarkdown() ? markdownCode(OperationName)
                        : "\"" + OperationName.str() + "\"";
  }
  std::string list(llvm::ArrayRef<std::string> Names) const {
    std::string Result;
    for (const std::string &Name : Names)
      Result += (Result.empty() ? "" : ", ") + code(Name);
    return Result;
  }
  /// The label of a block, or words for one without.
  std::string block(StringRef Label) const {
    if (!Label.starts_with(HoverInfo::EntryBlock))
      return code(Label);
    auto [Words, Owner] = Label.split(" of ");
    return words(Words) + (Owner.empty() ? "" : " of " + code(Owner));
  }
  std::string blocks(llvm::ArrayRef<std::string> Labels) const {
    return llvm::join(
        llvm::map_range(Labels, [&](const std::string &L) { return block(L); }),
        ", ");
  }
  /// A list with a bullet for each sentence, followed by an empty line.
  std::string points(llvm::ArrayRef<std::string> Sentences) const {
    std::string Result;
    for (const std::string &Sentence : Sentences)
      Result += "- " + words(Sentence) + "\n";
    return Result;
  }
};
} // namespace

/// Prints "**24 bits, limit 26**, 2 left"; the caller has printed the first
/// "**".
static void printBudget(llvm::raw_ostream &OS, Style Look, NoiseBound Bound,
                        uint32_t Limit, unsigned Unit) {
  const char *Bold = Look.bold();
  if (Bound.isBits()) {
    OS << describeNoiseInWords(Bound, Limit, Unit) << Bold << ", ";
    if (Bound.exceeds(Limit))
      OS << formatBits(Bound.getBits() - Limit, Unit) << " over";
    else
      OS << formatBits(Limit - Bound.getBits(), Unit, Rounding::Down)
         << " left";
  } else if (Bound.isMoreThanCap()) {
    OS << formatBound(Bound, Unit) << " bits" << Bold
       << ", far over the limit of " << describeLimit(Limit, Unit);
  } else if (Bound.isUnreachable()) {
    OS << "none" << Bold;
  } else {
    OS << Bound << Bold << ", the limit is " << describeLimit(Limit, Unit)
       << " bits";
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string NoiseHover::render(MarkupKind Kind) const {
  Style Look{Kind};
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << Look.bold() << "Noise: ";
  printBudget(OS, Look, Bound, Limit, Unit);
  if (Bound.isBits() && IsUnreliable)
    OS << ", unreliable";
  OS << "\n";
  if (StringRef(Equation).contains('='))
    OS << "\n" << Look.code(Equation) << "\n";
  if (!Remarks.empty())
    OS << "\n" << Look.points(Remarks);
  return Result;
}

static StringRef explainOrigin(StringRef Origin) {
  if (Origin == "own")
    return "its own";
  if (Origin == "stated")
    return "stated by the function";
  return "joined from the incoming values";
}

std::string DetailsHover::render(MarkupKind Kind, bool WithName) const {
  Style Look{Kind};
  std::vector<std::string> Lines;
  auto Add = [&](StringRef Title, const std::string &Text) {
    std::string Line = WithName ? Look.code(Name) + ": " : "";
    Line += (WithName ? Title.lower() : Title.str()) + ": " + Text;
    Lines.push_back(Line + (IsStale ? ", from before the last edit" : "") +
                    "\n");
  };
  if (!Details.Range.empty() || !Details.RangeBasis.empty()) {
    std::string Text = Details.Range.empty() ? "" : Look.code(Details.Range);
    if (!Details.RangeBasis.empty())
      Text += (Text.empty() ? "" : ", ") + Look.words(Details.RangeBasis);
    Add("Range", Text);
  }
  if (!Details.Bounds.empty())
    Add("Bounds", Look.list(Details.Bounds));
  if (!Details.Metadata.empty())
    Add("Metadata", Details.Metadata[0] == '{'
                        ? Look.code(Details.Metadata) + ", " +
                              explainOrigin(Details.MetadataOrigin).str()
                        : Look.words(Details.Metadata));
  return llvm::join(Lines, "\n");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static std::string count(unsigned Number, StringRef One, StringRef Plural) {
  if (Number == 0)
    return "no " + Plural.str();
  return formatNumber(Number) + " " + (Number == 1 ? One : Plural).str();
}

static StringRef explainLevel(NoiseLevel Level) {
  switch (Level) {
  case NoiseLevel::Safe:
    return "all within the limit";
  case NoiseLevel::NearLimit:
    return "near the limit";
  case NoiseLevel::Unreliable:
    return "unreliable: it depends on a value over the limit or unknown";
  case NoiseLevel::Unknown:
    return "not known to be within the limit";
  case NoiseLevel::OverLimit:
    return "over the limit";
  }
  llvm_unreachable("all levels are handled");
}

std::string FunctionHover::render(MarkupKind Kind) const {
  Style Look{Kind};
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  bool HasWorst = !Name.empty();
  std::vector<std::string> Sentences;
  // Values without analysis may be worse.
  if (HasWorst) {
    OS << Look.bold()
       << (NotAnalysed > 0 ? "Worst known noise: " : "Worst noise: ");
    printBudget(OS, Look, Bound, Limit, Unit);
    OS << ", of " << Look.code(Name) << "\n\n";
    // The budget or the following sentence says it.
    bool IsSaid = (Level == NoiseLevel::OverLimit && !Bound.isUnbounded()) ||
                  NotAnalysed > 0;
    if (!IsSaid)
      Sentences.push_back(explainLevel(Level).str());
    if (!Origin.empty() && Origin != Name)
      Sentences.push_back("fix " + Origin + " first");
  } else if (NotAnalysed > 0) {
    OS << Look.bold() << "Noise: unknown" << Look.bold() << "\n\n";
  }
  if (NotAnalysed > 0)
    Sentences.push_back(
        count(NotAnalysed, "encrypted value was", "encrypted values were") +
        " not analysed: the function may be unsafe");
  if (BrokenContracts > 0)
    Sentences.push_back(
        count(BrokenContracts, "contract is broken", "contracts are broken") +
        " in it: others rely on the declared bound");
  if (IsAssumed)
    Sentences.push_back("assumed: unknown callers pass fresh values");
  if (IsStale)
    Sentences.push_back("from before the error");
  Sentences.push_back(count(Reductions, "reduction", "reductions") +
                      " of noise");
  OS << Look.points(Sentences);
  return Result;
}

//===----------------------------------------------------------------------===//
// The whole hover
//===----------------------------------------------------------------------===//

/// The definition of a value, with its number where the text does not have it.
/// In plain text also with its noise: Emacs shows the first line of a hover.
static std::string definitionOf(const HoverInfo &Hover, MarkupKind Kind) {
  if (Kind == MarkupKind::PlainText && !Hover.HasSeveral &&
      Hover.Noise.size() == 1) {
    const NoiseHover &One = Hover.Noise.front();
    std::string Words = describeNoiseInWords(One.Bound, One.Limit, One.Unit);
    return Hover.Source + (Words.empty() ? "" : "  // " + Words);
  }
  if (Hover.HasSeveral || Hover.Details.size() != 1)
    return Hover.Source;
  StringRef Number = Hover.Details.front().Details.Range;
  bool IsNumber = Number == "true" || Number == "false" ||
                  Number.find_first_of("-0123456789") == 0;
  return IsNumber &&
                 !StringRef(Hover.Source).contains((" " + Number + " ").str())
             ? Hover.Source + "  // = " + Number.str()
             : Hover.Source;
}

/// What a value is, where its definition does not say it.
static std::string describeValue(const HoverInfo &Hover, Style Look) {
  std::string Result;
  // Mostly the definition ends with the type.
  if (Hover.Types.size() != 1 ||
      !StringRef(Hover.Source).ends_with(Hover.Types.front()))
    Result += (Hover.Types.size() == 1 ? "Type: " : "Types: ") +
              Look.list(Hover.Types) + "\n";
  if (Hover.Topic == HoverInfo::Subject::Argument)
    Result += (Result.empty() ? "" : "\n") +
              ("Argument " + std::to_string(Hover.Number)) + " of " +
              Look.block(Hover.Block) + "\n";
  return Result;
}

/// What the hover is about: the first lines.
static std::string describeSubject(const HoverInfo &Hover, MarkupKind Kind) {
  Style Look{Kind};
  auto block = [&](const std::string &Code) {
    return Look.isMarkdown() ? markdownBlock(Code) : Code + "\n";
  };
  auto withSource = [&](const std::string &Line) {
    return Line + "\n" +
           (Hover.Source.empty() ? "" : "\n" + block(Hover.Source));
  };
  std::string Result;
  switch (Hover.Topic) {
  case HoverInfo::Subject::Result:
  case HoverInfo::Subject::Argument:
    return Hover.Source.empty() ? "" : block(definitionOf(Hover, Kind));
  case HoverInfo::Subject::Operation:
    return withSource(
        Look.name(Hover.Operation) +
        (Hover.Name.empty() ? "" : " : " + Look.code("@" + Hover.Name)));
  case HoverInfo::Subject::Function:
    return block(Hover.Source);
  case HoverInfo::Subject::Alias:
    Result = withSource("Alias: " + Look.code(Hover.Name));
    if (!Hover.Explanation.empty())
      Result += "\n" + Hover.Explanation + "\n";
    return Result;
  case HoverInfo::Subject::Type:
    Result = block(Hover.Source);
    if (!Hover.Explanation.empty())
      Result += "\n" + Hover.Explanation + "\n";
    return Result;
  case HoverInfo::Subject::Block:
    Result = Look.block(Hover.Block);
    if (!Hover.Name.empty())
      Result += ", a block of " + Look.code("@" + Hover.Name);
    else if (!Hover.Operation.empty())
      Result += ", a block of " + Look.name(Hover.Operation);
    Result += "\n";
    if (!Hover.Predecessors.empty())
      Result += "\nReached from: " + Look.blocks(Hover.Predecessors) + "\n";
    if (!Hover.Successors.empty())
      Result += "\nGoes on to: " + Look.blocks(Hover.Successors) + "\n";
    return Result;
  }
  llvm_unreachable("all subjects are handled");
}

std::string HoverInfo::render(MarkupKind Kind) const {
  Style Look{Kind};
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  // Paragraphs have an empty line between them.
  auto add = [&](const std::string &Paragraph) {
    if (!Paragraph.empty())
      OS << (Result.empty() ? "" : "\n") << Paragraph;
  };
  add(describeSubject(*this, Kind));
  if (Function)
    add(Function->render(Kind));
  for (const NoiseHover &One : Noise) {
    if (HasSeveral)
      add(Look.code(One.Name) + "\n");
    add(One.render(Kind));
  }
  add(Look.points(Warnings));
  for (const DetailsHover &One : Details)
    add(One.render(Kind, HasSeveral));
  if (Topic == Subject::Result || Topic == Subject::Argument)
    add(describeValue(*this, Look));
  if (Doc)
    OS << (Look.isMarkdown() ? "\n---\n\n" : "\n") << Doc->render(Kind);
  if (!GenericForm.empty()) {
    bool Folds = Kind == MarkupKind::FoldingMarkdown;
    std::string Form =
        Look.isMarkdown() ? markdownBlock(GenericForm) : GenericForm + "\n";
    OS << (Folds ? "\n<details><summary>Generic form</summary>\n\n"
                 : "\nGeneric form:\n\n")
       << Form << (Folds ? "\n</details>\n" : "");
  }
  return Result;
}
