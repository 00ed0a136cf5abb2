// The page on which everybody begins: lectures, exercises, and the file with questions of one's own that was mailed.
(async () => {
  const TEXTS = {
    en: {
      about: "Everything here runs in your browser. What you write is stored only there, on this computer, until the browser's data are cleared; so download what you want to hand in.",
      lectures: "Lectures", exercises: "Exercises", others: "In other languages", own: "Your own questions",
      mailed: "Did you receive a file whose name ends in .instances.json? Choose it here: it will be stored beside its notebook, and the notebook will open.",
      choose: "Your file:", bad: "This file contains no questions of this course. Choose the file that was sent to you, unchanged; its name ends in .instances.json.",
      newer: "This file was made by a version of the course that is newer than this page. Ask for the address of the newer page.",
      unknown: (set) => `There is no problem set ${set} on this page.`, opening: (set) => `Opening ${set} …`,
      unkept: "The file cannot be stored in this browser: its storage is full or blocked.",
    },
    de: {
      about: "Alles hier läuft in deinem Browser. Was du schreibst, wird nur dort gespeichert, auf diesem Rechner, bis die Daten des Browsers gelöscht werden; lade also herunter, was du abgeben willst.",
      lectures: "Vorlesungen", exercises: "Übungen", others: "In anderen Sprachen", own: "Deine eigenen Aufgaben",
      mailed: "Hast du eine Datei bekommen, deren Name auf .instances.json endet? Wähle sie hier aus: Sie wird neben ihrem Notebook abgelegt, und das Notebook öffnet sich.",
      choose: "Deine Datei:", bad: "Diese Datei enthält keine Aufgaben dieses Kurses. Wähle die Datei, die du bekommen hast, und zwar unverändert; ihr Name endet auf .instances.json.",
      newer: "Diese Datei wurde mit einer Fassung des Kurses erstellt, die neuer ist als diese Seite. Frage nach der Adresse der neueren Seite.",
      unknown: (set) => `Auf dieser Seite gibt es kein Aufgabenblatt ${set}.`, opening: (set) => `${set} wird geöffnet …`,
      unkept: "Die Datei lässt sich in diesem Browser nicht speichern: Sein Speicher ist voll oder gesperrt.",
    },
    es: {
      about: "Todo se ejecuta en tu navegador. Lo que escribes solo se guarda en él, en este equipo, hasta que se borren los datos del navegador; descarga, por tanto, lo que quieras entregar.",
      lectures: "Clases", exercises: "Ejercicios", others: "En otros idiomas", own: "Tus propias preguntas",
      mailed: "¿Has recibido un archivo cuyo nombre termina en .instances.json? Elígelo aquí: se guardará junto a su cuaderno, y el cuaderno se abrirá.",
      choose: "Tu archivo:", bad: "Este archivo no contiene preguntas de este curso. Elige el que te enviaron, sin cambios; su nombre termina en .instances.json.",
      newer: "Este archivo procede de una versión del curso más reciente que esta página. Pide la dirección de la página más reciente.",
      unknown: (set) => `En esta página no hay ninguna hoja ${set}.`, opening: (set) => `Abriendo ${set}…`,
      unkept: "No se puede guardar el archivo en este navegador: su almacenamiento está lleno o bloqueado.",
    },
  };
  const lang = (navigator.language || "en").slice(0, 2) in TEXTS ? navigator.language.slice(0, 2) : "en";
  const texts = TEXTS[lang];
  const said = document.getElementById("said");
  const titles = JSON.parse(document.getElementById("notebooks").textContent); // by name
  const leaf = (name) => name.split("/").pop();
  const notebooks = Object.keys(titles)
    .sort((a, b) => leaf(a).localeCompare(leaf(b)) || a.length - b.length); // in English before the others
  const LARGEST = 5_000_000; // characters; a file of questions has less than a tenth of it
  const VERSION = 1; // of the format finity-edu/instances
  const language = (name) => /\/([a-z]{2})\//.exec(name)?.[1] ?? "en";
  // A page in the reader's language, or in English where it is not translated.
  const mine = (name) => language(name) === lang
    || (language(name) === "en" && !notebooks.some((other) => other.replace(`/${lang}/`, "/") === name && other !== name));
  const address = (name) => `notebooks/index.html?path=${encodeURIComponent(name)}`;

  document.documentElement.lang = lang;
  for (const place of document.querySelectorAll("[data-text]")) place.textContent = texts[place.dataset.text];
  for (const name of notebooks) {
    const link = Object.assign(document.createElement("a"), { href: address(name) });
    link.textContent = titles[name];
    link.lang = language(name);
    const item = document.createElement("li");
    item.append(link);
    const list = mine(name) ? (name.startsWith("course/") ? "exercises" : "lectures") : "others";
    document.getElementById(list).append(item);
  }

  async function put(file) {
    let record;
    try {
      record = file.size < LARGEST ? JSON.parse(await file.text()) : null;
    } catch { record = null; }
    if (record?.format !== "finity-edu/instances" || typeof record.set !== "string" || !record.questions) return texts.bad;
    if (record.version > VERSION) return texts.newer;
    const fits = notebooks.filter((name) => name.endsWith(`/${record.set}/${record.set}.ipynb`));
    const notebook = fits.find((name) => language(name) === record.lang) ?? fits[0];
    if (!notebook) return texts.unknown(record.set.slice(0, 40));
    const path = notebook.replace(/\.ipynb$/, ".instances.json");
    const now = new Date().toISOString();
    const base = new URL(".", location.href).pathname;
    try {
      const files = localforage.createInstance({ name: `JupyterLite Storage - ${base}`, storeName: "files", version: 1 });
      await files.setItem(path, {
        name: path.split("/").pop(), path, created: now, last_modified: now, type: "file", format: "json",
        mimetype: "application/json", content: record, writable: true, size: file.size,
      });
    } catch { return texts.unkept; }
    location.href = address(notebook);
    return texts.opening(record.set);
  }

  document.getElementById("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) said.textContent = await put(file);
    event.target.value = ""; // the same file may be chosen again
  });
  window.startReady = true;
})();
