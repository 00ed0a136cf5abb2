// Two buttons; what a file of work is, Python knows.
function render({ model, el }) {
  const words = model.get("words");
  const node = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const about = node("p", words.about);
  const save = node("button", words.download);
  const open = node("label", words.upload);
  const file = Object.assign(document.createElement("input"), { type: "file", accept: ".zip" });
  const said = node("p", "");
  said.setAttribute("role", "status");
  said.style.whiteSpace = "pre-line";
  open.append(" ", file);
  save.onclick = () => model.send("download");
  file.onchange = async () => {
    if (file.files[0]) model.send("upload", undefined, [await file.files[0].arrayBuffer()]);
    file.value = ""; // the same file may be chosen again
  };
  model.on("msg:custom", (told, buffers) => {
    said.textContent = told.say;
    if (!told.file) return;
    const link = node("a", told.file);
    link.download = told.file;
    link.href = URL.createObjectURL(new Blob([buffers[0]], { type: "application/zip" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  const bar = node("p", "");
  bar.append(save, " ", open);
  el.append(about, bar, said);
}
export default { render };
