// The operations of a dialect that the server is not built with.

include "lib/Cipher/CipherTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Cipher_Op<string mnemonic, list<Trait> traits = []> :
    Op<Cipher_Dialect, mnemonic, traits>;

def Cipher_AddOp : Cipher_Op<"add", [Pure, SameOperandsAndResultType]> {
  let summary = "adds two encrypted numbers";
  let arguments = (ins Cipher_Text:$lhs, Cipher_Text:$rhs);
  let results = (outs Cipher_Text:$sum);
  let assemblyFormat = "operands attr-dict `:` type($sum)";
}

def Cipher_MulOp : Cipher_Op<"mul", [Pure]> {
  let summary = "multiplies two encrypted numbers";
  let description = [{
    The product has one part more than the factors: shrink it before it is
    multiplied again.
  }];
  let arguments = (ins Cipher_Text:$lhs, Cipher_Text:$rhs);
  let results = (outs Cipher_Text:$product);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Cipher_ShrinkOp : Cipher_Op<"shrink", [Pure]> {
  let summary = "gives a product two parts again";
  let arguments = (ins Cipher_Text:$input, DefaultValuedAttr<I64Attr, "2">:$parts);
  let results = (outs Cipher_Text:$output);
  let assemblyFormat = "$input (`to` $parts^)? attr-dict `:` type($input) `->` type($output)";
}

def Cipher_InsideOp : Cipher_Op<"inside", [IsolatedFromAbove]> {
  let summary = "computes on the numbers that are encrypted";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`(` $inputs `:` type($inputs) `)` $body attr-dict (`->` type($outputs)^)?";
}

def Cipher_YieldOp : Cipher_Op<"yield", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}
