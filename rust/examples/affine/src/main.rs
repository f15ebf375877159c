// SPDX-License-Identifier: Apache-2.0
//! y = 2 x + 1 for 1024 numbers, by a kernel that is in the program.

include!(concat!(env!("OUT_DIR"), "/affine.rs"));

fn main() -> quern::Result<()> {
    let cache = quern::KernelCache::new(AFFINE);
    let numbers: Vec<f32> = (0..1024).map(|i| i as f32).collect();
    let x = quern::DeviceMemory::from_slice(&numbers)?;
    let mut y = quern::DeviceMemory::new(1024)?;
    let grid = quern::Dim3::covering(1024, 256);
    // For n = 1024 the kernel stays inside x and y.
    unsafe { affine::affine(&cache, grid, 256, 0, None, &x, &mut y, 2.0, 1.0, 1024)? };
    let y = y.to_vec()?;
    assert!(y.iter().zip(&numbers).all(|(y, x)| *y == 2.0 * x + 1.0));
    println!(
        "y = 2 x + 1 on {}: y[1023] = {}",
        quern::Device::current()?.name()?,
        y[1023]
    );
    Ok(())
}
