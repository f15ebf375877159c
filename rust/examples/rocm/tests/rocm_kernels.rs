// SPDX-License-Identifier: Apache-2.0
//! Every kernel, on every device that is there, against the same in Rust.

use std::ffi::c_void;

use rocm_kernels::rocm::{get_kernel, get_other, AFFINE_HSACO, KERNELS};
use rocm_rs::hip::{
    ffi, is_hip_available, kernel::launch_kernel, kernel_args, AsKernelArg, Device, DeviceMemory,
    Dim3, Error, KernelCache, Module, Stream,
};
use rocm_rs::DeviceCopy;

// Runs a test on each device in turn; there is at least this machine's CPU.
fn on_every_device(test: impl Fn()) {
    assert!(is_hip_available());
    for device in Device::all().unwrap() {
        device.set_current().unwrap();
        println!("on {}", device.name().unwrap());
        test();
    }
}

fn upload<T: DeviceCopy>(from: &[T]) -> DeviceMemory<T> {
    let mut memory = DeviceMemory::new(from.len()).unwrap();
    memory.copy_from_host(from).unwrap();
    memory
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count)
        .map(|i| ((i * 37) % 101) as f32 / 8.0 - 6.0)
        .collect()
}

fn blocks(count: usize) -> Dim3 {
    Dim3 {
        x: ((count + 255) / 256) as u32,
        y: 1,
        z: 1,
    }
}
const THREADS: Dim3 = Dim3 { x: 256, y: 1, z: 1 };

fn close(got: &[f32], wanted: impl Iterator<Item = f32>, tolerance: f32) {
    for (i, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        let error = (got - wanted).abs();
        assert!(error <= tolerance, "{i}: {got}, expected {wanted}");
    }
}

#[test]
fn test_load_affine_kernel() {
    on_every_device(|| {
        let device = Device::new(Device::current().unwrap().ordinal()).unwrap();
        device.set_current().unwrap();
        get_kernel("affine").expect("the kernel is in the program");
    });
}

#[test]
fn test_affine_kernel_execution() {
    on_every_device(|| {
        let size = 1024;
        let mut input = DeviceMemory::<f32>::new(size).unwrap();
        let output = DeviceMemory::<f32>::new(size).unwrap();
        let host_input: Vec<f32> = (0..size).map(|i| i as f32).collect();
        input.copy_from_host(&host_input).unwrap();

        let function = get_kernel("affine").unwrap();
        let grid = Dim3 {
            x: (size / 256) as u32,
            y: 1,
            z: 1,
        };
        let block = Dim3 { x: 256, y: 1, z: 1 };
        let scale = 2.0f32;
        let bias = 1.0f32;
        let size_u32 = size as u32;
        let mut args = [
            input.as_kernel_arg(),
            output.as_kernel_arg(),
            &scale as *const _ as *mut c_void,
            &bias as *const _ as *mut c_void,
            &size_u32 as *const _ as *mut c_void,
        ];
        function.launch(grid, block, 0, None, &mut args).unwrap();

        let mut host_output = vec![0.0f32; size];
        output.copy_to_host(&mut host_output).unwrap();
        for i in 0..size {
            let expected = 2.0 * (i as f32) + 1.0;
            let actual = host_output[i];
            assert!((expected - actual).abs() < 1e-5, "{i}: {actual}");
        }
    });
}

#[test]
fn all_load() {
    let names: Vec<&str> = KERNELS.iter().map(|(name, _)| *name).collect();
    let all = [
        "affine",
        "binary",
        "cast",
        "conv",
        "fill",
        "indexing",
        "quantized",
        "reduce",
        "sort",
        "ternary",
        "unary",
    ];
    assert_eq!(names, all);
    assert_eq!(AFFINE_HSACO, KERNELS[0].1);
    assert_eq!(AFFINE_HSACO.as_ptr() as usize % 4096, 0);
    on_every_device(|| {
        for name in all {
            get_kernel(name).unwrap();
        }
    });
}

#[test]
fn fill() {
    on_every_device(|| {
        let out = DeviceMemory::<f32>::new(1000).unwrap();
        let (value, n) = (-2.5f32, 999u32);
        let function = get_kernel("fill").unwrap();
        function
            .launch(blocks(100), THREADS, 0, None, kernel_args![out, value, n])
            .unwrap();
        let got = out.to_vec().unwrap();
        assert!(got[..999].iter().all(|x| *x == -2.5) && got[999] == 0.0);
        let bytes = DeviceMemory::<u8>::new(300).unwrap();
        let function = get_other("fill", "fill_u8").unwrap();
        function
            .launch(
                blocks(300),
                THREADS,
                0,
                None,
                kernel_args![bytes, 7u8, 300u32],
            )
            .unwrap();
        assert_eq!(bytes.to_vec().unwrap(), [7; 300]);
    });
}

#[test]
fn sort() {
    on_every_device(|| {
        let (rows, columns) = (3u32, 128u32);
        let x: Vec<f32> = (0..rows * columns)
            .map(|i| ((i * 61) % 509) as f32)
            .collect();
        let order = DeviceMemory::<u32>::new(x.len()).unwrap();
        let (grid, block) = (Dim3::new(rows, 1, 1), Dim3::new(columns, 1, 1));
        let function = get_kernel("sort").unwrap();
        let values = upload(&x);
        let arguments = kernel_args![values, order, columns];
        function
            .launch(grid, block, columns * 4, None, arguments)
            .unwrap();
        for (row, order) in x.chunks(128).zip(order.to_vec().unwrap().chunks(128)) {
            let mut seen = [false; 128];
            order.iter().for_each(|i| seen[*i as usize] = true);
            assert!(seen.iter().all(|seen| *seen));
            assert!(order
                .windows(2)
                .all(|p| row[p[0] as usize] <= row[p[1] as usize]));
        }
    });
}

#[test]
fn ternary() {
    on_every_device(|| {
        let n = 500usize;
        let condition: Vec<u8> = (0..n).map(|i| (i % 3 == 0) as u8).collect();
        let yes = numbers(n);
        let (c, y, no) = (upload(&condition), upload(&yes), upload(&vec![9.0f32; n]));
        let out = DeviceMemory::<f32>::new(n).unwrap();
        let function = get_kernel("ternary").unwrap();
        let run = |second: Option<&DeviceMemory<f32>>, otherwise: f32| {
            let arguments = kernel_args![c, y, second, out, n as u32];
            function
                .launch(blocks(n), THREADS, 0, None, arguments)
                .unwrap();
            let wanted = (0..n).map(|i| if i % 3 == 0 { yes[i] } else { otherwise });
            close(&out.to_vec().unwrap(), wanted, 0.0);
        };
        run(Some(&no), 9.0);
        run(None, 0.0); // a null pointer
                        // The same by an address, and by no address.
        let arguments = kernel_args![c, y, std::ptr::null::<f32>(), out, n as u32];
        function
            .launch(blocks(n), THREADS, 0, None, arguments)
            .unwrap();
        assert_eq!(out.to_vec().unwrap()[1], 0.0);
        let size = n as u32;
        let mut places = [
            c.as_kernel_arg(),
            y.as_kernel_arg(),
            std::ptr::null_mut(),
            out.as_kernel_arg(),
            size.as_kernel_arg(),
        ];
        function
            .launch(blocks(n), THREADS, 0, None, &mut places)
            .unwrap();
        assert_eq!(out.to_vec().unwrap()[1], 0.0);
    });
}

#[test]
fn binary() {
    on_every_device(|| {
        let (x, y) = (numbers(700), numbers(1400)[700..].to_vec());
        let (a, b) = (upload(&x), upload(&y));
        type Operation = fn(f32, f32) -> f32;
        let operations: [(&str, Operation); 3] = [
            ("binary_kernel", |a, b| a + b),
            ("binary_mul", |a, b| a * b),
            ("binary_max", f32::max),
        ];
        for (name, operation) in operations {
            let out = DeviceMemory::<f32>::new(700).unwrap();
            let function = get_other("binary", name).unwrap();
            let arguments = kernel_args![a, b, out, 700u32];
            function
                .launch(blocks(700), THREADS, 0, None, arguments)
                .unwrap();
            let wanted = x.iter().zip(&y).map(|(a, b)| operation(*a, *b));
            close(&out.to_vec().unwrap(), wanted, 0.0);
        }
    });
}

#[test]
fn cast() {
    on_every_device(|| {
        let x = [0.0f32, 1.0, -2.5, 65504.0, 1e6, 0.1, 6e-8];
        let (from, half) = (upload(&x), DeviceMemory::<u16>::new(7).unwrap());
        let back = DeviceMemory::<f32>::new(7).unwrap();
        let function = get_kernel("cast").unwrap();
        function
            .launch(blocks(7), THREADS, 0, None, kernel_args![from, half, 7u32])
            .unwrap();
        assert_eq!(
            half.to_vec().unwrap(),
            [0, 0x3c00, 0xc100, 0x7bff, 0x7c00, 0x2e66, 0x0001]
        );
        let function = get_other("cast", "cast_back").unwrap();
        function
            .launch(blocks(7), THREADS, 0, None, kernel_args![half, back, 7u32])
            .unwrap();
        let got = back.to_vec().unwrap();
        assert_eq!(&got[..4], &x[..4]);
        assert!(got[4].is_infinite() && (got[5] - 0.1).abs() < 1e-4);
    });
}

#[test]
fn unary() {
    on_every_device(|| {
        let x = numbers(1000);
        let (from, out) = (upload(&x), DeviceMemory::<f32>::new(1000).unwrap());
        let function = get_kernel("unary").unwrap();
        function
            .launch(
                blocks(1000),
                THREADS,
                0,
                None,
                kernel_args![from, out, 1000u32],
            )
            .unwrap();
        let silu = x.iter().map(|v| v / (1.0 + (-v).exp()));
        close(&out.to_vec().unwrap(), silu, 1e-5);
        let function = get_other("unary", "unary_gelu").unwrap();
        function
            .launch(
                blocks(1000),
                THREADS,
                0,
                None,
                kernel_args![from, out, 1000u32],
            )
            .unwrap();
        let got = out.to_vec().unwrap();
        // gelu(x) - gelu(-x) is x, and far from 0 it is x or 0.
        let negated: Vec<f32> = x.iter().map(|v| -v).collect();
        let (from, other) = (upload(&negated), DeviceMemory::<f32>::new(1000).unwrap());
        function
            .launch(
                blocks(1000),
                THREADS,
                0,
                None,
                kernel_args![from, other, 1000u32],
            )
            .unwrap();
        let differences: Vec<f32> = got
            .iter()
            .zip(other.to_vec().unwrap())
            .map(|(a, b)| a - b)
            .collect();
        close(&differences, x.iter().copied(), 1e-5);
        for (x, y) in x.iter().zip(&got).filter(|(x, _)| x.abs() > 4.0) {
            assert!((y - x.max(0.0)).abs() < 1e-3, "gelu({x}) is {y}");
        }
        let at = x
            .iter()
            .position(|x| *x == 1.0)
            .expect("1 is among the numbers");
        assert!((got[at] - 0.841_344_7).abs() < 1e-5);
    });
}

#[test]
fn indexing() {
    on_every_device(|| {
        let (width, height) = (24usize, 10usize);
        let table = numbers(width * height);
        let rows = [9u32, 0, 3, 3, 77];
        let (ids, values) = (upload(&rows), upload(&table));
        let n = rows.len() * width;
        let out = upload(&vec![5.0f32; n]);
        let function = get_kernel("indexing").unwrap();
        let arguments = kernel_args![
            ids,
            values,
            out,
            rows.len() as u32,
            width as u32,
            height as u32
        ];
        function
            .launch(blocks(n), THREADS, 0, None, arguments)
            .unwrap();
        let wanted = rows.iter().flat_map(|row| {
            let row = *row as usize;
            (0..width).map(move |i| (row, i))
        });
        let wanted = wanted.map(|(row, i)| {
            if row < height {
                table[row * width + i]
            } else {
                0.0
            }
        });
        close(&out.to_vec().unwrap(), wanted, 0.0);
        // Rows that are added to the same place.
        let sums = DeviceMemory::<f32>::new(2 * width).unwrap();
        let (ones, to) = (upload(&vec![1.0f32; 50 * width]), upload(&[1u32; 50]));
        let function = get_other("indexing", "indexing_add").unwrap();
        let arguments = kernel_args![to, ones, sums, 50u32, width as u32];
        function
            .launch(blocks(50 * width), THREADS, 0, None, arguments)
            .unwrap();
        let got = sums.to_vec().unwrap();
        assert!(got[..width].iter().all(|x| *x == 0.0) && got[width..].iter().all(|x| *x == 50.0));
    });
}

#[test]
fn conv() {
    on_every_device(|| {
        let (n, taps) = (1000usize, 7usize);
        let (x, w) = (numbers(n), numbers(taps));
        let (from, weights) = (upload(&x), upload(&w));
        let out = DeviceMemory::<f32>::new(n).unwrap();
        let shared = (256 + taps as u32 - 1) * 4;
        let function = get_kernel("conv").unwrap();
        let arguments = kernel_args![from, weights, out, n as u32, taps as u32];
        function
            .launch(blocks(n), THREADS, shared, None, arguments)
            .unwrap();
        let wanted = x
            .windows(taps)
            .map(|part| part.iter().zip(&w).map(|(a, b)| a * b).sum());
        close(&out.to_vec().unwrap(), wanted, 1e-3);
    });
}

#[test]
fn reduce() {
    on_every_device(|| {
        let (rows, columns) = (5usize, 777usize);
        let x: Vec<f32> = (0..rows * columns).map(|i| (i % 13) as f32).collect();
        let (from, sums) = (upload(&x), DeviceMemory::<f32>::new(rows).unwrap());
        let function = get_kernel("reduce").unwrap();
        let grid = Dim3::new(rows as u32, 1, 1);
        function
            .launch(
                grid,
                THREADS,
                0,
                None,
                kernel_args![from, sums, columns as u32],
            )
            .unwrap();
        close(
            &sums.to_vec().unwrap(),
            x.chunks(columns).map(|row| row.iter().sum()),
            0.0,
        );
    });
}

#[test]
fn quantized() {
    on_every_device(|| {
        let half = 0x3800u16.to_le_bytes(); // 0.5
        let wide: Vec<u8> = (0..4u8)
            .flat_map(|b| {
                half.into_iter()
                    .chain((0..32).map(move |i| (b * 32 + i).wrapping_sub(64)))
            })
            .collect();
        let (from, out) = (upload(&wide), DeviceMemory::<f32>::new(128).unwrap());
        let function = get_kernel("quantized").unwrap();
        function
            .launch(
                blocks(128),
                THREADS,
                0,
                None,
                kernel_args![from, out, 128u32],
            )
            .unwrap();
        close(
            &out.to_vec().unwrap(),
            (0..128).map(|i| 0.5 * (i as f32 - 64.0)),
            0.0,
        );
        let narrow: Vec<u8> = half
            .into_iter()
            .chain((0..16).map(|i| i | (15 - i) << 4))
            .collect();
        let (from, out) = (upload(&narrow), DeviceMemory::<f32>::new(32).unwrap());
        let function = get_other("quantized", "quantized_int4").unwrap();
        function
            .launch(blocks(32), THREADS, 0, None, kernel_args![from, out, 32u32])
            .unwrap();
        let wanted = (0..16).chain((0..16).rev()).map(|q| 0.5 * (q as f32 - 8.0));
        close(&out.to_vec().unwrap(), wanted, 0.0);
    });
}

#[test]
fn launches() {
    on_every_device(|| {
        let x = upload(&[1.0f32, 2.0]);
        let y = DeviceMemory::<f32>::new(2).unwrap();
        let function = get_kernel("affine").unwrap();
        let stream = Stream::new().unwrap();
        let (scale, bias, n) = (3.0f32, 0.5f32, 2u32);
        let arguments = kernel_args![x, y, scale, bias, n];
        let one = Dim3::new(1, 1, 1);
        // The memory lives, and the stream is waited for.
        unsafe { launch_kernel(&function, one, THREADS, 0, Some(&stream), arguments).unwrap() };
        stream.synchronize().unwrap();
        assert_eq!(y.to_vec().unwrap(), [3.5, 6.5]);
        // An address that is no kernel's.
        let nothing = &n as *const u32 as *const c_void;
        let error = unsafe { launch_kernel(nothing, one, one, 0, None, arguments).unwrap_err() };
        assert_eq!(error.code(), ffi::hipError_t_hipErrorInvalidDeviceFunction);
    });
}

// As a HIP compiler registers a kernel when a program starts: the address of
// `handle` stands for it from then on.
fn register(handle: &'static u8, name: &'static std::ffi::CStr) {
    type Register = unsafe extern "C" fn(*const c_void) -> *mut c_void;
    type RegisterFunction = unsafe extern "C" fn(
        *mut c_void,
        *const u8,
        *const std::os::raw::c_char,
        *const std::os::raw::c_char,
        i32,
        *mut c_void,
        *mut c_void,
        *mut c_void,
        *mut c_void,
        *mut c_void,
    );
    extern "C" {
        fn dlopen(path: *const u8, flags: i32) -> *mut c_void;
        fn dlsym(library: *mut c_void, name: *const u8) -> *mut c_void;
    }
    #[repr(C)]
    struct Wrapper(u32, u32, *const u8, *const c_void);
    let path = std::env::var("QUERN_LIBRARY").unwrap_or_else(|_| "libquernhip.so.0".to_owned());
    let none = std::ptr::null_mut();
    unsafe {
        let library = dlopen(format!("{path}\0").as_ptr(), 2);
        assert!(!library.is_null(), "{path}");
        let fat: Register =
            std::mem::transmute(dlsym(library, b"__hipRegisterFatBinary\0".as_ptr()));
        let function: RegisterFunction =
            std::mem::transmute(dlsym(library, b"__hipRegisterFunction\0".as_ptr()));
        let wrapper = Wrapper(0x4849_5046, 1, AFFINE_HSACO.as_ptr(), std::ptr::null());
        let modules = fat((Box::leak(Box::new(wrapper)) as *const Wrapper).cast());
        let text = name.as_ptr();
        function(
            modules, handle, text, text, -1, none, none, none, none, none,
        );
    }
}

#[test]
fn host_functions() {
    static HANDLE: u8 = 1;
    get_kernel("affine").unwrap(); // opens the library
    register(
        &HANDLE,
        std::ffi::CStr::from_bytes_with_nul(b"affine_kernel\0").unwrap(),
    );
    on_every_device(|| {
        let x = upload(&[1.0f32, 2.0]);
        let y = DeviceMemory::<f32>::new(2).unwrap();
        let (one, kernel) = (Dim3::new(1, 1, 1), &HANDLE as *const u8 as *const c_void);
        let arguments = kernel_args![x, y, 2.0f32, 1.0f32, 2u32];
        unsafe { launch_kernel(kernel, one, THREADS, 0, None, arguments).unwrap() };
        assert_eq!(y.to_vec().unwrap(), [3.0, 5.0]);
    });
}

#[test]
fn refused() {
    Device::new(0).unwrap().set_current().unwrap();
    let x = upload(&[1.0f32, 2.0]);
    let one = Dim3::new(1, 1, 1);
    let function = get_kernel("affine").unwrap();
    let error = function
        .launch(one, one, 0, None, kernel_args![x, x])
        .unwrap_err();
    assert_eq!(error.code(), ffi::hipError_t_hipErrorInvalidValue);
    assert_eq!(
        error.reason(),
        "'affine_kernel' takes 5 arguments; 2 were given"
    );
    let none = std::ptr::null_mut();
    let mut places = [x.as_kernel_arg(), x.as_kernel_arg(), none, none, none];
    let error = function.launch(one, one, 0, None, &mut places).unwrap_err();
    assert!(error.reason().contains("its address is null"), "{error}");
    let error = get_kernel("affin").unwrap_err();
    assert!(error
        .reason()
        .starts_with("there is no binary 'affin': there are affine, binary"));
    let error = get_other("affine", "other").unwrap_err();
    assert_eq!(error.code(), ffi::hipError_t_hipErrorNotFound);
    assert!(Module::load_data(&AFFINE_HSACO[..100]).is_err());
    let made = Error::new(ffi::hipError_t_hipErrorInvalidValue);
    assert_eq!((made.code(), made.name()), (1, "hipErrorInvalidValue"));
    let cache = KernelCache::new();
    assert!(cache.load("fill").is_err());
    cache.insert("fill", AFFINE_HSACO);
    assert!(cache.get("fill", "affine_kernel").is_ok() && cache.load("fill").is_err());
}
