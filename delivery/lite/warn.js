// Says where work cannot be kept: on a page without this the kernel never starts, or answers are lost, without a word.
(async () => {
  const TEXTS = {
    en: {
      worker: "Python cannot start, because this browser runs no service worker here (the window is private, or the address has no https). Open the page in a normal window, over https.",
      storage: "This browser stores nothing here (the window is private, or storage is blocked), so what you write is lost when you close the page. Download every file that you need.",
      full: "The storage of this browser is full, so what you write cannot be saved. Delete files that you do not need, or download your work now.",
    },
    de: {
      worker: "Python kann nicht starten, denn dieser Browser führt hier keinen Service Worker aus (das Fenster ist privat, oder die Adresse hat kein https). Öffne die Seite in einem normalen Fenster, über https.",
      storage: "Dieser Browser speichert hier nichts (das Fenster ist privat, oder das Speichern ist gesperrt). Was du schreibst, ist deshalb verloren, sobald du die Seite schließt. Lade jede Datei herunter, die du brauchst.",
      full: "Der Speicher dieses Browsers ist voll; was du schreibst, lässt sich also nicht mehr speichern. Lösche Dateien, die du nicht brauchst, oder lade deine Arbeit jetzt herunter.",
    },
    es: {
      worker: "Python no puede arrancar, porque este navegador no ejecuta aquí ningún service worker (la ventana es privada, o la dirección no tiene https). Abre la página en una ventana normal, por https.",
      storage: "Este navegador no guarda nada aquí (la ventana es privada, o el almacenamiento está bloqueado), así que lo que escribas se pierde al cerrar la página. Descarga todos los archivos que necesites.",
      full: "El almacenamiento de este navegador está lleno, así que lo que escribas no se puede guardar. Borra archivos que no necesites, o descarga ya tu trabajo.",
    },
  };
  const texts = TEXTS[(navigator.language || "en").slice(0, 2)] ?? TEXTS.en;

  function warn(id) {
    if (document.querySelector(`[data-warning="${id}"]`)) return;
    const line = document.createElement("p");
    line.setAttribute("role", "alert");
    line.dataset.warning = id;
    line.textContent = `⚠ ${texts[id]}`;
    line.style.cssText = "position:relative;z-index:10000;margin:0;padding:.6em 1em;background:#fff3cd;color:#5c3a00;" +
      "border-bottom:3px solid #b36b00;font:16px/1.4 system-ui,sans-serif";
    document.body.prepend(line);
  }

  // A write of a megabyte, taken back at once: nothing else tells a full storage from one that works.
  function tryToWrite() {
    return new Promise((resolve) => {
      let opened;
      try { opened = indexedDB.open("finity-edu try"); } catch { resolve("storage"); return; }
      opened.onupgradeneeded = () => opened.result.createObjectStore("try");
      opened.onerror = opened.onblocked = () => resolve(opened.error?.name === "QuotaExceededError" ? "full" : "storage");
      opened.onsuccess = () => {
        const done = opened.result.transaction("try", "readwrite");
        done.objectStore("try").put("x".repeat(1 << 20), "x");
        done.oncomplete = () => { opened.result.close(); indexedDB.deleteDatabase("finity-edu try"); resolve(null); };
        done.onabort = done.onerror = () => { opened.result.close(); resolve("full"); };
      };
    });
  }

  if (!("serviceWorker" in navigator)) warn("worker");
  const trouble = await tryToWrite();
  if (trouble) warn(trouble);
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (reason?.name === "QuotaExceededError") warn("full");
    if (/service ?worker/i.test(String(reason?.message)) && reason?.name !== "AbortError") warn("worker");
  });
  window.storageChecked = true;
})();
