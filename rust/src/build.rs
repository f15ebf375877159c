// SPDX-License-Identifier: Apache-2.0
//! For build scripts: kernels compiled, or packed, into `OUT_DIR`.
//!
//! ```no_run
//! // build.rs
//! quern::build::Kernels::new("affine")
//!     .source("src/affine.cu")
//!     .targets("native,gfx942,sm_90,spirv64")
//!     .emit();
//! ```
//!
//! and in the program `include!(concat!(env!("OUT_DIR"), "/affine.rs"));`, which
//! has the bundle as `AFFINE` and the module `affine` with a function for each
//! kernel, typed by its description.
//!
//! [`Pipeline`] does a whole folder of CUDA sources: translated to HIP, compiled
//! as `hipcc --genco` does, embedded.
//!
//! Nothing is written but in `OUT_DIR`, or where the script says. Cargo is told of every file that the
//! compiler read. The tool is `quern` in `PATH`, or what `QUERN` names; no GPU
//! has to be there.

mod pipeline;

pub use pipeline::{Pipeline, Stage};

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to compile, and how.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    name: String,
    sources: Vec<PathBuf>,
    bundles: Vec<PathBuf>,
    targets: Vec<String>,
    options: Vec<OsString>,
    out_dir: Option<PathBuf>,
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Built {
    /// The bundle.
    pub bundle: PathBuf,
    /// The Rust file that has it, and its launchers.
    pub module: PathBuf,
    /// What the bundle was made of: sources, and all headers that they read.
    pub dependencies: Vec<PathBuf>,
}

impl Kernels {
    /// Kernels that are to be the module `name`.
    pub fn new(name: &str) -> Kernels {
        Kernels {
            name: name.to_owned(),
            ..Kernels::default()
        }
    }

    /// Adds a source, CUDA's or HIP's. All sources are linked into one image for
    /// each target.
    pub fn source(mut self, path: impl AsRef<Path>) -> Kernels {
        self.sources.push(path.as_ref().to_owned());
        self
    }

    /// Takes a bundle that exists instead of sources.
    pub fn bundle(mut self, path: impl AsRef<Path>) -> Kernels {
        self.bundles.push(path.as_ref().to_owned());
        self
    }

    /// Adds devices, as `quern compile -t` has them (default: `native`).
    pub fn targets(mut self, list: &str) -> Kernels {
        self.targets.push(list.to_owned());
        self
    }

    /// Defines a macro.
    pub fn define(self, name: &str, value: &str) -> Kernels {
        self.option(format!("-D{name}={value}"))
    }

    /// Adds a folder of headers.
    pub fn include(self, folder: impl AsRef<Path>) -> Kernels {
        self.option("-I").option(folder.as_ref())
    }

    /// Adds any other option of `quern compile`.
    pub fn option(mut self, option: impl Into<OsString>) -> Kernels {
        self.options.push(option.into());
        self
    }

    /// Writes there instead of into `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl AsRef<Path>) -> Kernels {
        self.out_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// Makes the files, and says what failed.
    pub fn build(&self) -> Result<Built, String> {
        let folder = match (&self.out_dir, std::env::var_os("OUT_DIR")) {
            (Some(folder), _) => folder.clone(),
            (None, Some(folder)) => PathBuf::from(folder),
            (None, None) => return Err("OUT_DIR is not set, and out_dir() not called".to_owned()),
        };
        let bundle = folder.join(format!("{}.hipfb", self.name));
        let module = folder.join(format!("{}.rs", self.name));
        let dependencies = match (self.sources.is_empty(), self.bundles.as_slice()) {
            (false, []) => self.compile(&bundle)?,
            (true, [one]) => {
                std::fs::copy(one, &bundle)
                    .map_err(|why| format!("could not read '{}': {why}", one.display()))?;
                vec![one.clone()]
            }
            _ => return Err(format!("'{}' needs sources, or one bundle", self.name)),
        };
        let mut embed = tool();
        embed.args(["embed", "-q", "--lang", "rust", "--name", &self.name, "-o"]);
        run(embed.arg(&module).arg(&bundle))?;
        Ok(Built {
            bundle,
            module,
            dependencies,
        })
    }

    fn compile(&self, bundle: &Path) -> Result<Vec<PathBuf>, String> {
        let rule = bundle.with_extension("d");
        let targets = if self.targets.is_empty() {
            "native".to_owned()
        } else {
            self.targets.join(",")
        };
        let mut compile = tool();
        compile
            .args(["compile", "-q", "-t", &targets, "-MD", "-MF"])
            .arg(&rule);
        compile
            .arg("-o")
            .arg(bundle)
            .args(&self.options)
            .args(&self.sources);
        run(&mut compile)?;
        let text = std::fs::read_to_string(&rule)
            .map_err(|why| format!("could not read '{}': {why}", rule.display()))?;
        Ok(prerequisites(&text))
    }

    /// For `fn main` of a build script: builds, tells Cargo what the files depend
    /// on, and ends the script with the tool's messages when it fails.
    pub fn emit(&self) {
        println!("cargo:rerun-if-env-changed=QUERN");
        for path in self.sources.iter().chain(&self.bundles) {
            println!("cargo:rerun-if-changed={}", path.display());
        }
        match self.build() {
            Ok(built) => {
                for path in built.dependencies {
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

fn tool() -> Command {
    Command::new(std::env::var_os("QUERN").unwrap_or_else(|| OsString::from("quern")))
}

fn run(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|why| {
        format!(
            "could not run '{}': {why}; install Quern, or name its tool in QUERN",
            command.get_program().to_string_lossy()
        )
    })?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        return Err(format!("{command:?}: {}\n{said}", done.status));
    }
    for line in said.lines() {
        println!("cargo:warning={line}");
    }
    Ok(())
}

// What stands behind the colon of a make rule: words, with `\` before spaces and
// line ends, and `$$` for a dollar.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut rest = rule.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek().copied()) {
            ('\\', Some('\n')) => {
                rest.next();
                words.push(std::mem::take(&mut word));
            }
            ('\\', Some(next @ (' ' | '#' | '\\'))) => {
                rest.next();
                word.push(next);
            }
            ('$', Some('$')) => {
                rest.next();
                word.push('$');
            }
            (' ' | '\t' | '\n', _) => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    let target = words
        .iter()
        .position(|word| word.ends_with(':'))
        .map_or(0, |at| at + 1);
    words
        .drain(target..)
        .filter(|word| !word.is_empty())
        .map(PathBuf::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules() {
        let found = prerequisites("out.hipfb: \\\n  a.cu \\\n  b\\ c.h d$$e.h\n");
        assert_eq!(found, ["a.cu", "b c.h", "d$e.h"].map(PathBuf::from));
        assert_eq!(prerequisites("out: a.cu\n"), [PathBuf::from("a.cu")]);
        assert!(prerequisites("out:\n").is_empty());
    }

    #[test]
    fn needs_something() {
        let why = Kernels::new("none").out_dir(".").build().unwrap_err();
        assert_eq!(why, "'none' needs sources, or one bundle");
    }
}
