// Makes the picture of the memory of a Pyodide that has imported the packages.
// node snapshot.mjs PYODIDE PACKAGES SCRIPT [TARGET]     runs a script there; TARGET is the picture after it
import fs from "node:fs";

// Node would print the whole program that the error comes from, and cut it off.
process.on("uncaughtException", (error) => { console.error(error.message); process.exitCode = 1; });
const [pyodide, packages, script, target] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const py = await loadPyodide({ _makeSnapshot: true });
py.FS.mkdirTree("/lib/course");
py.FS.mount(py.FS.filesystems.NODEFS, { root: packages }, "/lib/course");
py.runPython("import sys; sys.path.insert(0, '/lib/course')");
py.runPython(fs.readFileSync(script, "utf-8"));
py.FS.unmount("/lib/course");
if (target) fs.writeFileSync(target, py.makeMemorySnapshot());
