//===- WrittenPrograms.h - Programs as they are often written ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_CHOICE_WRITTENPROGRAMS_H
#define NOISY_TESTS_OPTIMIZER_CHOICE_WRITTENPROGRAMS_H

#include <functional>
#include <string>
#include <vector>

namespace mlir::noisy::test {

/// Writes a function, operation by operation.
class Writer {
public:
  std::string argument() {
    arguments.push_back("%a" + std::to_string(arguments.size()));
    return arguments.back();
  }
  std::vector<std::string> take(unsigned count) {
    std::vector<std::string> result(count);
    for (std::string &name : result)
      name = argument();
    return result;
  }
  std::string op(const std::string &name, const std::string &lhs,
                 const std::string &rhs) {
    std::string result = "%v" + std::to_string(count++);
    body += result + " = noisy." + name + " " + lhs + ", " + rhs +
            " : !noisy.i32\n";
    return result;
  }
  std::string reduce(const std::string &operand) {
    std::string result = "%v" + std::to_string(count++);
    body += result + " = noisy.reduce_noise " + operand + " : !noisy.i32\n";
    return result;
  }
  std::string scale(const std::string &operand, const std::string &factor) {
    if (factor == "1")
      return operand;
    std::string result = "%v" + std::to_string(count++);
    body += result + " = noisy.scale " + operand + " by " + factor +
            " : !noisy.i32\n";
    return result;
  }
  std::string constant(unsigned number) {
    std::string result = "%e" + std::to_string(count++);
    body += result + "p = arith.constant " + std::to_string(number) +
            " : i5\n" + result + " = noisy.encode " + result +
            "p : i5 -> !noisy.i32\n";
    return result;
  }
  std::string finish(const std::vector<std::string> &results) const {
    auto list = [](const std::vector<std::string> &names, const char *after) {
      std::string text;
      for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name + after;
      return text;
    };
    std::string types =
        list(std::vector<std::string>(results.size()), "!noisy.i32");
    return "func.func @f(" + list(arguments, ": !noisy.i32") + ") -> (" +
           types + ") {\n" + body + "return " + list(results, "") + " : " +
           types + "\n}\n";
  }

private:
  std::vector<std::string> arguments;
  std::string body;
  unsigned count = 0;
};

inline std::string chain(const char *name, unsigned count) {
  Writer writer;
  std::string result = writer.argument();
  for (unsigned i = 1; i < count; ++i)
    result = writer.op(name, result, writer.argument());
  return writer.finish({result});
}

/// The sum of products, in a chain.
inline std::string dot(Writer &writer, const std::vector<std::string> &xs,
                       const std::vector<std::string> &ys) {
  std::string sum;
  for (size_t i = 0; i < xs.size(); ++i) {
    std::string product = writer.op("mul", xs[i], ys[i]);
    sum = i ? writer.op("add", sum, product) : product;
  }
  return sum;
}

inline std::string innerProduct(unsigned count) {
  Writer writer;
  std::vector<std::string> xs = writer.take(count), ys = writer.take(count);
  return writer.finish({dot(writer, xs, ys)});
}

inline std::string commonFactor(unsigned count) {
  Writer writer;
  std::string factor = writer.argument();
  std::vector<std::string> xs = writer.take(count);
  return writer.finish(
      {dot(writer, xs, std::vector<std::string>(count, factor))});
}

inline std::string power(unsigned exponent) {
  Writer writer;
  std::string x = writer.argument(), result = x;
  for (unsigned i = 1; i < exponent; ++i)
    result = writer.op("mul", result, x);
  return writer.finish({result});
}

inline std::string horner(unsigned degree, bool isConstant) {
  Writer writer;
  std::string x = writer.argument();
  auto coefficient = [&](unsigned i) {
    return isConstant ? writer.constant((7 * i + 3) % 32) : writer.argument();
  };
  std::string result = coefficient(degree);
  for (unsigned i = degree; i-- > 0;)
    result = writer.op("add", writer.op("mul", result, x), coefficient(i));
  return writer.finish({result});
}

inline std::string twoMatrixProducts(unsigned size) {
  using Matrix = std::vector<std::vector<std::string>>;
  Writer writer;
  auto make = [&] {
    Matrix matrix;
    for (unsigned i = 0; i < size; ++i)
      matrix.push_back(writer.take(size));
    return matrix;
  };
  auto multiply = [&](const Matrix &a, const Matrix &b) {
    Matrix result(size);
    for (unsigned i = 0; i < size; ++i)
      for (unsigned j = 0; j < size; ++j) {
        std::vector<std::string> column;
        for (unsigned k = 0; k < size; ++k)
          column.push_back(b[k][j]);
        result[i].push_back(dot(writer, a[i], column));
      }
    return result;
  };
  Matrix a = make(), b = make(), c = make();
  std::vector<std::string> results;
  for (const std::vector<std::string> &row : multiply(multiply(a, b), c))
    results.insert(results.end(), row.begin(), row.end());
  return writer.finish(results);
}

/// The transform that the benchmarks have, with plain twiddles: each term of
/// the odd half is scaled once for each of its two uses.
inline std::string fourier(unsigned points) {
  Writer writer;
  auto getFactor = [](unsigned k) { // 3 has the order 8.
    const char *const factors[] = {"1",   "3",   "9",  "-5",
                                   "-15", "-13", "-7", "11"};
    return factors[k % 8];
  };
  std::function<std::vector<std::string>(std::vector<std::string>, unsigned)>
      transform = [&](const std::vector<std::string> &inputs, unsigned step) {
        size_t size = inputs.size();
        if (size == 1)
          return inputs;
        std::vector<std::string> even, odd, result;
        for (size_t i = 0; i < size; ++i)
          (i % 2 ? odd : even).push_back(inputs[i]);
        even = transform(even, 2 * step);
        odd = transform(odd, 2 * step);
        for (size_t k = 0; k < size; ++k)
          result.push_back(writer.op(
              "add", even[k % even.size()],
              writer.scale(odd[k % odd.size()], getFactor(k * step))));
        return result;
      };
  std::vector<std::string> inputs = writer.take(points);
  return writer.finish(transform(inputs, 1));
}

/// A function with a loop over two tensors, which carries %a.
inline std::string loop(unsigned turns, const std::string &body) {
  return R"(
  func.func @f(%z: !noisy.i32, %x: !noisy.i32, %t: tensor<256x!noisy.i32>,
               %u: tensor<256x!noisy.i32>) -> !noisy.i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant )" +
         std::to_string(turns) + R"( : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (!noisy.i32) {
      %p = tensor.extract %t[%i] : tensor<256x!noisy.i32>
      %q = tensor.extract %u[%i] : tensor<256x!noisy.i32>
      )" +
         body +
         R"(
      scf.yield %s : !noisy.i32
    }
    return %r : !noisy.i32
  })";
}

inline std::string matrixTimesVector(unsigned size) {
  std::string number = std::to_string(size);
  std::string vector = "tensor<" + number + "x!noisy.i32>";
  std::string matrix = "tensor<" + number + "x" + number + "x!noisy.i32>";
  return "func.func @f(%z: !noisy.i32, %m: " + matrix + ", %v: " + vector +
         ", %o: " + vector + ") -> " + vector +
         " {\n%r = affine.for %i = 0 to " + number +
         " iter_args(%out = %o) -> (" + vector +
         ") {\n%s = affine.for %j = 0 to " + number +
         " iter_args(%a = %z) -> (!noisy.i32) {\n"
         "%p = tensor.extract %m[%i, %j] : " +
         matrix + "\n%q = tensor.extract %v[%j] : " + vector + R"(
      %w = noisy.mul %p, %q : !noisy.i32
      %sum = noisy.add %a, %w : !noisy.i32
      affine.yield %sum : !noisy.i32
    }
    %next = tensor.insert %s into %out[%i] : )" +
         vector + "\naffine.yield %next : " + vector +
         "\n}\nreturn %r : " + vector + "\n}";
}

/// Eight products with taps for each of 128 results.
inline std::string filter(bool isEncrypted) {
  return std::string(R"(
  func.func @f(%z: !noisy.i32, %s: tensor<135x!noisy.i32>,
               %taps: tensor<8x!noisy.i32>, %o: tensor<128x!noisy.i32>)
      -> tensor<128x!noisy.i32> {
    %r = affine.for %i = 0 to 128 iter_args(%out = %o)
        -> (tensor<128x!noisy.i32>) {
      %sum = affine.for %j = 0 to 8 iter_args(%a = %z) -> (!noisy.i32) {
        %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
        %p = tensor.extract %s[%k] : tensor<135x!noisy.i32>
        %q = tensor.extract %taps[%j] : tensor<8x!noisy.i32>
        )") +
         (isEncrypted ? "%w = noisy.mul %p, %q : !noisy.i32"
                      : "%w = noisy.scale %p by 1000 : !noisy.i32") +
         R"(
        %next = noisy.add %a, %w : !noisy.i32
        affine.yield %next : !noisy.i32
      }
      %2 = tensor.insert %sum into %out[%i] : tensor<128x!noisy.i32>
      affine.yield %2 : tensor<128x!noisy.i32>
    }
    return %r : tensor<128x!noisy.i32>
  })";
}

/// A product, and two branches of four additions each.
inline const char *const twoBranches = R"(
  func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
    %m = noisy.mul %a, %b : !noisy.i32
    %0 = noisy.add %m, %a : !noisy.i32
    %1 = noisy.add %0, %b : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %b : !noisy.i32
    %4 = noisy.sub %m, %a : !noisy.i32
    %5 = noisy.sub %4, %b : !noisy.i32
    %6 = noisy.sub %5, %a : !noisy.i32
    %7 = noisy.sub %6, %b : !noisy.i32
    return %3, %7 : !noisy.i32, !noisy.i32
  })";

/// The same, with the branches multiplied.
inline const char *const twoBranchesMultiplied = R"(
  func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
    %m = noisy.mul %a, %b : !noisy.i32
    %0 = noisy.add %m, %a : !noisy.i32
    %1 = noisy.add %0, %a : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %a : !noisy.i32
    %4 = noisy.sub %m, %b : !noisy.i32
    %5 = noisy.sub %4, %b : !noisy.i32
    %6 = noisy.sub %5, %b : !noisy.i32
    %7 = noisy.sub %6, %b : !noisy.i32
    %8 = noisy.mul %3, %7 : !noisy.i32
    return %8 : !noisy.i32
  })";

/// All of the dialect, on constants.
inline const char *const allOperations = R"(
  func.func @f() -> i5 {
    %0 = arith.constant 1 : i5
    %1 = arith.constant 2 : i5
    %2 = noisy.encode %0 : i5 -> !noisy.i32
    %3 = noisy.encode %1 : i5 -> !noisy.i32
    %4 = noisy.mul %2, %3 : !noisy.i32
    %5 = noisy.mul %4, %4 : !noisy.i32
    %6 = noisy.mul %5, %5 : !noisy.i32
    %7 = noisy.mul %6, %6 : !noisy.i32
    %8 = noisy.decode %7 : !noisy.i32 -> i5
    return %8 : i5
  })";

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_OPTIMIZER_CHOICE_WRITTENPROGRAMS_H
