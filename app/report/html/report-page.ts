/**
 * The page that every report is: head, conclusion, key figures, numbered sections, and how it came
 * about. It needs no script, no connection and no other file. Printed, it is the PDF.
 */
import type { Report } from "../../contract/report.ts";
import { bytesText, numberText, readableText } from "../text.ts";
import { html, Markup } from "./markup.ts";
import { reportStyle } from "./style.ts";
import { figure } from "./table.ts";

/** No source is allowed but the sheet in the file itself, and the fonts in that sheet. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

export interface PageSection {
  readonly title: string;
  readonly body: Markup;
}

export interface ReportPage {
  readonly title: string;
  readonly subtitle: string;
  /** UTC, ISO 8601. */
  readonly generatedAt: string;
  /** Version of Snapscope. */
  readonly program: string;
  /** Right of the line that runs above the page. */
  readonly running: string;
  readonly conclusion: Report["conclusion"];
  /** Stands below the conclusion; null: nothing. */
  readonly remarks: Markup | null;
  readonly keyFigures: Report["keyFigures"];
  readonly sections: readonly PageSection[];
  readonly origin: Markup;
}

export function reportPage(page: ReportPage): string {
  const { title, generatedAt } = page;
  const head = `${title}, ${generatedAt.slice(0, 10)}`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Snapscope ${page.program}">
<title>${title} – Snapscope report</title>
<style>
${new Markup(reportStyle(head))}
</style>
</head>
<body>
${patterns}
<main>
<div class="running"><span>Snapscope report</span><span>${page.running}</span></div>
<h1>${title}</h1>
<p class="subtitle">${page.subtitle}</p>
${conclusionOf(page)}
${keyFiguresOf(page)}
${page.sections.map(
  ({ title: heading, body }, index) =>
    html`<section>\n<h2>${index + 1}. ${heading}</h2>\n${body}\n</section>\n`,
)}<footer>
<h2>How this came about</h2>
${page.origin}
</footer>
</main>
</body>
</html>
`;
  return document.text;
}

const conclusionOf = ({ conclusion: { intent, sentences, notes }, remarks }: ReportPage): Markup =>
  html`<section class="conclusion ${intent}">
<h2>Conclusion</h2>
${sentences.map((sentence) => html`<p class="said">${sentence}</p>\n`)}<p class="note">${notes.join(" ")}</p>
${remarks}
</section>`;

const keyFiguresOf = ({ keyFigures: figures }: ReportPage): Markup =>
  html`<dl class="figures">${figures.map(({ id, label, value, unit }) => {
    const [text, shownUnit] = inWords(value, unit);
    return html`<div><dt>${label}</dt><dd data-figure="${id}">${figure(value, text)} <span class="unit">${value === null ? "" : shownUnit}</span></dd></div>`;
  })}</dl>`;

/** Units of what is counted, which has no decimals. */
const counts: ReadonlySet<string> = new Set(["pages", "records", "errors", "findings"]);

/** The value in the unit that reads best, and that unit. */
function inWords(value: number | null, unit: string): readonly [string, string] {
  if (value === null) return ["–", ""];
  if (unit === "ms" && value >= 1000) return [numberText(value / 1000, 2), "s"];
  if (unit === "bytes") {
    const [amount = "", byteUnit = ""] = bytesText(value).split(" ");
    return [amount, byteUnit];
  }
  return [counts.has(unit) ? numberText(value) : readableText(value), unit];
}

/** Hatches that the charts refer to; an element without size, since a hidden one has no patterns. */
const patterns = html`<svg class="patterns" aria-hidden="true">
<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch-line" x1="0" y1="0" x2="0" y2="5"/></pattern>
<pattern id="cross-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch-line" x1="0" y1="0" x2="0" y2="5"/><line class="hatch-line" x1="0" y1="0" x2="5" y2="0"/></pattern>
<pattern id="warmup" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="warmup-line" x1="0" y1="0" x2="0" y2="6"/></pattern>
</svg>`;
