// SPDX-License-Identifier: Apache-2.0
//! CUDA kernels of a program, translated, compiled and embedded by its build
//! script, and launched by the names of rocm-rs.

pub mod rocm;
