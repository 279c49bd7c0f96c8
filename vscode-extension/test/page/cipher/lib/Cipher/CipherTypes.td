// The types of a dialect that the server is not built with.

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Cipher_Dialect : Dialect {
  let name = "cipher";
  let cppNamespace = "cipher";
}

def Cipher_Key : AttrDef<Cipher_Dialect, "Key"> {
  let mnemonic = "key";
  let summary = "the key that a text is encrypted with";
  let parameters = (ins "int":$id);
  let assemblyFormat = "`<` `id` `=` $id `>`";
}

def Cipher_Text : TypeDef<Cipher_Dialect, "Text"> {
  let mnemonic = "text";
  let summary = "an encrypted number";
  let parameters = (ins "Attribute":$key, "int":$parts);
  let assemblyFormat = "`<` struct(params) `>`";
}
