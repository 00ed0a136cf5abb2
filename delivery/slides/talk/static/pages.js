/* A figure takes the room that there is, as long as its letters can be read; a slide that is still taller than the
   stage goes on on further slides.  Runs once, before reveal.js takes over, when formulas and pictures have their sizes. */
"use strict";

const LETTER = 14, LARGEST = 1.5;

/** A piece inside empty copies of its ancestors, up to (and without) the slide. */
function wrapped(piece, slide) {
  const ancestors = [];
  for (let outer = piece.parentElement; outer !== slide; outer = outer.parentElement) ancestors.push(outer);
  return ancestors.reduce((inner, outer) => {
    const copy = outer.cloneNode(false);
    copy.removeAttribute("id");
    copy.append(inner);
    return copy;
  }, piece);
}

/** The pieces a slide may be cut into: code, each of its outputs, texts (only those that are too tall by themselves
    in paragraphs). */
function pieces(slide, height) {
  const found = [];
  for (const cell of slide.querySelectorAll(".jp-Cell")) {
    const text = cell.querySelector(":scope > .jp-Cell-inputWrapper .jp-RenderedMarkdown");
    if (text && cell.offsetHeight > height) found.push(...text.children);
    else if (text) found.push(cell);
    else found.push(...cell.querySelectorAll(".jp-Cell-inputWrapper, .jp-OutputArea-child"));
  }
  return found;
}

function paginate(slide, width, height) {
  if (slide.scrollHeight <= height) return;
  fit(slide, width, height);
  if (slide.scrollHeight <= height) return;
  const parts = pieces(slide, height).map((piece) => [piece, piece.getBoundingClientRect()]);
  const pages = [];
  let top = -Infinity;
  for (const [piece, box] of parts) {
    if (!pages.length || box.bottom - top > height - 20) { pages.push([]); top = box.top; }
    pages.at(-1).push(piece);
  }
  const made = pages.map((page) => {
    const section = slide.cloneNode(false);
    section.append(...page.map((piece) => wrapped(piece, slide)));
    return section;
  });
  made[0].append(...slide.querySelectorAll("aside.notes"));
  slide.replaceWith(...made);
}

/** The size of the smallest letters of a figure as it stands there. */
function letters(figure) {
  const [head, data] = figure.src.split(/,(.*)/s);
  const picture = head.endsWith(";base64") ? atob(data) : decodeURIComponent(data);
  const sizes = [...picture.matchAll(/font-size="([0-9.]+)"/g)].map((found) => Number(found[1]));
  return Math.min(...sizes) * figure.width / figure.naturalWidth;
}

/** Fit the only figure of a slide into the room that is left, unless its letters would become too small. */
function fit(slide, width, height) {
  const figures = slide.querySelectorAll("img");
  if (figures.length !== 1) return;
  const [figure] = figures;
  const room = height - slide.scrollHeight + figure.height;
  const scale = Math.min(LARGEST, room / figure.height, (width - 20) / figure.width);
  if (scale * letters(figure) >= LETTER) figure.style.width = `${Math.floor(scale * figure.width)}px`;
}

/** A picture in the page becomes an image like the others, so that it can be fitted. */
function asImage(picture) {
  const image = new Image(picture.width.baseVal.value, picture.height.baseVal.value);
  image.alt = [...picture.querySelectorAll("title, desc")].slice(0, 2).map((text) => text.textContent).join(". ");
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  picture.replaceWith(image);
}

/** A prediction in a talk: the question with its choices, and what came out as the next fragment, without the code. */
function predictions() {
  for (const asked of document.querySelectorAll("section[data-prediction]")) {
    const output = asked.closest(".jp-OutputArea-child"), result = output.cloneNode(false);
    const question = document.createElement("div"), choices = document.createElement("ul");
    question.className = "jp-RenderedHTMLCommon prediction";
    for (const field of asked.querySelectorAll("label")) {
      const choice = document.createElement("li");
      choice.textContent = field.textContent.trim();
      choices.append(choice);
    }
    question.append(asked.querySelector("p"), choices);
    const revealed = document.createElement("div");
    revealed.className = "jp-RenderedHTMLCommon prediction";
    revealed.append(...[...asked.querySelector("details").children].filter(
      (part) => !part.matches("summary, .said, [data-why]")));
    revealed.querySelectorAll("svg").forEach(asImage);
    result.classList.add("fragment");
    result.append(revealed);
    output.replaceChildren(question);
    output.after(result);
    output.closest(".jp-Cell").querySelector(".jp-Cell-inputWrapper")?.remove();
  }
}

function makePages(width, height) {
  const slides = document.querySelector(".reveal .slides");
  slides.classList.add("measuring");
  const leaves = () => slides.querySelectorAll("section > section, :scope > section:not(:has(section))");
  leaves().forEach((slide) => paginate(slide, width, height));
  leaves().forEach((slide) => fit(slide, width, height));
  // What begins a page of its own needs no second click.
  leaves().forEach((slide) => {
    const first = slide.querySelector(".jp-RenderedMarkdown, .jp-OutputArea-child, .jp-Cell-inputWrapper");
    if (first?.matches(".prediction, .fragment")) first.classList.remove("fragment");
  });
  slides.classList.remove("measuring");
}
