//===- AesPrograms.cpp - AES-128 by functions -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/AesPrograms.h"
#include "bench/programs/ProgramWriter.h"
#include <map>

using namespace mlir::noisy::bench;

static constexpr unsigned kByte = 8, kColumn = 4 * kByte, kBlock = 4 * kColumn;

namespace {
/// A gate of a circuit: + is an exclusive or, - its negation, * a conjunction.
struct Gate {
  const char *result, *left;
  char operation;
  const char *right;
};
} // namespace

/// The S-box: x0 to x7 are the bits of the argument, s0 to s7 those of the
/// result, the highest first. From J. Boyar and R. Peralta, "A new
/// combinational logic minimization technique with applications to cryptology"
/// (SEA 2010).
static constexpr Gate kSbox[] = {
    {"y14", "x3", '+', "x5"},   {"y13", "x0", '+', "x6"},
    {"y9", "x0", '+', "x3"},    {"y8", "x0", '+', "x5"},
    {"t0", "x1", '+', "x2"},    {"y1", "t0", '+', "x7"},
    {"y4", "y1", '+', "x3"},    {"y12", "y13", '+', "y14"},
    {"y2", "y1", '+', "x0"},    {"y5", "y1", '+', "x6"},
    {"y3", "y5", '+', "y8"},    {"t1", "x4", '+', "y12"},
    {"y15", "t1", '+', "x5"},   {"y20", "t1", '+', "x1"},
    {"y6", "y15", '+', "x7"},   {"y10", "y15", '+', "t0"},
    {"y11", "y20", '+', "y9"},  {"y7", "x7", '+', "y11"},
    {"y17", "y10", '+', "y11"}, {"y19", "y10", '+', "y8"},
    {"y16", "t0", '+', "y11"},  {"y21", "y13", '+', "y16"},
    {"y18", "x0", '+', "y16"},  {"t2", "y12", '*', "y15"},
    {"t3", "y3", '*', "y6"},    {"t4", "t3", '+', "t2"},
    {"t5", "y4", '*', "x7"},    {"t6", "t5", '+', "t2"},
    {"t7", "y13", '*', "y16"},  {"t8", "y5", '*', "y1"},
    {"t9", "t8", '+', "t7"},    {"t10", "y2", '*', "y7"},
    {"t11", "t10", '+', "t7"},  {"t12", "y9", '*', "y11"},
    {"t13", "y14", '*', "y17"}, {"t14", "t13", '+', "t12"},
    {"t15", "y8", '*', "y10"},  {"t16", "t15", '+', "t12"},
    {"t17", "t4", '+', "t14"},  {"t18", "t6", '+', "t16"},
    {"t19", "t9", '+', "t14"},  {"t20", "t11", '+', "t16"},
    {"t21", "t17", '+', "y20"}, {"t22", "t18", '+', "y19"},
    {"t23", "t19", '+', "y21"}, {"t24", "t20", '+', "y18"},
    {"t25", "t21", '+', "t22"}, {"t26", "t21", '*', "t23"},
    {"t27", "t24", '+', "t26"}, {"t28", "t25", '*', "t27"},
    {"t29", "t28", '+', "t22"}, {"t30", "t23", '+', "t24"},
    {"t31", "t22", '+', "t26"}, {"t32", "t31", '*', "t30"},
    {"t33", "t32", '+', "t24"}, {"t34", "t23", '+', "t33"},
    {"t35", "t27", '+', "t33"}, {"t36", "t24", '*', "t35"},
    {"t37", "t36", '+', "t34"}, {"t38", "t27", '+', "t36"},
    {"t39", "t29", '*', "t38"}, {"t40", "t25", '+', "t39"},
    {"t41", "t40", '+', "t37"}, {"t42", "t29", '+', "t33"},
    {"t43", "t29", '+', "t40"}, {"t44", "t33", '+', "t37"},
    {"t45", "t42", '+', "t41"}, {"z0", "t44", '*', "y15"},
    {"z1", "t37", '*', "y6"},   {"z2", "t33", '*', "x7"},
    {"z3", "t43", '*', "y16"},  {"z4", "t40", '*', "y1"},
    {"z5", "t29", '*', "y7"},   {"z6", "t42", '*', "y11"},
    {"z7", "t45", '*', "y17"},  {"z8", "t41", '*', "y10"},
    {"z9", "t44", '*', "y12"},  {"z10", "t37", '*', "y3"},
    {"z11", "t33", '*', "y4"},  {"z12", "t43", '*', "y13"},
    {"z13", "t40", '*', "y5"},  {"z14", "t29", '*', "y2"},
    {"z15", "t42", '*', "y9"},  {"z16", "t45", '*', "y14"},
    {"z17", "t41", '*', "y8"},  {"t46", "z15", '+', "z16"},
    {"t47", "z10", '+', "z11"}, {"t48", "z5", '+', "z13"},
    {"t49", "z9", '+', "z10"},  {"t50", "z2", '+', "z12"},
    {"t51", "z2", '+', "z5"},   {"t52", "z7", '+', "z8"},
    {"t53", "z0", '+', "z3"},   {"t54", "z6", '+', "z7"},
    {"t55", "z16", '+', "z17"}, {"t56", "z12", '+', "t48"},
    {"t57", "t50", '+', "t53"}, {"t58", "z4", '+', "t46"},
    {"t59", "z3", '+', "t54"},  {"t60", "t46", '+', "t57"},
    {"t61", "z14", '+', "t57"}, {"t62", "t52", '+', "t58"},
    {"t63", "t49", '+', "t58"}, {"t64", "z4", '+', "t59"},
    {"t65", "t61", '+', "t62"}, {"t66", "z1", '+', "t63"},
    {"s0", "t59", '+', "t63"},  {"s6", "t56", '-', "t62"},
    {"s7", "t48", '-', "t60"},  {"t67", "t64", '+', "t65"},
    {"s3", "t53", '+', "t66"},  {"s4", "t51", '+', "t66"},
    {"s5", "t47", '+', "t65"},  {"s1", "t64", '-', "s3"},
    {"s2", "t55", '-', "t67"},
};

/// `@sbox`, and the number of its operations.
static std::string writeSbox(unsigned &operations) {
  ProgramWriter writer(kByte);
  std::map<std::string, Wire> wireOf;
  for (unsigned i = 0; i < kByte; ++i)
    wireOf["x" + std::to_string(i)] = kByte - 1 - i;
  for (const Gate &gate : kSbox) {
    Wire left = wireOf.at(gate.left), right = wireOf.at(gate.right);
    Wire &result = wireOf[gate.result];
    if (gate.operation == '*')
      result = writer.conjunction(left, right);
    else
      result = writer.exclusiveOr(left, right);
    if (gate.operation == '-')
      result = writer.negation(result);
  }
  Wires results;
  for (unsigned i = 0; i < kByte; ++i)
    results.push_back(wireOf.at("s" + std::to_string(kByte - 1 - i)));
  operations += writer.getOperations();
  return writer.finishFunction("sbox", results);
}

/// A byte as a polynomial, times x.
static Wires timesX(ProgramWriter &writer, const Wires &byte) {
  Wires results = {byte[7]};
  for (unsigned i = 1; i < kByte; ++i) {
    // The polynomial is x^8 + x^4 + x^3 + x + 1.
    bool isFolded = i == 1 || i == 3 || i == 4;
    results.push_back(isFolded ? writer.exclusiveOr(byte[i - 1], byte[7])
                               : byte[i - 1]);
  }
  return results;
}

static Wires byteOf(const Wires &block, unsigned number) {
  return {block.begin() + number * kByte, block.begin() + (number + 1) * kByte};
}

static void append(Wires &wires, const Wires &others) {
  wires.insert(wires.end(), others.begin(), others.end());
}

/// `@mix_column`, and the number of its operations.
static std::string writeMixColumn(unsigned &operations) {
  ProgramWriter writer(kColumn);
  Wires column = wiresFrom(0, kColumn), sum = byteOf(column, 0), results;
  for (unsigned i = 1; i < 4; ++i)
    sum = writer.exclusiveOr(sum, byteOf(column, i));
  for (unsigned i = 0; i < 4; ++i) {
    Wires both =
        writer.exclusiveOr(byteOf(column, i), byteOf(column, (i + 1) % 4));
    Wires rest = writer.exclusiveOr(byteOf(column, i), sum);
    append(results, writer.exclusiveOr(rest, timesX(writer, both)));
  }
  operations += writer.getOperations();
  return writer.finishFunction("mix_column", results);
}

/// A round, or the last one: substitutes the bytes of a block, the first
/// arguments, shifts its rows, mixes its columns, and adds the key, the others.
static std::string writeRound(bool isLast, unsigned &operations) {
  ProgramWriter writer(2 * kBlock);
  Wires block = wiresFrom(0, kBlock), bytes, shifted, mixed;
  for (unsigned i = 0; i < 16; ++i)
    append(bytes, writer.call("sbox", byteOf(block, i), kByte));
  // Byte r + 4 c is in row r and column c.
  for (unsigned i = 0; i < 16; ++i)
    append(shifted, byteOf(bytes, (i + 4 * (i % 4)) % 16));
  for (unsigned i = 0; i < 4 && !isLast; ++i) {
    Wires column;
    for (unsigned row = 0; row < 4; ++row)
      append(column, byteOf(shifted, 4 * i + row));
    append(mixed, writer.call("mix_column", column, kColumn));
  }
  Wires results =
      writer.exclusiveOr(isLast ? shifted : mixed, wiresFrom(kBlock, kBlock));
  operations += writer.getOperations();
  return writer.finishFunction(isLast ? "last_round" : "round", results);
}

Program mlir::noisy::bench::makeAes(unsigned rounds) {
  unsigned operations = 0;
  std::string functions = writeSbox(operations);
  if (rounds > 1)
    functions +=
        writeMixColumn(operations) + writeRound(/*isLast=*/false, operations);
  functions += writeRound(/*isLast=*/true, operations);
  ProgramWriter writer((rounds + 2) * kBlock);
  Wires block =
      writer.exclusiveOr(wiresFrom(0, kBlock), wiresFrom(kBlock, kBlock));
  for (unsigned round = 1; round <= rounds; ++round) {
    Wires operands = block;
    append(operands, wiresFrom((round + 1) * kBlock, kBlock));
    block =
        writer.call(round == rounds ? "last_round" : "round", operands, kBlock);
  }
  Program program =
      writer.finish("AES-128 by calls, " + std::to_string(rounds) +
                        (rounds == 1 ? " round" : " rounds"),
                    block);
  program.operations += operations;
  program.text = functions + program.text;
  return program;
}

Program mlir::noisy::bench::makeSubstitutions(unsigned boxes, bool isChain) {
  unsigned operations = 0;
  std::string functions = writeSbox(operations);
  ProgramWriter writer(isChain ? kByte : boxes * kByte);
  Wires byte = wiresFrom(0, kByte), results;
  for (unsigned i = 0; i < boxes; ++i) {
    Wires result = writer.call(
        "sbox", isChain ? byte : wiresFrom(i * kByte, kByte), kByte);
    if (isChain)
      byte = result;
    else
      append(results, result);
  }
  Program program = writer.finish(std::to_string(boxes) + " S-boxes of AES" +
                                      (isChain ? ", one behind the other" : ""),
                                  isChain ? byte : results);
  program.operations += operations;
  program.text = functions + program.text;
  return program;
}
