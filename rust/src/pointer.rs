// SPDX-License-Identifier: Apache-2.0
//! What typed launchers take for a kernel's pointers.

use crate::args::{AsKernelArg, DeviceCopy};
use crate::memory::DeviceMemory;

/// What a kernel can be given for `const T *`: memory, `None` and
/// `std::ptr::null()` for no memory, or an address on the device.
pub trait ConstPointer<T>: AsKernelArg {}
impl<T: DeviceCopy> ConstPointer<T> for &DeviceMemory<T> {}
impl<T: DeviceCopy> ConstPointer<T> for &mut DeviceMemory<T> {}
impl<T: DeviceCopy> ConstPointer<T> for Option<&DeviceMemory<T>> {}
impl<T> ConstPointer<T> for *const T {}
impl<T> ConstPointer<T> for *mut T {}

/// What a kernel can be given for `T *`: memory that is not borrowed elsewhere,
/// `None` and `std::ptr::null_mut()` for no memory, or an address on the device.
pub trait MutPointer<T>: AsKernelArg {}
impl<T: DeviceCopy> MutPointer<T> for &mut DeviceMemory<T> {}
impl<T: DeviceCopy> MutPointer<T> for Option<&mut DeviceMemory<T>> {}
impl<T> MutPointer<T> for *mut T {}
