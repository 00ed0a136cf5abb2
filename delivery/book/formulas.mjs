// Sets the formulas of finished pages, so that readers load two small fonts in place of a program.
// node formulas.mjs MATHJAX STYLESHEET PAGE…     every PAGE is written anew
import fs from "node:fs";
import { createRequire } from "node:module";

const [package_, stylesheet, ...pages] = process.argv.slice(2);
const MathJax = await createRequire(import.meta.url)(`${package_}/es5/node-main.js`).init({
  loader: { load: ["input/tex", "output/chtml", "adaptors/liteDOM", "a11y/assistive-mml"] },
  chtml: { fontURL: "fonts" },
});
const { adaptor } = MathJax.startup;
const FORMULA = /<(span|div) class="math notranslate nohighlight"[^>]*>\s*(\\[([])([\s\S]*?)\\[)\]]\s*<\/\1>/g;
const letters = { "&lt;": "<", "&gt;": ">", "&#x27;": "'", "&#39;": "'", "&quot;": '"', "&amp;": "&" };
const plain = (text) => text.replace(/&(lt|gt|#x27|#39|quot|amp);/g, (one) => letters[one]);

for (const page of pages) {
  const text = fs.readFileSync(page, "utf-8");
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(FORMULA)) {
    const display = found[2] === "\\[";
    const node = await MathJax.tex2chtmlPromise(plain(found[3]), { display });
    const set = adaptor.outerHTML(node);
    if (set.includes("mjx-merror")) throw new Error(`${page}: ${found[3]}`);
    parts.push(text.slice(end, found.index), `<span class="math"${display ? ' tabindex="0"' : ""}>${set}</span>`);
    end = found.index + found[0].length;
  }
  if (end) fs.writeFileSync(page, parts.join("") + text.slice(end));
}
fs.writeFileSync(stylesheet, adaptor.textContent(MathJax.chtmlStylesheet()));
