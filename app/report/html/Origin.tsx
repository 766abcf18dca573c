/** How a report came about, and what one must know to trust the rest. */
import type { ReactNode } from "react";
import type { PhaseName } from "../../contract/phase.ts";
import type { Report, ReportLog, ReportRun } from "../../contract/report.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { countOf, formatNumber } from "../../domain/format/numbers.ts";
import { engineText, utcText } from "../../domain/format/report-text.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { titleOfPreset } from "../../domain/preset-title.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { clockOf } from "../clock.ts";
import { type Fact, Facts, Note } from "./columns.tsx";

export function Origin({ report }: { readonly report: Report }): ReactNode {
  const { run, machine, generatedAt } = report;
  // What a log tells of phases and does not matters where nothing else tells of them.
  const log = run === null ? report.log : null;
  return (
    <>
      {log !== null && <Absent report={report} log={log} />}
      {log !== null && (
        <Note>
          {
            "The report is computed from these files alone. Logged: the time of a record. Derived: computed from a duration that a record states. Bound: no record states it; it is no later, or no earlier, than the record next to it."
          }
        </Note>
      )}
      <Facts
        facts={[
          ...(run === null ? [] : factsOfRun(report, run)),
          ...(log === null ? [] : factsOfLog(report, log)),
          ["Snapscope", `${machine.program}, Node ${machine.node}`],
          [
            "Report written on",
            `${machine.platform}, ${countOf(machine.processors, "processor")}, ${formatBytes(machine.memoryBytes)} of memory`,
          ],
          ["Report written", utcText(generatedAt)],
        ]}
      />
    </>
  );
}

const factsOfRun = ({ scenario, summary }: Report, run: ReportRun): Fact[] => [
  ["Scenario", `${scenario?.name ?? run.name}, ${run.mode}`],
  ["Preset", run.preset === null ? "none" : titleOfPreset(run.preset)],
  ["Seed", String(run.seed)],
  ["Run id", run.id ?? "not in the library"],
  ["Status", run.status],
  ["Started", utcText(run.createdAt)],
  ["Engine clock starts", `${run.origin.replace("T", " ")} (local, no zone)`],
  ["Engine time", engineTime(scenario, run)],
  ["Wall time", run.wallMs === null ? "not known" : formatTidyDuration(run.wallMs)],
  [
    "Engine",
    run.engine === null
      ? "ended without a summary"
      : `${engineText(run.engine)}, ${run.engine.compiler}, ${run.engine.build}`,
  ],
  ["Telemetry hash", hashText(run, summary)],
  ["Tags", run.tags.length === 0 ? "none" : run.tags.join(", ")],
];

function engineTime(scenario: Report["scenario"], { engineMs, plannedMs }: ReportRun): string {
  const text = `${formatTidyDuration(engineMs)} of ${formatTidyDuration(plannedMs)}`;
  const askedMs = Math.round((scenario?.durationSeconds ?? 0) * 1000);
  return scenario === null || plannedMs <= askedMs
    ? text
    : `${text}, prolonged from ${formatTidyDuration(askedMs)}`;
}

function hashText({ telemetryHash }: ReportRun, summary: Report["summary"]): ReactNode {
  if (telemetryHash !== null) return <code>{telemetryHash}</code>;
  return summary === null
    ? "not known: no summary"
    : "none: the times of a real run are the machine's";
}

function factsOfLog({ origin, span }: Report, log: ReportLog): Fact[] {
  const { source, timing, phasesLeftOut, marksLeftOut } = log;
  const clock = clockOf(clockOrigin(origin), true);
  return [
    [
      "Covered",
      `${clock(span.fromMs)} to ${clock(span.toMs)}, ${span.whole ? "all of it" : "a part"}`,
    ],
    ["Length", formatTidyDuration(span.toMs - span.fromMs)],
    [
      "Read",
      `${formatBytes(source.bytes)}, ${countOf(source.lines, "line")}, ${countOf(source.records, "record")}`,
    ],
    ["Not recognised", `${countOf(source.unrecognised, "record")}, kept as they are`],
    ["Times of phases", timingText(timing)],
    ["Left out", leftOutText(phasesLeftOut, marksLeftOut)],
  ];
}

function timingText({ logged, derived, bound, open }: ReportLog["timing"]): string {
  if (logged + derived + bound + open === 0) return "there are none";
  const parts = [
    `${formatNumber(logged)} ends logged`,
    `${formatNumber(derived)} derived`,
    `${formatNumber(bound)} bound`,
  ];
  if (open > 0) parts.push(`${formatNumber(open)} not in the log`);
  return parts.join(", ");
}

function leftOutText(phases: number, marks: number): string {
  const parts = [
    ...(phases > 0
      ? [
          `${countOf(phases, "short phase")} beyond what is kept singly (checkpoints, backups, long I/O)`,
        ]
      : []),
    ...(marks > 0 ? [`${countOf(marks, "mark")} of the least severe`] : []),
  ];
  return parts.length === 0 ? "nothing" : parts.join("; ");
}

interface AbsentProps {
  readonly report: Report;
  readonly log: ReportLog;
}

/** What the log does not tell of is worth knowing: much of it is logged only under a trace flag. */
function Absent({ report: { phases, creations, span }, log }: AbsentProps): ReactNode {
  if (!log.files.some(({ kind }) => kind === "errorlog")) return null;
  const lacks = (...names: readonly PhaseName[]) =>
    !phases.some(({ name }) => names.includes(name));
  const absent = [
    ...(creations.length === 0 ? ["creation of a snapshot"] : []),
    ...(lacks("checkpoint") ? ["checkpoint"] : []),
    ...(lacks("recovery") ? ["recovery"] : []),
    ...(lacks("backup", "restore") ? ["backup or restore"] : []),
    ...(lacks("consistencyCheck") ? ["consistency check"] : []),
    ...(lacks("longIo") ? ["long I/O"] : []),
  ];
  if (absent.length === 0) return null;
  return (
    <Note>
      {`${span.whole ? "The log" : "This part of the log"} shows no ${absent.join(", no ")}. That does not prove that there was none: checkpoints and the steps of a creation are logged in full only under trace flags 3504, 3605, 3400 and 1810.`}
    </Note>
  );
}
