//===- TensorFlowTest.cpp - The flow of noise to elements of tensors ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A function that computes %l. %a and %b are fresh (12 bits), %big has 24.
struct Known {
  const char *body;
  int bits;
};
} // namespace

static std::string withTensors(llvm::StringRef body) {
  return withFresh("%big = noisy.mul %a, %b : !noisy.i32\n" + body.str());
}

static void checkKnown(llvm::ArrayRef<Known> cases) {
  for (const Known &known : cases) {
    CAPTURE(known.body);
    Program program(withTensors(known.body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%l") == known.bits);
    CHECK(program.findings() == "");
  }
}

/// Checks that the elements of %e, and so %l, are unknown because of what an
/// operation reads.
static void checkUnknown(llvm::ArrayRef<const char *> bodies,
                         llvm::StringRef reader) {
  for (const char *body : bodies) {
    CAPTURE(body);
    Program program(withTensors(body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%e") == unknown);
    CHECK(program.bound("%l") == unknown);
    REQUIRE(program.findings() == "unknown %e");
    const NoiseFinding &finding = program.facts().getFindings().front();
    CHECK(describeFinding(program.facts(), finding,
                          [&](Value value) { return program.name(value); }) ==
          "unknown noise: %e, a result of 'tensor.empty': not all of its "
          "elements are known to be written before '" +
              reader.str() +
              "' reads them; values that depend on it cannot be checked");
    CHECK(finding.reason->place->getName().getStringRef() == reader);
  }
}

TEST_CASE("tiles of which the last one is smaller write all elements") {
  checkKnown({
      {R"(%e = tensor.empty(%n) : tensor<?x!noisy.i32>
          %f = tensor.empty(%n) : tensor<?x!noisy.i32>
          %g = linalg.fill ins(%a : !noisy.i32) outs(%f : tensor<?x!noisy.i32>) -> tensor<?x!noisy.i32>
          %t = scf.for %i = %c0 to %n step %c4 iter_args(%u = %e) -> (tensor<?x!noisy.i32>) {
            %w = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
            %s = tensor.extract_slice %g[%i] [%w] [1] : tensor<?x!noisy.i32> to tensor<?x!noisy.i32>
            %v = tensor.insert_slice %s into %u[%i] [%w] [1] : tensor<?x!noisy.i32> into tensor<?x!noisy.i32>
            scf.yield %v : tensor<?x!noisy.i32>
          }
          %l = tensor.extract %t[%c0] : tensor<?x!noisy.i32>)",
       12},
  });
  // A width of less than the step leaves gaps.
  checkUnknown({R"(%e = tensor.empty(%n) : tensor<?x!noisy.i32>
          %f = tensor.empty(%n) : tensor<?x!noisy.i32>
          %g = linalg.fill ins(%a : !noisy.i32) outs(%f : tensor<?x!noisy.i32>) -> tensor<?x!noisy.i32>
          %t = scf.for %i = %c0 to %n step %c4 iter_args(%u = %e) -> (tensor<?x!noisy.i32>) {
            %w = affine.min affine_map<(d0)[s0] -> (3, s0 - d0)>(%i)[%n]
            %s = tensor.extract_slice %g[%i] [%w] [1] : tensor<?x!noisy.i32> to tensor<?x!noisy.i32>
            %v = tensor.insert_slice %s into %u[%i] [%w] [1] : tensor<?x!noisy.i32> into tensor<?x!noisy.i32>
            scf.yield %v : tensor<?x!noisy.i32>
          }
          %l = tensor.extract %t[%c0] : tensor<?x!noisy.i32>)",
                R"(%e = tensor.empty(%n) : tensor<?x!noisy.i32>
          %f = tensor.empty(%n) : tensor<?x!noisy.i32>
          %g = linalg.fill ins(%a : !noisy.i32) outs(%f : tensor<?x!noisy.i32>) -> tensor<?x!noisy.i32>
          %t = scf.for %i = %c0 to %n step %c4 iter_args(%u = %e) -> (tensor<?x!noisy.i32>) {
            %w = affine.min affine_map<(d0)[s0] -> (4, s0 - d0 - 1)>(%i)[%n]
            %s = tensor.extract_slice %g[%i] [%w] [1] : tensor<?x!noisy.i32> to tensor<?x!noisy.i32>
            %v = tensor.insert_slice %s into %u[%i] [%w] [1] : tensor<?x!noisy.i32> into tensor<?x!noisy.i32>
            scf.yield %v : tensor<?x!noisy.i32>
          }
          %l = tensor.extract %t[%c0] : tensor<?x!noisy.i32>)"},
               "tensor.extract");
}

TEST_CASE("elements of slices are elements of the tensor") {
  checkKnown({
      {R"(%t = tensor.from_elements %big, %a, %big, %a : tensor<4x!noisy.i32>
          %s = tensor.extract_slice %t[1] [2] [2] : tensor<4x!noisy.i32> to tensor<2x!noisy.i32>
          %l = tensor.extract %s[%c1] : tensor<2x!noisy.i32>)",
       12},
      {R"(%t = tensor.splat %a : tensor<4x!noisy.i32>
          %u = tensor.splat %big : tensor<2x!noisy.i32>
          %v = tensor.insert_slice %u into %t[0] [2] [1] : tensor<2x!noisy.i32> into tensor<4x!noisy.i32>
          %s = tensor.extract_slice %v[2] [2] [1] : tensor<4x!noisy.i32> to tensor<2x!noisy.i32>
          %l = tensor.extract %s[%c0] : tensor<2x!noisy.i32>)",
       12},
      // Between the elements of a slice with gaps, and one of them.
      {R"(%t = tensor.splat %a : tensor<4x!noisy.i32>
          %u = tensor.splat %big : tensor<2x!noisy.i32>
          %v = tensor.insert_slice %u into %t[0] [2] [2] : tensor<2x!noisy.i32> into tensor<4x!noisy.i32>
          %l = tensor.extract %v[%c1] : tensor<4x!noisy.i32>)",
       12},
      {R"(%t = tensor.splat %a : tensor<4x!noisy.i32>
          %u = tensor.from_elements %a, %big : tensor<2x!noisy.i32>
          %v = tensor.insert_slice %u into %t[0] [2] [2] : tensor<2x!noisy.i32> into tensor<4x!noisy.i32>
          %l = tensor.extract %v[%c2] : tensor<4x!noisy.i32>)",
       24},
      // A row of two.
      {R"(%t = tensor.splat %big : tensor<2x2x!noisy.i32>
          %u = tensor.from_elements %big, %a : tensor<2x!noisy.i32>
          %v = tensor.insert_slice %u into %t[1, 0] [1, 2] [1, 1] : tensor<2x!noisy.i32> into tensor<2x2x!noisy.i32>
          %l = tensor.extract %v[%c1, %c1] : tensor<2x2x!noisy.i32>)",
       12},
      // Where a slice begins is not known.
      {R"(%t = tensor.splat %a : tensor<4x!noisy.i32>
          %u = tensor.splat %big : tensor<2x!noisy.i32>
          %v = tensor.insert_slice %u into %t[%n] [2] [1] : tensor<2x!noisy.i32> into tensor<4x!noisy.i32>
          %l = tensor.extract %v[%c0] : tensor<4x!noisy.i32>)",
       24},
  });
}

TEST_CASE("an element of a tensor has the noise of what was put there") {
  checkKnown({
      {R"(%t = tensor.from_elements %a, %big : tensor<2x!noisy.i32>
          %l = tensor.extract %t[%c0] : tensor<2x!noisy.i32>)",
       12},
      {R"(%t = tensor.from_elements %a, %big, %a, %a : tensor<2x2x!noisy.i32>
          %l = tensor.extract %t[%c0, %c1] : tensor<2x2x!noisy.i32>)",
       24},
      {R"(%t = tensor.from_elements %big, %big : tensor<2x!noisy.i32>
          %u = tensor.insert %a into %t[%c1] : tensor<2x!noisy.i32>
          %v = tensor.insert %big into %u[%c0] : tensor<2x!noisy.i32>
          %w = tensor.cast %v : tensor<2x!noisy.i32> to tensor<?x!noisy.i32>
          %l = tensor.extract %w[%c1] : tensor<?x!noisy.i32>)",
       12},
      {R"(%t = tensor.splat %big : tensor<4x!noisy.i32>
          %u = tensor.insert %a into %t[%n] : tensor<4x!noisy.i32>
          %l = tensor.extract %u[%n] : tensor<4x!noisy.i32>)",
       12},
      // One behind the other.
      {R"(%t = tensor.from_elements %a, %a : tensor<2x!noisy.i32>
          %u = tensor.from_elements %big, %a : tensor<2x!noisy.i32>
          %v = tensor.concat dim(0) %t, %u : (tensor<2x!noisy.i32>, tensor<2x!noisy.i32>) -> tensor<4x!noisy.i32>
          %l = tensor.extract %v[%c1] : tensor<4x!noisy.i32>)",
       12},
      {R"(%t = tensor.from_elements %a, %a : tensor<2x!noisy.i32>
          %u = tensor.from_elements %big, %a : tensor<2x!noisy.i32>
          %v = tensor.concat dim(0) %t, %u : (tensor<2x!noisy.i32>, tensor<2x!noisy.i32>) -> tensor<4x!noisy.i32>
          %l = tensor.extract %v[%c2] : tensor<4x!noisy.i32>)",
       24},
      // The other elements stay.
      {R"(%t = tensor.splat %a : tensor<4x!noisy.i32>
          %u = tensor.insert %big into %t[%c1] : tensor<4x!noisy.i32>
          %l = tensor.extract %u[%c0] : tensor<4x!noisy.i32>)",
       12},
  });
}

TEST_CASE("an element that may be another one has the noise of both") {
  checkKnown({
      // The size of the first part is not known.
      {R"(%t = tensor.splat %a[%n] : tensor<?x!noisy.i32>
          %u = tensor.from_elements %big, %a : tensor<2x!noisy.i32>
          %v = tensor.concat dim(0) %t, %u : (tensor<?x!noisy.i32>, tensor<2x!noisy.i32>) -> tensor<?x!noisy.i32>
          %l = tensor.extract %v[%c0] : tensor<?x!noisy.i32>)",
       24},
      {R"(%t = tensor.splat %a : tensor<4x!noisy.i32>
          %u = tensor.insert %big into %t[%n] : tensor<4x!noisy.i32>
          %l = tensor.extract %u[%c1] : tensor<4x!noisy.i32>)",
       24},
      {R"(%t = tensor.from_elements %a, %big : tensor<2x!noisy.i32>
          %l = tensor.extract %t[%n] : tensor<2x!noisy.i32>)",
       24},
      // %t of an earlier iteration, with another %i.
      {R"(%t = tensor.splat %big : tensor<4x!noisy.i32>
          %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %t) -> tensor<4x!noisy.i32> {
            %l = tensor.extract %u[%i] : tensor<4x!noisy.i32>
            %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
            scf.yield %v : tensor<4x!noisy.i32>
          })",
       24},
  });
}

TEST_CASE("an empty tensor has the elements that are written") {
  checkKnown({
      {R"(%e = tensor.empty() : tensor<2x!noisy.i32>
          %t = tensor.insert %a into %e[%c0] : tensor<2x!noisy.i32>
          %u = tensor.insert %big into %t[%c1] : tensor<2x!noisy.i32>
          %l = tensor.extract %u[%n] : tensor<2x!noisy.i32>)",
       24},
      {R"(%e = tensor.empty() : tensor<2x!noisy.i32>
          %t = tensor.insert %a into %e[%c0] : tensor<2x!noisy.i32>
          %l = tensor.extract %t[%c0] : tensor<2x!noisy.i32>)",
       12},
      {R"(%e = tensor.empty() : tensor<4x!noisy.i32>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
            %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
            scf.yield %v : tensor<4x!noisy.i32>
          }
          %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
       12},
      {R"(%e = tensor.empty(%n) : tensor<?x4x!noisy.i32>
          %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %e) -> tensor<?x4x!noisy.i32> {
            %w = scf.for %j = %c0 to %c4 step %c1 iter_args(%v = %u) -> tensor<?x4x!noisy.i32> {
              %x2 = tensor.insert %big into %v[%i, %j] : tensor<?x4x!noisy.i32>
              scf.yield %x2 : tensor<?x4x!noisy.i32>
            }
            scf.yield %w : tensor<?x4x!noisy.i32>
          }
          %l = tensor.extract %t[%c0, %c0] : tensor<?x4x!noisy.i32>)",
       24},
      {R"(%e = tensor.empty(%n) : tensor<4x?x!noisy.i32>
          %t = affine.for %i = 0 to 4 iter_args(%u = %e) -> tensor<4x?x!noisy.i32> {
            %w = affine.for %j = 0 to %n iter_args(%v = %u) -> tensor<4x?x!noisy.i32> {
              %x2 = tensor.insert %big into %v[%i, %j] : tensor<4x?x!noisy.i32>
              affine.yield %x2 : tensor<4x?x!noisy.i32>
            }
            affine.yield %w : tensor<4x?x!noisy.i32>
          }
          %l = tensor.extract %t[%c0, %c0] : tensor<4x?x!noisy.i32>)",
       24},
      // Slices of two elements.
      {R"(%e = tensor.empty() : tensor<4x!noisy.i32>
          %s = tensor.splat %a : tensor<2x!noisy.i32>
          %t = scf.forall (%i) = (0) to (4) step (2) shared_outs(%u = %e) -> tensor<4x!noisy.i32> {
            scf.forall.in_parallel {
              tensor.parallel_insert_slice %s into %u[%i] [2] [1] : tensor<2x!noisy.i32> into tensor<4x!noisy.i32>
            }
          }
          %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
       12},
      {R"(%e = tensor.empty() : tensor<2x!noisy.i32>
          %s = tensor.splat %a : tensor<2x!noisy.i32>
          %t = tensor.insert_slice %s into %e[0] [2] [1] : tensor<2x!noisy.i32> into tensor<2x!noisy.i32>
          %l = tensor.extract %t[%n] : tensor<2x!noisy.i32>)",
       12},
  });
}

TEST_CASE("an element that may not be written yet is unknown") {
  checkUnknown(
      {
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %l = tensor.extract %e[%c0] : tensor<4x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<2x!noisy.i32>
             %t = tensor.insert %a into %e[%c0] : tensor<2x!noisy.i32>
             %l = tensor.extract %t[%c1] : tensor<2x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<2x!noisy.i32>
             %t = tensor.insert %a into %e[%c0] : tensor<2x!noisy.i32>
             %u = tensor.insert %a into %t[%n] : tensor<2x!noisy.i32>
             %l = tensor.extract %u[%c1] : tensor<2x!noisy.i32>)",
          // Not all indices.
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = scf.for %i = %c1 to %c4 step %c1 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
               scf.yield %v : tensor<4x!noisy.i32>
             }
             %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = scf.for %i = %c0 to %c4 step %c2 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
               scf.yield %v : tensor<4x!noisy.i32>
             }
             %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<4x4x!noisy.i32>
             %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> tensor<4x4x!noisy.i32> {
               %v = tensor.insert %a into %u[%i, %i] : tensor<4x4x!noisy.i32>
               scf.yield %v : tensor<4x4x!noisy.i32>
             }
             %l = tensor.extract %t[%n, %c0] : tensor<4x4x!noisy.i32>)",
          R"(%e = tensor.empty(%c4) : tensor<?x!noisy.i32>
             %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %e) -> tensor<?x!noisy.i32> {
               %v = tensor.insert %a into %u[%i] : tensor<?x!noisy.i32>
               scf.yield %v : tensor<?x!noisy.i32>
             }
             %l = tensor.extract %t[%c0] : tensor<?x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = affine.for %i = 0 to 4 step 2 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
               affine.yield %v : tensor<4x!noisy.i32>
             }
             %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = affine.for %i = 0 to 4 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %l = tensor.extract %u[%i] : tensor<4x!noisy.i32>
               %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
               affine.yield %v : tensor<4x!noisy.i32>
             })",
          // What is written is not passed on.
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %v = tensor.insert %a into %e[%i] : tensor<4x!noisy.i32>
               scf.yield %v : tensor<4x!noisy.i32>
             }
             %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %v = scf.if %p -> tensor<4x!noisy.i32> {
                 %w = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
                 scf.yield %w : tensor<4x!noisy.i32>
               } else {
                 scf.yield %u : tensor<4x!noisy.i32>
               }
               scf.yield %v : tensor<4x!noisy.i32>
             }
             %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)",
          // It is written on one way only.
          R"(%e = tensor.empty() : tensor<1x!noisy.i32>
             %t = tensor.insert %a into %e[%c0] : tensor<1x!noisy.i32>
             %u = arith.constant 1 : index
             %v = scf.if %p -> tensor<1x!noisy.i32> {
               scf.yield %t : tensor<1x!noisy.i32>
             } else {
               scf.yield %e : tensor<1x!noisy.i32>
             }
             %l = tensor.extract %v[%c0] : tensor<1x!noisy.i32>)",
          // Read in the loop, before the write.
          R"(%e = tensor.empty() : tensor<4x!noisy.i32>
             %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %e) -> tensor<4x!noisy.i32> {
               %l = tensor.extract %u[%i] : tensor<4x!noisy.i32>
               %v = tensor.insert %a into %u[%i] : tensor<4x!noisy.i32>
               scf.yield %v : tensor<4x!noisy.i32>
             })",
          // The size is that of the iteration before.
          R"(%s = tensor.splat %a : tensor<4x!noisy.i32>
             %d = tensor.cast %s : tensor<4x!noisy.i32> to tensor<?x!noisy.i32>
             %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %d) -> tensor<?x!noisy.i32> {
               %k = arith.subi %c4, %i : index
               %w = scf.for %j = %c0 to %k step %c1 iter_args(%v = %u) -> tensor<?x!noisy.i32> {
                 %x2 = tensor.insert %a into %v[%j] : tensor<?x!noisy.i32>
                 scf.yield %x2 : tensor<?x!noisy.i32>
               }
               %l = tensor.extract %w[%c0] : tensor<?x!noisy.i32>
               %e = tensor.empty(%k) : tensor<?x!noisy.i32>
               scf.yield %e : tensor<?x!noisy.i32>
             })",
      },
      "tensor.extract");
  checkUnknown({R"(%e = tensor.empty() : tensor<4x!noisy.i32>
                   %s = tensor.splat %a : tensor<8x!noisy.i32>
                   %t = tensor.insert_slice %e into %s[0] [4] [1] : tensor<4x!noisy.i32> into tensor<8x!noisy.i32>
                   %l = tensor.extract %t[%n] : tensor<8x!noisy.i32>)"},
               "tensor.insert_slice");
  checkUnknown({R"(%e = tensor.empty() : tensor<4x!noisy.i32>
                   %s = tensor.splat %a : tensor<4x!noisy.i32>
                   %t = arith.select %p, %e, %s : tensor<4x!noisy.i32>
                   %l = tensor.extract %t[%n] : tensor<4x!noisy.i32>)"},
               "arith.select");
}

TEST_CASE("a loop that works on a tensor in place adds to each element once") {
  // The bound of what is left, of elements with 12 bits; `Body` makes %w of %u.
  auto bound = [](const std::string &body) {
    Program program(R"(
      func.func @f(%a: tensor<4x4x!noisy.i32>, %p: i1) -> tensor<4x4x!noisy.i32> {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c4 = arith.constant 4 : index
        %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %a) -> tensor<4x4x!noisy.i32> {
)" + body + R"(
          scf.yield %w : tensor<4x4x!noisy.i32>
        }
        return %t : tensor<4x4x!noisy.i32>
      })");
    INFO(program.diagnostics());
    return program.bound("%t");
  };
  const std::string type = " : tensor<4x4x!noisy.i32>\n";
  auto add = [&](const std::string &tensor, const std::string &from,
                 const std::string &to) {
    return "%x = tensor.extract " + tensor + "[" + from + "]" + type +
           "%y = noisy.add %x, %x : !noisy.i32\n%w = tensor.insert %y into " +
           tensor + "[" + to + "]" + type;
  };
  CHECK(bound(add("%u", "%i, %c0", "%i, %c0")) == 13);
  // In another dimension, or a row of them.
  CHECK(bound(add("%u", "%c1, %i", "%c0, %i")) == 13);
  // What another iteration writes may be read.
  CHECK(bound(add("%u", "%c0, %i", "%i, %c0")) == 16);
  CHECK(bound(add("%u", "%c0, %c0", "%i, %c0")) == 16);
  CHECK(bound(add("%u", "%i, %c0", "%c0, %c0")) == 16);
  CHECK(bound("%v = tensor.insert_slice %u into %u[0, 0] [4, 4] [1, 1]"
              " : tensor<4x4x!noisy.i32> into tensor<4x4x!noisy.i32>\n" +
              add("%v", "%i, %c0", "%i, %c0")) == 16);
  // Where a condition decides, and in a loop within.
  CHECK(bound("%x = tensor.extract %u[%i, %c0]" + type +
              "%y = noisy.add %x, %x : !noisy.i32\n"
              "%w = scf.if %p -> tensor<4x4x!noisy.i32> {\n"
              "%v = tensor.insert %y into %u[%i, %c0]" +
              type + "scf.yield %v" + type + "} else {\nscf.yield %u" + type +
              "}\n") == 13);
  const std::string inner =
      "scf.for %j = %c0 to %c4 step %c1 iter_args(%v = %u) -> "
      "tensor<4x4x!noisy.i32> {\n";
  auto within = [&](const std::string &place) {
    return "%w = " + inner + "%x = tensor.extract %v[" + place + "]" + type +
           "%y = noisy.add %x, %x : !noisy.i32\n"
           "%z = tensor.insert %y into %v[" +
           place + "]" + type + "scf.yield %z" + type + "}\n";
  };
  CHECK(bound(within("%i, %j")) == 13);
  CHECK(bound(within("%j, %i")) == 13);
  // Each of the inner loop has all of the outer one.
  CHECK(bound(within("%c0, %j")) == 16);
  // An inner loop passes on what another of its tensors was.
  auto swapped = [&](const std::string &from, const std::string &yields) {
    return "%x = tensor.extract %u[%i, %c0]" + type +
           "%y = noisy.add %x, %x : !noisy.i32\n"
           "%w, %o = scf.for %j = %c0 to %c4 step %c1 iter_args(%p0 = %u, %p1 "
           "= %u) -> (tensor<4x4x!noisy.i32>, tensor<4x4x!noisy.i32>) {\n"
           "%z = tensor.insert %y into " +
           from + "[%c1, %c0]" + type + "scf.yield " + yields +
           " : tensor<4x4x!noisy.i32>, tensor<4x4x!noisy.i32>\n}\n";
  };
  CHECK(bound(swapped("%p1", "%p1, %z")) == 16);
  CHECK(bound(swapped("%p0", "%p1, %z")) == 16);
  CHECK(bound(swapped("%p0", "%z, %p1")) == 16);
}

TEST_CASE(
    "an inner loop fills a tensor only if it goes on from each iteration") {
  auto reason = [](const std::string &into, const std::string &yields,
                   const std::string &inits, const std::string &types) {
    Program program(R"(
      func.func @f(%x: !noisy.i32) -> !noisy.i32 {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c4 = arith.constant 4 : index
        %e = tensor.empty() : tensor<4x!noisy.i32>
        %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> tensor<4x!noisy.i32> {
          %q:)" + std::string(types.size() > 25 ? "2" : "1") +
                    " = scf.for %j = %c0 to %c4 step %c1 iter_args(" + inits +
                    ") -> (" + types + ") {\n%n = tensor.insert %x into " +
                    into + "[%j] : tensor<4x!noisy.i32>\nscf.yield " + yields +
                    " : " + types + R"(
          }
          scf.yield %q#0 : tensor<4x!noisy.i32>
        }
        %v = tensor.extract %r[%c0] : tensor<4x!noisy.i32>
        return %v : !noisy.i32
      })");
    INFO(program.diagnostics());
    return program.bound("%v");
  };
  const std::string one = "tensor<4x!noisy.i32>", two = one + ", " + one;
  CHECK(reason("%a", "%n", "%a = %t", one) == 12);
  CHECK(reason("%t", "%n", "%a = %t", one) == unknown);
  CHECK(reason("%d", "%n, %d", "%a = %t, %d = %t", two) == unknown);
}
