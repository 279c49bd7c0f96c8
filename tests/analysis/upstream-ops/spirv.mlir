// These pass on only what SPIR-V has; the noise goes round them.
func.func @branch(%x: i5, %p: i1, %k: i32, %u: si32) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  spirv.Branch ^one(%k : i32)
^one(%j: i32):
  %w = noisy.add %a, %a : !noisy.i32
  spirv.BranchConditional %p [5, 10], ^one(%k : i32), ^two(%j : i32)
^two(%e: i32):
  spirv.Switch %u : si32, [
    default: ^end(%e : i32),
    15: ^end(%k : i32),
    31: ^two(%k : i32)
  ]
^end(%r: i32):
  %m = noisy.mul %w, %w : !noisy.i32
  return %m : !noisy.i32
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @callee(%n: i32) -> i32 "None" {
    spirv.ReturnValue %n : i32
  }
  spirv.func @branches(%n: i32, %p: i1) -> i32 "None" {
    %r = spirv.FunctionCall @callee(%n) : (i32) -> i32
    spirv.mlir.selection {
      spirv.BranchConditional %p, ^one, ^two
    ^one:
      spirv.Branch ^two
    ^two:
      spirv.mlir.merge
    }
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      spirv.BranchConditional %p, ^body, ^merge
    ^body:
      spirv.Branch ^continue
    ^continue:
      spirv.Branch ^header
    ^merge:
      spirv.mlir.merge
    }
    spirv.ReturnValue %r : i32
  }
}
func.func @noise(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  return %a : !noisy.i32
}

// -----

spirv.module Logical Vulkan requires #spirv.vce<v1.3, [VulkanMemoryModel, Shader, Int8, TensorsARM, GraphARM], [SPV_ARM_tensors, SPV_ARM_graph, SPV_KHR_vulkan_memory_model]> {
  spirv.ARM.Graph @graph(%t: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<14x19xi16> {
    spirv.ARM.GraphOutputs %t : !spirv.arm.tensor<14x19xi16>
  }
}
func.func @noise(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  return %a : !noisy.i32
}
