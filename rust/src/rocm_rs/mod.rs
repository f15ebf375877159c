// SPDX-License-Identifier: Apache-2.0
//! The names and shapes of the crate `rocm-rs`, over Quern's: programs written
//! for its module `hip` (devices, memory, modules, launches) compile with `use
//! quern::rocm_rs;`, or unchanged with
//!
//! ```toml
//! rocm_rs = { package = "quern", path = "<prefix>/share/quern/rust" }
//! ```
//!
//! and run on whatever device Quern has. What `rocm-rs` does not check is
//! checked here where it can be: the number of a kernel's arguments, images.
//!
//! ```no_run
//! use quern::rocm_rs;
//! use rocm_rs::hip::{AsKernelArg, Device, DeviceMemory, Dim3, Module};
//! use rocm_rs::kernel_args;
//!
//! # fn main() -> rocm_rs::hip::Result<()> {
//! Device::new(0)?.set_current()?;
//! let function = Module::load("affine.hsaco")?.get_function("affine_kernel")?;
//! let x = DeviceMemory::<f32>::new(1024)?;
//! let y = DeviceMemory::<f32>::new(1024)?;
//! let (scale, bias, n) = (2.0f32, 1.0f32, 1024u32);
//! let (grid, block) = (Dim3 { x: 4, y: 1, z: 1 }, Dim3 { x: 256, y: 1, z: 1 });
//! function.launch(grid, block, 0, None, kernel_args![x, y, scale, bias, n])?;
//! # Ok(())
//! # }
//! ```

pub mod hip;

#[doc(inline)]
pub use crate::__rocm_kernel_args as kernel_args;

#[doc(hidden)]
#[macro_export]
macro_rules! __rocm_kernel_args {
    ($($argument:expr),* $(,)?) => {
        &mut [$($crate::rocm_rs::hip::AsKernelArg::as_kernel_arg(&$argument)),*]
            as &mut [$crate::rocm_rs::hip::KernelArg]
    };
}
