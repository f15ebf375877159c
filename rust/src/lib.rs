// SPDX-License-Identifier: Apache-2.0
//! Kernels that `quern compile` has ground, launched from Rust.
//!
//! A bundle has images of the same kernels for several devices. This crate loads
//! it on whatever is there (an NVIDIA GPU, this machine's CPU, ...) and launches
//! from it; neither a compiler nor a vendor's SDK is needed.
//!
//! ```no_run
//! use quern::{kernel_args, Device, DeviceMemory, Module};
//!
//! # fn main() -> quern::Result<()> {
//! Device::new(0)?.set_current()?;
//! let module = Module::load("affine.hipfb")?;
//! let affine = module.get_function("affine")?;
//! let x = DeviceMemory::from_slice(&[1.0f32; 1024])?;
//! let mut y = DeviceMemory::<f32>::new(1024)?;
//! // For n = 1024 the kernel stays inside x and y.
//! unsafe { affine.launch(4, 256, 0, None, &kernel_args![x, &mut y, 2.0f32, 1.0f32, 1024])? };
//! assert_eq!(y.to_vec()?[0], 3.0);
//! # Ok(())
//! # }
//! ```
//!
//! What can be checked is checked, and says why in [`Error`]: the number, kind
//! and size of a kernel's arguments against its description, the lengths of
//! copies, whether a file is whole. Launching is `unsafe` because nobody can
//! check where a kernel reads and writes. A [`Function`] keeps its [`Module`]
//! loaded; memory, streams and events free themselves.
//!
//! A null pointer is `std::ptr::null()`, or `None` where memory is an
//! `Option<&DeviceMemory<T>>`.
//!
//! Build scripts use [`build::Kernels`], or [`build::Pipeline`] for a folder of
//! CUDA sources. [`rocm_rs`] has the names of the crate rocm-rs.
//!
//! The library `libquernhip.so` is opened at run time, so that a program starts
//! where there is none: `QUERN_LIBRARY` names it, or it is where the loader looks,
//! or beside the `quern` that is in `PATH`.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

pub mod build;

#[macro_use]
mod args;
mod cache;
mod device;
mod error;
mod memory;
mod module;
mod pointer;
pub mod rocm_rs;
mod stream;
mod sys;

pub use args::{AsKernelArg, DeviceCopy, KernelArg, Value};
pub use cache::{Aligned, KernelCache};
pub use device::{Device, Dim3};
pub use error::{Error, Result};
pub use memory::DeviceMemory;
pub use module::{Function, Module};
pub use pointer::{ConstPointer, MutPointer};
#[doc(hidden)] // for `rocm_rs = { package = "quern", ... }` in Cargo.toml
pub use rocm_rs::hip;
pub use stream::{Event, Stream};
