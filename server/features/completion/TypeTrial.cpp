//===- TypeTrial.cpp - Which types an operation can have ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/TypeTrial.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/features/trials/ElementsLiteral.h"
#include "server/features/trials/OperandTrial.h"
#include "server/features/trials/TrialText.h"
#include "server/syntax/Nesting.h"
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

/// The longest literal that is tried.
static constexpr size_t MaxLiteralBytes = 1u << 14;

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

/// True if an item stands for types that can be tried.
static bool canTry(const Item &I, const TypeExamples &Examples) {
  return I.Kind == CompletionItemKind::Field && !Examples.of(I).empty();
}

/// The best result for each item, of the types that it stands for. Those that
/// cannot be tried are valid; all are unread if MLIR crashed.
static std::vector<TrialResult>
tryItems(const DialectRegistry &Registry, llvm::ArrayRef<Item> Items,
         const TypeExamples &Examples,
         llvm::function_ref<TrialResult(MLIRContext &, StringRef)> Attempt) {
  std::vector<TrialResult> Results(Items.size(), TrialResult::Valid);
  bool IsDone = runTrials(Registry, [&](MLIRContext &Context) {
    for (auto [I, Result] : llvm::zip(Items, Results)) {
      if (!canTry(I, Examples))
        continue;
      Result = TrialResult::Unread;
      for (StringRef Type : Examples.of(I)) {
        Result = std::max(Result, Attempt(Context, Type));
        if (Result == TrialResult::Valid)
          break;
      }
    }
  });
  if (!IsDone)
    llvm::fill(Results, TrialResult::Unread);
  return Results;
}

/// The best result of what was tried.
static TrialResult bestOf(llvm::ArrayRef<Item> Items,
                          llvm::ArrayRef<TrialResult> Results,
                          const TypeExamples &Examples) {
  TrialResult Best = TrialResult::Unread;
  for (auto [I, Result] : llvm::zip(Items, Results))
    if (canTry(I, Examples))
      Best = std::max(Best, Result);
  return Best;
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
  std::vector<TrialResult> Results = tryItems(
      Registry, Items, Examples, [&](MLIRContext &Context, StringRef Type) {
        return Trial.attempt(Context, Type);
      });
  // Where nothing is right, something else is wrong; but what parses may be
  // right, and the rest cannot.
  TrialResult Best = bestOf(Items, Results, Examples);
  if (Best == TrialResult::Unread)
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

/// The types of a tensor and a vector that hold the elements of a literal.
static std::vector<Item> typesFor(const ElementsLiteral &Literal) {
  std::vector<Item> Result;
  if (Literal.Sizes.empty())
    return Result;
  for (StringRef Kind : {"tensor", "vector"})
    for (StringRef Element : Literal.ElementTypes) {
      std::string Type = (Kind + "<" + Literal.Sizes + Element + ">").str();
      // Behind those in sight, and before common ones.
      Result.push_back({Type, CompletionItemKind::Field, "",
                        Kind == "tensor" ? "0uy" : "0uz", Type});
    }
  return Result;
}

bool mlir::noisy::lsp::keepLiteralTypes(const DialectRegistry &Registry,
                                        StringRef Before,
                                        std::vector<Item> &Items) {
  auto isMemref = [](const Item &I) {
    return StringRef(I.Label).split('<').first == "memref";
  };
  // Most places are those of something else.
  if (llvm::none_of(Items, [](const Item &I) { return I.Label == "tensor"; }))
    return false;
  std::optional<ElementsLiteral> Literal = ElementsLiteral::findBefore(Before);
  if (!Literal || Literal->Text.size() > MaxLiteralBytes ||
      findDeepNesting(Literal->Text))
    return false;
  TypeExamples Examples({});
  if (!Literal->Sizes.empty())
    Examples.Sizes = Literal->Sizes;
  std::vector<Item> Made = typesFor(*Literal), All = Items;
  auto has = [](llvm::ArrayRef<Item> List, StringRef Label) {
    return llvm::any_of(List, [&](const Item &I) { return I.Label == Label; });
  };
  for (const Item &New : Made)
    if (!has(Items, New.Label))
      All.push_back(New);
  std::vector<TrialResult> Results = tryItems(
      Registry, All, Examples, [&](MLIRContext &Context, StringRef Type) {
        return tryText(Context, "\"noisy_trial.value\"() {value = " +
                                    Literal->withType(Type) + "} : () -> ()");
      });
  std::vector<Item> Kept;
  // Of the made ones the likeliest that the elements fit into.
  auto isTold = [&](const Item &I) {
    for (const Item &Likelier : Made) {
      if (Likelier.Label == I.Label)
        return false;
      if (Likelier.SortText == I.SortText && has(Kept, Likelier.Label))
        return true;
    }
    return false;
  };
  for (auto [Index, I] : llvm::enumerate(All)) {
    // A buffer is no constant, although MLIR reads one.
    if (Results[Index] == TrialResult::Valid && !isMemref(I) &&
        I.Detail != "dialect" && !isTold(I))
      Kept.push_back(std::move(I));
  }
  if (bestOf(Kept, std::vector(Kept.size(), TrialResult::Valid), Examples) !=
      TrialResult::Valid)
    return false;
  Items = std::move(Kept);
  return true;
}
