/**
 * Runs laid over recordings: which run, and how far it is moved so that a moment of both falls
 * together. Kept with the settings, so that a recording that is opened again shows it as it was left.
 */
import { useMemo } from "react";
import * as z from "zod";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { lanesOf, neededFor } from "../../../app/domain/timeline/lanes.ts";
import { type Span, shifted } from "../../../app/domain/timeline/span.ts";
import type { TimelineOverlay } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { useSetting } from "../services/settings.ts";
import { recordingKey, useRecording } from "./recording.ts";
import { useRecordingSeries } from "./recording-series.ts";

/** A moment that two recordings have in common. */
const anchorSchema = z.object({
  /** The id of the band that begins there; null: the begin of the whole timeline. */
  bandId: z.string().nullable(),
  atMs: z.number(),
});

const choiceSchema = z.object({
  /** Key of the recording that something is laid over. */
  under: z.string(),
  runId: z.string(),
  /** In the recording below, ms from its origin. */
  underAnchor: anchorSchema,
  /** In the run, ms from its origin. */
  runAnchor: anchorSchema,
});
export type OverlayChoice = z.infer<typeof choiceSchema>;

/** Runs were laid over captures only. */
const formerSchema = z
  .object({
    captureId: z.string(),
    runId: z.string(),
    captureAnchor: anchorSchema,
    runAnchor: anchorSchema,
  })
  .transform(
    ({ captureId, runId, captureAnchor, runAnchor }): OverlayChoice => ({
      under: recordingKey({ kind: "capture", id: captureId }),
      runId,
      underAnchor: captureAnchor,
      runAnchor,
    }),
  );

export const choicesSchema = z.array(z.union([choiceSchema, formerSchema]));
const none: OverlayChoice[] = [];

/** Nobody asks again for recordings that were removed; those used longest ago make room. */
const mostKept = 50;

/** What is added to a time of the run to get its place on the axis below it, ms. */
export const shiftOf = ({ underAnchor, runAnchor }: OverlayChoice): number =>
  underAnchor.atMs - runAnchor.atMs;

export function withOverlay(
  choices: readonly OverlayChoice[],
  under: string,
  choice: OverlayChoice | null,
): OverlayChoice[] {
  const others = choices.filter((other) => other.under !== under);
  return choice === null ? others : [...others, choice].slice(-mostKept);
}

/** The choice for a recording, and what changes it; null removes it. */
export function useOverlayChoice(
  recording: RecordingRef,
): [OverlayChoice | null, (choice: OverlayChoice | null) => void] {
  const under = recordingKey(recording);
  const [choices, keep] = useSetting("overlays", choicesSchema, none);
  const choice = choices.find((one) => one.under === under) ?? null;
  return [choice, (next) => keep(withOverlay(choices, under, next))];
}

export interface OverlayState {
  /** Null while it is fetched, and where there is none. */
  readonly overlay: TimelineOverlay | null;
  /** Why a chosen run cannot be drawn: it was removed, or cannot be read. */
  readonly problem: string | null;
}

const noOverlay: OverlayState = { overlay: null, problem: null };

export const runRef = (id: string | undefined): RecordingRef | null =>
  id === undefined ? null : { kind: "run", id };

/** The run that is laid over a recording. */
export function useOverlay(recording: RecordingRef): OverlayState {
  const [choice] = useOverlayChoice(recording);
  const { timeline, overview, message } = useRecording(runRef(choice?.runId));
  const name = overview?.title ?? "run";
  const shiftMs = choice === null ? null : shiftOf(choice);
  return useMemo(() => {
    if (shiftMs === null) return noOverlay;
    if (message !== null) return { overlay: null, problem: message };
    if (timeline === null) return noOverlay;
    return { overlay: { name, timeline, shiftMs }, problem: null };
  }, [shiftMs, message, timeline, name]);
}

const noSpan: Span = { startMs: 0, endMs: 0 };
const noId = "00000000-0000-0000-0000-000000000000";

/** The overlay with the run's samples of these lanes for what is visible of it, as long as they can be had. */
export function useDetailedOverlay(
  recording: RecordingRef,
  overlay: TimelineOverlay | null,
  lanes: readonly string[],
  view: Span,
): TimelineOverlay | null {
  const [choice] = useOverlayChoice(recording);
  const shiftMs = overlay?.shiftMs ?? 0;
  const runView = useMemo(() => shifted(view, -shiftMs), [view, shiftMs]);
  const extent = useMemo(() => (overlay === null ? noSpan : extentOf(overlay.timeline)), [overlay]);
  const needed = useMemo(() => neededFor(overlay === null ? [] : lanesOf(lanes)), [overlay, lanes]);
  const { series } = useRecordingSeries({
    recording: { kind: "run", id: choice?.runId ?? noId },
    ...needed,
    extent,
    view: runView,
    samples: 0,
  });
  return useMemo(
    () => (overlay === null ? null : { ...overlay, timeline: { ...overlay.timeline, series } }),
    [overlay, series],
  );
}
