// SPDX-License-Identifier: Apache-2.0
//! Kernels that are loaded when they are first asked for.

use std::borrow::Cow;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::{Mutex, PoisonError};

use crate::device::Device;
use crate::error::Result;
use crate::module::{Function, Module};

/// Bytes at an address that is a multiple of 4096: what `quern embed --lang rust`
/// puts into a program.
#[repr(C, align(4096))]
#[derive(Debug)]
pub struct Aligned<T>(pub T);

#[derive(Debug)]
struct Loaded {
    module: Module,
    functions: HashMap<String, Function>,
}

/// A bundle that is loaded on each device at the first use there. Any number of
/// threads may share one; it may be a `static` in a `OnceLock`.
#[derive(Debug)]
pub struct KernelCache {
    image: Cow<'static, [u8]>,
    devices: Mutex<HashMap<Device, Loaded>>,
}

impl KernelCache {
    /// Over a bundle in the program, or one that was read. Nothing is loaded yet.
    pub fn new(image: impl Into<Cow<'static, [u8]>>) -> KernelCache {
        KernelCache {
            image: image.into(),
            devices: Mutex::new(HashMap::new()),
        }
    }

    /// The kernel called `name` on the current device.
    pub fn get(&self, name: &str) -> Result<Function> {
        let device = Device::current()?;
        // A map that somebody panicked over is as good as before.
        let mut devices = self.devices.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = match devices.entry(device) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Loaded {
                module: Module::load_data(&self.image)?,
                functions: HashMap::new(),
            }),
        };
        if let Some(function) = loaded.functions.get(name) {
            return Ok(function.clone());
        }
        let function = loaded.module.get_function(name)?;
        loaded.functions.insert(name.to_owned(), function.clone());
        Ok(function)
    }

    /// Forgets what was loaded. Functions that are in use stay valid.
    pub fn clear(&self) {
        self.devices
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}
