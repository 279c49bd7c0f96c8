//===- TypeTrial.cpp - Which types an operation can end with --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/TypeTrial.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/parse/SafeParse.h"
#include "server/parse/SafeVerify.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

/// The longest text of an operation, with the types of its operands, that is
/// tried.
static constexpr size_t MaxTrialBytes = 1u << 14;

/// What stands for all types with a word and parameters.
static constexpr StringRef ElementExamples[] = {
    "i32", "i64", "i1", "i8", "i16", "index", "f32", "f64", "f16", "bf16"};
static constexpr StringRef WidthExamples[] = {
    "1", "2", "3", "4", "5", "6", "7", "12", "24", "48", "96", "256"};

/// True if nothing of an operation has to follow the part at the place.
static bool isLast(const CompletionPlace &Place) {
  const OperationForm &Form = *Place.Form;
  for (size_t I = Place.Match.Part + 1; I < Form.Parts.size(); ++I) {
    FormPart::Type Kind = Form.Parts[I].Kind;
    if (Kind == FormPart::Type::Group)
      I = Form.groupEnd(I);
    else if (Kind != FormPart::Type::GroupEnd &&
             Kind != FormPart::Type::Dictionary)
      return false;
  }
  return true;
}

namespace {
/// The text of an operation up to a type, with all that it refers to.
class Trial {
public:
  /// Fails if the type of an operand is not known.
  static std::optional<Trial> make(StringRef Written, const ValueTypes &Types);

  bool isRight(MLIRContext &Context, StringRef Type) const;
  /// The sizes in the type of the first operand that has some, or those of an
  /// example: `4x8x`.
  StringRef sizes() const { return Sizes; }
  /// The types of elements that are tried, those of operands among them.
  llvm::ArrayRef<std::string> elements() const { return Elements; }

private:
  /// A line that defines each operand, and the operation.
  std::string Text;
  std::string Sizes = "4x";
  std::vector<std::string> Elements{std::begin(ElementExamples),
                                    std::end(ElementExamples)};
};
} // namespace

/// The sizes of a shaped type, each with its x: `4x?x`; empty if it has none.
static StringRef sizesOf(StringRef Type) {
  size_t Begin = Type.find('<');
  if (Begin == StringRef::npos)
    return {};
  StringRef Rest = Type.drop_front(Begin + 1), Sizes = Rest;
  for (;;) {
    StringRef Next = Rest.ltrim("0123456789?[]");
    if (Next.size() == Rest.size() || !Next.consume_front("x"))
      return Sizes.drop_back(Rest.size());
    Rest = Next;
  }
}

std::optional<Trial> Trial::make(StringRef Written, const ValueTypes &Types) {
  Trial Result;
  std::string Operation;
  // `%r#1` is a value of its own here.
  llvm::StringMap<std::string> Names;
  size_t Copied = 0;
  bool HasSizes = false;
  Lexer Tokens(Written);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind != TokenKind::Value)
      continue;
    auto Known = Types.find(Token->Text);
    if (Known == Types.end() || StringRef(Known->second).contains("..."))
      return std::nullopt;
    auto [Name, IsNew] =
        Names.try_emplace(Token->Text, "%v" + std::to_string(Names.size()));
    if (IsNew)
      Result.Text += Name->second + " = \"noisy_trial.value\"() : () -> " +
                     Known->second + "\n";
    StringRef Type = Known->second, Sizes = sizesOf(Type);
    if (!Sizes.empty() && !std::exchange(HasSizes, true))
      Result.Sizes = Sizes.str();
    // The element of a shaped type, or the type itself.
    size_t Element = Sizes.empty() ? 0 : Sizes.end() - Type.begin();
    Result.Elements.push_back(
        Type.drop_front(Element)
            .take_until([](char C) { return C == ',' || C == '>'; })
            .str());
    Operation += Written.slice(Copied, Token->Range.Begin);
    Operation += Name->second;
    Copied = Token->Range.End;
  }
  Result.Text += Operation;
  Result.Text += Written.drop_front(Copied);
  if (Result.Text.size() > MaxTrialBytes || findDeepNesting(Result.Text))
    return std::nullopt;
  return Result;
}

bool Trial::isRight(MLIRContext &Context, StringRef Type) const {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Text + " " + Type.str() + "\n"),
      llvm::SMLoc());
  AsmParserState State;
  Block Body;
  if (failed(parseSafely(Sources, &Body, &Context, State)) || Body.empty())
    return false;
  // A verifier that crashes says nothing of the type.
  return verifySafely(&Body.back()).value_or(true);
}

/// The types that an item stands for; none if that is not known.
static std::vector<std::string> examplesOf(const Item &I,
                                           const Trial &Operation) {
  StringRef Label = I.Label, Alias = I.Detail;
  if (Alias.consume_front("alias: "))
    return Alias.contains("...") ? std::vector<std::string>()
                                 : std::vector<std::string>{Alias.str()};
  std::vector<std::string> Result;
  if (StringRef Word = Label; Word.consume_back("<N>")) {
    for (StringRef Width : WidthExamples)
      Result.push_back((Word + Width).str());
  } else if (Label == "memref" || Label == "tensor" || Label == "vector") {
    StringRef Sizes = Operation.sizes();
    std::string Unknown;
    for (char C : Sizes)
      Unknown += C == 'x' ? "?x" : "";
    for (StringRef Element : Operation.elements())
      for (StringRef Shape : {Sizes, StringRef(Unknown), StringRef("*x")})
        Result.push_back((Label + "<" + Shape + Element + ">").str());
  } else if (Label == "complex") {
    Result = {"complex<f32>", "complex<f64>"};
  } else if (Label == "tuple") {
    Result = {"tuple<>", "tuple<i32>"};
  } else if (I.Detail != "dialect") {
    Result.push_back(Label.str());
  }
  return Result;
}

void mlir::noisy::lsp::removeWrongTypes(const DialectRegistry &Registry,
                                        const CompletionPlace &Place,
                                        StringRef Written,
                                        const ValueTypes &Types,
                                        const ExpectedType &Expected,
                                        std::vector<Item> &Items) {
  const FormPart *Part = Place.part();
  // What ends a region, or uses a symbol, is wrong without what is around it.
  if (!Part || Part->Kind != FormPart::Type::ValueType || Place.Match.IsBegun ||
      !isLast(Place) || Place.Form->IsTerminator ||
      !Place.Form->Parents.empty() || !Place.Match.Symbol.empty())
    return;
  std::optional<Trial> Operation = Trial::make(Written, Types);
  if (!Operation)
    return;
  std::vector<bool> AreWrong(Items.size());
  bool IsAnyRight = false;
  bool IsDone = surviveOnLargeStack([&] {
    MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
    Context.allowUnregisteredDialects();
    ScopedDiagnosticHandler Handler(
        &Context, [](mlir::Diagnostic &) { return success(); });
    for (auto [I, Candidate] : llvm::enumerate(Items)) {
      std::vector<std::string> Examples = examplesOf(Candidate, *Operation);
      if (Candidate.Kind != CompletionItemKind::Field || Examples.empty())
        continue;
      AreWrong[I] = llvm::none_of(Examples, [&](StringRef Type) {
        return Operation->isRight(Context, Type);
      });
      IsAnyRight |= !AreWrong[I];
    }
  });
  if (!IsDone || !IsAnyRight)
    return;
  // If the kinds of types are known, none of another dialect is among them.
  bool IsBuiltin = !Expected.Kinds.empty() && !Expected.Kinds.starts_with("!");
  for (auto [I, Candidate] : llvm::enumerate(Items))
    AreWrong[I] = AreWrong[I] || (IsBuiltin && Candidate.Detail == "dialect");
  size_t Number = 0;
  llvm::erase_if(Items, [&](const Item &) { return AreWrong[Number++]; });
}
