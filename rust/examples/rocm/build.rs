// SPDX-License-Identifier: Apache-2.0
fn main() {
    rocm_rs::build::Pipeline::new("src/cuda")
        .targets("native,gfx942,spirv64")
        .emit();
}
