/** Each lesson's run and each choice's, by the real engine: every step finds its event, and what lessons claim is so. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lesson } from "../../app/contract/lesson.ts";
import type { RecordingOverview } from "../../app/contract/rpc/recordings.ts";
import { figureOf } from "../../app/domain/lessons/lesson-figures.ts";
import { type LessonRun, seriesNeeds } from "../../app/domain/lessons/lesson-run.ts";
import { lessonSteps, type ToldRuns } from "../../app/domain/lessons/lesson-steps.ts";
import { PushReader } from "../../app/domain/page-map/push-reader.ts";
import { mostCharacters } from "../../app/domain/present/sentences.ts";
import { recordingTimeline } from "../../app/domain/timeline/recording-timeline.ts";
import { lessonEntries } from "../../app/services/lessons.ts";
import { createServices, type RunningServices } from "../../app/services/services.ts";
import { makeScratch, removeScratch } from "./testing/snapscope.ts";

const dataFolder = makeScratch();
let services: RunningServices;
const signal = new AbortController().signal;

beforeAll(async () => {
  const created = await createServices({ dataFolder });
  if (!created.ok) throw new Error(created.error.message);
  services = created.value;
});
afterAll(async () => {
  await services.close();
  removeScratch(dataFolder);
});

async function lessonRun(runId: string, lesson: Lesson): Promise<LessonRun> {
  for await (const { ended } of services.experiments.watch(runId, signal)) if (ended) break;
  const recording = { kind: "run", id: runId } as const;
  let overview: RecordingOverview | null = null;
  for await (const update of services.recordings.watch(recording, signal)) {
    overview = update.overview ?? overview;
  }
  const reader = new PushReader();
  for await (const { batches } of services.recordings.pushes(recording, signal)) {
    for (const batch of batches) expect(reader.take(batch).ok).toBe(true);
  }
  const needs = seriesNeeds(lesson);
  const series = await services.recordings.series({ recording, ...needs, points: 4000 });
  const summary = overview?.run?.summary;
  if (overview == null || summary == null || !series.ok) throw new Error("the run has no end");
  const timeline = recordingTimeline(overview);
  return { timeline, summary, pushes: reader.log, series: series.value };
}

async function runsOf(id: string, lesson: Lesson, choice: number | null): Promise<LessonRun[]> {
  const begun = await services.lessons.begin({ id, choice });
  if (!begun.ok) throw new Error(begun.error.message);
  const runs: LessonRun[] = [];
  for (const entry of begun.value) runs.push(await lessonRun(entry.id, lesson));
  return runs;
}

/** What the lesson says, from its first step to its last. */
function sentencesOf(steps: Lesson["steps"], told: ToldRuns): string[] {
  const resolved = lessonSteps(steps, told);
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value.map(({ sentence }) => sentence);
}

const ids = [
  "anatomy-of-a-creation",
  "as-of-when",
  "backup-or-snapshot",
  "first-write-and-second",
  "reading-through-a-snapshot",
  "revert-and-what-it-loses",
  "why-the-second-hurts",
];

type Values = (figure: string) => number;

/** What sentences say in words, by their steps: it has to be so wherever the step is told. */
const claims: Readonly<Record<string, (value: Values, run: LessonRun) => boolean>> = {
  "first-write-and-second/second-update": (value) => value("pages") === 0,
  "first-write-and-second/only-the-first": (value) => value("first") > value("second"),
  "as-of-when/still-in": (value) => value("later") > 0 && value("commits") > 0,
  "as-of-when/no-longer-in": (value) => value("commits") > 0,
  "as-of-when/newest-row": (value, { timeline }) =>
    value("row") <= (timeline.asOf[0]?.atMs ?? 0) && value("commits") > 0,
  "why-the-second-hurts/before": (value) => value("waits") === 0,
  "why-the-second-hurts/recovered": (value) => value("early") > value("late"),
  "reading-through-a-snapshot/page-clear": (value) => value("pages") < 100,
  "reading-through-a-snapshot/page-set": (value) => value("pages") >= 100,
  "revert-and-what-it-loses/refused": (_, { summary }) =>
    summary.timeline.find(({ command }) => command.kind === "revertSnapshot")?.outcome === "failed",
};

function expectClaims(id: string, steps: Lesson["steps"], { runs, unchanged: base }: ToldRuns) {
  for (const { id: step, run = 0, figures } of steps) {
    const value: Values = (name) =>
      figureOf(name, figures, ({ run: at = run, unchanged: before }) =>
        before ? base?.[at] : runs[at],
      )?.value ?? Number.NaN;
    const told = runs[run];
    const holds = claims[`${id}/${step}`] ?? (() => true);
    expect(told !== undefined && holds(value, told), `what ${step} says in words`).toBe(true);
  }
}

const unchanged = new Map<string, LessonRun[]>();

describe.each(ids)("lesson %s", (id) => {
  it("finds each step's event in its runs and in those of each choice", async () => {
    const entry = (await lessonEntries()).find((one) => one.id === id);
    expect(entry?.problem).toBeNull();
    const lesson = entry?.lesson;
    if (lesson == null) throw new Error("there is no such lesson");
    const runs = await runsOf(id, lesson, null);
    unchanged.set(id, runs);
    const sentences = sentencesOf(lesson.steps, { runs, unchanged: null });
    expectClaims(id, lesson.steps, { runs, unchanged: null });
    const { after, choices, tells } = lesson.change;
    const rest = lesson.steps.slice(lesson.steps.findIndex((step) => step.id === after) + 1);
    expect(rest.length).toBeGreaterThan(0);
    for (const [choice, { sentence }] of choices.entries()) {
      const changed = { runs: await runsOf(id, lesson, choice), unchanged: runs };
      const told = sentencesOf([tells, ...rest], changed);
      expect(told[0], `choice ${choice} changes something`).not.toContain("no more and no less");
      sentences.push(sentence, ...told);
      expectClaims(id, rest, changed);
    }
    expect(sentences.filter((text) => text.length > mostCharacters)).toEqual([]);
    if (process.env.SNAPSCOPE_TELL_LESSONS !== undefined)
      console.log([id, ...sentences].join("\n"));
  }, 120_000);
});

it("uses a completed run again", async () => {
  const begin = () => services.lessons.begin({ id: "as-of-when", choice: null });
  const [first, second] = [await begin(), await begin()];
  if (!first.ok || !second.ok) throw new Error("the lesson did not begin");
  expect(second.value.map(({ id }) => id)).toEqual(first.value.map(({ id }) => id));
  expect(first.value.map(({ status }) => status)).toEqual(["completed"]);
});

it("shows that each snapshot takes a tenth of the throughput, and FCB_REPLICA_WRITE with the second", async () => {
  const id = "why-the-second-hurts";
  const lesson = (await lessonEntries()).find((one) => one.id === id)?.lesson;
  const toldOf = (step: string, name: string): number => {
    const { figures = {} } = lesson?.steps.find((one) => one.id === step) ?? {};
    return figureOf(name, figures, () => unchanged.get(id)?.[0])?.value ?? Number.NaN;
  };
  expect(toldOf("first", "change")).toBeLessThanOrEqual(-0.1);
  expect(toldOf("second", "change")).toBeLessThanOrEqual(-0.1);
  expect(toldOf("waits", "total")).toBeGreaterThan(1);
});
