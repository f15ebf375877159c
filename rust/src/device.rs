// SPDX-License-Identifier: Apache-2.0
//! Devices, and the sizes of launches.

use std::os::raw::c_int;

use crate::error::{Error, Result};
use crate::sys::{call, text};

/// A device: a GPU, or this machine's CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device {
    ordinal: i32,
}

const MULTIPROCESSOR_COUNT: c_int = 63;
const WARP_SIZE: c_int = 87;
const MAX_THREADS_PER_BLOCK: c_int = 56;

impl Device {
    /// The number of devices. 0 is not an error; no library is.
    pub fn count() -> Result<i32> {
        let mut count = 0;
        call!(hipGetDeviceCount(&mut count))?;
        Ok(count)
    }

    /// Device `ordinal`, counted from 0.
    pub fn new(ordinal: i32) -> Result<Device> {
        let count = Device::count()?;
        if ordinal < 0 || ordinal >= count {
            return Err(Error::new(
                101,
                "hipErrorInvalidDevice",
                "Device::new",
                format!("there is no device {ordinal}: there are {count}, counted from 0"),
            ));
        }
        Ok(Device { ordinal })
    }

    /// All devices.
    pub fn all() -> Result<Vec<Device>> {
        Ok((0..Device::count()?)
            .map(|ordinal| Device { ordinal })
            .collect())
    }

    /// This thread's current device: 0 until it is set.
    pub fn current() -> Result<Device> {
        let mut ordinal = 0;
        call!(hipGetDevice(&mut ordinal))?;
        Ok(Device { ordinal })
    }

    /// Makes it the one on which this thread allocates, loads and creates. What
    /// was made on a device goes on being used on it, whatever is current.
    pub fn set_current(&self) -> Result<()> {
        call!(hipSetDevice(self.ordinal))
    }

    /// Its number.
    pub fn ordinal(&self) -> i32 {
        self.ordinal
    }

    /// Its name, for people.
    pub fn name(&self) -> Result<String> {
        let mut name = [0; 256];
        call!(hipDeviceGetName(
            name.as_mut_ptr(),
            name.len() as c_int,
            self.ordinal
        ))?;
        Ok(unsafe { text(name.as_ptr()) })
    }

    /// Bytes of its memory.
    pub fn total_memory(&self) -> Result<usize> {
        let mut size = 0;
        call!(hipDeviceTotalMem(&mut size, self.ordinal))?;
        Ok(size)
    }

    /// Bytes of its memory that are free.
    pub fn free_memory(&self) -> Result<usize> {
        let _current = Current::set(*self)?;
        let (mut free, mut total) = (0, 0);
        call!(hipMemGetInfo(&mut free, &mut total))?;
        Ok(free)
    }

    fn attribute(&self, which: c_int) -> Result<u32> {
        let mut value = 0;
        call!(hipDeviceGetAttribute(&mut value, which, self.ordinal))?;
        Ok(value as u32)
    }

    /// Multiprocessors, compute units, or processors.
    pub fn multiprocessors(&self) -> Result<u32> {
        self.attribute(MULTIPROCESSOR_COUNT)
    }

    /// Lanes of a warp.
    pub fn warp_size(&self) -> Result<u32> {
        self.attribute(WARP_SIZE)
    }

    /// The most threads of a block.
    pub fn max_threads_per_block(&self) -> Result<u32> {
        self.attribute(MAX_THREADS_PER_BLOCK)
    }

    /// Waits until it has done all it was given.
    pub fn synchronize(&self) -> Result<()> {
        let _current = Current::set(*self)?;
        call!(hipDeviceSynchronize())
    }
}

/// Makes a device current, and the one before again at the end.
pub(crate) struct Current(Option<Device>);

impl Current {
    pub fn set(device: Device) -> Result<Current> {
        let before = Device::current()?;
        if before == device {
            return Ok(Current(None));
        }
        device.set_current()?;
        Ok(Current(Some(before)))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        if let Some(before) = self.0 {
            let _ = before.set_current();
        }
    }
}

/// The size of a grid in blocks, or of a block in threads. Made of a number, a
/// tuple or an array: `4`, `(16, 16)`, `[8, 8, 4]`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// Of the first dimension, in which neighbours are neighbours in memory.
    pub x: u32,
    /// Of the second.
    pub y: u32,
    /// Of the third.
    pub z: u32,
}

impl Dim3 {
    /// Three sizes.
    pub const fn new(x: u32, y: u32, z: u32) -> Dim3 {
        Dim3 { x, y, z }
    }

    /// As many blocks of `block` threads as cover `count` elements.
    pub const fn covering(count: usize, block: u32) -> Dim3 {
        let block = block as usize;
        Dim3::new(((count + block - 1) / block) as u32, 1, 1)
    }
}

impl From<u32> for Dim3 {
    fn from(x: u32) -> Dim3 {
        Dim3::new(x, 1, 1)
    }
}

impl From<(u32, u32)> for Dim3 {
    fn from((x, y): (u32, u32)) -> Dim3 {
        Dim3::new(x, y, 1)
    }
}

impl From<(u32, u32, u32)> for Dim3 {
    fn from((x, y, z): (u32, u32, u32)) -> Dim3 {
        Dim3::new(x, y, z)
    }
}

impl From<[u32; 3]> for Dim3 {
    fn from([x, y, z]: [u32; 3]) -> Dim3 {
        Dim3::new(x, y, z)
    }
}
