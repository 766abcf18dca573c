/** The phases of one creation, with what each took; for runs and for imported logs alike. */
import { givenPhases, type Phase } from "../../contract/phase.ts";
import { creationRows } from "../../domain/creation-cost/creation-rows.ts";
import { durationSign, signWords } from "../../domain/duration-bound.ts";
import { mebibytesOf, percentOf, secondsOf } from "../../domain/format/plain-numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { givenNote } from "../../domain/glossary/phases.ts";
import { left, renderTable, right } from "./table.ts";

/** What an end that the source does not state makes of the duration. */
export function boundNote(phase: Phase): string {
  const { beganBeforeLogMs } = phase.figures;
  return typeof beganBeforeLogMs === "number"
    ? `began ${formatTidyDuration(beganBeforeLogMs)} before the log`
    : signWords[durationSign(phase)];
}

/** How a table tells when: seconds of a run, the clock of a log. */
export interface TimeColumn {
  /** Behind "start" and "end" in the heading; "" where the text says it. */
  readonly unit: string;
  text(atMs: number): string;
}

const runSeconds: TimeColumn = { unit: " s", text: secondsOf };

/**
 * `creationMs` null: the log does not show the end, so there are no shares. Spans that no phase tells
 * of have rows too: durations add up to the creation.
 */
export function phaseTable(
  phases: readonly Phase[],
  creationMs: number | null,
  time: TimeColumn = runSeconds,
): string {
  const startMs = phases[0]?.startMs ?? 0;
  const endMs = creationMs === null ? null : startMs + creationMs;
  const rows = creationRows(phases, { startMs, endMs }).map((row) => {
    const { phase } = row;
    const name = phase?.name ?? "(between)";
    if (row.endMs === null) return [name, time.text(row.startMs), "-", "-", "-", "unfinished"];
    const notes = phase === null ? ["nothing logged"] : [boundNote(phase), workOf(phase)];
    const duration = row.endMs - row.startMs;
    return [
      name,
      time.text(row.startMs),
      time.text(row.endMs),
      formatTidyDuration(duration),
      creationMs === null ? "-" : percentOf(duration, creationMs),
      notes.filter((note) => note !== "").join("; "),
    ];
  });
  return renderTable(
    [
      left("phase"),
      right(`start${time.unit}`),
      right(`end${time.unit}`),
      right("duration"),
      right("% of creation"),
      left(""),
    ],
    rows,
  );
}

/** What a phase did, as far as its source tells. */
export function workOf({ name, figures }: Phase): string {
  const has = (...names: string[]) => names.every((key) => typeof figures[key] === "number");
  const number = (key: string) => Number(figures[key]);
  if (name === "checkpoint" && has("buffers", "writes", "avoided")) {
    return `${number("buffers")} buffers in ${number("writes")} writes, ${number("avoided")} new dirty ones avoided`;
  }
  if (name === "analysis" && has("records", "bytes")) {
    return `${number("records")} log records, ${mebibytesOf(number("bytes"))} MiB`;
  }
  if (name === "redo" && has("records", "applied", "pagesPulled")) {
    return `${number("applied")} of ${number("records")} records applied, ${number("pagesPulled")} pages pulled`;
  }
  if (name === "redo" && has("estimateRedoBytes")) {
    return `estimate ${mebibytesOf(number("estimateRedoBytes"))} MiB`;
  }
  if (figures.phasesNotLogged === true) return "what is before it is not logged";
  if (name === "undo" && has("transactions", "records")) {
    return `${number("transactions")} transactions, ${number("records")} records`;
  }
  if (name === "flush" && has("pages")) return `${number("pages")} pages`;
  if (figures.ofStorageSnapshot === true) return "its pages are in a snapshot of the storage";
  if (name === "longIo" && typeof figures.file === "string") return `on ${figures.file}`;
  if (givenPhases.has(name)) return givenNote;
  return "";
}
