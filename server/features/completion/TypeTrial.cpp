//===- TypeTrial.cpp - Which types an operation can have ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/TypeTrial.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/features/trials/OperandTrial.h"
#include "server/features/trials/TrialText.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

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
/// What stands for the types with a word and parameters.
struct TypeExamples {
  /// `Types` are those of the operands.
  explicit TypeExamples(llvm::ArrayRef<std::string> Types);

  /// The types that an item stands for; none if that is not known.
  std::vector<std::string> of(const Item &I) const;

  /// The sizes in the type of the first operand that has some, or those of an
  /// example: `4x8x`.
  StringRef Sizes = "4x";
  /// The types of elements that are tried, those of operands among them.
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

TypeExamples::TypeExamples(llvm::ArrayRef<std::string> Types) {
  bool HasSizes = false;
  for (StringRef Type : Types) {
    StringRef Found = sizesOf(Type);
    if (!Found.empty() && !std::exchange(HasSizes, true))
      Sizes = Found;
    // The element of a shaped type, or the type itself.
    size_t Element = Found.empty() ? 0 : Found.end() - Type.begin();
    Elements.push_back(
        Type.drop_front(Element)
            .take_until([](char C) { return C == ',' || C == '>'; })
            .str());
  }
}

std::vector<std::string> TypeExamples::of(const Item &I) const {
  StringRef Label = I.Label, Alias = I.Detail;
  if (Alias.consume_front("alias: "))
    return Alias.contains("...") ? std::vector<std::string>()
                                 : std::vector<std::string>{Alias.str()};
  std::vector<std::string> Result;
  if (StringRef Word = Label; Word.consume_back("<N>")) {
    for (StringRef Width : WidthExamples)
      Result.push_back((Word + Width).str());
  } else if (Label == "memref" || Label == "tensor" || Label == "vector") {
    std::string Unknown;
    for (char C : Sizes)
      Unknown += C == 'x' ? "?x" : "";
    for (StringRef Element : Elements)
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

/// The dialect of a type with a `!`: `noisy` of `!noisy.i32`; or "".
static StringRef dialectOf(StringRef Type) {
  return Type.consume_front("!")
             ? Type.take_until([](char C) { return C == '.' || C == '<'; })
             : StringRef();
}

/// Calls what tries types in a context of its own, on a large stack. False if
/// it crashed.
static bool runTrials(const DialectRegistry &Registry,
                      llvm::function_ref<void(MLIRContext &)> Run) {
  return surviveOnLargeStack([&] {
    MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
    Context.allowUnregisteredDialects();
    ScopedDiagnosticHandler Quiet(&Context,
                                  [](mlir::Diagnostic &) { return success(); });
    Run(Context);
  });
}

void mlir::noisy::lsp::findRefusedTypes(const DialectRegistry &Registry,
                                        const CompletionPlace &Place,
                                        StringRef Written,
                                        const ValueTypes &Types,
                                        llvm::ArrayRef<StringRef> Candidates,
                                        ExpectedType &Expected) {
  if (!Place.Form)
    return;
  OperandTrial Operation(*Place.Form, Place.Match, Written, Types);
  if (!Operation)
    return;
  std::vector<std::string> Refused;
  if (runTrials(Registry, [&](MLIRContext &Context) {
        for (StringRef Type : Candidates)
          if (Operation.attempt(Context, Type) == TrialResult::Invalid)
            Refused.push_back(Type.str());
      }))
    Expected.Refused = std::move(Refused);
}

namespace {
/// Tries the types of a list, as what the operation at a place ends with, or as
/// the type of an operand whose value is there.
class ListTrial {
public:
  ListTrial(const CompletionPlace &Place, StringRef Written,
            const ValueTypes &Types);

  explicit operator bool() const { return Text || Operand; }
  llvm::ArrayRef<std::string> operandTypes() const {
    return Text ? Text->types() : llvm::ArrayRef<std::string>();
  }
  TrialResult attempt(MLIRContext &Context, StringRef Type) const;
  /// `Best` is the best result of all types.
  bool isWrong(TrialResult Result, TrialResult Best) const;

private:
  std::optional<TrialText> Text;
  std::optional<OperandTrial> Operand;
};
} // namespace

ListTrial::ListTrial(const CompletionPlace &Place, StringRef Written,
                     const ValueTypes &Types) {
  const FormPart *Part = Place.part();
  if (!Part || Part->Kind != FormPart::Type::ValueType || Place.Match.IsBegun)
    return;
  if (!isLast(Place)) {
    Operand.emplace(*Place.Form, Place.Match, Written, Types);
    if (!*Operand)
      Operand.reset();
    return;
  }
  // What ends a region, or uses a symbol, is wrong without what is around it.
  if (!Place.Form->IsTerminator && Place.Form->Parents.empty() &&
      Place.Match.Symbol.empty())
    Text = TrialText::make(Written, Types);
}

TrialResult ListTrial::attempt(MLIRContext &Context, StringRef Type) const {
  return Operand ? Operand->attempt(Context, Type)
                 : tryText(Context, Text->text() + " " + Type.str());
}

bool ListTrial::isWrong(TrialResult Result, TrialResult Best) const {
  return Operand ? Result == TrialResult::Invalid && Best == TrialResult::Valid
                 : Result < Best;
}

/// True if the format of an operation tells the types of a part exactly.
static bool tellsTypes(const FormPart &Part) {
  StringRef Kinds = Part.TypeKinds;
  return !Part.OnlyType.empty() || Kinds.starts_with("!") ||
         (Kinds.size() > 1 && llvm::isDigit(Kinds[1]));
}

void mlir::noisy::lsp::removeWrongTypes(const DialectRegistry &Registry,
                                        const CompletionPlace &Place,
                                        StringRef Written,
                                        const ValueTypes &Types,
                                        const ExpectedType &Expected,
                                        std::vector<Item> &Items) {
  ListTrial Trial(Place, Written, Types);
  if (!Trial)
    return;
  TypeExamples Examples(Trial.operandTypes());
  std::vector<TrialResult> Results(Items.size(), TrialResult::Valid);
  // Where nothing is right, something else is wrong; but what parses may be
  // right, and the rest cannot.
  TrialResult Best = TrialResult::Unread;
  bool IsDone = runTrials(Registry, [&](MLIRContext &Context) {
    for (auto [I, Candidate] : llvm::enumerate(Items)) {
      std::vector<std::string> Tried = Examples.of(Candidate);
      if (Candidate.Kind != CompletionItemKind::Field || Tried.empty())
        continue;
      Results[I] = TrialResult::Unread;
      for (StringRef Type : Tried) {
        Results[I] = std::max(Results[I], Trial.attempt(Context, Type));
        if (Results[I] == TrialResult::Valid)
          break;
      }
      Best = std::max(Best, Results[I]);
    }
  });
  if (!IsDone || Best == TrialResult::Unread)
    return;
  const FormPart &Part = *Place.part();
  // What else is wrong may hide what MLIR would say of the type.
  bool DecidesFormat = Best == TrialResult::Invalid && tellsTypes(Part);
  auto isWrong = [&](const Item &I, TrialResult Result) {
    std::vector<std::string> Tried = Examples.of(I);
    return Trial.isWrong(Result, Best) ||
           (DecidesFormat && !Tried.empty() &&
            llvm::none_of(
                Tried, [&](StringRef Type) { return Expected.admits(Type); }));
  };
  // If the kinds of types are known, none of another dialect is among them.
  StringRef Owner =
      dialectOf(Expected.Type.empty() ? Expected.Kinds : Expected.Type);
  bool IsBuiltin = !Expected.Kinds.empty() && !Expected.Kinds.starts_with("!");
  auto isOther = [&](const Item &I) {
    return I.Detail == "dialect" &&
           (IsBuiltin || !Part.OnlyType.empty() ||
            (!Owner.empty() && StringRef(I.Label).ltrim("!") != Owner));
  };
  size_t Number = 0;
  llvm::erase_if(Items, [&](const Item &I) {
    TrialResult Result = Results[Number++];
    return isOther(I) ||
           (I.Kind == CompletionItemKind::Field && isWrong(I, Result));
  });
}
