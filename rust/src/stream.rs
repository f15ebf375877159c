// SPDX-License-Identifier: Apache-2.0
//! Streams and events.

use std::ptr::null_mut;

use crate::device::{Current, Device};
use crate::error::Result;
use crate::sys::{api, call, Handle, NOT_READY};

/// A queue of work: what is put into it runs in order, beside other streams.
#[derive(Debug)]
pub struct Stream {
    handle: Handle,
    device: Device,
}

// HIP's functions take a stream from any thread.
unsafe impl Send for Stream {}
unsafe impl Sync for Stream {}

const NON_BLOCKING: u32 = 1;

impl Stream {
    /// A stream of the current device, which does not wait for the default one.
    pub fn new() -> Result<Stream> {
        let mut handle = null_mut();
        call!(hipStreamCreateWithFlags(&mut handle, NON_BLOCKING))?;
        Ok(Stream {
            handle,
            device: Device::current()?,
        })
    }

    pub(crate) fn handle(&self) -> Handle {
        self.handle
    }

    /// The device that it belongs to.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Waits until all its work is done.
    pub fn synchronize(&self) -> Result<()> {
        call!(hipStreamSynchronize(self.handle))
    }

    /// Whether all its work is done.
    pub fn is_done(&self) -> Result<bool> {
        done(
            unsafe { (api()?.hipStreamQuery)(self.handle) },
            "hipStreamQuery",
        )
    }

    /// What is put into it from now on waits for `event`.
    pub fn wait(&self, event: &Event) -> Result<()> {
        call!(hipStreamWaitEvent(self.handle, event.handle, 0))
    }
}

fn done(result: i32, call: &'static str) -> Result<bool> {
    if result == NOT_READY {
        return Ok(false);
    }
    api()?.check(result, call).map(|()| true)
}

impl Drop for Stream {
    fn drop(&mut self) {
        let destroy = || -> Result<()> {
            let _current = Current::set(self.device)?;
            call!(hipStreamDestroy(self.handle))
        };
        let _ = destroy();
    }
}

/// A point in a stream.
#[derive(Debug)]
pub struct Event {
    handle: Handle,
}

unsafe impl Send for Event {}
unsafe impl Sync for Event {}

impl Event {
    /// An event that knows when it came.
    pub fn new() -> Result<Event> {
        let mut handle = null_mut();
        call!(hipEventCreateWithFlags(&mut handle, 0))?;
        Ok(Event { handle })
    }

    /// Puts it behind what the stream has now; `None` is the default stream.
    pub fn record(&self, stream: Option<&Stream>) -> Result<()> {
        call!(hipEventRecord(
            self.handle,
            stream.map_or(null_mut(), Stream::handle)
        ))
    }

    /// Waits until the stream has come past it.
    pub fn synchronize(&self) -> Result<()> {
        call!(hipEventSynchronize(self.handle))
    }

    /// Whether the stream has come past it.
    pub fn is_done(&self) -> Result<bool> {
        done(
            unsafe { (api()?.hipEventQuery)(self.handle) },
            "hipEventQuery",
        )
    }

    /// Milliseconds from `start` to this event; both have come.
    pub fn elapsed_ms(&self, start: &Event) -> Result<f32> {
        let mut time = 0.0;
        call!(hipEventElapsedTime(&mut time, start.handle, self.handle))?;
        Ok(time)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        let destroy = || -> Result<()> { call!(hipEventDestroy(self.handle)) };
        let _ = destroy();
    }
}
