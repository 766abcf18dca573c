/**
 * Where the user is: the screen and what it shows. Restored at the next start; what was removed in
 * the meantime is not brought back.
 */
import * as z from "zod";
import { create } from "zustand";

export const screens = [
  "experiments",
  "live",
  "replay",
  "open-log",
  "runs",
  "report",
  "settings",
] as const;
export type Screen = (typeof screens)[number];

/** Logs were opened one by one before there were captures, which took over their ids. */
const singleLogSchema = z
  .object({ kind: z.literal("log"), logId: z.string() })
  .transform(({ logId }) => ({ kind: "capture" as const, captureId: logId }));

const replaySourceSchema = z.union([
  z.object({ kind: z.literal("run"), runId: z.string() }),
  z.object({ kind: z.literal("capture"), captureId: z.string() }),
  singleLogSchema,
]);

export type ReplaySource = z.output<typeof replaySourceSchema>;

/** A part of a capture, ms from its origin, with the clock times that a person calls it by. */
const reportSpanSchema = z.object({ fromMs: z.number(), toMs: z.number(), label: z.string() });

const reportSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("run"), runId: z.string() }),
  z.object({
    kind: z.literal("capture"),
    captureId: z.string(),
    /** What was selected when the report was asked for; null: nothing. */
    span: reportSpanSchema.nullable(),
  }),
]);

export type ReportSource = z.output<typeof reportSourceSchema>;
export type ReportSpan = z.output<typeof reportSpanSchema>;

const currentPlaceSchema = z.object({
  screen: z.enum(screens),
  liveRunId: z.string().nullable(),
  replay: replaySourceSchema.nullable(),
  report: reportSourceSchema.nullable(),
});

/** Reports were of runs only. */
const formerPlaceSchema = currentPlaceSchema
  .omit({ report: true })
  .extend({ reportRunId: z.string().nullable() })
  .transform(
    ({ reportRunId, ...place }): Place => ({
      ...place,
      report: reportRunId === null ? null : { kind: "run", runId: reportRunId },
    }),
  );

/** What is kept of the navigation between sessions. */
export const placeSchema = z.union([currentPlaceSchema, formerPlaceSchema]);

export type Place = z.output<typeof currentPlaceSchema>;

export const firstPlace: Place = {
  screen: "experiments",
  liveRunId: null,
  replay: null,
  report: null,
};

/** Runs and captures that are gone, or that there are. */
export interface Documents {
  readonly runIds?: readonly string[];
  readonly captureIds?: readonly string[];
}

export interface NavigationState extends Place {
  openScreen(screen: Screen): void;
  openLive(runId: string): void;
  openReplay(source: ReplaySource): void;
  openReport(source: ReportSource): void;
  /** Takes over a kept place. */
  restore(place: Place): void;
  /** Forgets what is gone; the screen stays, and shows its empty state. */
  forget(gone: Documents): void;
}

export const useNavigation = create<NavigationState>()((set) => ({
  ...firstPlace,
  openScreen: (screen) => set({ screen }),
  openLive: (liveRunId) => set({ screen: "live", liveRunId }),
  openReplay: (replay) => set({ screen: "replay", replay }),
  openReport: (report) => set({ screen: "report", report }),
  restore: (place) => set(place),
  forget: (gone) => set((state) => without(placeOf(state), gone)),
}));

export const placeOf = ({ screen, liveRunId, replay, report }: Place): Place => ({
  screen,
  liveRunId,
  replay,
  report,
});

type Source = ReplaySource | ReportSource;

/** A place without the runs and captures that are gone. */
export function without(place: Place, { runIds = [], captureIds = [] }: Documents): Place {
  const runs = new Set(runIds);
  const captures = new Set(captureIds);
  const keep = <S extends Source>(source: S | null): S | null => {
    if (source === null) return null;
    const gone = source.kind === "run" ? runs.has(source.runId) : captures.has(source.captureId);
    return gone ? null : source;
  };
  const { screen, liveRunId, replay, report } = place;
  return {
    screen,
    liveRunId: liveRunId !== null && runs.has(liveRunId) ? null : liveRunId,
    replay: keep(replay),
    report: keep(report),
  };
}

/** What of `place` no longer exists, given what does. */
export function missingOf(place: Place, existing: Required<Documents>): Required<Documents> {
  const { liveRunId, replay, report } = place;
  const sources: readonly (Source | null)[] = [replay, report];
  const runs = sources.flatMap((source) => (source?.kind === "run" ? [source.runId] : []));
  const captures = sources.flatMap((source) =>
    source?.kind === "capture" ? [source.captureId] : [],
  );
  const missing = (ids: readonly string[], known: readonly string[]): string[] =>
    ids.filter((id) => !known.includes(id));
  return {
    runIds: missing(liveRunId === null ? runs : [liveRunId, ...runs], existing.runIds),
    captureIds: missing(captures, existing.captureIds),
  };
}

/** Whether the place shows a capture: only then must the captures be listed to know what is gone. */
export const showsCapture = ({ replay, report }: Place): boolean =>
  replay?.kind === "capture" || report?.kind === "capture";
