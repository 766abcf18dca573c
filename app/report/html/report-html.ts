/**
 * The report as one HTML file: it needs no script, no connection and no other file. Printed, it is
 * the PDF.
 */
import type { Report } from "../../contract/report.ts";
import { bytesText, numberText, readableText } from "../text.ts";
import { creationFigure, phasesFigure, runFigure, sizeFigure } from "./figures.ts";
import { html, Markup } from "./markup.ts";
import {
  checkpointsTable,
  countersTable,
  filesTable,
  transactionsSection,
  waitsSection,
} from "./run-sections.ts";
import { actsTable, errorlogSection, originSection, settingsTable } from "./setting-sections.ts";
import {
  creationCostTable,
  phasesTable,
  snapshotsTable,
  verificationTable,
} from "./snapshot-sections.ts";
import { reportStyle } from "./style.ts";
import { figure } from "./table.ts";

/** Creations beyond these are in the figure of the whole run and in the tables. */
const creationsDrawn = 6;

/** No source is allowed but the sheet in the file itself. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

export function renderHtml(report: Report): string {
  const { title, generatedAt, run } = report;
  const head = `${title}, ${generatedAt.slice(0, 10)}`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Snapscope ${report.machine.program}">
<title>${title} – Snapscope report</title>
<style>
${new Markup(reportStyle(head))}
</style>
</head>
<body>
${patterns}
<main>
<div class="running"><span>Snapscope report</span><span>${generatedAt.slice(0, 16).replace("T", " ")} UTC, ${run.mode} run, seed ${String(run.seed)}</span></div>
<h1>${title}</h1>
<p class="subtitle">${report.subtitle}</p>
${conclusion(report)}
${keyFigures(report)}
${sections(report).map(
  ({ title: heading, body }, index) =>
    html`<section>\n<h2>${index + 1}. ${heading}</h2>\n${body}\n</section>\n`,
)}<footer>
<h2>How this came about</h2>
${originSection(report)}
</footer>
</main>
</body>
</html>
`;
  return document.text;
}

function conclusion({ conclusion: { intent, sentences, notes }, run }: Report): Markup {
  return html`<section class="conclusion ${intent}">
<h2>Conclusion</h2>
${sentences.map((sentence) => html`<p class="said">${sentence}</p>\n`)}<p class="note">${notes.join(" ")}</p>
${run.error?.detail === undefined ? null : html`<p class="note"><code>${run.error.detail}</code></p>`}
${run.note.trim() === "" ? null : html`<p>Note: ${run.note}</p>`}
</section>`;
}

function keyFigures({ keyFigures: figures }: Report): Markup {
  return html`<dl class="figures">${figures.map(({ id, label, value, unit }) => {
    const [text, shownUnit] = inWords(value, unit);
    return html`<div><dt>${label}</dt><dd data-figure="${id}">${figure(value, text)} <span class="unit">${value === null ? "" : shownUnit}</span></dd></div>`;
  })}</dl>`;
}

/** The value in the unit that reads best, and that unit. */
function inWords(value: number | null, unit: string): readonly [string, string] {
  if (value === null) return ["–", ""];
  if (unit === "ms" && value >= 1000) return [numberText(value / 1000, 2), "s"];
  if (unit === "bytes") {
    const [amount = "", byteUnit = ""] = bytesText(value).split(" ");
    return [amount, byteUnit];
  }
  return [unit === "pages" ? numberText(value) : readableText(value), unit];
}

interface Section {
  readonly title: string;
  readonly body: Markup;
}

function sections(report: Report): Section[] {
  const drawn = report.creations.slice(0, creationsDrawn);
  const creations = drawn.map((creation, index) => ({
    title: `During the creation of ${creation.snapshot}`,
    body: html`${creationCostTable(creation)}
${creationFigure(report, creation, 2 * index + 1)}
${phasesFigure(report, creation, 2 * index + 2)}`,
  }));
  const size = sizeFigure(report, 2 * drawn.length + 2);
  return [
    ...creations,
    { title: "The whole run", body: runFigure(report, 2 * drawn.length + 1) },
    {
      title: "Snapshots",
      body: html`${snapshotsTable(report)}\n${verificationTable(report)}\n${size}`,
    },
    { title: "Phases", body: phasesTable(report) },
    { title: "Waits", body: waitsSection(report) },
    { title: "Transactions", body: transactionsSection(report) },
    { title: "Checkpoints", body: checkpointsTable(report) },
    { title: "Files", body: filesTable(report) },
    { title: "Counters", body: countersTable(report) },
    { title: "Acts", body: actsTable(report) },
    { title: "ERRORLOG", body: errorlogSection(report) },
    { title: "Settings", body: settingsTable(report) },
  ];
}

/** Hatches that the charts refer to; an element without size, since a hidden one has no patterns. */
const patterns = html`<svg class="patterns" aria-hidden="true">
<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch-line" x1="0" y1="0" x2="0" y2="5"/></pattern>
<pattern id="cross-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch-line" x1="0" y1="0" x2="0" y2="5"/><line class="hatch-line" x1="0" y1="0" x2="5" y2="0"/></pattern>
<pattern id="warmup" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="warmup-line" x1="0" y1="0" x2="0" y2="6"/></pattern>
</svg>`;
