// A prediction where no kernel runs: choose, commit, and the result opens beside what was said; the page remembers it.
// It knows nothing of the subject: what was said and what is right are texts, which are compared as they are.
(function () {
  const plain = (text) => text.normalize("NFC").replace(/\s+/g, "").toLowerCase();

  function start(root) {
    const key = `prediction:${root.dataset.prediction}`;
    const form = root.querySelector("form");
    const outcome = root.querySelector("details");
    const answer = root.querySelector(".answer");
    const store = (() => { try { return window.localStorage; } catch { return null; } })(); // blocked in some frames

    function open(said) {
      const isRight = (text) => JSON.parse(root.dataset.right).some((one) => plain(one) === plain(text));
      const right = isRight(said), line = root.querySelector(".said");
      line.textContent = `${right ? "✓" : "✗"} ${line.dataset.text.replace("{said}", () => said)}`;
      if (!right) line.append(` ${answer.textContent}`);
      answer.hidden = true;
      root.dataset.verdict = right ? "right" : "wrong";
      form.before(line); // the verdict comes first, and what there was to choose from stays
      for (const option of form.querySelectorAll(".option")) {
        const { value } = option.querySelector("input");
        if (isRight(value)) option.dataset.sign = "✓";
        else if (plain(value) === plain(said)) option.dataset.sign = "✗";
      }
      for (const why of root.querySelectorAll("[data-why]")) why.hidden = plain(why.dataset.why) !== plain(said);
      for (const field of form.elements) field.disabled = true;
      const chosen = [...form.elements].find((field) => field.type === "radio" && plain(field.value) === plain(said));
      if (chosen) chosen.checked = true;
      else if (form.elements.said?.type === "text") form.elements.said.value = said;
      form.querySelector("button").hidden = true;
      outcome.hidden = false;
      outcome.open = true;
    }

    form.hidden = false;
    outcome.hidden = true;
    const before = store?.getItem(key);
    if (before !== null && before !== undefined) open(before);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const said = new FormData(form).get("said");
      if (!said) return;
      try { store?.setItem(key, said); } catch { /* full or forbidden: it is not remembered, and works all the same */ }
      open(said);
      outcome.querySelector("summary").focus();
    });
  }

  for (const root of document.querySelectorAll("section[data-prediction]:not([data-started])")) {
    root.dataset.started = "";
    start(root);
  }
})();
