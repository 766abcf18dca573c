/**
 * Where the user is: the screen and what it shows. Restored at the next start; what was removed in
 * the meantime is not brought back.
 */
import * as z from "zod";
import { create } from "zustand";
import { alignments } from "../../../app/contract/comparison.ts";
import { type RecordingRef, recordingKinds } from "../../../app/contract/rpc/recordings.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import type { StudyPoint } from "../../../app/contract/study.ts";
import { pointName } from "../../../app/domain/studies/point-name.ts";

export const screens = [
  "experiments",
  "live",
  "replay",
  "compare",
  "open-log",
  "runs",
  "report",
  "figures",
  "plan",
  "lessons",
  "settings",
] as const;
export type Screen = (typeof screens)[number];

/** Logs were opened one by one before there were captures, which took over their ids. */
const singleLogSchema = z
  .object({ kind: z.literal("log"), logId: z.string() })
  .transform(({ logId }): RecordingRef => ({ kind: "capture", id: logId }));

const formerRunSchema = z
  .object({ kind: z.literal("run"), runId: z.string() })
  .transform(({ runId }): RecordingRef => ({ kind: "run", id: runId }));

const formerCaptureSchema = z
  .object({ kind: z.literal("capture"), captureId: z.string() })
  .transform(({ captureId }): RecordingRef => ({ kind: "capture", id: captureId }));

const recordingSchema = z.union([
  z.object({ kind: z.enum(recordingKinds), id: z.string() }),
  formerRunSchema,
  formerCaptureSchema,
  singleLogSchema,
]);

/** A part of a recording, ms from its origin, with the clock times that a person calls it by. */
const reportSpanSchema = z.object({ fromMs: z.number(), toMs: z.number(), label: z.string() });

const reportSourceSchema = z.union([
  z.object({
    recording: recordingSchema,
    /** What was selected when the report was asked for; null: nothing. */
    span: reportSpanSchema.nullable(),
  }),
  // What is reported on was told as it is replayed, and of captures alone a part.
  z
    .object({ span: reportSpanSchema.nullable().optional() })
    .and(z.union([formerRunSchema, formerCaptureSchema]))
    .transform(({ span = null, kind, id }) => ({ recording: { kind, id }, span })),
]);

export type ReportSource = z.output<typeof reportSourceSchema>;
export type ReportSpan = z.output<typeof reportSpanSchema>;

const comparedSideSchema = z.object({
  name: z.string(),
  recordings: z.array(recordingSchema),
  /** Whose runs it has: a point of the study; null: the recordings as they were chosen. */
  point: z.number().nullable(),
});

const comparisonPlaceSchema = z.object({
  /** The base first; of a study none: all of its points, as a figure. */
  sides: z.array(comparedSideSchema),
  /** Whose points the sides are; null: of none. */
  studyId: z.string().nullable(),
  /** Metric that was named beforehand; null: the usual one. */
  primary: z.string().nullable(),
  /** Metric that is told of first; absent: the one that was named. */
  metric: z.string().exactOptional(),
  /** Share of the base below which a difference does not matter; absent: the usual one. */
  leastEffect: z.number().exactOptional(),
  align: z.enum(alignments),
});
export type ComparisonPlace = z.output<typeof comparisonPlaceSchema>;
export type ComparedSidePlace = z.output<typeof comparedSideSchema>;

const currentPlaceSchema = z.object({
  screen: z.enum(screens),
  liveRunId: z.string().nullable(),
  replay: recordingSchema.nullable(),
  report: reportSourceSchema.nullable(),
  // There was nothing to compare with.
  compare: comparisonPlaceSchema.nullable().default(null),
  // There were no figures of papers.
  figure: z.string().nullable().default(null),
});

/** Reports were of runs only. */
const formerPlaceSchema = currentPlaceSchema
  .omit({ report: true, compare: true, figure: true })
  .extend({ reportRunId: z.string().nullable() })
  .transform(
    ({ reportRunId, ...place }): Place => ({
      ...place,
      compare: null,
      figure: null,
      report:
        reportRunId === null ? null : { recording: { kind: "run", id: reportRunId }, span: null },
    }),
  );

/** A point of a study as a side of a comparison. */
export const pointSide = (points: readonly StudyPoint[], at: number): ComparedSidePlace => ({
  name: pointName(points[at] ?? { settings: [] }),
  recordings: [],
  point: at,
});

/** What is kept of the navigation between sessions. */
export const placeSchema = z.union([currentPlaceSchema, formerPlaceSchema]);

export type Place = z.output<typeof currentPlaceSchema>;

export const firstPlace: Place = {
  screen: "experiments",
  liveRunId: null,
  replay: null,
  report: null,
  compare: null,
  figure: null,
};

/** Runs and captures that are gone, or that there are. */
export interface Documents {
  readonly runIds?: readonly string[];
  readonly captureIds?: readonly string[];
}

export interface NavigationState extends Place {
  openScreen(screen: Screen): void;
  openLive(runId: string): void;
  openReplay(recording: RecordingRef): void;
  openReport(source: ReportSource): void;
  openCompare(compare: ComparisonPlace): void;
  /** Opens a figure of a paper, by its id. */
  openFigure(figure: string): void;
  /** Two points as a comparison, more as a figure. */
  openStudy(study: Pick<StudyState, "id" | "points" | "primary">): void;
  /** Changes the place in the comparison that is shown. */
  changeComparison(change: Partial<ComparisonPlace>): void;
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
  openCompare: (compare) => set({ screen: "compare", compare }),
  openFigure: (figure) => set({ screen: "figures", figure }),
  openStudy: ({ id, points, primary }) =>
    set({
      screen: "compare",
      compare: {
        sides: points.length > 2 ? [] : points.map((_, at) => pointSide(points, at)),
        studyId: id,
        primary: primary ?? null,
        align: "analysis",
      },
    }),
  changeComparison: (change) =>
    set(({ compare }) => (compare === null ? {} : { compare: { ...compare, ...change } })),
  restore: (place) => set(place),
  forget: (gone) => set((state) => without(placeOf(state), gone)),
}));

export const placeOf = ({ screen, liveRunId, replay, report, compare, figure }: Place): Place => ({
  screen,
  liveRunId,
  replay,
  report,
  compare,
  figure,
});

/** A place without the runs and captures that are gone. */
export function without(place: Place, { runIds = [], captureIds = [] }: Documents): Place {
  const gone = { run: new Set(runIds), capture: new Set(captureIds) };
  const isGone = ({ kind, id }: RecordingRef): boolean => gone[kind].has(id);
  const { screen, liveRunId, replay, report, compare, figure } = place;
  return {
    screen,
    figure,
    liveRunId: liveRunId !== null && gone.run.has(liveRunId) ? null : liveRunId,
    replay: replay === null || isGone(replay) ? null : replay,
    report: report === null || isGone(report.recording) ? null : report,
    compare: compare === null ? null : comparisonWithout(compare, isGone),
  };
}

/** A side of which nothing is left goes with it; the points of a study are the study's to know. */
function comparisonWithout(
  compare: ComparisonPlace,
  isGone: (recording: RecordingRef) => boolean,
): ComparisonPlace {
  const sides = compare.sides.flatMap((side) => {
    const recordings = side.recordings.filter((one) => !isGone(one));
    return side.point === null && recordings.length === 0 ? [] : [{ ...side, recordings }];
  });
  return { ...compare, sides };
}

const shownIn = ({ replay, report, compare }: Place): readonly RecordingRef[] => [
  ...(replay === null ? [] : [replay]),
  ...(report === null ? [] : [report.recording]),
  ...(compare === null ? [] : compare.sides.flatMap(({ recordings }) => recordings)),
];

/** What of `place` no longer exists, given what does. */
export function missingOf(place: Place, existing: Required<Documents>): Required<Documents> {
  const idsOf = (wanted: RecordingRef["kind"]): string[] =>
    shownIn(place).flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const live = place.liveRunId === null ? [] : [place.liveRunId];
  const missing = (ids: readonly string[], known: readonly string[]): string[] =>
    ids.filter((id) => !known.includes(id));
  return {
    runIds: missing([...live, ...idsOf("run")], existing.runIds),
    captureIds: missing(idsOf("capture"), existing.captureIds),
  };
}

/** Whether the place shows a capture: only then must the captures be listed to know what is gone. */
export const showsCapture = (place: Place): boolean =>
  shownIn(place).some(({ kind }) => kind === "capture");
