//===- NoiseModelTest.cpp - The numbers of the noise model ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModel.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisyDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace mlir::noisy {
/// How Catch shows a model.
static std::ostream &operator<<(std::ostream &os, const NoiseModel &model) {
  return os << model.str();
}
} // namespace mlir::noisy

/// What the parser and the verifier say.
static std::string check(const std::string &source) {
  return Program(source).diagnostics();
}

/// The same of a module with this attribute `noisy.model`.
static std::string checkModel(const std::string &attribute) {
  return check("module attributes {noisy.model = " + attribute + "} {}");
}

static std::string wide = "#noisy.model<initial = 16, max = 30>";

//===----------------------------------------------------------------------===//
// #noisy.model
//===----------------------------------------------------------------------===//

TEST_CASE("a model is written with its two numbers, in either order") {
  Program program("module attributes {noisy.model = #noisy.model<max = 30, "
                  "initial = 16>} {}");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK_THAT(program.print(), Catch::Contains("noisy.model = " + wide));
  CHECK(checkModel("#noisy.model<initial = 1, max = 1>") == "");
  CHECK(checkModel("#noisy.model<initial = 0x10, max = 65535>") == "");
}

TEST_CASE("what is no model is refused where it is written") {
  CHECK(checkModel("#noisy.model<initial = 0, max = 26>") ==
        "1: error: not a noise model: the noise of a fresh encryption, initial "
        "= 0, must be at least 1 bit");
  CHECK(checkModel("#noisy.model<initial = 12, max = 11>") ==
        "1: error: not a noise model: the limit, max = 11, must not be below "
        "the noise of a fresh encryption, initial = 12");
  CHECK(checkModel("#noisy.model<initial = 12, max = 65536>") ==
        "1: error: not a noise model: the limit, max = 65536, must be below "
        "65536, the largest number of bits");
  CHECK(checkModel("#noisy.model<initial = 12, max = 4294967295>") ==
        "1: error: not a noise model: the limit, max = 4294967295, must be "
        "below 65536, the largest number of bits");
}

TEST_CASE("errors in the text of a model say what was expected") {
  CHECK(checkModel("#noisy.model<initial = -12, max = 26>") ==
        "1: error: 'initial = -12' is not a number of bits; it must lie "
        "between 1 "
        "and 65535");
  CHECK(checkModel("#noisy.model<initial = 12, max = 4294967296>") ==
        "1: error: 'max = 4294967296' is not a number of bits; it must lie "
        "between 1 and 65535");
  CHECK_THAT(checkModel("#noisy.model<initial = 12, max = "
                        "99999999999999999999999999999999999999999999>"),
             Catch::Contains("is not a number of bits"));
  CHECK(checkModel("#noisy.model<initial = 12, limit = 26>") ==
        "1: error: a noise model has no field 'limit'; it has 'initial' and "
        "'max', 'reduced' and 'unit', and for operations that are not as usual "
        "'add', 'sub', 'mul' and 'scale'; or it has 'levels' and 'bootstrap'");
  CHECK(checkModel("#noisy.model<initial = 12, initial = 13, max = 26>") ==
        "1: error: 'initial' is given twice");
  CHECK(checkModel("#noisy.model<initial = 12>") ==
        "1: error: a noise model has two numbers; 'max = N' is missing");
  CHECK(checkModel("#noisy.model<max = 12>") ==
        "1: error: a noise model has two numbers; 'initial = N' is missing");
  CHECK(checkModel("#noisy.model<12, 26>") ==
        "1: error: expected 'initial = N' and 'max = N', in bits of noise");
  CHECK(checkModel("#noisy.model<>") ==
        "1: error: expected 'initial = N' and 'max = N', in bits of noise");
  CHECK(checkModel("#noisy.model<initial = many, max = 26>") ==
        "1: error: expected a number of bits after 'initial ='");
  CHECK(checkModel("#noisy.model<initial = \"12\", max = 26>") ==
        "1: error: expected a number of bits after 'initial ='");
  CHECK_THAT(checkModel("#noisy.model<initial 12, max = 26>"),
             Catch::Contains("expected '='"));
  CHECK_THAT(checkModel("#noisy.model"), Catch::Contains("expected '<'"));
  CHECK_THAT(checkModel("#noisy.modal<initial = 12, max = 26>"),
             Catch::Contains("unknown attribute `modal`"));
}

TEST_CASE("a model says what operations do, where that is not as usual") {
  const std::string scheme =
      "#noisy.model<initial = 13, max = 202, add = max, mul = max + 32, scale "
      "= sum + 4>";
  Program program("module attributes {noisy.model = #noisy.model<initial = 13, "
                  "sub = max + 1, scale = sum + 4, mul = max+32, add = max + "
                  "0, max = 202>} {}");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK_THAT(program.print(), Catch::Contains("noisy.model = " + scheme));
  CHECK(checkModel("#noisy.model<initial = 12, max = 26, mul = 3>") ==
        "1: error: expected 'max' or 'sum' after 'mul =', and the bits that "
        "are added, as in 'max + 32'");
  CHECK(checkModel("#noisy.model<initial = 12, max = 26, mul = max + x>") ==
        "1: error: expected a number of bits after 'mul ='");
  CHECK(checkModel("#noisy.model<initial = 12, max = 26, mul = max + 10001>") ==
        "1: error: 'mul' adds 10001 bits; at most 10000 are possible");
  CHECK(checkModel("#noisy.model<initial = 12, max = 26, mul = max, mul = "
                   "sum>") == "1: error: 'mul' is given twice");
}

TEST_CASE("a model is the same in texts of options") {
  std::string error;
  std::optional<NoiseModel> model = NoiseModel::parse(
      " mul = max + 32 , initial=13,max=202,add=max,scale=sum+4", error);
  REQUIRE(model);
  CHECK(model->mul == NoiseTransfer::max(32));
  CHECK(model->add == NoiseTransfer::max(0));
  CHECK(model->sub == NoiseTransfer::max(1));
  CHECK(model->str() == "initial=13,max=202,add=max,mul=max+32,scale=sum+4");
  CHECK(NoiseModel::parse(model->str(), error) == model);
  for (const char *text :
       {"initial=13,max=202,mul=", "initial=13,max=202,mul=32",
        "initial=13,max=202,mul=max+", "initial=13,max=202,mul=max+-1",
        "initial=13,max=202,mul=max+10001", "initial=13,max=202,mul=max+70000",
        "initial=13,max=202,mul=max,mul=max", "mul=max",
        "initial=13,max=202,"}) {
    CAPTURE(text);
    CHECK_FALSE(NoiseModel::parse(text, error));
    CHECK_THAT(error, Catch::StartsWith("expected a noise model such as"));
  }
}

//===----------------------------------------------------------------------===//
// Where it may stand
//===----------------------------------------------------------------------===//

TEST_CASE("an attribute of another kind is no model") {
  CHECK(checkModel("26 : i64") ==
        "1: error: 'builtin.module' op has 'noisy.model' = 26 : i64; it must "
        "be #noisy.model<initial = N, max = N>");
  CHECK_THAT(checkModel("{initial = 12, max = 26}"),
             Catch::Contains("it must be #noisy.model<"));
}

TEST_CASE("a model belongs on an operation with regions") {
  CHECK(check("func.func private @f() attributes {noisy.model = " + wide +
              "}") == "");
  CHECK(check("gpu.module @m attributes {noisy.model = " + wide + "} {}") ==
        "");
  CHECK(check("func.func @f(%x: i5) {\n"
              "  %0 = noisy.encode %x {noisy.model = " +
              wide +
              "} : i5 -> !noisy.i32\n"
              "  return\n"
              "}") ==
        "2: error: 'noisy.encode' op has the attribute 'noisy.model', but no "
        "regions; it belongs on an operation with regions, such as a module or "
        "a function");
}

TEST_CASE("nested models must not differ") {
  auto nest = [](const std::string &inner) {
    return check("module attributes {noisy.model = " + wide +
                 "} {\n"
                 "  module {\n"
                 "    func.func private @f() attributes {noisy.model = " +
                 inner + "}\n  }\n}");
  };
  CHECK(nest(wide) == "");
  CHECK(nest("#noisy.model<initial = 16, max = 31>") ==
        "3: error: 'func.func' op has 'noisy.model' = #noisy.model<initial = "
        "16, max = 31> within #noisy.model<initial = 16, max = 30>; nested "
        "models must not differ, remove one of them\n"
        "1: note: the model around it is here");
}

TEST_CASE("an operation that sees the values around it has their model") {
  auto checkFunction = [](const std::string &function) {
    return check("func.func @f(%p: i1) " + function +
                 " {\n"
                 "  scf.if %p {\n"
                 "  } {noisy.model = " +
                 wide + "}\n  return\n}");
  };
  CHECK(checkFunction("attributes {noisy.model = " + wide + "}") == "");
  CHECK(checkFunction("") ==
        "2: error: 'scf.if' op has 'noisy.model' = #noisy.model<initial = 16, "
        "max = 30>, but can use values from outside, where the model is "
        "initial = 12, max = 26; put it on the function or the module");
  // An operation of which nothing is known may see them, too.
  CHECK_THAT(
      check("\"foo.region\"() ({}) {noisy.model = " + wide + "} : () -> ()"),
      Catch::Contains("but can use values from outside"));
  CHECK(check("\"foo.region\"() ({}) {noisy.model = #noisy.model<initial = 12, "
              "max = 26>} : () -> ()") == "");
}

//===----------------------------------------------------------------------===//
// NoiseModel::get
//===----------------------------------------------------------------------===//

TEST_CASE("the model of an operation is the nearest around it") {
  Program program("module @a attributes {noisy.model = " + wide +
                  "} {\n"
                  "  func.func @f(%p: i1) {\n"
                  "    scf.if %p {\n"
                  "      %x = arith.constant 1 : i5\n"
                  "    }\n"
                  "    return\n"
                  "  }\n"
                  "}\n"
                  "module @b {\n"
                  "  func.func @f() attributes {noisy.model = "
                  "#noisy.model<initial = 2, max = 3>} {\n"
                  "    %y = arith.constant 1 : i5\n"
                  "    return\n"
                  "  }\n"
                  "}\n"
                  "func.func @c() {\n"
                  "  %z = arith.constant 1 : i5\n"
                  "  return\n"
                  "}");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  auto modelOf = [&](llvm::StringRef name) {
    return NoiseModel::get(program.value(name).getDefiningOp());
  };
  CHECK(modelOf("%x") == NoiseModel{16, 30});
  CHECK(modelOf("%y") == NoiseModel{2, 3});
  CHECK(modelOf("%z") == NoiseModel{12, 26});
  Operation *a = SymbolTable::lookupSymbolIn(program.module(), "a");
  CHECK(NoiseModel::get(a) == NoiseModel{16, 30});
  CHECK(NoiseModel::get(program.module()) == NoiseModel{12, 26});
  CHECK(NoiseModel::get(nullptr) == NoiseModel{12, 26});

  // Each context has a default of its own.
  auto *dialect = program.context()->getOrLoadDialect<NoisyDialect>();
  dialect->setDefaultModel({5, 9});
  CHECK(modelOf("%x") == NoiseModel{16, 30});
  CHECK(modelOf("%z") == NoiseModel{5, 9});
  CHECK(NoiseModel::get(program.module()) == NoiseModel{5, 9});
  Program otherProgram("func.func private @f()");
  CHECK(NoiseModel::get(otherProgram.module()) == NoiseModel{12, 26});
}

TEST_CASE("a model of a wrong kind is passed over") {
  Program contextProgram("func.func private @f()");
  ParserConfig config(contextProgram.context(), /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "module attributes {noisy.model = " + wide +
          "} { func.func private @f() attributes {noisy.model = 3} }",
      config);
  REQUIRE(module);
  Operation *function = &module->getBody()->front();
  CHECK(NoiseModel::get(function) == NoiseModel{16, 30});
  module->getOperation()->removeDiscardableAttr("noisy.model");
  CHECK(NoiseModel::get(function) == NoiseModel{12, 26});
}

TEST_CASE("a context that does not know the dialect has the usual model") {
  MLIRContext context;
  OwningOpRef<ModuleOp> module(ModuleOp::create(UnknownLoc::get(&context)));
  CHECK(NoiseModel::get(*module) == NoiseModel{12, 26});
}

TEST_CASE("a registry gives its contexts a default model") {
  DialectRegistry registry;
  mlir::noisy::registerAllDialects(registry);
  registerDefaultModel(registry, {16, 30});
  MLIRContext first(registry), second(registry);
  for (MLIRContext *context : {&first, &second}) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func private @f(!noisy.i32 {noisy.bound = 29 : i64})", context);
    REQUIRE(module);
    CHECK(NoiseModel::get(*module) == NoiseModel{16, 30});
  }
}

TEST_CASE("contracts lie within the model of their function") {
  auto bound = [](const std::string &bits) {
    return check("func.func private @f(!noisy.i32 {noisy.bound = " + bits +
                 " : i64}) attributes {noisy.model = " + wide + "}");
  };
  CHECK(bound("16") == "");
  CHECK(bound("30") == "");
  CHECK(bound("15") ==
        "1: error: 'func.func' op argument 0 has 'noisy.bound' = 15; it must "
        "lie between the noise of a fresh encryption, 16, and the limit, 30");
  CHECK_THAT(bound("31"), Catch::Contains("and the limit, 30"));
}

//===----------------------------------------------------------------------===//
// NoiseModel::parse
//===----------------------------------------------------------------------===//

TEST_CASE("a model is read from the text of an option") {
  std::string error;
  CHECK(NoiseModel::parse("initial=16,max=30", error) == NoiseModel{16, 30});
  CHECK(error == "");
  CHECK(NoiseModel::parse(" max = 30 , initial = 16 ", error) ==
        NoiseModel{16, 30});
  CHECK(NoiseModel::parse("initial=1,max=65535", error) ==
        NoiseModel{1, 65535});
}

TEST_CASE("what is no text of a model gives nothing and a reason") {
  auto reason = [](llvm::StringRef text) {
    std::string error;
    INFO(text.str());
    CHECK_FALSE(NoiseModel::parse(text, error));
    return error;
  };
  for (std::string text :
       {"", ",", "12,26", "initial=12", "max=26", "initial=12,max",
        "initial=12,max=", "initial=12,max=26,", "initial=12,max=26,max=26",
        "initial=12;max=26", "initial=12,maximum=26", "initial=1e1,max=26",
        "initial=0x10,max=26", "initial=12,max=99999999999999999999",
        "initial=1 2,max=26"})
    CHECK(reason(text) == "expected a noise model such as 'initial=12,max=26', "
                          "but found '" +
                              text + "'");
  CHECK(reason("initial=-1,max=26") ==
        "the noise of a fresh encryption, initial = -1, must be at least 1 "
        "bit");
  CHECK(reason("initial=27,max=26") ==
        "the limit, max = 26, must not be below the noise of a fresh "
        "encryption, initial = 27");
  CHECK(reason("initial=12,max=4294967308") ==
        "the limit, max = 4294967308, must be below 65536, the largest number "
        "of bits");
}
