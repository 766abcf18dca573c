/** What files of a server tell, as text: where they are from, what happened, what stands out. */
import type {
  CapturedCounter,
  CapturedSnapshot,
  CaptureFile,
  CaptureOverview,
  Finding,
  WaitCapture,
} from "../../contract/capture.ts";
import { type Phase, phaseNames } from "../../contract/phase.ts";
import { creationSpans } from "../../domain/creation-cost/creation-spans.ts";
import { notesTogether } from "../../domain/files-together.ts";
import { cutText } from "../../domain/format/cut-text.ts";
import { fixed, orDash, percentOf, sizeOf } from "../../domain/format/plain-numbers.ts";
import { formatClockDate, formatTidyDuration } from "../../domain/format/times.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { rankWaits } from "../../domain/waits/wait-ranking.ts";
import { activityTable } from "./activity-table.ts";
import { phaseTable, type TimeColumn } from "./phase-table.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const shownFindings = 20;
const shownEvidence = 3;
const shownCounters = 20;
const shownWaits = 10;
const shownContradictions = 3;
const textWidth = 96;

export function renderCapture(overview: CaptureOverview): string {
  const sections = [
    ...overview.files.map(fileSection),
    ...togetherSection(overview.files),
    ...effectsSection(overview.effects),
    ...snapshotSections(overview),
    ...activitySection(overview),
    ...findingsSection(overview),
    ...countersSection(overview.counters),
    ...overview.waits.slice(-1).map(waitsSection),
  ];
  return `${sections.join("\n\n")}\n`;
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;
const spaced = (time: string) => time.replace("T", " ");

function fileSection(file: CaptureFile): string {
  const { name, kind, form, encoding, lines, bytes, records, unrecognised, errors } = file;
  const server = [file.host, file.product, file.build, file.edition].filter(
    (part) => part !== null,
  );
  const title = { errorlog: "Log", perfmon: "Counters", waitStats: "Waits" }[kind];
  const how = [
    form === "product" ? null : form,
    encoding,
    counted(lines, "line"),
    sizeOf(bytes),
  ].filter((part) => part !== null);
  const counts = {
    errorlog: `${records}, of which ${unrecognised} ${unrecognised === 1 ? "means" : "mean"} nothing to Snapscope; ${counted(errors, "error")}`,
    perfmon: counted(records, "sample"),
    waitStats: counted(records, "row"),
  }[kind];
  const facts: readonly (readonly [string, string | null])[] = [
    [title, `${name} (${how.join(", ")})`],
    ["Server", server.length === 0 ? null : server.join(", ")],
    [
      "Covers",
      file.firstTime === null || file.lastTime === null
        ? null
        : `${spaced(file.firstTime)} to ${spaced(file.lastTime)}`,
    ],
    ["Records", counts],
    ["Clock", clockOf(file)],
    ...file.notes.map((note) => ["Note", note] as const),
  ];
  return facts
    .flatMap(([label, text]) => (text === null ? [] : `${label.padEnd(16)}${text}`))
    .join("\n");
}

function togetherSection(files: readonly CaptureFile[]): string[] {
  const notes = notesTogether(files).map((note) => wrap(note, textWidth));
  return notes.length === 0 ? [] : [`Together\n${indent(notes.join("\n"))}`];
}

/** First of all what a DBA asks: what happened, and when. */
function effectsSection(effects: CaptureOverview["effects"]): string[] {
  if (effects.length === 0) return [];
  const lines = effects.map(({ sentence }) => wrap(sentence, textWidth));
  return [`What happened, by the counters\n${indent(lines.join("\n"))}`];
}

function clockOf({ timeSteps, timeStepCount }: CaptureFile): string | null {
  const [first] = timeSteps;
  if (first === undefined) return null;
  const more = timeStepCount > 1 ? `, and ${timeStepCount - 1} more times` : "";
  return `goes back ${formatTidyDuration(first.byMs)} at line ${first.line}${more}`;
}

const creationPhases: ReadonlySet<string> = new Set(phaseNames);

function snapshotSections(overview: CaptureOverview): string[] {
  if (!overview.files.some(({ kind }) => kind === "errorlog")) return [];
  if (overview.snapshots.length === 0) return ["Snapshots created: none"];
  return overview.snapshots.map((snapshot) => snapshotSection(snapshot, overview));
}

/** Times of the server's own clock, as its log prints them. */
function clockIn(origin: string): TimeColumn {
  const originMs = clockOrigin(origin);
  return { unit: "", text: (atMs) => formatClockDate(originMs, atMs) };
}

function snapshotSection(snapshot: CapturedSnapshot, { phases, origin }: CaptureOverview): string {
  const own = phases.filter(
    (phase) => phase.snapshot === snapshot.name && creationPhases.has(phase.name),
  );
  const span = creationSpans(own).find(({ asOfMs }) => asOfMs === snapshot.asOfMs);
  const leastMs =
    span?.fromStartup === true && span.endMs !== null ? span.endMs - span.startMs : null;
  const created =
    snapshot.createdMs !== null
      ? `created in ${formatTidyDuration(snapshot.createdMs)}`
      : leastMs !== null
        ? `created in at least ${formatTidyDuration(leastMs)}; what came before its start-up is not logged`
        : "not completed in this log";
  const asOf = snapshot.asOf === null ? "unknown" : spaced(snapshot.asOf);
  return [
    `Snapshot ${snapshot.name}: ${created}`,
    indent(phaseTable(own, snapshot.createdMs, clockIn(origin))),
    "",
    indent(`data as of ${asOf}`),
  ].join("\n");
}

function activitySection({ phases, phasesLeftOut, origin }: CaptureOverview): string[] {
  const others = phases.filter(({ snapshot }) => snapshot === null);
  if (others.length === 0) return [];
  const more =
    phasesLeftOut === 0 ? "" : `\n${phasesLeftOut} more short phases are not listed one by one`;
  const table = activityTable(others, clockIn(origin)) + more;
  return [`Outside of creations\n${indent([table, ...contradictions(others)].join("\n\n"))}`];
}

/** What two records tell differently of one recovery. */
function contradictions(phases: readonly Phase[]): string[] {
  const all = phases.filter(({ figures }) => typeof figures.contradiction === "string");
  const told = all
    .slice(0, shownContradictions)
    .map(({ database, figures }) => wrap(`${database}: ${figures.contradiction}.`, textWidth));
  const hidden = all.length - told.length;
  return [...told, ...(hidden > 0 ? [`... and ${hidden} more that contradict themselves`] : [])];
}

function findingsSection({ findings, files }: CaptureOverview): string[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, shownFindings).map((finding) => findingText(finding, files));
  const hidden = findings.length - shown.length;
  const more = hidden > 0 ? [`... and ${hidden} more; --json prints all of them`] : [];
  return [`Findings\n${indent([...shown, ...more].join("\n\n"))}`];
}

function findingText(
  { weight, title, text, evidence, occurrences }: Finding,
  files: CaptureOverview["files"],
): string {
  const lines = evidence.slice(0, shownEvidence).map(({ file, line, text: said }) => {
    const [first = ""] = said.split("\n", 1);
    return `${files[file]?.name ?? ""}:${line}: ${cutText(first, textWidth)}`;
  });
  const hidden = occurrences - lines.length;
  if (hidden > 0) lines.push(`... and ${counted(hidden, "more record")}`);
  return [
    `${weight.toUpperCase()}: ${title}`,
    indent(wrap(text, textWidth)),
    indent(lines.join("\n")),
  ].join("\n");
}

function countersSection(counters: readonly CapturedCounter[]): string[] {
  if (counters.length === 0) return [];
  const known = counters.toSorted((a, b) => Number(a.lane === null) - Number(b.lane === null));
  const table = renderTable(
    [
      left("counter"),
      left("unit"),
      right("samples"),
      right("minimum"),
      right("mean"),
      right("maximum"),
    ],
    known
      .slice(0, shownCounters)
      .map(({ path, unit, samples, minimum, mean, maximum }) => [
        path,
        unit,
        String(samples),
        ...[minimum, mean, maximum].map((value) => orDash(value, 3)),
      ]),
  );
  const hidden = counters.length - shownCounters;
  const more = hidden > 0 ? `\n... and ${hidden} more` : "";
  return [`Counters: ${counters.length}\n${indent(table + more)}`];
}

/** The last capture: what came since the one before it, or since the server's start. */
function waitsSection({ label, since, spanMs, reset, waits }: WaitCapture): string {
  const { costs, totalMs } = rankWaits(waits, (wait) => wait);
  const span = spanMs === null ? "" : `, ${formatTidyDuration(spanMs)}`;
  const from = since === null ? "since the server's start" : `since ${since}${span}`;
  const title = `Top waits of ${label}, ${from}${reset ? " (counters were reset)" : ""}`;
  if (costs.length === 0) return `${title}: none`;
  const table = renderTable(
    [
      left("wait_type"),
      right("waits"),
      right("total ms"),
      right("%"),
      right("mean ms"),
      right("signal ms"),
    ],
    costs
      .slice(0, shownWaits)
      .map(({ waitType, tasks, waitMs, signalMs }) => [
        waitType,
        String(tasks),
        fixed(waitMs, 0),
        percentOf(waitMs, totalMs),
        orDash(tasks > 0 ? waitMs / tasks : null, 3),
        orDash(signalMs, 0),
      ]),
  );
  return `${title} (idle ones left out)\n${indent(table)}`;
}
