; Typed pointers, metadata for the kernel, a function of libdevice.
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__nv_fabsf(float)

define void @k(float addrspace(1)* %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, float addrspace(1)* %p, i32 %t
  %x = load float, float addrspace(1)* %a
  %y = call float @__nv_fabsf(float %x)
  store float %y, float addrspace(1)* %a
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(1)*)* @k, !"kernel", i32 1}
