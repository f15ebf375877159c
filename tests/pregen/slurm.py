#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quern pregen --engine slurm on a Slurm of one machine with two virtual nodes,
which this starts and stops itself. QUERN_TEST_SCALE kernels more, by a stand-in
for clang, are resumed after kills.

  slurm.py QUERN
"""

import getpass
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from stand_in import fake_clang

HERE = pathlib.Path(__file__).resolve().parent
QUERN = pathlib.Path(sys.argv[1]).resolve()
NEEDED = ["slurmctld", "slurmd", "sbatch", "sinfo", "munged"]
PATH = "/usr/sbin:/usr/local/sbin:" + os.environ["PATH"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.nodes = ""  # as sinfo sees them
        self.env = dict(os.environ, PATH=PATH,
                        SLURM_CONF=str(folder / "slurm.conf"))

    def start(self, *words):
        log = open(self.folder / f"{pathlib.Path(words[0]).name}"
                   f"{len(self.processes)}.log", "wb")
        self.processes.append(subprocess.Popen(
            words, stdout=log, stderr=log, env=self.env))

    def configure(self):
        host = socket.gethostname().split(".")[0]
        user = getpass.getuser()
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        ports = [free_port() for _ in range(3)]
        (self.folder / "slurm.conf").write_text(f"""
ClusterName=quern
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket
CryptoType=crypto/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool/%n
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd-%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
MailProg=/bin/true
ReturnToService=2
NodeName=qn1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=qn2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=qn1,qn2 Default=YES State=UP
""")
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(1024))
        key.chmod(0o400)

    def run(self):
        os.chmod(self.folder, 0o755)
        self.configure()
        f = self.folder
        self.start("munged", "-F", "--force", f"--key-file={f}/munge.key",
                   f"--socket={f}/munge.socket", f"--pid-file={f}/munged.pid",
                   f"--log-file={f}/munged.log", f"--seed-file={f}/munged.seed")
        wait(lambda: (f / "munge.socket").exists(), "munged")
        self.start("slurmctld", "-D", "-i")
        for node in ("qn1", "qn2"):
            self.start("slurmd", "-D", "-N", node)
        wait(self.is_idle, "both nodes")

    def is_idle(self):
        done = subprocess.run(["sinfo", "-h", "-N", "-o", "%N %T"], env=self.env,
                              capture_output=True, text=True, check=False)
        self.nodes = done.stdout + done.stderr
        return done.stdout.count(" idle\n") == 2

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()

    def logs(self):
        return "\n".join(f"{p.name}:\n{p.read_text(errors='replace')[-2000:]}"
                         for p in sorted(self.folder.glob("*.log")))


def wait(condition, what):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.2)


def check(cluster, folder):
    kernels = [{"kernel_name": "ggml_op_add", "kernel_source": "binary_ops.py",
                "arch": ["x86-64", "sm_90"],
                "input_tensors": [f"({64 + i},1,1,1)/f32"] * 2,
                "output_tensor": f"({64 + i},1,1,1)/f32",
                "exported_name": f"add_{i}"} for i in range(4)]
    bad = {"sources": ["bad.cu"], "arch": "x86-64", "exported_name": "bad"}
    (folder / "bad.cu").write_text("__global__ void k( { }\n")
    env = dict(cluster.env, QUERN_CACHE=str(folder / "cache"))

    def pregen(entries, output):
        (folder / "c.json").write_text(json.dumps({"kernels": entries}))
        return subprocess.run(
            [QUERN, "pregen", "--config", folder / "c.json", "--output-dir",
             folder / output, "--kernels-dir", HERE / "kernels", "--engine",
             "slurm"], env=env, capture_output=True, text=True, timeout=300,
            check=False)

    done = pregen(kernels, "out")
    assert done.returncode == 0, done.stderr
    assert "Generated 8/8 kernel(s) successfully" in done.stderr, done.stderr
    nodes = subprocess.run(
        [QUERN, "run", "--op", "add", "--tensors",
         "(66,1,1,1)/f32 (66,1,1,1)/f32", "--kernels", folder / "out",
         "--check"], capture_output=True, text=True, check=False)
    assert nodes.returncode == 0, nodes.stderr
    done = pregen([*kernels, bad], "out")
    assert done.returncode == 1, done.stderr
    assert "Generated 8/9 kernel(s) successfully" in done.stderr, done.stderr
    logs = "".join(p.read_text() for p in (folder / "out").glob("slurm-*.log"))
    assert "bad.cu:1:" in logs, logs


def check_scale(cluster, folder, count):
    """Pregen and all its jobs are killed three times, and once they are not."""
    (folder / "k.cu").write_text(
        'extern "C" __global__ void k(int *p) { *p = 1; }\n')
    (folder / "many.json").write_text(json.dumps({"kernels": [
        {"sources": ["k.cu"], "arch": "sm_90", "exported_name": f"k{i}",
         "defines": {"N": i}} for i in range(count)]}))
    env = dict(cluster.env, QUERN_CACHE=str(folder / "many-cache"),
               QUERN_CLANG=fake_clang(folder), QUERN_PTXAS="/none")
    words = [QUERN, "pregen", "--config", folder / "many.json", "--output-dir",
             folder / "many", "--engine", "slurm"]
    for limit in (*[max(4, count / 100)] * 3, None):
        process = subprocess.Popen(words, env=env, stderr=subprocess.PIPE,
                                   text=True, start_new_session=True)
        begun = time.monotonic()
        try:
            _, said = process.communicate(timeout=limit)
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            subprocess.run(["scancel", "--user", getpass.getuser()], env=env,
                           check=True)
        there = len(list((folder / "many").rglob("*.hipfb")))
        print(f"killed after {limit:.0f} s: {there} kernels are there",
              flush=True)
    assert process.returncode == 0, said
    assert f"Generated {count}/{count} kernel(s) successfully" in said, said
    manifest = json.loads((folder / "many" / "manifest.json").read_text())
    assert len(manifest["kernels"]) == count, len(manifest["kernels"])
    print(f"the last run took {time.monotonic() - begun:.0f} s: {said}",
          flush=True)


def main():
    missing = [n for n in NEEDED if not shutil.which(n, path=PATH)]
    if missing:
        print(f"skipped: no {', '.join(missing)} (slurm-wlm, munge)")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="quern-slurm-") as name:
        folder = pathlib.Path(name)
        cluster = Cluster(folder)
        try:
            cluster.run()
            check(cluster, folder)
            check_scale(cluster, folder,
                        int(os.environ.get("QUERN_TEST_SCALE", "20")))
            print("ok")
        except (AssertionError, TimeoutError) as error:
            sys.exit(f"FAIL: {error!r}\n{cluster.logs()}\n{cluster.nodes}")
        finally:
            cluster.stop()


main()
