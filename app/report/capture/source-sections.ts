/** What was opened, how it was read, and what a reader must know to trust the rest. */
import type { CaptureFile } from "../../contract/capture.ts";
import type { CaptureReport } from "../../contract/capture-report.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { type Fragment, html, type Markup } from "../html/markup.ts";
import { figure, table } from "../html/table.ts";
import { bytesText, countText, durationText, numberText } from "../text.ts";
import { clockOf, utcOffsetText } from "./capture-clock.ts";

const kindText = {
  errorlog: "ERRORLOG",
  perfmon: "Perfmon",
  waitStats: "Wait statistics",
} as const satisfies Record<CaptureFile["kind"], string>;

const formText = {
  product: "as the product writes it",
  ssmsCsv: "exported by the log viewer",
  grid: "result of sp_readerrorlog",
  container: "output of a container",
  bare: "without times",
} as const satisfies Record<NonNullable<CaptureFile["form"]>, string>;

const spaced = (time: string | null): string => time?.replace("T", " ") ?? "–";

export function filesSection(report: CaptureReport): Markup {
  const { files } = report;
  const count = (key: "lines" | "records" | "errors" | "unrecognised", title: string) => ({
    title,
    align: "figures" as const,
    cell: (file: CaptureFile) => figure(file[key], numberText(file[key])),
  });
  const server = serverFacts(report);
  return html`${server.length === 0 ? null : html`<dl class="facts">${server.map(fact)}</dl>`}
${table<CaptureFile>({
  caption: "Files, ERRORLOGs in order of time",
  rows: files,
  empty: "No file was opened.",
  columns: [
    { title: "File", align: "words", cell: ({ name }) => name },
    {
      title: "What",
      align: "words",
      cell: ({ kind, form }) => `${kindText[kind]}${form === null ? "" : `, ${formText[form]}`}`,
    },
    { title: "Encoding", align: "words", cell: ({ encoding }) => encoding ?? "–" },
    { title: "Size", align: "figures", cell: ({ bytes }) => figure(bytes, bytesText(bytes)) },
    count("lines", "Lines"),
    count("records", "Records"),
    count("errors", "Errors"),
    count("unrecognised", "Not understood"),
    { title: "First", unit: "clock", align: "figures", cell: ({ firstTime }) => spaced(firstTime) },
    { title: "Last", unit: "clock", align: "figures", cell: ({ lastTime }) => spaced(lastTime) },
  ],
})}
${notesOfFiles(files)}
${timeStepsTable(files)}`;
}

type Fact = readonly [name: string, value: Fragment];

const fact = ([name, value]: Fact): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** What the files say of the server; what none of them says is not there. */
function serverFacts({ source }: CaptureReport): Fact[] {
  const offset = source.utcOffsetMinutes;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Host", source.host],
    ["Product", source.product],
    ["Build", source.build],
    ["Edition", source.edition],
    ["Clock", offset === null ? null : `UTC${utcOffsetText(offset)}`],
  ];
  return facts.flatMap(([name, value]): Fact[] => (value === null ? [] : [[name, value]]));
}

function notesOfFiles(files: readonly CaptureFile[]): Markup | null {
  const notes = files.flatMap(({ name, notes }) => notes.map((note) => ({ name, note })));
  if (notes.length === 0) return null;
  return html`<ul>${notes.map(({ name, note }) => html`<li>${name}: ${note}</li>\n`)}</ul>`;
}

function timeStepsTable(files: readonly CaptureFile[]): Markup | null {
  const steps = files.flatMap(({ name, timeSteps }) =>
    timeSteps.map((step) => ({ name, ...step })),
  );
  if (steps.length === 0) return null;
  const all = files.reduce((sum, { timeStepCount }) => sum + timeStepCount, 0);
  return html`${table<(typeof steps)[number]>({
    caption: "Places where a clock steps back",
    rows: steps,
    empty: "",
    columns: [
      { title: "File and line", align: "words", cell: ({ name, line }) => `${name}:${line}` },
      { title: "From", unit: "clock", align: "figures", cell: ({ from }) => spaced(from) },
      { title: "To", unit: "clock", align: "figures", cell: ({ to }) => spaced(to) },
      { title: "By", align: "figures", cell: ({ byMs }) => figure(byMs, durationText(byMs)) },
    ],
  })}
${all > steps.length ? html`<p class="note">The first ${numberText(steps.length)} of ${numberText(all)}.</p>` : null}`;
}

export function captureOrigin(report: CaptureReport): Markup {
  const { source, origin, span, machine, generatedAt, timing, phasesLeftOut, marksLeftOut } =
    report;
  const clock = clockOf(clockOrigin(origin), true);
  const facts: Fact[] = [
    [
      "Covered",
      `${clock(span.fromMs)} to ${clock(span.toMs)}, ${span.whole ? "all of it" : "a part"}`,
    ],
    ["Length", durationText(span.toMs - span.fromMs)],
    [
      "Read",
      `${bytesText(source.bytes)}, ${countText(source.lines, "line")}, ${countText(source.records, "record")}`,
    ],
    ["Not understood", `${countText(source.unrecognised, "record")}, kept as they are`],
    ["Times of phases", timingText(timing)],
    ["Left out", leftOutText(phasesLeftOut, marksLeftOut)],
    ["Snapscope", `${machine.program}, Node ${machine.node}`],
    [
      "Report written on",
      `${machine.platform}, ${numberText(machine.processors)} processors, ${bytesText(machine.memoryBytes)} of memory`,
    ],
    ["Report written", `${generatedAt} (UTC)`],
  ];
  return html`<p class="note">The report is computed from these files alone. Logged: the time of a record. Derived: computed from a duration that a record states. Bound: no record states it; it is no later, or no earlier, than the record next to it.</p>
<dl class="facts">${facts.map(fact)}</dl>`;
}

function timingText({ logged, derived, bound, open }: CaptureReport["timing"]): string {
  if (logged + derived + bound + open === 0) return "there are none";
  const parts = [
    `${numberText(logged)} ends logged`,
    `${numberText(derived)} derived`,
    `${numberText(bound)} bound`,
  ];
  if (open > 0) parts.push(`${numberText(open)} not in the log`);
  return parts.join(", ");
}

function leftOutText(phases: number, marks: number): string {
  const parts = [
    ...(phases > 0
      ? [
          `${countText(phases, "short phase")} beyond what is kept singly (checkpoints, backups, long I/O)`,
        ]
      : []),
    ...(marks > 0 ? [`${countText(marks, "mark")} of the least severe`] : []),
  ];
  return parts.length === 0 ? "nothing" : parts.join("; ");
}
