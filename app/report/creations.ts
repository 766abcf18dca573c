/** What each creation of a snapshot cost: its span, and the rates before, during and after it. */
import type { ReportCreation, ReportPhase } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { meansOver, usualRange } from "./span-means.ts";

interface Creation {
  readonly snapshot: string;
  readonly startMs: number;
  readonly endMs: number | null;
  readonly asOfMs: number | null;
}

export interface RunSpan {
  readonly warmupMs: number;
  /** How far the recording goes. */
  readonly engineMs: number;
  readonly sampleIntervalMs: number;
}

/**
 * `before` begins with the warm-up's end or the end of an earlier creation, `after` ends with the
 * start of a later one: so no creation is part of another's baseline.
 */
export function creationsOf(
  phases: readonly Pick<ReportPhase, "snapshot" | "name" | "startMs" | "endMs">[],
  series: Series,
  { warmupMs, engineMs, sampleIntervalMs }: RunSpan,
): ReportCreation[] {
  const creations = spansOf(phases);
  return creations.map((creation) => {
    const { startMs, endMs } = creation;
    const toMs = endMs ?? engineMs;
    const others = creations.filter((other) => other !== creation);
    const earlier = others.map((other) => other.endMs ?? 0).filter((time) => time <= startMs);
    const later = others.map((other) => other.startMs).filter((time) => time >= toMs);
    const durationMs = endMs === null ? null : endMs - startMs;
    const baselineMs = Math.max(warmupMs, ...earlier);
    const shorterThanSample =
      durationMs !== null && durationMs < sampleIntervalMs * Math.max(1, series.samplesPerPoint);
    return {
      ...creation,
      durationMs,
      usual:
        durationMs === null || shorterThanSample
          ? null
          : usualRange(series, "transactionsPerSecond", {
              fromMs: baselineMs,
              toMs: startMs,
              lengthMs: durationMs,
            }),
      shorterThanSample,
      before: meansOver(series, baselineMs, startMs),
      during: meansOver(series, startMs, toMs),
      after: meansOver(series, toMs, Math.min(engineMs, ...later)),
    };
  });
}

function spansOf(
  phases: readonly Pick<ReportPhase, "snapshot" | "name" | "startMs" | "endMs">[],
): Creation[] {
  const creations: Creation[] = [];
  // A snapshot that was dropped may be created again under its name: each `files` begins one.
  for (const phase of phases) {
    if (phase.snapshot === null) continue;
    const known = creations.findLastIndex(({ snapshot }) => snapshot === phase.snapshot);
    const creation = creations[known];
    if (creation === undefined || phase.name === "files") {
      creations.push({
        snapshot: phase.snapshot,
        startMs: phase.startMs,
        endMs: null,
        asOfMs: null,
      });
      continue;
    }
    creations[known] = {
      ...creation,
      asOfMs: phase.name === "analysis" ? phase.startMs : creation.asOfMs,
      endMs: phase.name === "complete" ? phase.endMs : creation.endMs,
    };
  }
  return creations;
}

/** Whether a phase is one of a creation's. */
export const isOf = (
  { snapshot, startMs, endMs }: Pick<ReportCreation, "snapshot" | "startMs" | "endMs">,
  phase: Pick<ReportPhase, "snapshot" | "startMs">,
): boolean =>
  phase.snapshot === snapshot &&
  phase.startMs >= startMs &&
  phase.startMs <= (endMs ?? Number.POSITIVE_INFINITY);
