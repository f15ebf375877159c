// SPDX-License-Identifier: Apache-2.0
//! A folder of CUDA sources, to binaries in the program.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use super::{prerequisites, run, tool};

/// Translates the sources of a folder (`*.cu`) to HIP, compiles each translation
/// to a binary of all targets as `hipcc --genco` does, and writes `kernels.rs`
/// into `OUT_DIR`, which embeds them.
///
/// ```no_run
/// // build.rs
/// quern::build::Pipeline::new("src/cuda")
///     .targets("native,gfx942,sm_90")
///     .emit();
/// ```
///
/// ```ignore
/// // in the program: AFFINE_HSACO, FILL_HSACO, ... and KERNELS, all by name
/// include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
/// let cache = quern::rocm_rs::hip::KernelCache::with(KERNELS);
/// let affine = cache.load("affine")?; // its kernel affine_kernel, or affine
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    folder: PathBuf,
    targets: Vec<String>,
    options: Vec<OsString>,
    untranslated: bool,
    hip_dir: Option<PathBuf>,
    hsaco_dir: Option<PathBuf>,
    out_dir: Option<PathBuf>,
}

/// What became of one source.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The file's name without its ending: `affine`.
    pub name: String,
    /// The CUDA source.
    pub source: PathBuf,
    /// Its translation; the source itself where none was asked for.
    pub hip: PathBuf,
    /// The binary.
    pub hsaco: PathBuf,
    /// The source, and all headers that were read.
    pub dependencies: Vec<PathBuf>,
}

impl Pipeline {
    /// The sources in `folder`, without those in folders in it.
    pub fn new(folder: impl AsRef<Path>) -> Pipeline {
        Pipeline {
            folder: folder.as_ref().to_owned(),
            ..Pipeline::default()
        }
    }

    /// Adds devices, as `quern compile -t` has them (default: `native`).
    pub fn targets(mut self, list: &str) -> Pipeline {
        self.targets.push(list.to_owned());
        self
    }

    /// Defines a macro.
    pub fn define(self, name: &str, value: &str) -> Pipeline {
        self.option(format!("-D{name}={value}"))
    }

    /// Adds a folder of headers.
    pub fn include(self, folder: impl AsRef<Path>) -> Pipeline {
        self.option("-I").option(folder.as_ref())
    }

    /// Adds any other option of `quern compile`.
    pub fn option(mut self, option: impl Into<OsString>) -> Pipeline {
        self.options.push(option.into());
        self
    }

    /// Compiles the CUDA sources as they are.
    pub fn without_translation(mut self) -> Pipeline {
        self.untranslated = true;
        self
    }

    /// Keeps the translations there, to be read and owned, instead of in
    /// `OUT_DIR/hip`.
    pub fn hip_dir(mut self, folder: impl AsRef<Path>) -> Pipeline {
        self.hip_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// Keeps the binaries there instead of in `OUT_DIR/hsaco`.
    pub fn hsaco_dir(mut self, folder: impl AsRef<Path>) -> Pipeline {
        self.hsaco_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// Writes there instead of into `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl AsRef<Path>) -> Pipeline {
        self.out_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// Makes everything, and says what failed; the stages are in the order of
    /// their names. All sources are tried.
    pub fn build(&self) -> Result<Vec<Stage>, String> {
        let out = match (&self.out_dir, std::env::var_os("OUT_DIR")) {
            (Some(folder), _) => folder.clone(),
            (None, Some(folder)) => PathBuf::from(folder),
            (None, None) => return Err("OUT_DIR is not set, and out_dir() not called".to_owned()),
        };
        let hip = self.hip_dir.clone().unwrap_or_else(|| out.join("hip"));
        let hsaco = self.hsaco_dir.clone().unwrap_or_else(|| out.join("hsaco"));
        let sources = self.sources()?;
        if !self.untranslated {
            make_folder(&hip)?;
            self.translate(&sources, &absolute(&hip)?)?;
        }
        make_folder(&hsaco)?;
        let stages = self.compile_all(&sources, &absolute(&hip)?, &absolute(&hsaco)?)?;
        let module = out.join("kernels.rs");
        write(&module, &embedding(&stages))?;
        Ok(stages)
    }

    // Sorted, so that the same files give the same output.
    fn sources(&self) -> Result<Vec<PathBuf>, String> {
        let unreadable = |why| format!("could not read '{}': {why}", self.folder.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().map_or(false, |e| e == "cu") {
                found.push(path);
            }
        }
        found.sort();
        match found.is_empty() {
            true => Err(format!(
                "there is no .cu file in '{}'",
                self.folder.display()
            )),
            false => Ok(found),
        }
    }

    // The headers beside the sources are translated, too.
    fn translate(&self, sources: &[PathBuf], hip: &Path) -> Result<(), String> {
        let mut hipify = tool();
        hipify.current_dir(&self.folder);
        hipify.args(["hipify", "-q", "--output-dir"]).arg(hip);
        hipify.args(sources.iter().filter_map(|path| path.file_name()));
        run(&mut hipify)
    }

    fn compile_all(
        &self,
        sources: &[PathBuf],
        hip: &Path,
        hsaco: &Path,
    ) -> Result<Vec<Stage>, String> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new((Vec::new(), Vec::new()));
        let workers = std::env::var("NUM_JOBS")
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(1)
            .clamp(1, sources.len());
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let source = match sources.get(at) {
                        Some(source) => source,
                        None => break,
                    };
                    let made = self.compile(source, hip, hsaco);
                    let mut done = done.lock().expect("no worker panics");
                    match made {
                        Ok(stage) => done.0.push(stage),
                        Err(why) => done.1.push(why),
                    }
                });
            }
        });
        let (mut stages, mut failures) = done.into_inner().expect("no worker panics");
        stages.sort_by(|a: &Stage, b| a.name.cmp(&b.name));
        failures.sort();
        match failures.is_empty() {
            true => Ok(stages),
            false => Err(failures.join("\n")),
        }
    }

    fn compile(&self, source: &Path, hip: &Path, hsaco: &Path) -> Result<Stage, String> {
        let stem = source.file_stem().unwrap_or_default();
        let name = stem
            .to_str()
            .ok_or_else(|| format!("'{}' is no name in UTF-8", source.display()))?;
        let translation = match self.untranslated {
            true => source.to_owned(),
            false => hip.join(name).with_extension("hip"),
        };
        let binary = hsaco.join(format!("{name}.hsaco"));
        let rule = hsaco.join(format!("{name}.d"));
        let targets = match self.targets.is_empty() {
            true => "native".to_owned(),
            false => self.targets.join(","),
        };
        let mut compile = tool();
        compile.args(["compile", "-q", "-t", &targets, "-MD", "-MF"]);
        compile.arg(&rule).arg("-o").arg(&binary);
        // What was not translated is found where it was.
        compile.args(&self.options).arg("-I").arg(&self.folder);
        run(compile.arg(&translation))?;
        let text = std::fs::read_to_string(&rule)
            .map_err(|why| format!("could not read '{}': {why}", rule.display()))?;
        let _ = std::fs::remove_file(&rule);
        let mut dependencies = self.originals(prerequisites(&text), hip);
        dependencies.push(source.to_owned());
        Ok(Stage {
            name: name.to_owned(),
            source: source.to_owned(),
            hip: translation,
            hsaco: binary,
            dependencies,
        })
    }

    // Of a translation, what it was made of: Cargo must not wait for changes of
    // what the script writes.
    fn originals(&self, read: Vec<PathBuf>, hip: &Path) -> Vec<PathBuf> {
        read.into_iter()
            .filter_map(|path| match path.strip_prefix(hip) {
                Ok(inside) => Some(self.folder.join(inside)).filter(|path| path.exists()),
                Err(_) => Some(path),
            })
            .collect()
    }

    /// For `fn main` of a build script: builds, tells Cargo what the files depend
    /// on, and ends the script with the tools' messages when it fails.
    pub fn emit(&self) {
        println!("cargo:rerun-if-env-changed=QUERN");
        println!("cargo:rerun-if-changed={}", self.folder.display());
        match self.build() {
            Ok(stages) => {
                for path in stages.iter().flat_map(|stage| &stage.dependencies) {
                    println!("cargo:rerun-if-changed={}", path.display());
                }
            }
            Err(why) => {
                eprintln!("{why}");
                std::process::exit(1);
            }
        }
    }
}

fn make_folder(path: &Path) -> Result<(), String> {
    std::fs::create_dir_all(path)
        .map_err(|why| format!("could not make the folder '{}': {why}", path.display()))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    if path.is_absolute() {
        return Ok(path.to_owned());
    }
    std::env::current_dir()
        .map(|here| here.join(path))
        .map_err(|why| format!("there is no working folder: {why}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|why| format!("could not write '{}': {why}", path.display()))
}

// "affine" is AFFINE; what no name has is '_'.
fn constant(name: &str) -> String {
    let mut upper: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => c.to_ascii_uppercase(),
            _ => '_',
        })
        .collect();
    if upper.starts_with(|c: char| c.is_ascii_digit()) {
        upper.insert(0, '_');
    }
    upper
}

fn embedding(stages: &[Stage]) -> String {
    let mut text = String::from(
        "// Made by quern::build::Pipeline; do not edit.\n\
         #[repr(C, align(4096))]\nstruct KernelBinary<T>(T);\n",
    );
    let mut table = String::new();
    for stage in stages {
        let name = constant(&stage.name);
        let _ = write!(
            text,
            "\n/// `{}`: code of its kernels for all targets.\n#[allow(dead_code)]\n\
             pub const {name}_HSACO: &[u8] = &KernelBinary(*include_bytes!({:?})).0;\n",
            stage.name, stage.hsaco
        );
        let _ = writeln!(table, "    ({:?}, {name}_HSACO),", stage.name);
    }
    let _ = write!(
        text,
        "\n/// All, by the names of their files.\n#[allow(dead_code)]\n\
         pub const KERNELS: &[(&str, &[u8])] = &[\n{table}];\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(constant("affine"), "AFFINE");
        assert_eq!(constant("mul-mat.q4"), "MUL_MAT_Q4");
        assert_eq!(constant("3d"), "_3D");
    }

    #[test]
    fn empty() {
        let folder = std::env::temp_dir().join("quern-no-sources");
        std::fs::create_dir_all(&folder).unwrap();
        let why = Pipeline::new(&folder).out_dir(&folder).build().unwrap_err();
        assert!(why.starts_with("there is no .cu file in"), "{why}");
        let why = Pipeline::new("no/such")
            .out_dir(&folder)
            .build()
            .unwrap_err();
        assert!(why.starts_with("could not read 'no/such'"), "{why}");
    }
}
