//===- IndexProgram.cpp - Programs on indices, and running them -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/IndexProgram.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Making programs
//===----------------------------------------------------------------------===//

namespace {

class Maker {
public:
  explicit Maker(std::mt19937 &random) : random(random) {}

  std::string make(unsigned operations);

private:
  struct Tensor {
    std::string name;
    /// "?" or a number for each dimension.
    std::vector<std::string> sizes;

    std::string type() const {
      return "tensor<" + llvm::join(sizes, "x") + "xi8>";
    }
  };
  /// What is in sight.
  struct Sight {
    std::vector<std::string> indices;
    std::vector<Tensor> tensors;
    std::vector<std::string> truths;
  };

  int below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random);
  }
  bool chance(int percent) { return below(100) < percent; }
  template <typename Range> const auto &pick(const Range &range) {
    // What came last is taken more often, so that chains grow.
    size_t n = std::size(range);
    size_t back = chance(50) ? below(std::min<size_t>(n, 3)) : below(n);
    return std::data(range)[n - 1 - back];
  }
  std::string index() { return pick(sight.indices); }
  std::string fresh() { return "%v" + std::to_string(counter++); }
  std::string constant();
  std::string expression(int depth);
  void define(const std::string &operation) {
    std::string name = fresh();
    text += name + " = " + operation + "\n";
    sight.indices.push_back(name);
  }

  void statement(int depth);
  void arithmetic();
  void affine();
  void tensor();
  void comparison();
  void branch(int depth);
  void loop(int depth);
  void body(int depth);

  std::mt19937 &random;
  std::string text;
  Sight sight;
  int counter = 0;
  int left = 0;
};

} // namespace

/// A name for a number.
std::string Maker::constant() {
  std::string name = fresh();
  int64_t number = below(20) - 6;
  if (chance(4))
    number = (int64_t(1) << (30 + below(33))) * (chance(50) ? 1 : -1);
  text += name + " = arith.constant " + std::to_string(number) + " : index\n";
  return name;
}

void Maker::arithmetic() {
  static const char *const linear[] = {"addi", "subi", "muli"};
  static const char *const arith[] = {
      "floordivsi", "ceildivsi", "divsi", "divui", "remsi", "remui",
      "minsi",      "maxsi",     "minui", "maxui", "minsi", "maxsi"};
  static const char *const ofIndex[] = {"add",  "sub",      "mul",  "floordivs",
                                        "divs", "ceildivs", "divu", "rems",
                                        "remu", "mins",     "maxs", "add"};
  std::string lhs = index(), rhs = chance(60) ? constant() : index();
  if (chance(20))
    std::swap(lhs, rhs);
  if (chance(50))
    define("arith." + std::string(linear[below(3)]) + " " + lhs + ", " + rhs +
           (chance(30) ? " overflow<nsw>" : "") + " : index");
  else if (chance(60))
    define("arith." + std::string(arith[below(std::size(arith))]) + " " + lhs +
           ", " + rhs + " : index");
  else
    define("index." + std::string(ofIndex[below(std::size(ofIndex))]) + " " +
           lhs + ", " + rhs);
}

/// An affine expression of d0 and d1.
std::string Maker::expression(int depth) {
  if (depth == 0 || chance(20))
    return chance(25)   ? std::to_string(below(15) - 5)
           : chance(50) ? "d0"
                        : "d1";
  std::string lhs = expression(depth - 1);
  switch (below(6)) {
  case 0:
    return "(" + lhs + ") * " +
           std::to_string(chance(5) ? int64_t(1) << below(63) : below(9) - 3);
  case 1:
    return "(" + lhs + ") floordiv " + std::to_string(1 + below(5));
  case 2:
    return "(" + lhs + ") ceildiv " + std::to_string(1 + below(5));
  case 3:
    return "(" + lhs + ") mod " + std::to_string(1 + below(5));
  default:
    return "(" + lhs + (chance(70) ? ") + (" : ") - (") +
           expression(depth - 1) + ")";
  }
}

void Maker::affine() {
  std::string operands = "(" + index() + ", " + index() + ")";
  switch (below(5)) {
  case 0:
  case 1:
    define("affine.apply affine_map<(d0, d1) -> (" + expression(3) + ")>" +
           operands);
    break;
  case 2:
    define(std::string(chance(50) ? "affine.min" : "affine.max") +
           " affine_map<(d0, d1) -> (" + expression(2) + ", " + expression(2) +
           ")>" + operands);
    break;
  case 3:
    define("affine.linearize_index [" + index() + ", " + index() + ", " +
           index() + "] by (" + (chance(50) ? "3, " : "") + "4, " +
           std::to_string(1 + below(5)) + ") : index");
    break;
  case 4: {
    std::string name = fresh();
    text += name + ":3 = affine.delinearize_index " + index() + " into (" +
            (chance(50) ? "3, " : "") + "4, " + std::to_string(1 + below(5)) +
            ") : index, index, index\n";
    for (const char *part : {"#0", "#1", "#2"})
      sight.indices.push_back(name + part);
  }
  }
}

void Maker::tensor() {
  Tensor source = pick(sight.tensors);
  Tensor result{fresh(), {}};
  auto dynamic = [&] {
    std::vector<std::string> names;
    for (const std::string &size : result.sizes)
      if (size == "?")
        names.push_back(index());
    return llvm::join(names, ", ");
  };
  switch (below(6)) {
  case 0:
    for (int i = 0, rank = 1 + below(2); i < rank; ++i)
      result.sizes.push_back(chance(75) ? "?" : std::to_string(1 + below(5)));
    text += result.name + " = tensor.empty(" + dynamic() +
            ") : " + result.type() + "\n";
    break;
  case 1: {
    std::string offsets, sizes, strides;
    for (size_t i = 0; i < source.sizes.size(); ++i) {
      const char *comma = i == 0 ? "" : ", ";
      bool isDynamic = chance(75);
      std::string size = isDynamic ? index() : "1";
      result.sizes.push_back(isDynamic ? "?" : "1");
      offsets += std::string(comma) + "0";
      sizes += comma + size;
      strides += std::string(comma) + "1";
    }
    text += result.name + " = tensor.extract_slice " + source.name + "[" +
            offsets + "] [" + sizes + "] [" + strides + "] : " + source.type() +
            " to " + result.type() + "\n";
    break;
  }
  case 2: {
    std::string low, high, arguments;
    for (size_t i = 0; i < source.sizes.size(); ++i) {
      const char *comma = i == 0 ? "" : ", ";
      low += comma + index();
      high += comma + (chance(50) ? index() : std::to_string(below(3)));
      arguments += comma + fresh() + ": index";
      result.sizes.push_back("?");
    }
    std::string padding = fresh();
    text += result.name + " = tensor.pad " + source.name + " low[" + low +
            "] high[" + high + "] {\n^bb0(" + arguments + "):\n" + padding +
            " = arith.constant 0 : i8\ntensor.yield " + padding +
            " : i8\n} : " + source.type() + " to " + result.type() + "\n";
    break;
  }
  case 3: {
    result.sizes = source.sizes;
    for (std::string &size : result.sizes)
      size = size == "?" && chance(30) ? std::to_string(1 + below(4)) : "?";
    text += result.name + " = tensor.cast " + source.name + " : " +
            source.type() + " to " + result.type() + "\n";
    break;
  }
  case 4: {
    // Sometimes there is no such dimension.
    std::string dim = fresh();
    text += dim + " = arith.constant " +
            std::to_string(chance(5) ? 7 : below(source.sizes.size())) +
            " : index\n";
    define("tensor.dim " + source.name + ", " + dim + " : " + source.type());
    return;
  }
  case 5: {
    Tensor other = pick(sight.tensors);
    if (other.sizes != source.sizes)
      return;
    result.sizes = source.sizes;
    text += result.name + " = arith.select " + pick(sight.truths) + ", " +
            source.name + ", " + other.name + " : " + source.type() + "\n";
    break;
  }
  }
  sight.tensors.push_back(result);
}

void Maker::comparison() {
  static const char *const predicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                           "sge", "ult", "ule", "ugt", "uge"};
  std::string name = fresh(), predicate = predicates[below(10)];
  std::string lhs = index(), rhs = chance(30) ? constant() : index();
  if (chance(70))
    text += name + " = arith.cmpi " + predicate + ", " + lhs + ", " + rhs +
            " : index\n";
  else
    text += name + " = index.cmp " + predicate + "(" + lhs + ", " + rhs + ")\n";
  sight.truths.push_back(name);
}

void Maker::branch(int depth) {
  std::string number = fresh();
  Tensor tensor{fresh(), pick(sight.tensors).sizes};
  std::string truth = pick(sight.truths);
  Sight outer = sight;
  auto side = [&] {
    body(depth);
    std::vector<Tensor> same;
    for (const Tensor &candidate : sight.tensors)
      if (candidate.sizes == tensor.sizes)
        same.push_back(candidate);
    text += "scf.yield " + index() + ", " + pick(same).name + " : index, " +
            tensor.type() + "\n";
    sight = outer;
  };
  std::string joint = fresh();
  text +=
      joint + ":2 = scf.if " + truth + " -> (index, " + tensor.type() + ") {\n";
  side();
  text += "} else {\n";
  side();
  text += "}\n";
  sight.indices.push_back(joint + "#0");
  sight.tensors.push_back({joint + "#1", tensor.sizes});
}

void Maker::loop(int depth) {
  std::string induction = fresh();
  Sight outer = sight;
  int kind = below(5);
  if (kind == 0) {
    // Without results.
    text += "affine.for " + induction + " = ";
    text += chance(40) ? std::to_string(below(8) - 4)
                       : "max affine_map<(d0) -> (d0, " +
                             std::to_string(below(4) - 2) + " - d0)>(%n0)";
    text += " to ";
    text += chance(40) ? std::to_string(below(8))
                       : "min affine_map<(d0) -> (d0 * 2, " +
                             std::to_string(below(9)) + ")>(%n1)";
    text +=
        (chance(50) ? " step " + std::to_string(1 + below(3)) : "") + " {\n";
    sight.indices.push_back(induction);
    body(depth);
    text += "}\n";
    sight = outer;
    return;
  }
  std::string lower = chance(50) ? constant() : index();
  std::string upper = chance(30) ? constant() : index();
  // The verifier lets no constant step of scf.parallel below 1 pass.
  std::string step = chance(15)                ? index()
                     : kind == 1 || chance(70) ? ""
                                               : constant();
  if (step.empty()) {
    step = fresh();
    text += step + " = arith.constant " +
            std::to_string(chance(60) ? 1 : 1 + below(4)) + " : index\n";
  }
  outer = sight;
  std::string range = " = (" + lower + ") to (" + upper + ") step (" + step;
  if (kind == 1) {
    text += "scf.parallel (" + induction + ")" + range + ") {\n";
    sight.indices.push_back(induction);
    body(depth);
    text += "}\n";
    sight = outer;
    return;
  }
  Tensor start = pick(sight.tensors);
  if (kind == 2) {
    std::string result = fresh(), argument = fresh();
    text += result + " = scf.forall (" + induction + ")" + range +
            ") shared_outs(" + argument + " = " + start.name + ") -> (" +
            start.type() + ") {\n";
    sight.indices.push_back(induction);
    sight.tensors.push_back({argument, start.sizes});
    body(depth);
    text += "}\n";
    sight = outer;
    sight.tensors.push_back({result, start.sizes});
    return;
  }
  std::string result = fresh(), number = fresh(), tensor = fresh();
  text += result + ":2 = scf.for " + (chance(10) ? "unsigned " : "") +
          induction + " = " + lower + " to " + upper + " step " + step +
          " iter_args(" + number + " = " + index() + ", " + tensor + " = " +
          start.name + ") -> (index, " + start.type() + ") {\n";
  sight.indices.push_back(number);
  sight.indices.push_back(induction);
  sight.tensors.push_back({tensor, start.sizes});
  body(depth);
  std::vector<Tensor> same;
  for (const Tensor &candidate : sight.tensors)
    if (candidate.sizes == start.sizes)
      same.push_back(candidate);
  text += "scf.yield " + (chance(30) ? number : index()) + ", " +
          (chance(50) ? tensor : pick(same).name) + " : index, " +
          start.type() + "\n}\n";
  sight = outer;
  sight.indices.push_back(result + "#0");
  sight.tensors.push_back({result + "#1", start.sizes});
}

void Maker::body(int depth) {
  for (int i = 1 + below(5); i > 0 && left > 0; --i)
    statement(depth - 1);
}

void Maker::statement(int depth) {
  --left;
  int kind = below(100);
  if (depth > 0 && kind < 12)
    loop(depth);
  else if (depth > 0 && kind < 20)
    branch(depth);
  else if (kind < 45)
    arithmetic();
  else if (kind < 55)
    affine();
  else if (kind < 60)
    define("arith.select " + pick(sight.truths) + ", " + index() + ", " +
           index() + " : index");
  else if (kind < 80)
    tensor();
  else
    comparison();
}

std::string Maker::make(unsigned operations) {
  sight.indices = {"%n0", "%n1", "%n2"};
  sight.truths = {"%p"};
  sight.tensors = {{"%t0", {"?"}}, {"%t1", {"?", "4"}}};
  left = operations;
  text = "func.func @f(%n0: index, %n1: index, %n2: index, %p: i1, "
         "%t0: tensor<?xi8>, %t1: tensor<?x4xi8>) {\n";
  while (left > 0)
    statement(3);
  text += "return\n}\n";
  return text;
}

std::string mlir::noisy::test::makeIndexProgram(std::mt19937 &random,
                                                unsigned operations) {
  return Maker(random).make(operations);
}

//===----------------------------------------------------------------------===//
// Running programs
//===----------------------------------------------------------------------===//

static bool fits(__int128 number) {
  return number >= std::numeric_limits<int64_t>::min() &&
         number <= std::numeric_limits<int64_t>::max();
}

static __int128 floorDivide(__int128 lhs, __int128 rhs) {
  __int128 quotient = lhs / rhs;
  return lhs % rhs != 0 && (lhs < 0) != (rhs < 0) ? quotient - 1 : quotient;
}

void IndexRun::set(Value value, IndexValue to) {
  values[value] = std::move(to);
  onValue(value);
}

int64_t IndexRun::get(Value value, std::optional<int64_t> dim) const {
  const IndexValue &found = values.at(value);
  return dim ? found.sizes.at(*dim) : found.number;
}

int64_t IndexRun::wrap(Operation *op, __int128 exact) {
  if (fits(exact))
    return static_cast<int64_t>(exact);
  auto arith = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (arith && arith.hasNoSignedWrap())
    throw Stop();
  wrapped = true;
  return static_cast<int64_t>(exact);
}

__int128 IndexRun::evaluate(AffineExpr expr, ValueRange operands,
                            unsigned dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return number(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return number(operands[dims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  __int128 lhs = evaluate(binary.getLHS(), operands, dims);
  __int128 rhs = evaluate(binary.getRHS(), operands, dims);
  __int128 result;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    result = lhs + rhs;
    break;
  case AffineExprKind::Mul:
    result = lhs * rhs;
    break;
  default:
    if (rhs <= 0)
      throw Stop();
    result = binary.getKind() == AffineExprKind::FloorDiv
                 ? floorDivide(lhs, rhs)
             : binary.getKind() == AffineExprKind::CeilDiv
                 ? -floorDivide(-lhs, rhs)
                 : lhs - floorDivide(lhs, rhs) * rhs;
  }
  if (!fits(result))
    throw Stop();
  return result;
}

std::vector<__int128> IndexRun::evaluate(AffineMap map, ValueRange operands) {
  std::vector<__int128> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(evaluate(expr, operands, map.getNumDims()));
  return results;
}

void IndexRun::run(FunctionOpInterface function,
                   std::vector<IndexValue> arguments, unsigned operations) {
  values.clear();
  wrapped = false;
  operationsLeft = operations;
  try {
    for (auto [argument, value] :
         llvm::zip_equal(function.getArguments(), arguments))
      set(argument, value);
    runBlock(function.getFunctionBody().front());
  } catch (Stop) {
  }
}

void IndexRun::countOperation() {
  if (operationsLeft == 0)
    throw Stop();
  --operationsLeft;
}

/// Returns what the block hands on.
std::vector<IndexValue> IndexRun::runBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    runOperation(&op);
  std::vector<IndexValue> result;
  if (isa<scf::YieldOp>(block.back()))
    for (Value operand : block.back().getOperands())
      result.push_back(values.lookup(operand));
  return result;
}

void IndexRun::runIf(Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  Block *block =
      number(branch.getCondition()) ? branch.thenBlock() : branch.elseBlock();
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), runBlock(*block)))
    set(result, value);
}

void IndexRun::runLoop(Operation *op) {
  auto loop = cast<LoopLikeOpInterface>(op);
  bool isUnsigned = false;
  int64_t lower, upper, step;
  if (auto affineLoop = dyn_cast<affine::AffineForOp>(op)) {
    auto lowers = evaluate(affineLoop.getLowerBoundMap(),
                           affineLoop.getLowerBoundOperands());
    auto uppers = evaluate(affineLoop.getUpperBoundMap(),
                           affineLoop.getUpperBoundOperands());
    lower = *llvm::max_element(lowers);
    upper = *llvm::min_element(uppers);
    step = affineLoop.getStepAsInt();
  } else {
    auto read = [&](OpFoldResult bound) {
      auto attr = dyn_cast<Attribute>(bound);
      return attr ? cast<IntegerAttr>(attr).getInt()
                  : number(cast<Value>(bound));
    };
    lower = read(loop.getLoopLowerBounds()->front());
    upper = read(loop.getLoopUpperBounds()->front());
    step = read(loop.getLoopSteps()->front());
    if (auto scfLoop = dyn_cast<scf::ForOp>(op))
      isUnsigned = scfLoop.getUnsignedCmp();
  }
  if (step <= 0)
    throw Stop();

  std::vector<IndexValue> carried;
  for (Value init : loop.getInits())
    carried.push_back(values.lookup(init));
  Block &body = loop.getLoopRegions().front()->front();
  for (int64_t i = lower;
       isUnsigned ? uint64_t(i) < uint64_t(upper) : i < upper;
       i = wrap(op, __int128(i) + step)) {
    countOperation();
    set(body.getArgument(0), i);
    for (auto [argument, value] :
         llvm::zip_equal(body.getArguments().drop_front(), carried))
      set(argument, value);
    std::vector<IndexValue> yielded = runBlock(body);
    if (isa<scf::ForOp>(op))
      carried = yielded;
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), carried))
    set(result, value);
}

void IndexRun::runOperation(Operation *op) {
  countOperation();
  auto operand = [&](unsigned i) { return number(op->getOperand(i)); };
  auto sizes = [&](unsigned i) {
    return values.lookup(op->getOperand(i)).sizes;
  };
  auto setSizes = [&](std::vector<int64_t> sizes) {
    for (auto [size, known] : llvm::zip_equal(
             sizes, cast<ShapedType>(op->getResult(0).getType()).getShape()))
      if (size < 0 || (!ShapedType::isDynamic(known) && size != known))
        throw Stop();
    set(op->getResult(0), {0, std::move(sizes)});
  };
  auto mixed = [&](ArrayRef<OpFoldResult> from) {
    std::vector<int64_t> numbers;
    for (OpFoldResult entry : from)
      numbers.push_back(isa<Attribute>(entry)
                            ? cast<IntegerAttr>(cast<Attribute>(entry)).getInt()
                            : number(cast<Value>(entry)));
    return numbers;
  };
  auto divide = [&](bool isUnsigned, auto compute) {
    __int128 lhs = operand(0), rhs = operand(1);
    if (isUnsigned) {
      lhs = uint64_t(operand(0));
      rhs = uint64_t(operand(1));
    }
    if (rhs == 0)
      throw Stop();
    __int128 result = compute(lhs, rhs);
    if (!isUnsigned && !fits(result))
      throw Stop();
    set(op->getResult(0), static_cast<int64_t>(result));
  };
  auto quotient = [](__int128 lhs, __int128 rhs) { return lhs / rhs; };
  auto remainder = [](__int128 lhs, __int128 rhs) { return lhs % rhs; };
  auto compare = [&](arith::CmpIPredicate predicate) {
    bool result = arith::applyCmpPredicate(predicate, APInt(64, operand(0)),
                                           APInt(64, operand(1)));
    onComparison(op, result);
    set(op->getResult(0), result);
  };

  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::ConstantOp>([&](arith::ConstantOp constant) {
        auto attr = dyn_cast<IntegerAttr>(constant.getValue());
        set(constant, attr.getValue().getSExtValue());
      })
      .Case<arith::AddIOp, index::AddOp>([&](auto) {
        set(op->getResult(0), wrap(op, __int128(operand(0)) + operand(1)));
      })
      .Case<arith::SubIOp, index::SubOp>([&](auto) {
        set(op->getResult(0), wrap(op, __int128(operand(0)) - operand(1)));
      })
      .Case<arith::MulIOp, index::MulOp>([&](auto) {
        set(op->getResult(0), wrap(op, __int128(operand(0)) * operand(1)));
      })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [&](auto) { divide(false, floorDivide); })
      .Case<arith::CeilDivSIOp, index::CeilDivSOp>([&](auto) {
        divide(false, [](__int128 lhs, __int128 rhs) {
          return -floorDivide(-lhs, rhs);
        });
      })
      .Case<arith::DivSIOp, index::DivSOp>(
          [&](auto) { divide(false, quotient); })
      .Case<arith::DivUIOp, index::DivUOp>(
          [&](auto) { divide(true, quotient); })
      .Case<arith::RemSIOp, index::RemSOp>(
          [&](auto) { divide(false, remainder); })
      .Case<arith::RemUIOp, index::RemUOp>(
          [&](auto) { divide(true, remainder); })
      .Case<arith::MinSIOp, index::MinSOp>([&](auto) {
        set(op->getResult(0), std::min(operand(0), operand(1)));
      })
      .Case<arith::MaxSIOp, index::MaxSOp>([&](auto) {
        set(op->getResult(0), std::max(operand(0), operand(1)));
      })
      .Case<arith::MinUIOp>([&](auto) {
        set(op->getResult(0),
            int64_t(std::min<uint64_t>(operand(0), operand(1))));
      })
      .Case<arith::MaxUIOp>([&](auto) {
        set(op->getResult(0),
            int64_t(std::max<uint64_t>(operand(0), operand(1))));
      })
      .Case<arith::SelectOp>([&](arith::SelectOp select) {
        Value chosen = number(select.getCondition()) ? select.getTrueValue()
                                                     : select.getFalseValue();
        set(select, values.lookup(chosen));
      })
      .Case<arith::CmpIOp>(
          [&](arith::CmpIOp cmp) { compare(cmp.getPredicate()); })
      .Case<index::CmpOp>([&](index::CmpOp cmp) {
        // Both dialects use the same words.
        compare(*arith::symbolizeCmpIPredicate(
            index::stringifyIndexCmpPredicate(cmp.getPred())));
      })
      .Case<affine::AffineApplyOp>([&](auto apply) {
        set(apply, int64_t(evaluate(apply.getMap(), op->getOperands())[0]));
      })
      .Case<affine::AffineMinOp>([&](auto min) {
        set(min, int64_t(*llvm::min_element(
                     evaluate(min.getMap(), op->getOperands()))));
      })
      .Case<affine::AffineMaxOp>([&](auto max) {
        set(max, int64_t(*llvm::max_element(
                     evaluate(max.getMap(), op->getOperands()))));
      })
      .Case<affine::AffineLinearizeIndexOp>([&](auto linearize) {
        auto basis = linearize.getStaticBasis();
        __int128 stride = 1, sum = 0;
        for (unsigned i = 0; i < op->getNumOperands(); ++i) {
          sum += stride * operand(op->getNumOperands() - 1 - i);
          if (i + 1 < op->getNumOperands())
            stride *= basis[basis.size() - 1 - i];
        }
        if (!fits(sum))
          throw Stop();
        set(linearize, int64_t(sum));
      })
      .Case<affine::AffineDelinearizeIndexOp>([&](auto delinearize) {
        auto basis = delinearize.getStaticBasis();
        __int128 rest = operand(0);
        for (unsigned i = op->getNumResults(); --i > 0;) {
          __int128 size = basis[basis.size() - (op->getNumResults() - i)];
          __int128 next = floorDivide(rest, size);
          set(op->getResult(i), int64_t(rest - next * size));
          rest = next;
        }
        set(op->getResult(0), int64_t(rest));
      })
      .Case<tensor::EmptyOp>([&](tensor::EmptyOp empty) {
        setSizes(mixed(empty.getMixedSizes()));
      })
      .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp slice) {
        std::vector<int64_t> result = mixed(slice.getMixedSizes());
        for (auto [size, limit] : llvm::zip_equal(result, sizes(0)))
          if (size > limit)
            throw Stop();
        setSizes(result);
      })
      .Case<tensor::PadOp>([&](tensor::PadOp pad) {
        std::vector<int64_t> result = sizes(0);
        for (auto [size, low, high] :
             llvm::zip_equal(result, mixed(pad.getMixedLowPad()),
                             mixed(pad.getMixedHighPad()))) {
          __int128 sum = __int128(size) + low + high;
          if (low < 0 || high < 0 || !fits(sum))
            throw Stop();
          size = sum;
        }
        setSizes(result);
      })
      .Case<tensor::CastOp>([&](auto) { setSizes(sizes(0)); })
      .Case<tensor::DimOp>([&](auto) {
        if (operand(1) < 0 || operand(1) >= int64_t(sizes(0).size()))
          throw Stop();
        set(op->getResult(0), sizes(0)[operand(1)]);
      })
      .Case<scf::IfOp>([&](auto) { runIf(op); })
      .Case<scf::ForOp, scf::ForallOp, scf::ParallelOp, affine::AffineForOp>(
          [&](auto) { runLoop(op); })
      .Default([](Operation *) { std::abort(); });
}
