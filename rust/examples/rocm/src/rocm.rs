// SPDX-License-Identifier: Apache-2.0
//! Loading, and a cache for each thread.

use rocm_rs::hip::{Error, Function, KernelCache};

// AFFINE_HSACO and its like, and KERNELS.
include!(concat!(env!("OUT_DIR"), "/kernels.rs"));

thread_local! {
    static KERNEL_CACHE: KernelCache = KernelCache::with(KERNELS);
}

/// The kernel `<name>_kernel` of `src/cuda/<name>.cu`.
pub fn get_kernel(name: &str) -> Result<Function, Error> {
    KERNEL_CACHE.with(|cache| cache.load(name))
}

/// Another kernel of that file.
pub fn get_other(name: &str, kernel: &str) -> Result<Function, Error> {
    KERNEL_CACHE.with(|cache| cache.get(name, kernel))
}
