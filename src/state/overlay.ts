/**
 * Runs laid over captures: which run, and how far it is moved so that a moment of both falls
 * together. Kept with the settings, so that a capture that is opened again shows it as it was left.
 */
import { useMemo } from "react";
import * as z from "zod";
import { type Span, shifted } from "../../app/domain/timeline/span.ts";
import type { TimelineOverlay } from "../../app/domain/timeline/timeline.ts";
import { useRun } from "./library.ts";
import { useRecordedRun, useRunSeries } from "./recorded-run.ts";
import { useSetting } from "./settings.ts";

/** A moment that a run and a capture have in common. */
const anchorSchema = z.object({
  /** Of the band that begins there; null: the begin of the whole timeline. */
  bandId: z.string().nullable(),
  atMs: z.number(),
});
export type Anchor = z.infer<typeof anchorSchema>;

const overlaySchema = z.object({
  captureId: z.string(),
  runId: z.string(),
  /** In the capture, ms from its origin. */
  captureAnchor: anchorSchema,
  /** In the run, ms from its origin. */
  runAnchor: anchorSchema,
});
export type OverlayChoice = z.infer<typeof overlaySchema>;

const overlaysSchema = z.array(overlaySchema);
const none: OverlayChoice[] = [];

/** Of captures that were removed nobody asks again; those used longest ago make room. */
const mostKept = 50;

/** What is added to a time of the run to get its place on the capture's axis, ms. */
export const shiftOf = ({ captureAnchor, runAnchor }: OverlayChoice): number =>
  captureAnchor.atMs - runAnchor.atMs;

export function withOverlay(
  overlays: readonly OverlayChoice[],
  captureId: string,
  choice: OverlayChoice | null,
): OverlayChoice[] {
  const others = overlays.filter((overlay) => overlay.captureId !== captureId);
  return choice === null ? others : [...others, choice].slice(-mostKept);
}

/** The choice for a capture, and what changes it; null removes it. */
export function useOverlayChoice(
  captureId: string,
): [OverlayChoice | null, (choice: OverlayChoice | null) => void] {
  const [overlays, keep] = useSetting("overlays", overlaysSchema, none);
  const choice = overlays.find((overlay) => overlay.captureId === captureId) ?? null;
  return [choice, (next) => keep(withOverlay(overlays, captureId, next))];
}

export interface OverlayState {
  /** Null while it is fetched, and where there is none. */
  readonly overlay: TimelineOverlay | null;
  /** Why a chosen run cannot be drawn: it was removed, or cannot be read. */
  readonly problem: string | null;
}

const noOverlay: OverlayState = { overlay: null, problem: null };

/** The run that is laid over a capture, fetched with its columns. */
export function useOverlay(captureId: string): OverlayState {
  const [choice] = useOverlayChoice(captureId);
  const entry = useRun(choice?.runId ?? null);
  const { timeline, message } = useRecordedRun(choice?.runId ?? null);
  const name = entry?.name ?? null;
  const shiftMs = choice === null ? null : shiftOf(choice);
  return useMemo(() => {
    if (shiftMs === null) return noOverlay;
    if (message !== null) return { overlay: null, problem: message };
    if (timeline === null) return noOverlay;
    return { overlay: { name: name ?? "run", timeline, shiftMs }, problem: null };
  }, [shiftMs, message, timeline, name]);
}

/** The same with the run's samples for what is visible of it, as long as they can be had. */
export function useDetailedOverlay(
  captureId: string,
  overlay: TimelineOverlay | null,
  view: Span,
): TimelineOverlay | null {
  const [choice] = useOverlayChoice(captureId);
  const shiftMs = overlay?.shiftMs ?? 0;
  const runView = useMemo(() => shifted(view, -shiftMs), [view, shiftMs]);
  const { series } = useRunSeries(choice?.runId ?? "", overlay?.timeline ?? null, runView);
  return useMemo(
    () =>
      overlay === null || series === null
        ? overlay
        : { ...overlay, timeline: { ...overlay.timeline, series } },
    [overlay, series],
  );
}
