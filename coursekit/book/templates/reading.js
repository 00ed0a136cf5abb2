"use strict";
// One answer is an <article>; what is entered is kept in the browser until it is saved as a file.
const page = document.querySelector("main");
const {head, rubric, said} = JSON.parse(page.dataset.page);
const key = `finity-edu marks ${head.set} ${head.by}`;
const articles = [...document.querySelectorAll("article")];
const kept = JSON.parse(localStorage.getItem(key) || "{}");
const marks = kept.marks || {};
for (const [q, lines] of Object.entries(kept.rubric || {})) {
  const known = rubric[q] || [];
  rubric[q] = [...lines, ...known.filter(one => !lines.some(line => line.text === one.text))];
}

const nameOf = article => `${article.dataset.question} ${article.dataset.student}`;
const field = (article, name) => article.querySelector(`[name=${name}]`);

function keep() {
  localStorage.setItem(key, JSON.stringify({marks, rubric}));
  const done = articles.filter(article => marks[nameOf(article)]).length;
  document.querySelector("#done").textContent = `${done} / ${articles.length}`;
}

function entered(article, items) {
  const points = field(article, "points");
  const old = marks[nameOf(article)] || {};
  if (points.value === "" || !points.checkValidity()) {
    delete marks[nameOf(article)];
  } else {
    marks[nameOf(article)] = {
      student: article.dataset.student, question: article.dataset.question, seen: article.dataset.seen,
      points: Number(points.value), comment: field(article, "comment").value,
      items: items || old.items || [], when: new Date().toISOString()
    };
  }
  article.classList.toggle("marked", nameOf(article) in marks);
  keep();
}

// The points and the words of the lines that are ticked; what somebody wrote besides stays
function ticked(article) {
  const lines = rubric[article.dataset.question] || [];
  const boxes = [...article.querySelectorAll("input[type=checkbox]")];
  const chosen = lines.filter((_, n) => boxes[n] && boxes[n].checked);
  const sum = chosen.reduce((all, line) => all + line.points, 0);
  const most = Number(field(article, "points").max);
  field(article, "points").value = Math.min(most, Math.max(0, sum));
  const comment = field(article, "comment");
  const own = comment.value.split("\n").filter(text => text && !lines.some(line => line.text === text));
  comment.value = [...chosen.map(line => line.text), ...own].join("\n");
  entered(article, chosen.map(line => line.text));
}

function drawRubric(article) {
  const list = article.querySelector("ul.rubric");
  const items = (marks[nameOf(article)] || {}).items || [];
  list.replaceChildren(...(rubric[article.dataset.question] || []).map(line => {
    const row = document.createElement("li"), label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = items.includes(line.text);
    box.addEventListener("change", () => ticked(article));
    label.append(box, ` ${line.text} (${line.points})`);
    row.append(label);
    return row;
  }));
}

function addLine(section) {
  const text = section.querySelector("[name=text]"), points = section.querySelector("[name=worth]");
  const q = section.dataset.question, value = text.value.trim();
  if (!value || points.value === "" || !points.checkValidity()) return;
  const lines = rubric[q] = rubric[q] || [];
  const same = lines.find(line => line.text === value);
  if (same) same.points = Number(points.value);
  else lines.push({text: value, points: Number(points.value)});
  const mine = articles.filter(article => article.dataset.question === q);
  mine.forEach(drawRubric);
  // A line that is worth something else now changes all answers in which it was found
  mine.filter(article => same && ((marks[nameOf(article)] || {}).items || []).includes(value)).forEach(ticked);
  text.value = points.value = "";
  keep();
}

function save() {
  // The browser may have kept those of another page of the same name
  const here = articles.map(nameOf).filter(name => name in marks);
  const whole = {...head, rubric, marks: here.map(name => marks[name])};
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(whole, null, 1)], {type: "application/json"}));
  link.download = `${head.set}-${head.by}.marks.json`;
  link.click();
  URL.revokeObjectURL(link.href);
  document.querySelector("#saved").textContent = said.saved;
}

for (const article of articles) {
  const before = marks[nameOf(article)];
  // What was answered otherwise since is to be read again
  if (before && before.seen !== article.dataset.seen) delete marks[nameOf(article)];
  else if (before) {
    field(article, "points").value = before.points;
    field(article, "comment").value = before.comment;
    article.classList.add("marked");
  }
  drawRubric(article);
  for (const name of ["points", "comment"]) field(article, name).addEventListener("input", () => entered(article));
}
for (const section of document.querySelectorAll("section"))
  section.querySelector("button").addEventListener("click", () => addLine(section));
document.querySelector("#save").addEventListener("click", save);
keep();
