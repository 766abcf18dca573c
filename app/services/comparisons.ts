/** Reads what sides of a comparison are made of, and compares them. */
import { setImmediate } from "node:timers/promises";
import type { Band } from "../contract/band.ts";
import type { ComparisonOfSides, ComparisonReport } from "../contract/comparison.ts";
import type { ReportMachine } from "../contract/report.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { ComparisonQuestion, ComparisonsService } from "../contract/rpc/comparisons.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { RunEntry } from "../contract/rpc/runs.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import type { Scenario } from "../contract/scenario.ts";
import {
  type ComparedRecording,
  compareSides,
  type SideOfRecordings,
} from "../domain/comparison/compare-sides.ts";
import { comparedCapture, comparedRun } from "../domain/comparison/compared-recordings.ts";
import { mostSteadySamples } from "../domain/comparison/steady-throughput.ts";
import { countOf } from "../domain/format/numbers.ts";
import { formatTidyDuration } from "../domain/format/times.ts";
import { standardLanes } from "../domain/timeline/lanes.ts";
import { comparisonFile } from "./comparison-file.ts";
import type { Library } from "./library/library-service.ts";
import type { NoPdfPrinter, PdfPrinter } from "./pdf-printer.ts";
import type { Recordings } from "./recordings/recordings-service.ts";
import { openShare, type SharingContext, writeShare } from "./shared-comparison.ts";
import { machineFacts } from "./system-info.ts";

/** How large a shared comparison may be, packed. */
const maxShareBytes = 384 * 1024 * 1024;

export interface ComparisonsOptions {
  readonly library: Pick<Library, "details" | "samples">;
  readonly recordings: Pick<Recordings, "whenRead" | "series">;
  /** Over what is assumed of a scenario, where the library has the runs for it. */
  bandFor(scenario: Scenario, signal?: AbortSignal): Promise<Band | null>;
  readonly sharing: SharingContext;
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly machine?: () => ReportMachine;
  readonly now?: () => Date;
}

interface CaptureReading {
  /** What the library has of it; left out: nothing. */
  readonly recorded?: Series;
  /** For this comparison alone. */
  readonly steadyFromMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export function createComparisons({
  library,
  recordings,
  bandFor,
  sharing,
  printPdf,
  machine = machineFacts,
  now = () => new Date(),
}: ComparisonsOptions): ComparisonsService {
  /** `steadyFromMs`: for this comparison alone. */
  async function read(
    recording: RecordingRef,
    { steadyFromMs, signal }: { steadyFromMs: number | undefined; signal: AbortSignal | undefined },
  ): Promise<Result<ComparedRecording>> {
    if (recording.kind === "capture") return readCapture(recording, { steadyFromMs, signal });
    const recorded = await library.samples(recording.id, mostSteadySamples, signal);
    if (!recorded.ok) return recorded;
    const { entry, summary, series } = recorded.value;
    const scenario = asLong(recorded.value.scenario, entry);
    const limit =
      entry.status === "completed"
        ? null
        : `it ${entry.status === "running" ? "is still running" : entry.status === "failed" ? "failed" : `was ${entry.status}`} after ${formatTidyDuration(entry.engineMs)}, and counts as far as it came.`;
    const steady = steadyFromMs ?? entry.steadyFromMs;
    if (summary !== null) {
      return success({ recording, run: comparedRun(summary, series, steady), scenario, limit });
    }
    // Interrupted or under way: no summary was handed over, but what was recorded stays.
    const read = await readCapture(recording, {
      recorded: series,
      steadyFromMs: steady,
      signal,
    });
    return read.ok ? success({ ...read.value, scenario, limit }) : read;
  }

  async function readCapture(
    recording: RecordingRef,
    { recorded, steadyFromMs, signal }: CaptureReading,
  ): Promise<Result<ComparedRecording>> {
    const known = await recordings.whenRead(recording, signal);
    if (!known.ok) return known;
    const { overview } = known.value;
    const series =
      recorded === undefined
        ? await recordings.series({
            recording,
            counters: standardLanes.map(({ id }) => id),
            waits: false,
            points: mostSteadySamples,
          })
        : success(recorded);
    if (!series.ok) return series;
    const run = comparedCapture(overview, series.value, steadyFromMs);
    return success({ recording, run, scenario: null, limit: null });
  }

  async function bandOfBase(
    { sides }: ComparisonQuestion,
    signal: AbortSignal | undefined,
  ): Promise<Band | null> {
    const first = sides[0]?.recordings[0];
    if (first?.kind !== "run") return null;
    const details = await library.details(first.id);
    return details.ok ? bandFor(details.value.scenario, signal) : null;
  }

  const service: ComparisonsService = {
    async compare({ sides, ...asked }, signal): Promise<Result<ComparisonOfSides>> {
      const compared: SideOfRecordings[] = [];
      for (const { name, recordings: refs, steadyFromMs } of sides) {
        const known: ComparedRecording[] = [];
        const lost: string[] = [];
        for (const ref of refs) {
          signal?.throwIfAborted();
          const one = await read(ref, { steadyFromMs, signal });
          if (one.ok) known.push(one.value);
          else lost.push(one.error.message);
        }
        if (known.length === 0) {
          return failure(
            "badInput",
            `${name}: none of ${countOf(refs.length, "recording")} can be read: ${lost[0]}`,
          );
        }
        const notes =
          lost.length === 0
            ? []
            : [
                `${lost.length} of ${refs.length} recordings cannot be read and are left out: ${lost[0]}`,
              ];
        compared.push({ name, recordings: known, notes });
      }
      // What was taken back meanwhile is heard of here, before it is computed.
      await setImmediate();
      signal?.throwIfAborted();
      return compareSides(compared, asked);
    },
    async export(question, format, signal) {
      const compared = await service.compare(question, signal);
      if (!compared.ok) return compared;
      const names = compared.value.sides.map(({ name }) => name);
      const report: ComparisonReport = {
        formatVersion: 1,
        kind: "snapscope-comparison",
        generatedAt: now().toISOString(),
        title: names.join(" against "),
        subtitle: compared.value.sides
          .map((side) => `${side.name}: ${countOf(side.recordings.length, "recording")}`)
          .join("; "),
        machine: machine(),
        comparison: compared.value,
        band: await bandOfBase(question, signal),
      };
      signal?.throwIfAborted();
      return comparisonFile(report, format, { printPdf, signal });
    },
    share: (comparison, signal) => writeShare(sharing, comparison, signal),
    async open(file) {
      const bytes = await sharing.library.readFile(file, maxShareBytes);
      return bytes.ok ? openShare(sharing, file.name, bytes.value) : bytes;
    },
  };
  return service;
}

/** A run that was prolonged is compared as the run that it became. */
const asLong = (scenario: Scenario, { plannedMs }: Pick<RunEntry, "plannedMs">): Scenario =>
  plannedMs === scenario.durationSeconds * 1000
    ? scenario
    : { ...scenario, durationSeconds: plannedMs / 1000 };
