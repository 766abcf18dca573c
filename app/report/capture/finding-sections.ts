/** What a report leads with: findings with the records behind them, errors, changes, kinds. */
import type { Evidence, Finding } from "../../contract/capture.ts";
import type { CaptureReport, ErrorGroup } from "../../contract/capture-report.ts";
import { html, type Markup } from "../html/markup.ts";
import { figure, table } from "../html/table.ts";
import { countText, numberText } from "../text.ts";
import { type Clock, clockIn } from "./capture-clock.ts";

const weightText = {
  critical: "Critical",
  warning: "Warning",
  information: "Information",
} as const satisfies Record<Finding["weight"], string>;

export function findingsSection(report: CaptureReport): Markup {
  const { findings, findingsOutside } = report;
  const clock = clockIn(report);
  const outside =
    findingsOutside === 0
      ? null
      : html`<p class="note">${countText(findingsOutside, "finding")} of the capture ${findingsOutside === 1 ? "lies" : "lie"} outside of this part.</p>`;
  if (findings.length === 0) {
    return html`<p class="empty">None: no rule of this version found anything in what was read.</p>${outside}`;
  }
  return html`${findings.map((finding) => findingBlock(finding, report, clock))}${outside}`;
}

/** The first lines show what it is; a storm of log-ons has twenty that say the same. */
const evidenceShown = 5;

function findingBlock(finding: Finding, report: CaptureReport, clock: Clock): Markup {
  const { weight, title, text, evidence, occurrences, startMs, endMs } = finding;
  const lines = evidence.slice(0, evidenceShown);
  const more = occurrences - lines.length;
  return html`<article class="finding ${weight}">
<h3><span class="weight">${weightText[weight]}</span> ${title}</h3>
<p>${text}</p>
<p class="note">${whenText(startMs, endMs, clock)}${countText(occurrences, "record")} behind it${more > 0 ? `, of which these are the first ${numberText(lines.length)}` : ""}:</p>
<ol class="evidence">${lines.map((line) => html`<li>${evidenceLine(line, report, clock)}</li>\n`)}</ol>
</article>
`;
}

function whenText(startMs: number | null, endMs: number | null, clock: Clock): string {
  if (startMs === null) return "";
  return endMs === null || endMs === startMs
    ? `${clock(startMs)}. `
    : `${clock(startMs)} to ${clock(endMs)}. `;
}

/** Where it stands, so that it can be found in the file, and what it says. */
function evidenceLine(evidence: Evidence, report: CaptureReport, clock: Clock): Markup {
  const { atMs, text } = evidence;
  return html`<span class="place">${placeText(evidence, report)}${atMs === null ? null : html`, ${clock(atMs)}`}</span> <code>${text}</code>`;
}

const placeText = (
  { file, line }: { readonly file: number; readonly line: number },
  { files }: CaptureReport,
): string => `${files[file]?.name ?? `file ${file + 1}`}:${line}`;

/** Errors beyond these are of a severity that no one looks at first. */
const errorsShown = 40;

export function errorsSection(report: CaptureReport): Markup {
  const { groups, complete, total } = report.errors;
  const clock = clockIn(report);
  const hidden = groups.length - errorsShown;
  return html`${table<ErrorGroup>({
    caption: "Errors by number, most severe first",
    rows: groups.slice(0, errorsShown),
    empty: "No error was logged.",
    columns: [
      { title: "Error", align: "figures", cell: ({ number }) => figure(number, String(number)) },
      { title: "Severity", align: "figures", cell: ({ severity }) => String(severity) },
      {
        title: "Count",
        unit: "errors",
        align: "figures",
        cell: ({ count }) => figure(count, numberText(count)),
      },
      { title: "First", unit: "clock", align: "figures", cell: ({ firstMs }) => clock(firstMs) },
      { title: "Last", unit: "clock", align: "figures", cell: ({ lastMs }) => clock(lastMs) },
      { title: "Text of the first", align: "words", cell: firstText },
    ],
  })}
${hidden > 0 ? html`<p class="note">${countText(hidden, "further number")} of lower severity: see the JSON report.</p>` : null}
${complete ? null : html`<p class="note">Of errors below severity 17 a report counts those among the first records of note alone: ${countText(total, "error")} ${report.span.whole ? `of the ${numberText(report.source.errors)} in the files ` : ""}are in this table.</p>`}`;
}

/** A message may fill a page; its first lines tell which it is. */
const textShown = 300;

function firstText({ text }: ErrorGroup): Markup {
  const whole = text.trim();
  const shown = whole.length > textShown ? `${whole.slice(0, textShown)}…` : whole;
  return html`<code class="message">${shown}</code>`;
}

const changesShown = 100;

export function changesSection(report: CaptureReport): Markup {
  const clock = clockIn(report);
  const hidden = report.changes.length - changesShown;
  return html`${table<CaptureReport["changes"][number]>({
    caption: "Settings, options of databases, trace flags and start-up parameters, as logged",
    rows: report.changes.slice(0, changesShown),
    empty: "None was logged.",
    columns: [
      {
        title: "Clock",
        align: "words",
        cell: ({ atMs }) => html`<span class="whole">${clock(atMs)}</span>`,
      },
      { title: "Where", align: "words", cell: (change) => placeText(change, report) },
      {
        title: "What",
        align: "words",
        cell: ({ text }) => html`<code class="message">${text}</code>`,
      },
    ],
  })}
${hidden > 0 ? html`<p class="note">${numberText(hidden)} more are in the JSON report.</p>` : null}`;
}

export function kindsSection({ recordKinds, source }: CaptureReport): Markup {
  return table<CaptureReport["recordKinds"][number]>({
    caption: "Records of the whole capture by what they tell",
    rows: recordKinds,
    empty: "There are no records.",
    columns: [
      { title: "Kind", align: "words", cell: ({ title }) => title },
      { title: "Records", align: "figures", cell: ({ count }) => figure(count, numberText(count)) },
      {
        title: "Share",
        unit: "% of records",
        align: "figures",
        cell: ({ count }) =>
          source.records > 0 ? numberText((100 * count) / source.records, 1) : "–",
      },
    ],
  });
}
