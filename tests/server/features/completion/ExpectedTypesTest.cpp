//===- ExpectedTypesTest.cpp - The types after operands -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes every operation of the table whose format ends in types: its operands,
// of types that this test chooses, and then what is offered. MLIR must read it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "server/features/completion/CompletionPlace.h"
#include "server/features/forms/OperationSnippet.h"
#include "tests/server/features/completion/CompletionOffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using PartKind = FormPart::Type;
using Strings = std::vector<std::string>;

/// Types that an operand or a result can have, as far as is known.
static Strings examplesOf(const FormPart &Part) {
  if (!Part.OnlyType.empty())
    return {Part.OnlyType.str()};
  llvm::StringRef Kinds = Part.TypeKinds;
  if (Kinds == "!llvm.ptr")
    return {"!llvm.ptr", "!llvm.ptr<1>", "!llvm.ptr<3>", "!llvm.ptr<8>"};
  if (Kinds.starts_with("!"))
    return {llvm::StringSwitch<std::string>(Kinds)
                .Case("!amdgpu.tdm_gather_base",
                      "!amdgpu.tdm_gather_base<f32, i32>")
                .Case("!nvgpu.mbarrier.group",
                      "!nvgpu.mbarrier.group<memorySpace = 3>")
                .Case("!nvgpu.warpgroup.accumulator",
                      "!nvgpu.warpgroup.accumulator<fragmented = "
                      "vector<4x4xf32>>")
                .Case("!nvgpu.warpgroup.descriptor",
                      "!nvgpu.warpgroup.descriptor<tensor = memref<4xf32>>")
                .Case("!nvgpu.tensormap.descriptor",
                      "!nvgpu.tensormap.descriptor<tensor = memref<4xf32>, "
                      "swizzle = none, l2promo = none, oob = zero, interleave "
                      "= none>")
                .Case("!ptr.ptr", "!ptr.ptr<#ptr.generic_space>")
                .Case("!smt.array", "!smt.array<[!smt.int -> !smt.bool]>")
                .Case("!smt.bv", "!smt.bv<4>")
                .Case("!smt.func", "!smt.func<(!smt.int) !smt.bool>")
                .Case("!tosa.shape", "!tosa.shape<1>")
                .Case("!wasmssa.local", "!wasmssa<local ref to i32>")
                .Case("!xegpu.mem_desc", "!xegpu.mem_desc<4x4xf32>")
                .Case("!xegpu.tensor_desc", "!xegpu.tensor_desc<4x4xf32>")
                .Default((Kinds + "<i32>").str()),
            Kinds.str()};
  const Strings Vectors{
      "vector<4xf32>",      "vector<4xi32>",       "vector<4xi1>",
      "vector<4x4xf32>",    "vector<1xf32>",       "vector<8xi64>",
      "vector<[4]xf32>",    "vector<[8]xf16>",     "vector<[16]xi8>",
      "vector<[8]xi16>",    "vector<[4]x[4]xf32>", "vector<[4]x[4]xi32>",
      "vector<[2]x[2]xi64>"};
  const Strings Tensors{"tensor<4xf32>", "tensor<4xi32>", "tensor<1xf32>",
                        "tensor<4xi1>"};
  const Strings Memrefs{"memref<4xf32>", "memref<4xi32>", "memref<*xf32>"};
  Strings Result;
  auto Add = [&](const Strings &More) { llvm::append_range(Result, More); };
  if (Kinds.empty()) {
    Add({"i32", "f32", "index", "i1", "i64", "!llvm.ptr", "!pdl.value",
         "!pdl.range<value>", "!transform.any_op", "!transform.any_value",
         "!transform.param<i64>", "(i32) -> i32", "!llvm.token", "!smt.int",
         "!smt.bool", "!spirv.ptr<i32, Workgroup>",
         "!spirv.ptr<f32, Workgroup>", "!gpu.mma_matrix<16x16xf16, \"AOp\">"});
    Kinds = "tmv";
  }
  for (size_t I = 0; I < Kinds.size(); ++I) {
    llvm::StringRef Width = Kinds.substr(I + 1).take_while(llvm::isDigit);
    switch (Kinds[I]) {
    case 'i':
      if (Width.empty())
        Add({"i32", "i1"});
      else
        Result.push_back("i" + Width.str());
      break;
    case 'x':
      Result.push_back("index");
      break;
    case 'f':
      Add({"f32", "f16"});
      break;
    case 'm':
      Add(Memrefs);
      break;
    case 't':
      Add(Tensors);
      break;
    case 'v':
      Add(Vectors);
      break;
    case 'c':
      Result.push_back("complex<f32>");
      break;
    default:
      break;
    }
  }
  return Result;
}

namespace {
/// An operation in a function that has its operands as parameters.
class Trial {
public:
  /// `Number` chooses types and spellings.
  Trial(const OperationForm &Form, unsigned Number)
      : Form(Form), Number(Number) {}
  /// False if a part is only known to a parser in C++, or the place of a type
  /// is not found.
  bool write();
  std::string program() const {
    return "func.func @around(" + Parameters + ") {\n" + Text +
           "\nfunc.return\n}\nfunc.func private @callee(i32) -> i32\n";
  }
  /// The first type after operands was offered.
  bool isOffered() const { return IsFirstOffered; }
  bool isCustom() const { return IsCustom; }

private:
  std::string chooseType(const FormPart &Part);
  void addOperands(const FormPart &Part);
  bool addType(const FormPart &Part);
  bool addPart(const FormPart &Part);

  const OperationForm &Form;
  unsigned Number, Choices = 0, Results = 0;
  std::string Text, Parameters;
  ValueTypes Types;
  llvm::StringMap<std::string> OperandTypes;
  bool HasType = false, IsFirstOffered = false, IsCustom = false;
};
} // namespace

std::string Trial::chooseType(const FormPart &Part) {
  // Its regions are built of the types while it is read, which ends MLIR if
  // they are no numbers.
  if (Form.Name.starts_with("linalg."))
    return Form.Name.contains("unsigned") ? "tensor<4xi32>" : "tensor<4xf32>";
  Strings Examples = examplesOf(Part);
  // At first the same for all, then mixed.
  unsigned Choice =
      Number < 24
          ? Number
          : (Number * 2654435761u >> (3 * (Choices % 8))) ^ (Choices * 7);
  ++Choices;
  return Examples[Choice % Examples.size()];
}

void Trial::addOperands(const FormPart &Part) {
  std::string &Type = OperandTypes[Part.Name];
  auto Same = OperandTypes.find(Part.SameAs);
  Type = Same != OperandTypes.end() ? Same->second : chooseType(Part);
  // Each result of linalg has one block argument.
  bool IsMany = Part.Count == '*' && Part.Name != "outputs";
  unsigned Count = IsMany ? Number / 5 % 4 + 1 : 1;
  for (unsigned I = 0; I < Count; ++I) {
    std::string Name = "%" + Part.Name.str() + "_" + std::to_string(I);
    Text += (I ? ", " : "") + Name;
    Types[Name] = Type;
    Parameters += (Parameters.empty() ? "" : ", ") + Name + ": " + Type;
  }
}

bool Trial::addType(const FormPart &Part) {
  std::string Before = "func.func @around(" + Parameters + ") {\n" + Text;
  CompletionPlace Place = findCompletionPlace(Before + " ");
  const FormPart *TypePart = Place.part();
  // The types of operands that were left out are left out.
  if (!TypePart || TypePart->Kind != Part.Kind || TypePart->Name != Part.Name)
    return false;
  std::string Type = findExpectedType(Place, Types, nullptr).Type;
  if (!HasType)
    IsFirstOffered = !Type.empty();
  HasType = true;
  if (Type.empty())
    Type = Part.Kind == PartKind::FunctionType ? "() -> " : chooseType(Part);
  if (llvm::StringRef(Type).ends_with("-> ")) {
    FormPart Result = readTypePart(Part.Results.split(',').first);
    std::string One = chooseType(Result), All = One;
    for (unsigned I = 1; I < Results; ++I)
      All += ", " + One;
    Type += Results == 1 ? All : "(" + (Results ? All : "") + ")";
  }
  Text += Type;
  return true;
}

bool Trial::addPart(const FormPart &Part) {
  if (Part.HasSpace)
    Text += " ";
  switch (Part.Kind) {
  case PartKind::Literal:
    Text += Part.Name;
    return true;
  case PartKind::Operand:
    addOperands(Part);
    return true;
  case PartKind::Attribute:
    if (!Part.Cases.empty()) {
      std::string Case = Part.Cases.split('|').first.str();
      Text += Part.enclose(Case);
    } else {
      Text += Part.Example.value_or(exampleAttribute(Part));
    }
    return true;
  case PartKind::Symbol:
  case PartKind::SymbolName:
    Text += "@callee";
    return true;
  case PartKind::ValueType:
  case PartKind::FunctionType:
    return addType(Part);
  default:
    IsCustom = true;
    return false;
  }
}

bool Trial::write() {
  Results = Form.ResultCount.value_or(Number % 3);
  if (Results)
    Text = "%r:" + std::to_string(Results) + " = ";
  Text += Form.Name;
  auto isLeftOut = [&](size_t I) {
    const FormPart &Type = Form.Parts[I + 1];
    return Form.Parts[I].isLiteral(",") && Type.Kind == PartKind::ValueType &&
           Type.Count && !OperandTypes.count(Type.Name) &&
           llvm::any_of(Form.Parts, [&](const FormPart &Part) {
             return Part.Kind == PartKind::Operand && Part.Name == Type.Name;
           });
  };
  // `return` has its operands and their types in a group.
  auto isOfOperands = [&](size_t I) {
    bool HasOperand = false, HasType = false;
    for (size_t J = I + 1; J < Form.groupEnd(I); ++J) {
      HasOperand |= Form.Parts[J].Kind == PartKind::Operand;
      HasType |= Form.Parts[J].Kind == PartKind::ValueType;
    }
    return Number % 2 == 0 && HasType &&
           (HasOperand || Form.Parts[I + 1].isLiteral(":"));
  };
  for (size_t I = 0; I < Form.Parts.size(); ++I) {
    const FormPart &Part = Form.Parts[I];
    if (Part.Kind == PartKind::Group && !(Part.IsForResults && Results) &&
        !isOfOperands(I))
      I = Form.groupEnd(I);
    else if (I + 1 < Form.Parts.size() && isLeftOut(I))
      ++I;
    else if (Part.Kind != PartKind::Group && Part.Kind != PartKind::GroupEnd &&
             Part.Kind != PartKind::Dictionary && !addPart(Part))
      return false;
  }
  return HasType;
}

/// The format has operands, and types at its end.
static bool endsInTypes(const OperationForm &Form) {
  bool HasOperands = false, HasColon = false;
  const FormPart *Last = nullptr;
  for (const FormPart &Part : Form.Parts) {
    HasColon |= Part.isLiteral(":");
    HasOperands |= !HasColon && Part.Kind == PartKind::Operand;
    if (Part.Kind != PartKind::Dictionary && Part.Kind != PartKind::Group &&
        Part.Kind != PartKind::GroupEnd)
      Last = &Part;
  }
  return HasOperands && HasColon && !Form.hasRegions() && !Form.IsGeneric &&
         (Last->Kind == PartKind::ValueType || Last->isLiteral(")") ||
          Last->Kind == PartKind::FunctionType);
}

/// Operations that are written with the type of their result alone, which the
/// operands do not tell.
static const char *const NotTold[] = {
    "arm_sme.extract_tile_slice",
    "bufferization.alloc_tensor",
    "gpu.alloc",
    "gpu.subgroup_mma_constant_matrix",
    "llvm.intr.coro.suspend",
    "llvm.intr.matrix.column.major.load",
    "llvm.intr.vector.extract",
    "memref.alloc",
    "memref.alloca",
    "nvvm.clusterlaunchcontrol.query.cancel",
    "nvvm.convert.f32x2.to.bf16x2",
    "nvvm.convert.f32x2.to.f16x2",
    "nvvm.convert.f32x2.to.f6x2",
    "nvvm.convert.f32x2.to.f8x2",
    "nvvm.tcgen05.ld",
    "pdl_interp.get_operands",
    "pdl_interp.get_results",
    "rocdl.ballot",
    "rocdl.cvt.f32.bf8",
    "rocdl.cvt.f32.fp8",
    "rocdl.cvt.pk.bf8.f32",
    "rocdl.cvt.pk.f32.bf8",
    "rocdl.cvt.pk.f32.fp8",
    "rocdl.cvt.pk.fp8.f32",
    "rocdl.cvt.pkrtz",
    "rocdl.cvt.sr.bf8.f32",
    "rocdl.cvt.sr.fp8.f32",
    "rocdl.raw.ptr.buffer.load",
    "shape.value_of",
    "smt.array.broadcast",
    "smt.int2bv",
    "sparse_tensor.storage_specifier.init",
    "spirv.GroupNonUniformBallot",
    "spirv.KHR.SubgroupBallot",
    "tensor.empty",
    "tensor.from_elements",
    "tensor.splat",
    "vector.create_mask",
    "vector.extract",
    "vector.from_elements",
    "vector.scalable.extract",
};

/// Operations that this test cannot write: they need more than operands and
/// their types, or rare types.
static const char *const NotWritten[] = {
    "amdgpu.packed_scaled_trunc",
    "amdgpu.packed_stoch_round_fp8",
    "amdgpu.packed_trunc_2xfp8",
    "amdgpu.raw_buffer_load",
    "amdgpu.raw_buffer_store",
    "arm_sve.convert_from_svbool",
    "arm_sve.convert_to_svbool",
    "func.call_indirect",
    "gpu.set_csr_pointers",
    "gpu.spgemm_work_estimation_or_compute",
    "gpu.subgroup_mma_compute",
    "gpu.subgroup_mma_store_matrix",
    "linalg.fill_rng_2d",
    "linalg.pack",
    "linalg.unpack",
    "llvm.extractvalue",
    "llvm.insertvalue",
    "llvm.intr.dbg.declare",
    "llvm.intr.dbg.value",
    "nvvm.mbarrier.try_wait",
    "nvvm.wgmma.mma_async",
    "pdl_interp.extract",
    "pdl_interp.get_value_type",
    "rocdl.permlane16.swap",
    "rocdl.permlane32.swap",
    "shard.sharding",
    "shard.update_halo",
    "sparse_tensor.crd_translate",
    "sparse_tensor.extract_value",
    "spirv.Image",
    "transform.xegpu.insert_prefetch",
    "vector.contract",
    "x86vector.avx512.mask.rndscale",
    "x86vector.avx512.mask.scalef",
    "xegpu.convert_layout",
    "xevm.mma",
};

TEST_CASE("ExpectedTypes: MLIR reads what is offered, for all operations",
          "[form]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.loadAllAvailableDialects();
  ScopedDiagnosticHandler Quiet(&Context,
                                [](mlir::Diagnostic &) { return success(); });
  // What operands an operation admits does not matter here.
  ParserConfig Config(&Context, /*verifyAfterParse=*/false);
  Strings NotOffered, NotRead;
  size_t Count = 0;
  forEachOperationName([&](llvm::StringRef Name) {
    auto Form = findOperationForm(Name);
    if (!RegisteredOperationName::lookup(Name, &Context) || !endsInTypes(*Form))
      return;
    bool IsOffered = false, IsRead = false;
    for (unsigned Number = 0; Number < 1000 && !IsRead; ++Number) {
      Trial T(*Form, Number);
      bool IsWritten = T.write();
      if (T.isCustom())
        return;
      IsOffered = T.isOffered();
      IsRead =
          IsWritten && bool(parseSourceString<ModuleOp>(T.program(), Config));
    }
    ++Count;
    if (!IsRead)
      NotRead.push_back(Name.str());
    else if (!IsOffered)
      NotOffered.push_back(Name.str());
  });
  CHECK(Count > 1600);
  CHECK(NotOffered == Strings(std::begin(NotTold), std::end(NotTold)));
  CHECK(NotRead == Strings(std::begin(NotWritten), std::end(NotWritten)));
}

TEST_CASE("ExpectedTypes: the first offer", "[completion]") {
  const std::string Text =
      "func.func @f(%a: i7, %e: !noisy.i32, %t: tensor<4xf32>, %u: "
      "tensor<1xf32>, %g: f64, %p: !llvm.ptr<3>, %s: !spirv.ptr<i32, "
      "Workgroup>, %w: i32) -> (i7, !noisy.i32) {\n  ";
  auto firstOf = [&](const std::string &TypedText) {
    CAPTURE(TypedText);
    Offer Types(Text + TypedText + "|\n}\n");
    REQUIRE_FALSE(Types.labels().empty());
    CHECK(Types.List.Items.front().Detail == "expected type");
    return Types.labels().front();
  };
  // All operands of a function type, and the results if they are told.
  CHECK(firstOf("%r = llvm.intr.smin(%a, %a) : ") == "(i7, i7) -> i7");
  CHECK(firstOf("%r = tosa.gather %t, %u : ") ==
        "(tensor<4xf32>, tensor<1xf32>) -> ");
  CHECK(firstOf("transform.scf.take_assumed_branch %a : ") == "(i7) -> ()");
  CHECK(firstOf("%r:2 = llvm.intr.frexp(%g) : ") == "(f64) -> ");
  // Each result of several has its type.
  CHECK(firstOf("%q:2 = scf.while (%x = %a, %y = %e) : ") ==
        "(i7, !noisy.i32) -> (i7, !noisy.i32)");
  CHECK(firstOf("%q:2 = scf.while (%x = %a, %y = %e) : (i7, ") ==
        "!noisy.i32) -> (i7, !noisy.i32)");
  CHECK(firstOf("%q = scf.while (%x = %a) : ") == "(i7) -> i7");
  // What an element is of.
  CHECK(firstOf("%r = complex.create %g, %g : ") == "complex<f64>");
  // Broadcasts.
  CHECK(firstOf("%r = tosa.add %t, %t : ") ==
        "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>");
  CHECK(firstOf("%r = tosa.add %t, %u : ") ==
        "(tensor<4xf32>, tensor<1xf32>) -> ");
  // What is typed already is not offered again.
  CHECK(firstOf("%r = llvm.intr.smin(%a, %a) : (i7, ") == "i7) -> i7");
  CHECK(firstOf("%r = llvm.intr.smin(%a, %a) : (i7, i7) -> ") == "i7");
  CHECK(firstOf("return %a, %e : i7, ") == "!noisy.i32");
  CHECK(firstOf("return %a, %e : i7, !") == "!noisy.i32");
  // Another type was meant.
  for (const Completions::Item &I :
       Offer(Text + "return %a, %e : i3, |").List.Items)
    CHECK(I.Detail != "expected type");
  // Destinations are results.
  CHECK(firstOf("%r = linalg.abs ins(%t : tensor<4xf32>) outs(%u : "
                "tensor<1xf32>) -> ") == "tensor<1xf32>");
  // Optional words before the types, attributes side by side, and operands
  // that are left out.
  CHECK(firstOf("%r = arith.truncf %g : ") == "f64");
  CHECK(firstOf("%r = arith.truncf %g upward : ") == "f64");
  CHECK(firstOf("%r = spirv.AtomicExchange <Device> <None> %s, %w : ") ==
        "!spirv.ptr<i32, Workgroup>");
  CHECK(firstOf("nvvm.mbarrier.init %p, %w : ") == "!llvm.ptr<3>");
  CHECK(firstOf("nvvm.mbarrier.init %p, %w : !llvm.ptr<3>, ") == "i32");
  // Vectors, not their elements.
  CHECK(firstOf("%r = rocdl.cvt.scalef32.pk16.bf6.bf16 %t, %g : ") ==
        "vector<3xi32>");
}

TEST_CASE("ExpectedTypes: values of a likely type come first where others are "
          "possible",
          "[completion]") {
  const std::string Begin =
      "func.func @f(%n: index, %c: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
      "  %k = arith.constant 1 : i32\n"
      "  %d = arith.cmpi slt, %k, %k : i32\n  ";
  auto firstOf = [&](const std::string &Line) {
    CAPTURE(Line);
    Offer Values(Begin + Line + "|\n  return\n}\n");
    REQUIRE_FALSE(Values.labels().empty());
    return Values.labels().front();
  };
  // Bounds of loops are indices, and what goes around is mostly the result.
  CHECK(firstOf("%r = scf.for %i = ") == "%n");
  CHECK(firstOf("%r = scf.for %i = %n to ") == "%n");
  CHECK(firstOf("%r = scf.for %i = %n to %n step ") == "%n");
  CHECK(firstOf("%r = scf.for %i = %n to %n step %n iter_args(%s = ") == "%a");
  CHECK(firstOf("%r = arith.select ") == "%d");
  CHECK(firstOf("%r = arith.select %c, ") == "%a");
  CHECK(firstOf("%r = arith.select %c, %k, ") == "%k");
}
