// SPDX-License-Identifier: Apache-2.0
fn main() {
    quern::build::Kernels::new("affine")
        .source("src/affine.cu")
        .targets("native,spirv64")
        .emit();
}
