/**
 * What the report of a capture says first: sentences computed from its findings and its creations.
 * They state what the files show and no more.
 */
import type { CaptureReport } from "../../contract/capture-report.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { throughputClause } from "../conclusion.ts";
import { asSentence, countText, durationText, numberText } from "../text.ts";
import { clockOf, utcOffsetText } from "./capture-clock.ts";
import type { CaptureParts } from "./capture-parts.ts";

type Conclusion = CaptureReport["conclusion"];

/** More than these are told by the sections alone: a verdict is a few sentences. */
const findingsInWords = 4;
const criticalInWords = 3;
const creationsInWords = 3;

export function captureConclusion(parts: CaptureParts): Conclusion {
  const { findings } = parts;
  const critical = findings.filter(({ weight }) => weight === "critical");
  const warnings = findings.filter(({ weight }) => weight === "warning");
  const gravest = critical.slice(0, criticalInWords);
  const next = warnings.slice(0, findingsInWords - gravest.length);
  return {
    intent: critical.length > 0 ? "error" : warnings.length > 0 ? "warning" : "plain",
    sentences: [
      ...gravest.map(({ title }) => asSentence(title)),
      ...creationSentences(parts),
      ...next.map(({ title }) => asSentence(title)),
      ...furtherSentence(critical.length - gravest.length, warnings.length - next.length),
      ...restSentences(parts, critical.length + warnings.length),
    ],
    notes: notesOf(parts),
  };
}

/** "6 further critical findings and 10 further warnings: see Findings." */
function furtherSentence(critical: number, warnings: number): string[] {
  const parts = [
    ...(critical > 0 ? [countText(critical, "further critical finding")] : []),
    ...(warnings > 0 ? [countText(warnings, "further warning")] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(" and ")}: see Findings.`];
}

function creationSentences(parts: CaptureParts): string[] {
  const { creations } = parts;
  const more = creations.length - creationsInWords;
  return [
    ...creations.slice(0, creationsInWords).map((creation) => creationSentence(parts, creation)),
    ...(more > 0 ? [`${countText(more, "further creation")} can be found in the tables.`] : []),
  ];
}

function creationSentence(
  { overview: { origin } }: CaptureParts,
  creation: CaptureReport["creations"][number],
): string {
  const { snapshot, startMs, durationMs, asOfMs } = creation;
  if (durationMs === null) return `The log does not show the end of the creation of ‘${snapshot}’.`;
  const clock = clockOf(clockOrigin(origin), false);
  const asOf =
    asOfMs === null
      ? ""
      : `, with the data as of ${clock(asOfMs)}, ${durationText(asOfMs - startMs)} after its first record`;
  const took = `Creating ‘${snapshot}’ took ${durationText(durationMs)}${asOf}`;
  const measured = (creation.during?.transactionsPerSecond ?? null) !== null;
  return measured && !creation.shorterThanSample
    ? `${took}; ${throughputClause(creation)}`
    : `${took}.`;
}

/** Said when nothing else is: what there was to look at. */
function restSentences(parts: CaptureParts, grave: number): string[] {
  const { overview, creations, span } = parts;
  const hasLog = overview.files.some(({ kind }) => kind === "errorlog");
  if (!hasLog) return [`There is no ERRORLOG among the files: they hold ${withoutLog(parts)}.`];
  if (grave > 0) return [];
  const records = countText(overview.source.records, "record");
  const where = span.whole ? `in ${records}` : "in this part of the log";
  return creations.length > 0 || parts.phases.length > 0 || !span.whole
    ? [`Nothing that calls for action was found ${where}.`]
    : [`Nothing that calls for action was found ${where}, and no event that takes time.`];
}

function withoutLog({ overview: { counters, waits, source } }: CaptureParts): string {
  const held: string[] = [];
  if (counters.length > 0) {
    held.push(`${countText(counters.length, "counter")} in ${countText(source.records, "sample")}`);
  }
  const totals = waits.filter(({ since }) => since === null).length;
  if (totals > 0) held.push(`${countText(totals, "result")} of sys.dm_os_wait_stats`);
  return held.length === 0 ? "nothing that is known" : held.join(" and ");
}

function notesOf({ overview, span }: CaptureParts): string[] {
  const { source, origin } = overview;
  const clock = clockOf(clockOrigin(origin), true);
  const offset = source.utcOffsetMinutes;
  const notes = [
    `Times are those of the server's own clock${offset === null ? ", whose offset from UTC the files do not tell" : `, UTC${utcOffsetText(offset)}`}.`,
  ];
  if (!span.whole) {
    notes.push(
      `This report covers ${clock(span.fromMs)} to ${clock(span.toMs)}, a part of the capture.`,
    );
  }
  if (source.timeStepCount > 0) {
    notes.push(
      `The clock steps back ${source.timeStepCount === 1 ? "once" : `${numberText(source.timeStepCount)} times`}: durations across a step are not what they seem.`,
    );
  }
  if (source.unrecognised > 0) {
    notes.push(
      `${countText(source.unrecognised, "record")} of ${numberText(source.records)} ${source.unrecognised === 1 ? "is of no kind that this version knows; it is kept and was" : "are of no kind that this version knows; they are kept and were"} not judged.`,
    );
  }
  return notes;
}
