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

const replaySourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("run"), runId: z.string() }),
  z.object({ kind: z.literal("log"), logId: z.string() }),
]);

export type ReplaySource = z.infer<typeof replaySourceSchema>;

/** What is kept of the navigation between sessions. */
export const placeSchema = z.object({
  screen: z.enum(screens),
  liveRunId: z.string().nullable(),
  replay: replaySourceSchema.nullable(),
  reportRunId: z.string().nullable(),
});

export type Place = z.infer<typeof placeSchema>;

export const firstPlace: Place = {
  screen: "experiments",
  liveRunId: null,
  replay: null,
  reportRunId: null,
};

export interface NavigationState extends Place {
  openScreen(screen: Screen): void;
  openLive(runId: string): void;
  openReplay(source: ReplaySource): void;
  openReport(runId: string): void;
  /** Takes over a kept place. */
  restore(place: Place): void;
  /** Forgets runs and logs that are gone; the screen stays, and shows its empty state. */
  forget(gone: { readonly runIds?: readonly string[]; readonly logIds?: readonly string[] }): void;
}

export const useNavigation = create<NavigationState>()((set) => ({
  ...firstPlace,
  openScreen: (screen) => set({ screen }),
  openLive: (liveRunId) => set({ screen: "live", liveRunId }),
  openReplay: (replay) => set({ screen: "replay", replay }),
  openReport: (reportRunId) => set({ screen: "report", reportRunId }),
  restore: (place) => set(place),
  forget: (gone) => set((state) => without(placeOf(state), gone)),
}));

export const placeOf = ({ screen, liveRunId, replay, reportRunId }: Place): Place => ({
  screen,
  liveRunId,
  replay,
  reportRunId,
});

/** A place without the runs and logs that are gone. */
export function without(
  place: Place,
  gone: { readonly runIds?: readonly string[]; readonly logIds?: readonly string[] },
): Place {
  const runs = new Set(gone.runIds);
  const logs = new Set(gone.logIds);
  const { replay } = place;
  const replayGone =
    replay !== null && (replay.kind === "run" ? runs.has(replay.runId) : logs.has(replay.logId));
  return {
    screen: place.screen,
    liveRunId: keep(place.liveRunId, runs),
    replay: replayGone ? null : replay,
    reportRunId: keep(place.reportRunId, runs),
  };
}

const keep = (id: string | null, gone: ReadonlySet<string>): string | null =>
  id !== null && gone.has(id) ? null : id;

/** What of `place` no longer exists, given what does. */
export function missingOf(
  place: Place,
  existing: { readonly runIds: readonly string[]; readonly logIds: readonly string[] },
): { runIds: string[]; logIds: string[] } {
  const { liveRunId, replay, reportRunId } = place;
  const runs = [liveRunId, reportRunId, replay?.kind === "run" ? replay.runId : null];
  const logs = [replay?.kind === "log" ? replay.logId : null];
  const missing = (ids: readonly (string | null)[], known: readonly string[]): string[] =>
    ids.filter((id): id is string => id !== null && !known.includes(id));
  return { runIds: missing(runs, existing.runIds), logIds: missing(logs, existing.logIds) };
}
