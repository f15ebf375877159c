// SPDX-License-Identifier: Apache-2.0
//! Modules and the kernels in them.

use std::collections::HashMap;
use std::ffi::{c_void, CString};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::Arc;

use crate::args::KernelArg;
use crate::device::{Current, Device, Dim3};
use crate::error::{Error, Result, INVALID_IMAGE, NOT_FOUND};
use crate::stream::Stream;
use crate::sys::{api, call, text, Failure, Handle, KernelView};

/// What the description of a kernel says of one argument.
#[derive(Debug)]
struct Parameter {
    name: String,
    type_name: String,
    pointer: bool,
    size: usize,
}

type Kernels = HashMap<String, Arc<[Parameter]>>;

#[derive(Debug)]
struct Inner {
    handle: Handle,
    device: Device,
    kernels: Option<Kernels>, // None: the library cannot describe them
}

// HIP's functions take a module from any thread.
unsafe impl Send for Inner {}
unsafe impl Sync for Inner {}

impl Drop for Inner {
    fn drop(&mut self) {
        let unload = || -> Result<()> {
            let _current = Current::set(self.device)?;
            call!(hipModuleUnload(self.handle))
        };
        let _ = unload();
    }
}

/// A bundle or image that is loaded on a device. It is unloaded when neither it
/// nor any of its functions is left.
#[derive(Clone, Debug)]
pub struct Module {
    inner: Arc<Inner>,
}

extern "C" fn visit(user: *mut c_void, kernel: *const KernelView) -> bool {
    // `user` is the map that describe() gave; the view lives until we return.
    let (kernels, view) = unsafe { (&mut *user.cast::<Kernels>(), &*kernel) };
    let name = unsafe { text(view.name) };
    if !view.arguments_known || kernels.contains_key(&name) {
        return true;
    }
    let arguments = if view.argument_count == 0 {
        &[]
    } else {
        unsafe { std::slice::from_raw_parts(view.arguments, view.argument_count) }
    };
    let parameters = arguments
        .iter()
        .map(|a| unsafe { &**a })
        .map(|a| (unsafe { text(a.kind) }, a))
        .filter(|(kind, _)| kind != "shared")
        .map(|(kind, a)| Parameter {
            name: unsafe { text(a.name) },
            type_name: unsafe { text(a.type_name) },
            pointer: kind == "pointer",
            size: usize::try_from(a.size).unwrap_or(0),
        })
        .collect::<Vec<_>>();
    kernels.insert(name, parameters.into());
    true
}

// The kernels of an image, which is read to its end: one that is cut off, or
// lies about its size, is not given to a driver.
fn describe(image: &[u8]) -> Result<Option<Kernels>> {
    let inspect = match api()?.inspect {
        Some(inspect) => inspect,
        None => return Ok(None), // HIP's own library
    };
    let mut kernels = Kernels::new();
    let mut failure = Failure::new();
    let user: *mut Kernels = &mut kernels;
    let code = unsafe {
        inspect(
            image.as_ptr().cast(),
            image.len(),
            visit,
            user.cast(),
            &mut failure,
        )
    };
    if code != 0 {
        return Err(Error::new(
            INVALID_IMAGE,
            "hipErrorInvalidImage",
            "Module::load_data",
            failure.reason(),
        ));
    }
    Ok(Some(kernels))
}

impl Module {
    /// Loads a file (a bundle, plain or compressed, or an image) on the current
    /// device.
    pub fn load(path: impl AsRef<Path>) -> Result<Module> {
        let path = path.as_ref();
        let image = std::fs::read(path).map_err(|error| {
            let why = format!("could not read '{}': {error}", path.display());
            Error::new(301, "hipErrorFileNotFound", "Module::load", why)
        })?;
        Module::load_data(&image)
    }

    /// The same from memory, which may go after the call.
    pub fn load_data(image: &[u8]) -> Result<Module> {
        let kernels = describe(image)?;
        // PTX ends with a NUL, which text that was read from a file has not.
        let mut ended = Vec::new();
        let start = if image.starts_with(b"__CLANG") || image.starts_with(b"CCOB") {
            image.as_ptr()
        } else {
            ended.reserve_exact(image.len() + 1);
            ended.extend_from_slice(image);
            ended.push(0);
            ended.as_ptr()
        };
        let mut handle = null_mut();
        call!(hipModuleLoadData(&mut handle, start.cast()))?;
        let device = Device::current()?;
        Ok(Module {
            inner: Arc::new(Inner {
                handle,
                device,
                kernels,
            }),
        })
    }

    /// The device that it is loaded on.
    pub fn device(&self) -> Device {
        self.inner.device
    }

    /// A kernel by its linkage name: that of the source for `extern "C"`.
    pub fn get_function(&self, name: &str) -> Result<Function> {
        let name_of = "Module::get_function";
        let symbol = CString::new(name)
            .map_err(|_| Error::value(name_of, "a NUL is in the name".to_owned()))?;
        let mut handle = null_mut();
        let result = call!(hipModuleGetFunction(
            &mut handle,
            self.inner.handle,
            symbol.as_ptr()
        ));
        if let Err(error) = result {
            if error.code() == NOT_FOUND && error.reason().is_empty() {
                let why = format!("there is no kernel '{name}'");
                return Err(Error::new(NOT_FOUND, error.name(), name_of, why));
            }
            return Err(error);
        }
        let parameters = self
            .inner
            .kernels
            .as_ref()
            .and_then(|all| all.get(name))
            .cloned();
        Ok(Function {
            module: self.inner.clone(),
            handle,
            name: name.to_owned(),
            parameters,
        })
    }

    /// The names of the kernels, sorted; empty when the library cannot tell.
    pub fn kernel_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .inner
            .kernels
            .iter()
            .flat_map(|all| all.keys())
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names
    }
}

/// A kernel. It keeps its module loaded.
#[derive(Clone, Debug)]
pub struct Function {
    module: Arc<Inner>,
    handle: Handle,
    name: String,
    parameters: Option<Arc<[Parameter]>>,
}

unsafe impl Send for Function {}
unsafe impl Sync for Function {}

impl Function {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of its arguments; `None` when the image does not say.
    pub fn argument_count(&self) -> Option<usize> {
        self.parameters.as_ref().map(|all| all.len())
    }

    fn check(&self, arguments: &[KernelArg]) -> Result<()> {
        let parameters = match &self.parameters {
            Some(parameters) => parameters,
            None => return Ok(()),
        };
        let wrong = |why| Err(Error::value("Function::launch", why));
        if parameters.len() != arguments.len() {
            return Err(self.wrong_count(parameters.len(), arguments.len()));
        }
        for (i, (p, a)) in parameters.iter().zip(arguments).enumerate() {
            let given = if a.is_pointer() {
                "device memory"
            } else {
                "a value"
            };
            if p.pointer != a.is_pointer() || (!p.pointer && p.size != a.size()) {
                return wrong(format!(
                    "argument {i} of '{}' is {} '{}' ({} bytes); {given} of {} bytes was given",
                    self.name,
                    p.type_name,
                    p.name,
                    p.size,
                    a.size()
                ));
            }
        }
        Ok(())
    }

    /// Launches it; `None` is the default stream. `shared` is dynamic shared
    /// memory in bytes. The launch is put into the stream: an error in the kernel
    /// is told when that is waited for.
    ///
    /// # Safety
    ///
    /// For this grid and these arguments the kernel must stay inside the memory
    /// that it is given, no other work may be using that memory in a way that
    /// conflicts, and it must live until the stream is done with it.
    pub unsafe fn launch(
        &self,
        grid: impl Into<Dim3>,
        block: impl Into<Dim3>,
        shared: u32,
        stream: Option<&Stream>,
        arguments: &[KernelArg],
    ) -> Result<()> {
        self.check(arguments)?;
        let mut places: Vec<*mut c_void> = arguments.iter().map(KernelArg::address).collect();
        unsafe { self.start(grid.into(), block.into(), shared, stream, &mut places) }
    }

    /// Launches it with the addresses at which its arguments are, as HIP takes
    /// them; the address null is a null pointer. Only their number is checked.
    pub(crate) unsafe fn launch_at(
        &self,
        grid: Dim3,
        block: Dim3,
        shared: u32,
        stream: Option<&Stream>,
        places: &mut [*mut c_void],
    ) -> Result<()> {
        self.check_places(places)?;
        let mut filled = places.to_vec();
        for place in filled.iter_mut().filter(|place| place.is_null()) {
            *place = null_place();
        }
        unsafe { self.start(grid, block, shared, stream, &mut filled) }
    }

    fn check_places(&self, places: &[*mut c_void]) -> Result<()> {
        let parameters = match &self.parameters {
            Some(parameters) => parameters,
            None => return Ok(()),
        };
        if parameters.len() != places.len() {
            return Err(self.wrong_count(parameters.len(), places.len()));
        }
        match (0..places.len()).find(|i| places[*i].is_null() && !parameters[*i].pointer) {
            None => Ok(()),
            Some(i) => Err(Error::value(
                "Function::launch",
                format!(
                    "argument {i} of '{}' is {} '{}' ({} bytes); its address is null",
                    self.name, parameters[i].type_name, parameters[i].name, parameters[i].size
                ),
            )),
        }
    }

    unsafe fn start(
        &self,
        grid: Dim3,
        block: Dim3,
        shared: u32,
        stream: Option<&Stream>,
        places: &mut [*mut c_void],
    ) -> Result<()> {
        let _current = Current::set(self.module.device)?;
        call!(hipModuleLaunchKernel(
            self.handle,
            grid.x,
            grid.y,
            grid.z,
            block.x,
            block.y,
            block.z,
            shared,
            stream.map_or(null_mut(), Stream::handle),
            places.as_mut_ptr(),
            null_mut(),
        ))
    }

    fn wrong_count(&self, taken: usize, given: usize) -> Error {
        Error::value(
            "Function::launch",
            format!(
                "'{}' takes {taken} arguments; {given} were given",
                self.name
            ),
        )
    }
}

/// Where a null pointer is.
pub(crate) fn null_place() -> *mut c_void {
    static NULL: usize = 0;
    (&NULL as *const usize) as *mut c_void
}
