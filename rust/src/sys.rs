// SPDX-License-Identifier: Apache-2.0
//! The library, opened at run time, and the functions that are taken from it.

use std::ffi::{c_void, CStr, CString};
use std::os::raw::{c_char, c_int, c_uint};
use std::path::PathBuf;
use std::sync::Once;

use crate::device::Dim3;
use crate::error::{Error, Result, NOT_INITIALIZED};

#[cfg_attr(target_os = "linux", link(name = "dl"))]
extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}
const RTLD_NOW: c_int = 2;

pub(crate) type Handle = *mut c_void;

/// One argument of a kernel, as `quern/inspect.h` has it.
#[repr(C)]
pub(crate) struct ArgumentView {
    pub struct_size: usize,
    pub name: *const c_char,
    pub type_name: *const c_char,
    pub kind: *const c_char,
    pub offset: i64,
    pub size: i64,
    pub alignment: i64,
}

/// One kernel, as `quern/inspect.h` has it.
#[repr(C)]
pub(crate) struct KernelView {
    pub struct_size: usize,
    pub target: *const c_char,
    pub format: *const c_char,
    pub name: *const c_char,
    pub demangled: *const c_char,
    pub source: *const c_char,
    pub arguments_known: bool,
    pub argument_count: usize,
    pub arguments: *const *const ArgumentView,
    pub figures: [i64; 9],
}

pub(crate) type VisitKernel = extern "C" fn(user: *mut c_void, kernel: *const KernelView) -> bool;

/// Why a call of Quern's own failed, as `quern/error.h` has it.
#[repr(C)]
pub(crate) struct Failure {
    pub struct_size: usize,
    pub status: c_int,
    pub line: u32,
    pub column: u32,
    pub offset: u64,
    pub extent: u64,
    pub message: [c_char; 256],
    pub context: [c_char; 512],
    pub hint: [c_char; 256],
}

impl Failure {
    pub(crate) fn new() -> Failure {
        Failure {
            struct_size: std::mem::size_of::<Failure>(),
            status: 0,
            line: 0,
            column: 0,
            offset: u64::MAX,
            extent: 0,
            message: [0; 256],
            context: [0; 512],
            hint: [0; 256],
        }
    }

    /// What failed.
    pub(crate) fn reason(&self) -> String {
        unsafe { text(self.message.as_ptr()) }
    }
}

macro_rules! api {
    ($($name:ident($($type:ty),*);)*) => {
        /// HIP's functions.
        #[allow(non_snake_case)]
        pub(crate) struct Api {
            $(pub $name: unsafe extern "C" fn($($type),*) -> c_int,)*
            pub error_name: unsafe extern "C" fn(c_int) -> *const c_char,
            pub reason: Option<unsafe extern "C" fn() -> *const c_char>,
            pub inspect: Option<
                unsafe extern "C" fn(*const c_void, usize, VisitKernel, *mut c_void, *mut Failure) -> c_int,
            >,
        }

        fn load(library: Handle) -> std::result::Result<Api, String> {
            // The types are those of HIP's headers and of quern/*.h.
            unsafe {
                Ok(Api {
                    $($name: std::mem::transmute::<Handle, unsafe extern "C" fn($($type),*) -> c_int>(
                        need(library, stringify!($name))?),)*
                    error_name: std::mem::transmute::<
                        Handle, unsafe extern "C" fn(c_int) -> *const c_char>(
                        need(library, "hipGetErrorName")?),
                    reason: std::mem::transmute::<
                        Handle, Option<unsafe extern "C" fn() -> *const c_char>>(
                        find(library, "quern_reason")),
                    inspect: std::mem::transmute::<
                        Handle,
                        Option<unsafe extern "C" fn(
                            *const c_void, usize, VisitKernel, *mut c_void, *mut Failure) -> c_int>>(
                        find(library, "quern_inspect_memory")),
                })
            }
        }
    };
}

api! {
    hipGetDeviceCount(*mut c_int);
    hipSetDevice(c_int);
    hipGetDevice(*mut c_int);
    hipDeviceGetName(*mut c_char, c_int, c_int);
    hipDeviceTotalMem(*mut usize, c_int);
    hipDeviceGetAttribute(*mut c_int, c_int, c_int);
    hipDeviceSynchronize();
    hipMemGetInfo(*mut usize, *mut usize);
    hipMalloc(*mut Handle, usize);
    hipFree(Handle);
    hipMemset(Handle, c_int, usize);
    hipMemcpy(Handle, *const c_void, usize, c_int);
    hipMemcpyAsync(Handle, *const c_void, usize, c_int, Handle);
    hipStreamCreateWithFlags(*mut Handle, c_uint);
    hipStreamDestroy(Handle);
    hipStreamSynchronize(Handle);
    hipStreamQuery(Handle);
    hipStreamWaitEvent(Handle, Handle, c_uint);
    hipEventCreateWithFlags(*mut Handle, c_uint);
    hipEventDestroy(Handle);
    hipEventRecord(Handle, Handle);
    hipEventSynchronize(Handle);
    hipEventQuery(Handle);
    hipEventElapsedTime(*mut f32, Handle, Handle);
    hipModuleLoadData(*mut Handle, *const c_void);
    hipModuleUnload(Handle);
    hipModuleGetFunction(*mut Handle, Handle, *const c_char);
    hipLaunchKernel(*const c_void, Dim3, Dim3, *mut *mut c_void, usize, Handle);
    hipModuleLaunchKernel(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle,
        *mut *mut c_void, *mut *mut c_void
    );
}

pub(crate) const HOST_TO_DEVICE: c_int = 1;
pub(crate) const DEVICE_TO_HOST: c_int = 2;
pub(crate) const DEVICE_TO_DEVICE: c_int = 3;
pub(crate) const NOT_READY: c_int = 600;

fn find(library: Handle, name: &str) -> Handle {
    let name = CString::new(name).expect("a name of ours");
    unsafe { dlsym(library, name.as_ptr()) }
}

fn need(library: Handle, name: &str) -> std::result::Result<Handle, String> {
    let found = find(library, name);
    if found.is_null() {
        return Err(format!("it has no function {name}"));
    }
    Ok(found)
}

/// Where the library may be, in the order in which it is looked for.
fn places() -> Vec<PathBuf> {
    if let Some(path) = std::env::var_os("QUERN_LIBRARY") {
        return vec![PathBuf::from(path)];
    }
    let mut places = vec![PathBuf::from("libquernhip.so.0")];
    let paths = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&paths) {
        if folder.join("quern").is_file() {
            places.push(folder.join("../lib/libquernhip.so"));
        }
    }
    places.push(PathBuf::from("/usr/local/lib/libquernhip.so"));
    places
}

fn open_first() -> std::result::Result<Api, String> {
    let mut tried = String::new();
    for place in places() {
        let path = CString::new(place.to_string_lossy().as_bytes()).unwrap_or_default();
        let library = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
        let why = if library.is_null() {
            unsafe { text(dlerror()) }
        } else {
            match load(library) {
                Ok(api) => return Ok(api),
                Err(why) => format!("{}: {why}", place.display()),
            }
        };
        tried.push_str("; ");
        tried.push_str(&why);
    }
    Err(format!("Quern's runtime cannot be opened{tried}"))
}

/// The library; the same answer for the whole life of the program.
pub(crate) fn api() -> Result<&'static Api> {
    static ONCE: Once = Once::new();
    static mut FOUND: Option<std::result::Result<Api, String>> = None;
    // Written once, before anybody reads it.
    let found = unsafe {
        ONCE.call_once(|| *std::ptr::addr_of_mut!(FOUND) = Some(open_first()));
        (*std::ptr::addr_of!(FOUND)).as_ref()
    };
    match found {
        Some(Ok(api)) => Ok(api),
        Some(Err(why)) => Err(Error::new(
            NOT_INITIALIZED,
            "hipErrorNotInitialized",
            "opening the library",
            why.clone(),
        )),
        None => unreachable!("call_once has run"),
    }
}

/// HIP's name for a number, where there is a library to say it.
pub(crate) fn error_name(code: c_int) -> Option<String> {
    let api = api().ok()?;
    Some(unsafe { text((api.error_name)(code)) })
}

/// A C string of the library's, which may be null.
pub(crate) unsafe fn text(from: *const c_char) -> String {
    if from.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(from) }
        .to_string_lossy()
        .into_owned()
}

impl Api {
    /// What HIP's number says, with Quern's reason for this thread.
    pub fn check(&self, result: c_int, call: &'static str) -> Result<()> {
        if result == 0 {
            return Ok(());
        }
        let name = unsafe { text((self.error_name)(result)) };
        let reason = self
            .reason
            .map(|get| unsafe { text(get()) })
            .unwrap_or_default();
        Err(Error::new(result, &name, call, reason))
    }
}

/// Calls a function of HIP's: `call!(hipMalloc(&mut p, size))?`.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let api = crate::sys::api()?;
        #[allow(unused_unsafe)]
        let result = unsafe { (api.$name)($($argument),*) };
        api.check(result, stringify!($name))
    }};
}
pub(crate) use call;
