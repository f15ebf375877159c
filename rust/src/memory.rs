// SPDX-License-Identifier: Apache-2.0
//! Memory of devices.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::size_of;
use std::ptr::null_mut;

use crate::args::{AsKernelArg, DeviceCopy, KernelArg};
use crate::device::{Current, Device};
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::sys::{call, DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE};

/// An array in a device's memory. Freed at its end, after the work that the
/// device has.
#[derive(Debug)]
pub struct DeviceMemory<T: DeviceCopy> {
    address: *mut c_void, // null: no elements
    len: usize,
    device: Device,
    of: PhantomData<T>,
}

// Waits for the default stream, on which memory is filled and copied, because
// other streams do not.
fn settle() -> Result<()> {
    call!(hipStreamSynchronize(null_mut()))
}

// An address of a device belongs to no thread; HIP's functions take any.
unsafe impl<T: DeviceCopy + Send> Send for DeviceMemory<T> {}
unsafe impl<T: DeviceCopy + Sync> Sync for DeviceMemory<T> {}

fn same_len(call: &'static str, memory: usize, other: usize) -> Result<()> {
    if memory == other {
        return Ok(());
    }
    Err(Error::value(
        call,
        format!("the device has {memory} elements and the other side {other}"),
    ))
}

impl<T: DeviceCopy> DeviceMemory<T> {
    /// `len` elements of zero bytes on the current device.
    pub fn new(len: usize) -> Result<Self> {
        let memory = Self::allocate(len)?;
        if len > 0 {
            call!(hipMemset(memory.address, 0, memory.size()))?;
            settle()?;
        }
        Ok(memory)
    }

    /// A copy of `from` on the current device.
    pub fn from_slice(from: &[T]) -> Result<Self> {
        let mut memory = Self::allocate(from.len())?;
        memory.copy_from_host(from)?;
        Ok(memory)
    }

    // The elements are whatever they are.
    fn allocate(len: usize) -> Result<Self> {
        let device = Device::current()?;
        let mut address = null_mut();
        let size = len.checked_mul(size_of::<T>()).ok_or_else(|| {
            Error::value(
                "DeviceMemory",
                format!("{len} elements are more than memory has"),
            )
        })?;
        if size > 0 {
            call!(hipMalloc(&mut address, size))?;
        }
        Ok(DeviceMemory {
            address,
            len,
            device,
            of: PhantomData,
        })
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes.
    pub fn size(&self) -> usize {
        self.len * size_of::<T>()
    }

    /// Where it is.
    pub fn device(&self) -> Device {
        self.device
    }

    /// The address on the device; null when it is empty.
    pub fn as_ptr(&self) -> *mut T {
        self.address.cast()
    }

    /// Copies all elements to the device; `from` has as many.
    pub fn copy_from_host(&mut self, from: &[T]) -> Result<()> {
        same_len("DeviceMemory::copy_from_host", self.len, from.len())?;
        self.copy(|size| {
            call!(hipMemcpy(
                self.address,
                from.as_ptr().cast(),
                size,
                HOST_TO_DEVICE
            ))?;
            settle()
        })
    }

    /// Copies all elements from the device; `to` has as many.
    pub fn copy_to_host(&self, to: &mut [T]) -> Result<()> {
        same_len("DeviceMemory::copy_to_host", self.len, to.len())?;
        let to = to.as_mut_ptr().cast();
        self.copy(|size| call!(hipMemcpy(to, self.address, size, DEVICE_TO_HOST)))
    }

    /// Copies all elements of another array, which has as many.
    pub fn copy_from_device(&mut self, from: &DeviceMemory<T>) -> Result<()> {
        same_len("DeviceMemory::copy_from_device", self.len, from.len)?;
        self.copy(|size| {
            call!(hipMemcpy(
                self.address,
                from.address,
                size,
                DEVICE_TO_DEVICE
            ))?;
            settle()
        })
    }

    /// Where the address is kept, which is what HIP takes for an argument.
    pub(crate) fn place(&self) -> *mut c_void {
        (&self.address as *const *mut c_void) as *mut c_void
    }

    fn copy(&self, call: impl FnOnce(usize) -> Result<()>) -> Result<()> {
        if self.size() == 0 {
            return Ok(());
        }
        let _current = Current::set(self.device)?;
        call(self.size())
    }

    /// The elements.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let mut elements = Vec::with_capacity(self.len);
        let to: *mut T = elements.as_mut_ptr();
        self.copy(|size| call!(hipMemcpy(to.cast(), self.address, size, DEVICE_TO_HOST)))?;
        // All bytes were written, and any bytes are a T.
        unsafe { elements.set_len(self.len) };
        Ok(elements)
    }

    /// As [`copy_from_host`](Self::copy_from_host), in the order of a stream.
    ///
    /// # Safety
    ///
    /// `from` must stay as it is until the stream has come past the copy.
    pub unsafe fn copy_from_host_async(&mut self, from: &[T], stream: &Stream) -> Result<()> {
        same_len("DeviceMemory::copy_from_host_async", self.len, from.len())?;
        let from = from.as_ptr().cast();
        self.copy(|size| {
            call!(hipMemcpyAsync(
                self.address,
                from,
                size,
                HOST_TO_DEVICE,
                stream.handle()
            ))
        })
    }

    /// As [`copy_to_host`](Self::copy_to_host), in the order of a stream.
    ///
    /// # Safety
    ///
    /// `to` must not be looked at or freed until the stream has come past the
    /// copy.
    pub unsafe fn copy_to_host_async(&self, to: &mut [T], stream: &Stream) -> Result<()> {
        same_len("DeviceMemory::copy_to_host_async", self.len, to.len())?;
        let to = to.as_mut_ptr().cast();
        self.copy(|size| {
            call!(hipMemcpyAsync(
                to,
                self.address,
                size,
                DEVICE_TO_HOST,
                stream.handle()
            ))
        })
    }
}

impl<T: DeviceCopy> AsKernelArg for DeviceMemory<T> {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::pointer(self.address)
    }
}
/// `None` is a null pointer.
impl<T: DeviceCopy> AsKernelArg for Option<&DeviceMemory<T>> {
    fn as_kernel_arg(&self) -> KernelArg {
        self.map_or_else(KernelArg::null, AsKernelArg::as_kernel_arg)
    }
}
/// `None` is a null pointer.
impl<T: DeviceCopy> AsKernelArg for Option<&mut DeviceMemory<T>> {
    fn as_kernel_arg(&self) -> KernelArg {
        self.as_ref()
            .map_or_else(KernelArg::null, |memory| memory.as_kernel_arg())
    }
}

impl<T: DeviceCopy> Drop for DeviceMemory<T> {
    fn drop(&mut self) {
        if self.address.is_null() {
            return;
        }
        let free = || -> Result<()> {
            let _current = Current::set(self.device)?;
            call!(hipFree(self.address))
        };
        let _ = free();
    }
}
