// SPDX-License-Identifier: Apache-2.0
//! Why something failed.

use std::fmt;

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call failed: HIP's number and name for it, and Quern's reason, which
/// says what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: i32,
    name: String,
    call: &'static str,
    reason: String,
}

/// HIP's numbers for what this crate finds out by itself.
pub(crate) const INVALID_VALUE: i32 = 1;
pub(crate) const NOT_INITIALIZED: i32 = 3;
pub(crate) const INVALID_IMAGE: i32 = 200;
pub(crate) const NOT_FOUND: i32 = 500;

impl Error {
    pub(crate) fn new(code: i32, name: &str, call: &'static str, reason: String) -> Self {
        Error {
            code,
            name: name.to_owned(),
            call,
            reason,
        }
    }

    pub(crate) fn value(call: &'static str, reason: String) -> Self {
        Error::new(INVALID_VALUE, "hipErrorInvalidValue", call, reason)
    }

    /// HIP's number: 1 is an invalid value, 2 is out of memory, ...
    pub fn code(&self) -> i32 {
        self.code
    }

    /// HIP's name for the number, such as `hipErrorInvalidValue`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was called: a function of HIP's or of this crate.
    pub fn call(&self) -> &'static str {
        self.call
    }

    /// The reason in a sentence; empty when the library gives none.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reason.is_empty() {
            write!(f, "{}: {}", self.call, self.name)
        } else {
            write!(f, "{}: {} ({})", self.call, self.reason, self.name)
        }
    }
}

impl std::error::Error for Error {}
