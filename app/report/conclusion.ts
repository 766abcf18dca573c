/**
 * What a report says first: sentences computed from the recording. They state what was measured or
 * logged and no more; a run that did not end well says so before anything else.
 */
import { isOfDatabase } from "../contract/creation-cost.ts";
import type { Report, ReportCreation, ReportLog, ReportRun } from "../contract/report.ts";
import { actSentences } from "../domain/acts/act-sentences.ts";
import { steadySentence } from "../domain/comparison/steady-throughput.ts";
import { strongestEffects } from "../domain/counter-effects/strongest-effects.ts";
import {
  changeSentences,
  kindsSentence,
  tookSentence,
} from "../domain/creation-cost/cost-sentence.ts";
import { creationCheckPlace, creationCheckText } from "../domain/figures/creation-check.ts";
import { notesTogether } from "../domain/files-together.ts";
import { countOf, formatNumber } from "../domain/format/numbers.ts";
import { asSentence } from "../domain/format/report-text.ts";
import { formatClockDate, formatTidyDuration } from "../domain/format/times.ts";
import { setupPhrase, withSetup } from "../domain/setup-phrase.ts";
import { clockOf, utcOffsetText } from "./clock.ts";
import type { Known } from "./known.ts";
import { meanOver } from "./span-means.ts";
import { verificationSentences } from "./verification.ts";

type Conclusion = Report["conclusion"];

/** More than these are told by the sections alone: a verdict is a few sentences. */
const findingsInWords = 4;
const criticalInWords = 3;
const creationsInWords = 3;
export const effectsInWords = 3;

export function conclusionOf(known: Known): Conclusion {
  const { run, log, input } = known;
  const findings = log?.findings ?? [];
  const critical = findings.filter(({ weight }) => weight === "critical");
  const warnings = findings.filter(({ weight }) => weight === "warning");
  const gravest = critical.slice(0, criticalInWords);
  const next = warnings.slice(0, findingsInWords - gravest.length);
  return {
    intent: graver(
      run === null ? "plain" : intentOf(run),
      critical.length > 0 ? "error" : warnings.length > 0 ? "warning" : "plain",
    ),
    sentences: [
      ...(run === null ? [] : endingSentences(run)),
      ...(log === null ? [] : logSentences(known, log)),
      ...gravest.map(({ title }) => asSentence(title)),
      ...bothKinds(known),
      ...creationSentences(known),
      ...arraySnapshotSentences(known),
      ...(run === null || known.costs.length > 0 ? [] : [baselineSentence(known, run)]),
      ...(input.run?.summary == null ? [] : actSentences(input.run.summary)),
      ...(run === null ? [] : verificationSentences(run, input.run?.summary ?? null)),
      ...next.map(({ title }) => asSentence(title)),
      ...furtherSentence(
        critical.length - gravest.length,
        warnings.length - next.length,
        known.span.whole ? "" : " in this part",
      ),
      ...(log === null || run !== null
        ? []
        : restSentences(known, log, critical.length + warnings.length)),
    ],
    notes: [
      ...(run === null ? [] : notesOfRun(known, run)),
      ...(log === null || run !== null ? [] : notesOfLog(known, log)),
    ],
  };
}

const intents = ["plain", "warning", "error"] as const satisfies readonly Conclusion["intent"][];

const graver = (a: Conclusion["intent"], b: Conclusion["intent"]): Conclusion["intent"] =>
  intents.indexOf(a) > intents.indexOf(b) ? a : b;

function intentOf({ status, verified }: ReportRun): Conclusion["intent"] {
  if (status === "failed" || verified === false) return "error";
  return status === "completed" ? "plain" : "warning";
}

/** Nothing for a run that completed: that is what one expects of it. What was lost stands with what was verified. */
function endingSentences(run: ReportRun): string[] {
  const reached = `${formatTidyDuration(run.engineMs)} of ${formatTidyDuration(run.plannedMs)} of engine time`;
  const reason = run.error === null ? "." : `: ${asSentence(run.error.message)}`;
  switch (run.status) {
    case "completed":
      return [];
    case "running":
      return [`The run is still under way: this report covers its first ${reached}.`];
    case "cancelled":
      return [
        `The run was cancelled: this report covers its first ${reached}.`,
        ...(run.error === null ? [] : [asSentence(capitalised(run.error.message))]),
      ];
    case "failed":
      return [`The run failed after ${reached}${reason}`];
    case "interrupted":
      return [`The run was interrupted; its first ${reached} were recorded${reason}`];
    default:
      return run.status satisfies never;
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** That it is a part is said first, for all that follows; then what happened, as the counters show it. */
function logSentences({ input, span, run }: Known, log: ReportLog): string[] {
  const clock = clockOf(input.timeline.originMs, true);
  const { effects, findings } = log;
  const told = strongestEffects(effects, effectsInWords);
  const more = effects.length - told.length;
  return [
    ...(span.whole || run !== null
      ? []
      : [
          `This report is of a part only: ${clock(span.fromMs)} to ${clock(span.toMs)}.${findings.length === 0 ? "" : " Findings that reach into it are counted with all their records."}`,
        ]),
    ...told.map(({ sentence }) => sentence),
    ...(more > 0
      ? [
          `Counters changed in ${countOf(more, "more stretch", "more stretches")} of time: see Findings.`,
        ]
      : []),
  ];
}

/** "6 further critical findings and 10 further warnings: see Findings." */
function furtherSentence(critical: number, warnings: number, where: string): string[] {
  const parts = [
    ...(critical > 0 ? [countOf(critical, "further critical finding")] : []),
    ...(warnings > 0 ? [countOf(warnings, "further warning")] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(" and ")}${where}: see Findings.`];
}

function creationSentences({ creations, run, log, input }: Known): string[] {
  const told = creations.slice(0, creationsInWords);
  const more = creations.length - told.length;
  return [
    ...told.map((creation) =>
      run === null
        ? loggedCreation(creation, input.timeline.originMs, log?.effects ?? [])
        : creation.sentence,
    ),
    ...(more > 0 ? [`${countOf(more, "further creation")} can be found in the tables.`] : []),
  ];
}

function bothKinds({ costs, input }: Known): string[] {
  const { run } = input;
  const sentence = run === null ? null : kindsSentence(costs, setupPhrase(run.scenario));
  return sentence === null ? [] : [sentence];
}

function arraySnapshotSentences({ costs }: Known): string[] {
  const ofArrays = costs.filter((cost) => !isOfDatabase(cost));
  const more = ofArrays.length - creationsInWords;
  return [
    ...ofArrays.slice(0, creationsInWords).map(({ sentence }) => sentence),
    ...(more > 0 ? [`${countOf(more, "further array snapshot")} can be found in the tables.`] : []),
  ];
}

/** The setup of a run, which was planned; nobody knows that of a log. */
const setupOf = ({ input: { run } }: Known): string | null =>
  run === null ? null : setupPhrase(run.scenario);

/** A log is asked whose data a snapshot shows before anything else. */
function loggedCreation(
  creation: ReportCreation,
  originMs: number,
  effects: ReportLog["effects"],
): string {
  const { snapshot, startMs, durationMs, asOfMs } = creation;
  if (durationMs === null) return `The log does not show the end of the creation of ‘${snapshot}’.`;
  const asOf =
    asOfMs === null
      ? ""
      : ` It shows the data as of ${clockOf(originMs, false)(asOfMs)}, ${formatTidyDuration(asOfMs - startMs)} after its first record.`;
  // What happened to the counters is told already, with its times.
  const isTold = effects.some((effect) => effect.startMs === startMs);
  const cost = creation.throughput === null || isTold ? [] : changeSentences(creation, "log");
  return [`${tookSentence(creation)}${asOf}`, ...cost].join(" ");
}

function baselineSentence(known: Known, { warmupMs, engineMs }: ReportRun): string {
  const { input, series } = known;
  const rate =
    input.run?.summary?.transactions.perSecond ??
    meanOver(
      series.timeMs,
      series.counters.transactionsPerSecond ?? new Float64Array(),
      warmupMs,
      engineMs,
    );
  return rate === null
    ? "No snapshot was created, and the recording does not go beyond the warm-up."
    : withSetup(
        setupOf(known),
        `No snapshot was created; throughput was ${formatNumber(rate, 1)} transactions/s over ${formatTidyDuration(Math.max(0, engineMs - warmupMs))} after the warm-up.`,
      );
}

/** Said of files when nothing else is: what there was to look at. */
function restSentences(known: Known, log: ReportLog, grave: number): string[] {
  const { creations, phases, span } = known;
  if (!log.files.some(({ kind }) => kind === "errorlog")) {
    return [`There is no ERRORLOG among the files: they hold ${withoutLog(known, log)}.`];
  }
  if (grave > 0) return [];
  const where = span.whole
    ? `in ${countOf(log.source.records, "record")}`
    : "in this part of the log";
  return creations.length > 0 || phases.length > 0 || !span.whole
    ? [`Nothing that calls for action was found ${where}.`]
    : [`Nothing that calls for action was found ${where}, and no event that takes time.`];
}

function withoutLog({ input }: Known, { source }: ReportLog): string {
  const { counters = [], waits = [] } = input.log?.overview ?? {};
  const held: string[] = [];
  if (counters.length > 0) {
    held.push(`${countOf(counters.length, "counter")} in ${countOf(source.records, "sample")}`);
  }
  const totals = waits.filter(({ since }) => since === null).length;
  if (totals > 0) held.push(`${countOf(totals, "result")} of sys.dm_os_wait_stats`);
  return held.length === 0 ? "nothing that is known" : held.join(" and ");
}

function notesOfRun({ creations, input }: Known, { warmupMs, steady }: ReportRun): string[] {
  const notes = [
    warmupMs > 0
      ? `The warm-up, ${formatTidyDuration(warmupMs)}, is left out of every statistic.`
      : "The run had no warm-up.",
    steadySentence(steady),
  ];
  if (creations.length > 0) {
    notes.push(
      "Throughput around a creation is that of all sessions (Transactions/sec), what was rolled back included. A change is reported only if it is outside the range seen before the snapshot.",
    );
  }
  if (creations.length > 0 && input.run?.scenario.mode === "virtual") {
    notes.push(`${creationCheckText()} ${creationCheckPlace}`);
  }
  if (input.run?.summary === null) {
    notes.push(
      "There is no summary of the engine: waits and counters are computed from the samples that were recorded, and what only a summary has is missing.",
    );
  }
  return notes;
}

/** The day is told once where it is the only one, for the sentences leave it out. */
function dayOf({ originMs, endMs }: Known["input"]["timeline"]): string {
  const day = (atMs: number) => formatClockDate(originMs, atMs).slice(0, "2024-03-05".length);
  return day(0) === day(endMs) ? ` on ${day(0)}` : "";
}

function notesOfLog({ span, input }: Known, { source, files }: ReportLog): string[] {
  const offset = source.utcOffsetMinutes;
  const notes = [
    `Times are those of the server's own clock${dayOf(input.timeline)}${offset === null ? "; its offset from UTC is not in the files" : `, UTC${utcOffsetText(offset)}`}.`,
    ...notesTogether(files),
  ];
  if (source.timeStepCount > 0) {
    notes.push(
      `The clock${span.whole ? "" : " of the whole log"} steps back ${source.timeStepCount === 1 ? "once" : `${formatNumber(source.timeStepCount)} times`}: durations across a step are unreliable.`,
    );
  }
  if (source.unrecognised > 0) {
    const were = source.unrecognised === 1 ? "was" : "were";
    notes.push(
      `${countOf(source.unrecognised, "record")} of ${formatNumber(source.records)}${span.whole ? "" : " in the whole log"} ${were} not recognised by this version and not analysed.`,
    );
  }
  return notes;
}
