target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x float] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()
declare float @__nv_sinf(float)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
define void @k(float* %out, float* nocapture readonly %in, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %c = icmp slt i32 %i, %n
  %s = getelementptr inbounds [64 x float], [64 x float] addrspace(3)* @tile, i32 0, i32 %t
  store float 0.0, float addrspace(3)* %s
  br i1 %c, label %do, label %end
do:
  %p = getelementptr float, float* %in, i32 %i
  %x = load float, float* %p
  %y = call float @__nv_sinf(float %x)
  store float %y, float addrspace(3)* %s
  br label %end
end:
  call void @llvm.nvvm.barrier0()
  %u = xor i32 %t, 1
  %s2 = getelementptr inbounds [64 x float], [64 x float] addrspace(3)* @tile, i32 0, i32 %u
  %z = load float, float addrspace(3)* %s2
  %zb = bitcast float %z to i32
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %zb, i32 1, i32 31)
  %pr = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %zb, i32 1, i32 31)
  %pv = extractvalue {i32, i1} %pr, 1
  %wf = bitcast i32 %w to float
  %q = getelementptr float, float* %out, i32 %i
  br i1 %c, label %do2, label %end2
do2:
  %add = select i1 %pv, float 1.0, float 0.0
  %v = fadd float %wf, %add
  store float %v, float* %q
  br label %end2
end2:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (float*, float*, i32)* @k, !"kernel", i32 1, !"maxntidx", i32 256}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0, i32 3, i32 1}
