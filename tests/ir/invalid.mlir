// What the parser and the verifiers refuse, and in which words.
// RUN: noisy-opt %s -verify-diagnostics -split-input-file

func.func @zero(%a: !noisy.i32) {
  // expected-error @+1 {{'noisy.scale' op has the factor 0; a product with 0 is the constant 0, encode that instead}}
  %0 = noisy.scale %a by 0 : !noisy.i32
  return
}

// -----

func.func @wide(%x: i8) {
  // expected-error @+1 {{'noisy.encode' op operand #0 must be signless integer of 1 to 5 bits, but got 'i8'}}
  %0 = "noisy.encode"(%x) : (i8) -> !noisy.i32
  return
}

// -----

func.func @wide(%a: !noisy.i32) {
  // expected-error @+1 {{'noisy.decode' op result #0 must be signless integer of 1 to 5 bits, but got 'i6'}}
  %0 = noisy.decode %a : !noisy.i32 -> i6
  return
}

// -----

func.func @plain(%x: i5) {
  // expected-error @+1 {{'noisy.add' op operand #0 must be An encrypted integer of 5 bits, with its noise, in 32 bits, but got 'i5'}}
  %0 = "noisy.add"(%x, %x) : (i5, i5) -> i5
  return
}

// -----

// expected-error @+1 {{op argument 0 has 'noisy.bound' = 11; it must lie between the noise of a fresh encryption, 12, and the limit, 26}}
func.func private @low(!noisy.i32 {noisy.bound = 11 : i64})

// -----

// expected-error @+1 {{op result 1 has 'noisy.bound' = 27; it must lie between the noise of a fresh encryption, 12, and the limit, 26}}
func.func private @high() -> (i1, !noisy.i32 {noisy.bound = 27 : i64})

// -----

// expected-error @+1 {{op argument 0 has 'noisy.bound' = 20 : i32; it must be an i64, in bits of noise}}
func.func private @narrow(!noisy.i32 {noisy.bound = 20 : i32})

// -----

// expected-error @+1 {{op argument 0 has 'noisy.bound', but is of type 'i5', not '!noisy.i32'}}
func.func private @plain(i5 {noisy.bound = 20 : i64})

// -----

// expected-error @+1 {{'func.func' op has the attribute 'noisy.bound'; it belongs on an argument or a result of a function}}
func.func private @misplaced() attributes {noisy.bound = 20 : i64}

// -----

// expected-error @+1 {{op argument 1 has 'noisy.cost' = -1; it must lie between 0 and 4294967296}}
func.func private @refund(i1, !noisy.i32 {noisy.cost = -1 : i64})

// -----

// expected-error @+1 {{op argument 0 has 'noisy.cost', but is of type 'i5', not '!noisy.i32'}}
func.func private @plain(i5 {noisy.cost = 1 : i64})

// -----

// expected-error @+1 {{'func.func' op result 0 has the attribute 'noisy.cost'; it belongs on an argument of a function, or on an operation}}
func.func private @given() -> (!noisy.i32 {noisy.cost = 1 : i64})

// -----

func.func @costs(%a: !noisy.i32, %x: i5) {
  // expected-error @+1 {{'noisy.mul' op has 'noisy.cost' = 4294967297; it must lie between 0 and 4294967296}}
  %0 = noisy.mul %a, %a {noisy.cost = 4294967297 : i64} : !noisy.i32
  return
}

// -----

func.func @costs(%a: !noisy.i32) {
  // expected-error @+1 {{'noisy.mul' op has 'noisy.cost' = 3 : i32; it must be an i64}}
  %0 = noisy.mul %a, %a {noisy.cost = 3 : i32} : !noisy.i32
  return
}

// -----

func.func @costs(%a: !noisy.i32) {
  // expected-error @+1 {{'noisy.decode' op has the attribute 'noisy.cost', but no result of type '!noisy.i32'; it belongs on an operation that has one, or on an argument of a function}}
  %0 = noisy.decode %a {noisy.cost = 3 : i64} : !noisy.i32 -> i5
  return
}

// -----

// expected-error @+1 {{op argument 0 has the attribute 'noisy.bond', which the noisy dialect does not know}}
func.func private @misspelt(!noisy.i32 {noisy.bond = 20 : i64})

// -----

func.func @assumed(%x: f32) {
  // expected-error @+1 {{'noisy.assume' op its result has 'noisy.range', but is of type 'f32', not index or a signless integer of 1 to 64 bits}}
  %0 = noisy.assume %x in [0, 8] : f32
  return
}

// -----

func.func @assumed(%x: i8) {
  // expected-error @+1 {{'noisy.assume' op its result has 'noisy.range' = [0, 300], which 'i8' cannot hold; it must lie within [0, 255]}}
  %0 = noisy.assume %x in [0, 300] : i8
  return
}
