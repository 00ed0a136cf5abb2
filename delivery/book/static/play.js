// Boards of the book come alive: the page's half of Jupyter's protocol for widgets, for widgets of anywidget.
// What a reader does is kept before it is sent, so that nothing is lost with the page; it knows no rule of any game.
const FORMAT = "finity-edu book 1";
const shared = new URL("../../shared/python/", import.meta.url);
const lang = document.documentElement.lang;
const texts = JSON.parse(document.getElementById("book-texts").textContent);
const say = (id, values = {}) => texts[id].replace(/{(\w+)}/g, (_, name) => values[name]);

function make(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

// --- what is kept ------------------------------------------------------------------------------------------

const kept = {
  get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch { kept.warn(); }
  },
  /** Say once, where everybody sees it, that nothing is kept. */
  warn() {
    if (document.querySelector(".book-warning")) return;
    const note = make("p", { className: "book-warning admonition warning", textContent: say("no_storage") });
    note.setAttribute("role", "alert");
    document.querySelector("article").prepend(note);
  },
};

// --- widgets -----------------------------------------------------------------------------------------------

/** What the front end of a widget asks of its model. */
class Model {
  constructor(state, tell) { Object.assign(this, { state, tell, changed: {}, listeners: new Map() }); }
  get(name) { return this.state[name]; }
  set(name, value) { this.changed[name] = this.state[name] = value; }
  save_changes() { this.tell({ method: "update", state: this.changed, buffer_paths: [] }); this.changed = {}; }
  send(content) { this.tell({ method: "custom", content }); }
  on(event, callback) { this.listeners.set(event, [...(this.listeners.get(event) ?? []), callback]); }
  off(event, callback) { this.listeners.set(event, (this.listeners.get(event) ?? []).filter((one) => one !== callback)); }
  emit(event, ...given) { for (const callback of this.listeners.get(event) ?? []) callback(...given); }
  update(state) {
    const names = Object.keys(state).filter((name) => state[name] !== this.state[name]);
    Object.assign(this.state, state); // all of them, before anybody hears of one
    for (const name of names) this.emit(`change:${name}`, this, this.state[name]);
    if (names.length) this.emit("change", this);
  }
}

/** What a reader would miss: not the drawing, which follows from it. */
const worth = (state) => Object.fromEntries(Object.entries(state).filter(([name, value]) =>
  !/^(_|part_|layout$|tabbable$|tooltip$|announce|tick$|title$)/.test(name) && typeof value !== "object"));

// --- Python ------------------------------------------------------------------------------------------------

let worker = null;
const frames = new Map(); // by key
const models = new Map(); // by id

function python() {
  if (worker) return worker;
  worker = new Worker(new URL("worker.js", shared), { type: "module" });
  worker.onmessage = ({ data }) => hear(JSON.parse(data));
  worker.onerror = () => { for (const frame of frames.values()) frame.fail({ id: "no_worker" }); };
  return worker;
}

function ask(name, key, ...given) { python().postMessage({ ask: name, key, given }); }

function hear(message) {
  const model = models.get(message.model);
  if (message.told === "comm_open") models.set(message.model, new Model(message.data.state, () => {}));
  else if (message.told === "alive") frames.get(message.key).show(message.model);
  else if (message.told === "failed" && message.ask === "receive") console.error(message.problem); // the widget says it
  else if (message.told === "failed") frames.get(message.key)?.fail(message);
  else if (message.told === "question") document.querySelector("[data-link]").frame.ask(message);
  else if (message.told === "copied") model.frame.copied(message.link);
  else if (message.told === "link") model.frame.answered(message.link);
  else if (message.told === "comm_msg" && message.data.method === "update") {
    model.update(message.data.state);
    model.frame?.keep({});
  } else if (message.told === "comm_msg") model.emit("msg:custom", message.data.content, []);
}

/** The place of one widget in the page: its picture until "play", then the widget. */
class Frame {
  constructor(place) {
    Object.assign(this, { place, picture: [...place.childNodes], key: place.dataset.key });
    place.frame = this;
    frames.set(this.key, this);
    this.bar = make("div", { className: "book-bar" });
    this.line = make("span", { className: "book-line" });
    this.line.setAttribute("role", "status");
    place.after(this.bar);
    this.rest();
  }

  get shelf() { return `book:${this.key}${this.place.dataset.link === undefined ? "" : location.hash}`; }

  button(id, action) { return make("button", { className: `book-${id}`, textContent: say(id), type: "button", onclick: action }); }

  /** The picture, and what makes it alive. */
  rest() {
    this.stop?.();
    this.stop = null;
    this.place.replaceChildren(...this.picture);
    this.bar.replaceChildren(this.button("play", () => this.play()), this.line);
  }

  play() {
    this.line.textContent = say("loading");
    this.bar.querySelector("button").disabled = true;
    performance.mark("play");
    const before = kept.get(this.shelf);
    const saved = before?.format === FORMAT ? before : null;
    this.kept = { format: FORMAT, sent: [], ...saved };
    const link = this.place.dataset.link !== undefined;
    ask(link ? "opened" : "start", this.key, this.key, link ? location.hash : this.place.dataset.code, lang,
        saved ? JSON.stringify(saved) : "", ...(link ? [] : [document.body.classList.contains("book-alone")]));
  }

  async show(id) {
    const model = this.model = models.get(id);
    model.frame = this;
    if (model.get("moves") !== undefined) this.kept.sent = []; // said again, and answered
    model.tell = (data) => {
      this.kept.sent.push(data);
      this.keep({}); // before it is sent: whatever happens to the page, it has been said
      ask("receive", this.key, id, JSON.stringify(data));
    };
    const module = await import(URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" })));
    const root = make("div", { className: "book-alive", tabIndex: -1 });
    this.place.replaceChildren(make("style", { textContent: model.get("_css") }), root);
    this.stop = await (module.default ?? module).render({ model, el: root, experimental: {} });
    this.line.textContent = "";
    const linked = this.model.get("moves") !== undefined || this.model.get("machine") !== undefined;
    this.bar.replaceChildren(...(linked ? [this.button("link", () => ask("link", this.key, id))] : []),
                             this.button("afresh", () => this.afresh()), this.line);
    root.focus({ preventScroll: true });
    performance.mark("alive");
  }

  keep(more) {
    Object.assign(this.kept, more, { state: worth(this.model.state) });
    kept.set(this.shelf, this.kept);
  }

  /** A game is told by its link: only what Python has not answered yet has to be said again. */
  answered(link) {
    this.kept.sent.shift();
    this.keep({ link });
  }

  afresh() {
    kept.set(this.shelf, null);
    this.rest();
    this.play();
  }

  fail({ id, file, problem }) {
    if (id) { // Python itself did not start
      worker = worker?.terminate();
      for (const frame of frames.values()) if (frame.stop) frame.rest();
    }
    const said = id ? say(id, { file }) : problem || say("link.bad");
    this.rest();
    this.line.textContent = say("failed", { problem: said });
    this.bar.querySelector("button").textContent = say("again");
  }

  async copied(fragment) {
    const link = new URL(`open.html${fragment}`, location.href).href;
    await navigator.clipboard?.writeText(link).catch(() => {});
    this.line.replaceChildren(say("link.copied", { link: "" }), make("a", { href: link, textContent: link }));
  }

  ask({ title, text, picture }) {
    const question = make("div", {}, make("h2", { textContent: title }), make("p", { className: "book-text", textContent: text }));
    if (picture) question.append(make("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" }));
    this.place.parentElement.querySelector(".book-question")?.remove();
    this.place.before(Object.assign(question, { className: "book-question" }));
  }
}

// --- the page ----------------------------------------------------------------------------------------------

for (const place of document.querySelectorAll(".book-widget")) new Frame(place);
if (document.querySelector(".book-widget, [data-prediction]")) kept.set("book:try", 1);

// Widgets ask a page for its colours as JupyterLab tells them.
const look = document.documentElement.dataset;
const colours = () => { document.body.dataset.jpThemeLight = String(look.theme !== "dark"); };
new MutationObserver(colours).observe(document.documentElement, { attributeFilter: ["data-theme"] });
colours();
// Paper is white.
window.addEventListener("beforeprint", () => { look.before = look.theme; look.theme = "light"; });
window.addEventListener("afterprint", () => { look.theme = look.before; });
// Sphinx takes the truth of "several" for the number of a plural, finds no text in any language, and stops.
Documentation.ngettext = (one, several, count) => say("found", { count });

// A slide shows one board of the page: it is alone there, alive at once, and as light as the slide.
const alone = frames.get(new URLSearchParams(location.search).get("play"));
if (alone) {
  look.theme = "light";
  document.body.classList.add("book-alone");
  document.body.prepend(alone.place, alone.bar);
  alone.play();
}

const open = document.querySelector("[data-link]")?.frame;
const follow = () => location.hash.includes("=") && open.play();
if (open) {
  follow();
  window.addEventListener("hashchange", () => { open.rest(); follow(); });
}
