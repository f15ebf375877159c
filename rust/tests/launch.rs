// SPDX-License-Identifier: Apache-2.0
//! Kernels of tests/kernels.cu on device 0, through everything the crate has.
//! The tool is `quern` in PATH, or what QUERN names.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use quern::build::{Built, Kernels, Pipeline, Stage};
use quern::{
    kernel_args, Device, DeviceCopy, DeviceMemory, Dim3, Event, KernelCache, Module, Stream, Value,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

// Compiled once, by the first test that asks.
fn built() -> Built {
    static BUILT: Mutex<Option<Built>> = Mutex::new(None);
    let mut kept = BUILT.lock().unwrap();
    kept.get_or_insert_with(|| {
        Kernels::new("kernels")
            .source(root().join("tests/kernels.cu"))
            .out_dir(env!("CARGO_TARGET_TMPDIR"))
            .build()
            .unwrap()
    })
    .clone()
}

fn module() -> Module {
    Module::load(&built().bundle).unwrap()
}

#[test]
fn affine() {
    let host: Vec<f32> = (0..1024).map(|i| i as f32).collect();
    let x = DeviceMemory::from_slice(&host).unwrap();
    let mut y = DeviceMemory::<f32>::new(1024).unwrap();
    let function = module().get_function("affine").unwrap(); // outlives the module
    assert_eq!(function.argument_count(), Some(5));
    let arguments = kernel_args![x, &mut y, 2.0f32, 1.0f32, 1024i32];
    unsafe { function.launch(4, 256, 0, None, &arguments).unwrap() };
    let y = y.to_vec().unwrap();
    for (i, y) in y.iter().enumerate() {
        assert_eq!(*y, 2.0 * i as f32 + 1.0);
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Options {
    from: i32,
    to: i32,
    by: f64,
}
unsafe impl DeviceCopy for Options {}

#[test]
fn structures() {
    let mut values = DeviceMemory::from_slice(&[1.0f64; 8]).unwrap();
    let options = Value::<16, _>::new(Options {
        from: 2,
        to: 5,
        by: -3.0,
    });
    let function = module().get_function("scale").unwrap();
    unsafe {
        function
            .launch(1, 8, 0, None, &kernel_args![options, &mut values])
            .unwrap()
    };
    assert_eq!(
        values.to_vec().unwrap(),
        [1.0, 1.0, -3.0, -3.0, -3.0, 1.0, 1.0, 1.0]
    );
}

#[test]
fn shared_memory() {
    let host: Vec<i32> = (0..512).collect();
    let values = DeviceMemory::from_slice(&host).unwrap();
    let mut sums = DeviceMemory::<i32>::new(4).unwrap();
    let name = "_Z9block_sumIiEvPKT_PS0_";
    let function = module().get_function(name).unwrap();
    unsafe {
        function
            .launch(4, 128, 128 * 4, None, &kernel_args![values, &mut sums])
            .unwrap()
    };
    let expected: Vec<i32> = host.chunks(128).map(|part| part.iter().sum()).collect();
    assert_eq!(sums.to_vec().unwrap(), expected);
}

#[test]
fn types() {
    let mut out = DeviceMemory::<f64>::new(4).unwrap();
    let function = module().get_function("types").unwrap();
    let arguments = kernel_args![true, -3i8, 65535u16, 1u64 << 40, &mut out];
    unsafe { function.launch(1, 1, 0, None, &arguments).unwrap() };
    assert_eq!(
        out.to_vec().unwrap(),
        [1.0, -3.0, 65535.0, (1u64 << 40) as f64]
    );
}

#[test]
fn null_pointers() {
    use std::ptr;
    let x = DeviceMemory::from_slice(&[1.0f32, 2.0]).unwrap();
    let bias = DeviceMemory::from_slice(&[0.5f32, 0.25]).unwrap();
    let mut y = DeviceMemory::<f32>::new(2).unwrap();
    let function = module().get_function("biased").unwrap();
    let launch = |arguments: &[quern::KernelArg]| unsafe {
        function.launch(1, 2, 0, None, arguments).unwrap()
    };
    launch(&kernel_args![x, Some(&bias), &mut y, 2]);
    assert_eq!(y.to_vec().unwrap(), [1.5, 2.25]);
    let missing: Option<&DeviceMemory<f32>> = None;
    for arguments in [
        kernel_args![x, missing, &mut y, 2],
        kernel_args![x, None, &mut y, 2],
        kernel_args![x, std::ptr::null(), &mut y, 2],
        kernel_args![x, ptr::null(), &mut y, 2,],
        kernel_args![x, ptr::null::<f32>(), Some(&mut y), 2],
        kernel_args![x.as_ptr(), std::ptr::null_mut(), y.as_ptr(), 2],
    ] {
        y.copy_from_host(&[9.0, 9.0]).unwrap();
        launch(&arguments);
        assert_eq!(y.to_vec().unwrap(), [1.0, 2.0]);
    }
    // No output, which this kernel takes.
    launch(&kernel_args![x, None, ptr::null_mut(), 2]);
    // A pointer where a number is wanted is refused, null or not.
    let arguments = kernel_args![x, None, y, std::ptr::null()];
    let error = unsafe { function.launch(1, 2, 0, None, &arguments).unwrap_err() };
    assert!(error.reason().starts_with("argument 3 of 'biased' is int"));
}

#[test]
fn pipeline() {
    let folder = root().join("tests/pipeline");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipeline");
    std::fs::create_dir_all(&out).unwrap();
    let pipeline = Pipeline::new(&folder).define("BY", "3").out_dir(&out);
    let stages = pipeline.build().unwrap();
    assert_eq!(stages.len(), 2);
    assert_eq!((&*stages[0].name, &*stages[1].name), ("add", "times-by"));
    let text = std::fs::read_to_string(&stages[0].hip).unwrap();
    assert!(text.contains("#include <hip/hip_runtime.h>") && !text.contains("cuda_runtime"));
    let names = |stage: &Stage| {
        let mut names: Vec<_> = stage
            .dependencies
            .iter()
            .map(|path| {
                assert!(path.exists(), "{path:?}");
                path.file_name().unwrap().to_owned()
            })
            .collect();
        names.sort();
        names
    };
    // Cargo is told of what the program's author changes, not of what was made.
    assert!(
        names(&stages[1]).iter().any(|name| name == "by.cuh"),
        "{stages:?}"
    );
    assert!(stages
        .iter()
        .all(|s| s.dependencies.iter().all(|path| !path.starts_with(&out))));
    let generated = std::fs::read_to_string(out.join("kernels.rs")).unwrap();
    assert!(
        generated.contains("pub const TIMES_BY_HSACO: &[u8]"),
        "{generated}"
    );
    let mut x = DeviceMemory::from_slice(&[1.0f32, 2.0]).unwrap();
    let function = Module::load(&stages[1].hsaco)
        .unwrap()
        .get_function("times_by")
        .unwrap();
    unsafe {
        function
            .launch(1, 2, 0, None, &kernel_args![&mut x])
            .unwrap()
    };
    assert_eq!(x.to_vec().unwrap(), [3.0, 6.0]);
    // The same without translation, and what fails is all told.
    let again = pipeline.clone().without_translation().build().unwrap();
    assert_eq!(again[1].hip, folder.join("times-by.cu"));
    let why = Pipeline::new(&folder).out_dir(&out).build().unwrap_err();
    assert!(why.contains("times-by") && why.contains("BY"), "{why}");
}

#[test]
fn sizes() {
    let mut out = DeviceMemory::<u32>::new(24).unwrap();
    let function = module().get_function("place").unwrap();
    unsafe {
        function
            .launch((2, 3, 4), [4, 2, 1], 0, None, &kernel_args![&mut out])
            .unwrap()
    };
    assert_eq!(out.to_vec().unwrap(), [40201; 24]);
    assert_eq!(Dim3::covering(1025, 256), Dim3::new(5, 1, 1));
    assert_eq!(Dim3::from((7, 8)), Dim3::from([7, 8, 1]));
}

#[test]
fn streams_and_events() {
    let (first, second) = (Stream::new().unwrap(), Stream::new().unwrap());
    let (start, middle, end) = (
        Event::new().unwrap(),
        Event::new().unwrap(),
        Event::new().unwrap(),
    );
    let host = vec![1.0f32; 4096];
    let mut got = vec![0.0f32; 4096];
    let mut x = DeviceMemory::<f32>::new(4096).unwrap();
    let mut y = DeviceMemory::<f32>::new(4096).unwrap();
    let function = module().get_function("affine").unwrap();
    start.record(Some(&first)).unwrap();
    unsafe {
        x.copy_from_host_async(&host, &first).unwrap();
        let arguments = kernel_args![&x, &mut y, 3.0f32, 0.5f32, 4096];
        function
            .launch(16, 256, 0, Some(&first), &arguments)
            .unwrap();
        middle.record(Some(&first)).unwrap();
        second.wait(&middle).unwrap();
        y.copy_to_host_async(&mut got, &second).unwrap();
    }
    end.record(Some(&second)).unwrap();
    second.synchronize().unwrap();
    assert_eq!(got, vec![3.5f32; 4096]);
    end.synchronize().unwrap();
    assert!(end.is_done().unwrap() && first.is_done().unwrap());
    assert!(end.elapsed_ms(&start).unwrap() >= 0.0);
}

#[test]
fn cache() {
    let cache = KernelCache::new(std::fs::read(&built().bundle).unwrap());
    let x = DeviceMemory::from_slice(&[1.0f32, 2.0]).unwrap();
    // Many threads, one loading.
    std::thread::scope(|scope| {
        for i in 0..8 {
            let (cache, x) = (&cache, &x);
            scope.spawn(move || {
                let mut y = DeviceMemory::<f32>::new(2).unwrap();
                let function = cache.get("affine").unwrap();
                let arguments = kernel_args![x, &mut y, i as f32, 0.0f32, 2];
                unsafe { function.launch(1, 2, 0, None, &arguments).unwrap() };
                assert_eq!(y.to_vec().unwrap(), [i as f32, 2.0 * i as f32]);
            });
        }
    });
    let kept = cache.get("affine").unwrap();
    cache.clear();
    let mut y = DeviceMemory::<f32>::new(2).unwrap();
    let arguments = kernel_args![x, &mut y, 1.0f32, 1.0f32, 2];
    unsafe { kept.launch(1, 2, 0, None, &arguments).unwrap() };
    assert_eq!(y.to_vec().unwrap(), [2.0, 3.0]);
}

#[test]
fn devices() {
    assert!(Device::count().unwrap() >= 1);
    let device = Device::new(0).unwrap();
    device.set_current().unwrap();
    assert_eq!(Device::current().unwrap(), device);
    assert!(!device.name().unwrap().is_empty());
    assert!(device.total_memory().unwrap() >= device.free_memory().unwrap());
    assert!(device.max_threads_per_block().unwrap() >= 256);
    assert!(device.warp_size().unwrap() >= 1 && device.multiprocessors().unwrap() >= 1);
    device.synchronize().unwrap();
    let error = Device::new(1000).unwrap_err();
    assert!(
        error.reason().starts_with("there is no device 1000"),
        "{error}"
    );
}

#[test]
fn memory() {
    let mut four = DeviceMemory::from_slice(&[1u8, 2, 3, 4]).unwrap();
    assert_eq!((four.len(), four.size(), four.is_empty()), (4, 4, false));
    let error = four.copy_to_host(&mut [0; 3]).unwrap_err();
    assert_eq!(
        error.reason(),
        "the device has 4 elements and the other side 3"
    );
    assert!(four.copy_from_host(&[0; 5]).is_err());
    let mut copy = DeviceMemory::new(4).unwrap();
    copy.copy_from_device(&four).unwrap();
    assert_eq!(copy.to_vec().unwrap(), [1, 2, 3, 4]);
    let none = DeviceMemory::<f64>::new(0).unwrap();
    assert!(none.is_empty() && none.to_vec().unwrap().is_empty() && none.as_ptr().is_null());
    assert!(DeviceMemory::<f64>::new(usize::MAX / 4).is_err());
    assert!(DeviceMemory::<u8>::new(1 << 60)
        .unwrap_err()
        .name()
        .contains("Memory"));
}

#[test]
fn wrong_arguments() {
    let x = DeviceMemory::<f32>::new(4).unwrap();
    let function = module().get_function("affine").unwrap();
    let refused = |arguments: &[quern::KernelArg]| {
        let error = unsafe { function.launch(1, 4, 0, None, arguments).unwrap_err() };
        assert_eq!(error.name(), "hipErrorInvalidValue");
        error.reason().to_owned()
    };
    assert_eq!(
        refused(&kernel_args![x, x, 1.0f32, 1.0f32]),
        "'affine' takes 5 arguments; 4 were given"
    );
    assert_eq!(
        refused(&kernel_args![x, x, 1.0f64, 1.0f32, 4]),
        "argument 2 of 'affine' is float 'scale' (4 bytes); a value of 8 bytes was given"
    );
    assert_eq!(
        refused(&kernel_args![x, 5u64, 1.0f32, 1.0f32, 4]),
        "argument 1 of 'affine' is float* 'y' (8 bytes); a value of 8 bytes was given"
    );
    assert!(refused(&kernel_args![x, x, x, 1.0f32, 4]).contains("device memory of 8 bytes"));
    let error = unsafe {
        let arguments = kernel_args![x, x, 1.0f32, 1.0f32, 4];
        function
            .launch(1, 100_000, 0, None, &arguments)
            .unwrap_err()
    };
    assert!(!error.reason().is_empty(), "{error:?}");
}

#[test]
fn wrong_files() {
    let whole = std::fs::read(&built().bundle).unwrap();
    for size in [0, 1, 24, 100, whole.len() / 2, whole.len() - 1] {
        assert!(Module::load_data(&whole[..size]).is_err(), "cut to {size}");
    }
    let error = Module::load(PathBuf::from("no/such/file.hipfb")).unwrap_err();
    assert!(
        error
            .reason()
            .starts_with("could not read 'no/such/file.hipfb'"),
        "{error}"
    );
    let loaded = Module::load_data(&whole).unwrap();
    let error = loaded.get_function("affin").unwrap_err();
    assert!(error.to_string().contains("affin"), "{error}");
    assert!(loaded.get_function("a\0b").is_err());
    assert!(loaded.kernel_names().contains(&"affine"));
}

#[test]
fn dependencies() {
    let built = built();
    let names: Vec<_> = built
        .dependencies
        .iter()
        .filter_map(|path| path.file_name())
        .collect();
    assert!(names.iter().any(|name| *name == "kernels.cu"), "{names:?}");
    let why = Kernels::new("broken")
        .source(root().join("tests/launch.rs"))
        .out_dir(env!("CARGO_TARGET_TMPDIR"))
        .build()
        .unwrap_err();
    assert!(why.contains("launch.rs"), "{why}");
}
