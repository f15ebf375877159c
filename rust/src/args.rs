// SPDX-License-Identifier: Apache-2.0
//! Arguments of kernels.

use std::ffi::c_void;
use std::mem::{align_of, size_of};

/// A type whose values may be copied to a device and back: any bytes of its size
/// are one of its values, and it holds nothing that only this process knows.
///
/// # Safety
///
/// Any bit pattern has to be a valid value (no `bool`, no enumerations, no
/// references), and there must be no padding. A `#[repr(C)]` structure of numbers
/// without gaps may have it.
pub unsafe trait DeviceCopy: Copy + 'static {}

macro_rules! numbers {
    ($($type:ty)*) => { $(
        unsafe impl DeviceCopy for $type {}
        impl AsKernelArg for $type {
            fn as_kernel_arg(&self) -> KernelArg {
                KernelArg::value(self)
            }
        }
    )* };
}
numbers!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);
unsafe impl DeviceCopy for usize {}
unsafe impl DeviceCopy for isize {}
unsafe impl<T: DeviceCopy, const N: usize> DeviceCopy for [T; N] {}

const INLINE: usize = 16;

/// A copy of what a kernel is given for one argument. Made by
/// [`kernel_args!`](crate::kernel_args).
#[derive(Clone, Debug)]
pub struct KernelArg {
    bytes: Storage,
    size: usize,
    pointer: bool,
}

#[repr(C, align(16))]
#[derive(Clone, Copy, Debug)]
struct Inline([u8; INLINE]);

#[derive(Clone, Debug)]
enum Storage {
    Inline(Inline),
    Heap(Box<[Inline]>),
}

impl KernelArg {
    fn value<T: Copy>(value: &T) -> KernelArg {
        debug_assert!(align_of::<T>() <= INLINE);
        let size = size_of::<T>();
        let mut chunks = vec![Inline([0; INLINE]); 0];
        let mut single = Inline([0; INLINE]);
        let to = if size <= INLINE {
            single.0.as_mut_ptr()
        } else {
            chunks.resize((size + INLINE - 1) / INLINE, single);
            chunks.as_mut_ptr().cast()
        };
        // The storage has at least `size` bytes.
        unsafe { std::ptr::copy_nonoverlapping((value as *const T).cast(), to, size) };
        let bytes = if size <= INLINE {
            Storage::Inline(single)
        } else {
            Storage::Heap(chunks.into_boxed_slice())
        };
        KernelArg {
            bytes,
            size,
            pointer: false,
        }
    }

    pub(crate) fn pointer(address: *mut c_void) -> KernelArg {
        KernelArg {
            pointer: true,
            ..KernelArg::value(&address)
        }
    }

    /// A pointer to nothing.
    pub fn null() -> KernelArg {
        KernelArg::pointer(std::ptr::null_mut())
    }

    /// Bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether it is the address of device memory.
    pub fn is_pointer(&self) -> bool {
        self.pointer
    }

    pub(crate) fn address(&self) -> *mut c_void {
        let bytes: *const u8 = match &self.bytes {
            Storage::Inline(inline) => inline.0.as_ptr(),
            Storage::Heap(chunks) => chunks.as_ptr().cast(),
        };
        bytes as *mut c_void
    }
}

/// What a kernel can be given: numbers, [`DeviceMemory`](crate::DeviceMemory),
/// [`Value`] for structures, references to them, `Option`s of references to
/// memory, and addresses.
pub trait AsKernelArg {
    /// The argument, as bytes.
    fn as_kernel_arg(&self) -> KernelArg;
}

impl AsKernelArg for bool {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::value(self)
    }
}
impl AsKernelArg for usize {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::value(self)
    }
}
impl AsKernelArg for isize {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::value(self)
    }
}
impl<T: AsKernelArg + ?Sized> AsKernelArg for &T {
    fn as_kernel_arg(&self) -> KernelArg {
        (**self).as_kernel_arg()
    }
}
impl<T: AsKernelArg + ?Sized> AsKernelArg for &mut T {
    fn as_kernel_arg(&self) -> KernelArg {
        (**self).as_kernel_arg()
    }
}
/// An address on the device, or null.
impl<T> AsKernelArg for *const T {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::pointer(*self as *mut c_void)
    }
}
impl<T> AsKernelArg for *mut T {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::pointer((*self).cast())
    }
}
impl AsKernelArg for KernelArg {
    fn as_kernel_arg(&self) -> KernelArg {
        self.clone()
    }
}

/// A structure by value, of exactly `SIZE` bytes: another size does not compile.
///
/// ```compile_fail
/// let wrong = quern::Value::<12, _>::new([1.0f32, 2.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Value<const SIZE: usize, T: DeviceCopy>(T);

impl<const SIZE: usize, T: DeviceCopy> Value<SIZE, T> {
    const FITS: () = assert!(
        size_of::<T>() == SIZE,
        "the kernel takes this argument in another size"
    );

    /// Wraps a value.
    pub fn new(value: T) -> Self {
        #[allow(clippy::let_unit_value)]
        let () = Self::FITS;
        Value(value)
    }
}

impl<const SIZE: usize, T: DeviceCopy> AsKernelArg for Value<SIZE, T> {
    fn as_kernel_arg(&self) -> KernelArg {
        KernelArg::value(&self.0)
    }
}

/// The arguments of a launch, in the kernel's order: an array of [`KernelArg`].
/// `std::ptr::null()`, `std::ptr::null_mut()` and `None` are null pointers.
///
/// ```
/// let arguments = quern::kernel_args![4096u32, 2.0f32, std::ptr::null()];
/// assert_eq!(arguments[0].size(), 4);
/// assert!(arguments[2].is_pointer());
/// ```
#[macro_export]
macro_rules! kernel_args {
    () => { [] as [$crate::KernelArg; 0] };
    // Nothing else would tell the type that a null pointer has.
    (@made [$($done:expr,)*]) => { [$($done),*] };
    (@made [$($done:expr,)*] std::ptr::null() $(, $($rest:tt)*)?) => {
        $crate::kernel_args!(@made [$($done,)* $crate::KernelArg::null(),] $($($rest)*)?)
    };
    (@made [$($done:expr,)*] std::ptr::null_mut() $(, $($rest:tt)*)?) => {
        $crate::kernel_args!(@made [$($done,)* $crate::KernelArg::null(),] $($($rest)*)?)
    };
    (@made [$($done:expr,)*] ptr::null() $(, $($rest:tt)*)?) => {
        $crate::kernel_args!(@made [$($done,)* $crate::KernelArg::null(),] $($($rest)*)?)
    };
    (@made [$($done:expr,)*] ptr::null_mut() $(, $($rest:tt)*)?) => {
        $crate::kernel_args!(@made [$($done,)* $crate::KernelArg::null(),] $($($rest)*)?)
    };
    (@made [$($done:expr,)*] None $(, $($rest:tt)*)?) => {
        $crate::kernel_args!(@made [$($done,)* $crate::KernelArg::null(),] $($($rest)*)?)
    };
    (@made [$($done:expr,)*] $argument:expr $(, $($rest:tt)*)?) => {
        $crate::kernel_args!(
            @made [$($done,)* $crate::AsKernelArg::as_kernel_arg(&$argument),] $($($rest)*)?
        )
    };
    ($($arguments:tt)+) => { $crate::kernel_args!(@made [] $($arguments)+) };
}
