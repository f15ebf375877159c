// SPDX-License-Identifier: Apache-2.0
//! HIP, as `rocm_rs::hip` has it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::args::DeviceCopy;
use crate::module::null_place;
use crate::sys::call;

#[path = "ffi.rs"]
pub mod ffi;

#[doc(inline)]
pub use crate::__rocm_kernel_args as kernel_args;
pub use crate::device::{Device, Dim3};
pub use crate::stream::{Event, Stream};

// ---- Errors

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// HIP's number for what went wrong, with Quern's reason where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(crate::Error);

impl Error {
    /// An error by its number.
    pub fn new(code: ffi::hipError_t) -> Error {
        let number = code as i32;
        let name = crate::sys::error_name(number).unwrap_or_else(|| format!("error {code}"));
        Error(crate::Error::new(number, &name, "hip", String::new()))
    }

    /// HIP's number.
    pub fn code(&self) -> ffi::hipError_t {
        self.0.code() as ffi::hipError_t
    }

    /// HIP's name for it, such as `hipErrorInvalidValue`.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The reason in a sentence; empty when there is none.
    pub fn reason(&self) -> &str {
        self.0.reason()
    }
}

impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Error {
        Error(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

// ---- Devices

/// Whether there is a device: a GPU, or this machine's CPU.
pub fn is_hip_available() -> bool {
    Device::count().map_or(false, |count| count > 0)
}

/// The number of devices.
pub fn get_device_count() -> Result<i32> {
    Ok(Device::count()?)
}

// ---- Arguments

/// Where an argument is.
pub type KernelArg = *mut c_void;

/// What can be an argument of a kernel. The value has to live until the launch.
pub trait AsKernelArg {
    /// The address of the value.
    fn as_kernel_arg(&self) -> KernelArg;
}

macro_rules! values {
    ($($type:ty)*) => { $(
        impl AsKernelArg for $type {
            fn as_kernel_arg(&self) -> KernelArg {
                (self as *const $type) as KernelArg
            }
        }
    )* };
}
values!(usize isize i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 bool);

/// An address on the device, such as `std::ptr::null::<f32>()`.
impl<T> AsKernelArg for *const T {
    fn as_kernel_arg(&self) -> KernelArg {
        (self as *const *const T) as KernelArg
    }
}
impl<T> AsKernelArg for *mut T {
    fn as_kernel_arg(&self) -> KernelArg {
        (self as *const *mut T) as KernelArg
    }
}
impl<T: DeviceCopy> AsKernelArg for DeviceMemory<T> {
    fn as_kernel_arg(&self) -> KernelArg {
        self.0.place()
    }
}
/// `None` is a null pointer.
impl<T: DeviceCopy> AsKernelArg for Option<&DeviceMemory<T>> {
    fn as_kernel_arg(&self) -> KernelArg {
        self.map_or_else(null_place, |memory| memory.0.place())
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

/// `rocm_rs::hip::kernel`.
pub mod kernel {
    pub use super::{launch_kernel, AsKernelArg, Function, KernelArg};
}

// ---- Memory

/// An array in a device's memory; it has all that [`crate::DeviceMemory`] has.
#[derive(Debug)]
pub struct DeviceMemory<T: DeviceCopy>(crate::DeviceMemory<T>);

impl<T: DeviceCopy> DeviceMemory<T> {
    /// `count` elements on the current device; their bytes are zero.
    pub fn new(count: usize) -> Result<Self> {
        Ok(DeviceMemory(crate::DeviceMemory::new(count)?))
    }

    /// Where the address is kept.
    pub fn as_kernel_arg(&self) -> KernelArg {
        self.0.place()
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

impl<T: DeviceCopy> Deref for DeviceMemory<T> {
    type Target = crate::DeviceMemory<T>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
impl<T: DeviceCopy> DerefMut for DeviceMemory<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
impl<T: DeviceCopy> From<crate::DeviceMemory<T>> for DeviceMemory<T> {
    fn from(memory: crate::DeviceMemory<T>) -> Self {
        DeviceMemory(memory)
    }
}
impl<T: DeviceCopy> crate::AsKernelArg for DeviceMemory<T> {
    fn as_kernel_arg(&self) -> crate::KernelArg {
        self.0.as_kernel_arg()
    }
}

// ---- Modules

/// A code object or bundle on a device.
#[derive(Clone, Debug)]
pub struct Module(crate::Module);

impl Module {
    /// Loads a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Module> {
        Ok(Module(crate::Module::load(path)?))
    }

    /// The same from memory.
    pub fn load_data(image: &[u8]) -> Result<Module> {
        Ok(Module(crate::Module::load_data(image)?))
    }

    /// A kernel by its name. In `rocm-rs` it is unsafe, since the module has to
    /// live as long; here the function keeps it.
    pub fn get_function(&self, name: &str) -> Result<Function> {
        Ok(Function(self.0.get_function(name)?))
    }
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Function(crate::Function);

impl Function {
    /// Launches it with the addresses at which its arguments are; the address
    /// null is a null pointer. Errors in the kernel are told when the stream is
    /// waited for.
    ///
    /// It is not marked unsafe because `rocm-rs` does not: the addresses have to
    /// be those of values of the kernel's types, and what
    /// [`crate::Function::launch`] asks for holds here, too.
    pub fn launch(
        &self,
        grid_dim: Dim3,
        block_dim: Dim3,
        shared_mem_bytes: u32,
        stream: Option<&Stream>,
        kernel_params: &mut [KernelArg],
    ) -> Result<()> {
        let places = kernel_params;
        unsafe {
            self.0
                .launch_at(grid_dim, block_dim, shared_mem_bytes, stream, places)
                .map_err(Error::from)
        }
    }

    /// The same in Quern's terms.
    pub fn inner(&self) -> &crate::Function {
        &self.0
    }
}

// ---- Launches by anything that is a kernel

/// What [`launch_kernel`] launches: a [`Function`], or the address of a kernel's
/// host function, which the runtime knows if a HIP or CUDA compiler made it.
pub trait Launch {
    /// Launches it.
    ///
    /// # Safety
    ///
    /// As for [`launch_kernel`].
    unsafe fn start(
        &self,
        grid: Dim3,
        block: Dim3,
        shared: u32,
        stream: Option<&Stream>,
        args: &[KernelArg],
    ) -> Result<()>;
}

impl Launch for &Function {
    unsafe fn start(
        &self,
        grid: Dim3,
        block: Dim3,
        shared: u32,
        stream: Option<&Stream>,
        args: &[KernelArg],
    ) -> Result<()> {
        self.launch(grid, block, shared, stream, &mut args.to_vec())
    }
}

impl Launch for *const c_void {
    unsafe fn start(
        &self,
        grid: Dim3,
        block: Dim3,
        shared: u32,
        stream: Option<&Stream>,
        args: &[KernelArg],
    ) -> Result<()> {
        let launch = || -> crate::Result<()> {
            call!(hipLaunchKernel(
                *self,
                grid,
                block,
                args.as_ptr() as *mut *mut c_void,
                shared as usize,
                stream.map_or(null_mut(), Stream::handle),
            ))
        };
        Ok(launch()?)
    }
}

/// Launches a kernel by its function, or by the address of its host function.
///
/// # Safety
///
/// The addresses are those of values of the kernel's types, as many as it takes;
/// for this grid the kernel must stay inside the memory that it is given.
pub unsafe fn launch_kernel(
    kernel: impl Launch,
    grid_dim: Dim3,
    block_dim: Dim3,
    shared_mem_bytes: u32,
    stream: Option<&Stream>,
    args: &[KernelArg],
) -> Result<()> {
    unsafe { kernel.start(grid_dim, block_dim, shared_mem_bytes, stream, args) }
}

// ---- Kernels by the names of their files

/// Binaries by name, each loaded on each device at its first use there: what
/// [`crate::build::Pipeline`] puts into a program as `KERNELS`.
#[derive(Debug, Default)]
pub struct KernelCache {
    binaries: Mutex<HashMap<String, Cow<'static, [u8]>>>,
    modules: Mutex<HashMap<(Device, String), Module>>,
}

// A map that somebody panicked over is as good as before.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl KernelCache {
    /// A cache without binaries.
    pub fn new() -> KernelCache {
        KernelCache::default()
    }

    /// A cache of these.
    pub fn with(binaries: &[(&str, &'static [u8])]) -> KernelCache {
        let cache = KernelCache::new();
        for (name, binary) in binaries {
            cache.insert(name, *binary);
        }
        cache
    }

    /// Adds a binary, or replaces it.
    pub fn insert(&self, name: &str, binary: impl Into<Cow<'static, [u8]>>) {
        locked(&self.binaries).insert(name.to_owned(), binary.into());
        locked(&self.modules).retain(|(_, of), _| of != name);
    }

    fn module(&self, name: &str) -> Result<Module> {
        let key = (Device::current()?, name.to_owned());
        let mut modules = locked(&self.modules);
        if let Some(module) = modules.get(&key) {
            return Ok(module.clone());
        }
        let binaries = locked(&self.binaries);
        let binary = binaries.get(name).ok_or_else(|| {
            let mut names: Vec<&str> = binaries.keys().map(String::as_str).collect();
            names.sort_unstable();
            let why = format!(
                "there is no binary '{name}': there are {}",
                names.join(", ")
            );
            Error(crate::Error::value("KernelCache::load", why))
        })?;
        let module = Module::load_data(binary)?;
        modules.insert(key, module.clone());
        Ok(module)
    }

    /// The kernel `<name>_kernel` of the binary `name` on the current device; if
    /// there is none, `name`.
    pub fn load(&self, name: &str) -> Result<Function> {
        let module = self.module(name)?;
        module
            .get_function(&format!("{name}_kernel"))
            .or_else(|first| module.get_function(name).map_err(|_| first))
    }

    /// Any kernel of the binary `name` on the current device.
    pub fn get(&self, name: &str, kernel: &str) -> Result<Function> {
        self.module(name)?.get_function(kernel)
    }
}
