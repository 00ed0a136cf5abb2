// Python for one page: loads Pyodide, from the picture of its memory if that fits, and hands messages over.
import { loadPyodide } from "./pyodide.js";

const here = new URL(".", import.meta.url);
const real = self.fetch.bind(self);
const types = { wasm: "application/wasm", zip: "application/zip" };
let manifest;

const trouble = (id, file) => Object.assign(new Error(id), { id, file });

/** A file of the site, unpacked. Its name holds its content's hash, so a copy in the browser's cache is right. */
async function unpacked(name) {
  const file = manifest[name];
  for (const cache of ["force-cache", "reload"]) {
    const response = await real(new URL(file, here), { cache }).catch(() => null);
    if (!response?.ok) throw trouble("missing", file);
    try {
      return await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    } catch { /* cut short, or damaged: gzip tells; once more, past the cache */ }
  }
  throw trouble("truncated", file);
}

/** Write the files of a tar archive. */
function untar(FS, bytes, root) {
  const text = (from, length) => new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; bytes[at]; ) {
    const size = parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const path = `${root}/${prefix ? `${prefix}/` : ""}${text(at, 100)}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(at + 512, at + 512 + size));
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

/** Pyodide with the packages; the picture of its memory spares the imports. */
async function load() {
  const answer = await real(new URL("manifest.json", here), { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) throw trouble("missing", "manifest.json");
  manifest = await answer.json();
  const names = ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "packages.tar"];
  const waiting = new Map(names.map((name) => [name, unpacked(name)]));
  for (const one of waiting.values()) one.catch(() => {});
  const memory = await unpacked("memory").catch(() => null); // without it everything is imported: slower, and the same
  self.fetch = async (address, options) => {
    const name = String(address?.url ?? address).split("/").pop();
    if (!waiting.has(name)) return real(address, options);
    return new Response(await waiting.get(name), { headers: { "content-type": types[name.split(".").pop()] } });
  };
  await Promise.all(waiting.values());
  const program = new Blob([await waiting.get("pyodide.asm.mjs")], { type: "text/javascript" });
  const { default: createPyodideModule } = await import(URL.createObjectURL(program));
  const settings = { createPyodideModule, indexURL: here.href, packageBaseUrl: here.href,
                     lockFileContents: { info: manifest.info, packages: {} },
                     stdLibURL: new URL("python_stdlib.zip", here).href };
  let py = memory && await from(memory, settings).catch(() => null);
  const pictured = py !== null;
  py ??= await loadPyodide(settings);
  untar(py.FS, new Uint8Array(await waiting.get("packages.tar")), "/lib/course");
  if (!pictured) py.runPython("import sys; sys.path.insert(0, '/lib/course')\nimport book");
  return py;
}

/** Pyodide as it was when the picture was made. */
async function from(memory, settings) {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await instantiate.apply(WebAssembly, given);
    const room = made.instance.exports.memory; // Pyodide does not make the room that the picture needs
    room.grow(Math.max(0, Math.ceil((memory.byteLength - room.buffer.byteLength) / 65536)));
    return made;
  };
  return loadPyodide({ ...settings, _loadSnapshot: memory })
    .finally(() => { WebAssembly.instantiateStreaming = instantiate; });
}

const ready = load().then((py) => { postMessage(JSON.stringify({ told: "ready" })); return py.pyimport("book"); });
ready.catch(() => {});

self.onmessage = async ({ data }) => {
  try {
    const book = await ready;
    book[data.ask](...data.given);
  } catch (error) {
    const problem = error.id ? "" : String(error.message ?? error).trim().split("\n").pop();
    const { id = "", file = "" } = error;
    postMessage(JSON.stringify({ told: "failed", ask: data.ask, key: data.key, id, file, problem }));
  }
};
