/** What must hold of everything that is made of the corpus, whatever its logs say. */
import { describe, expect, it } from "vitest";
import type { CaptureOverview } from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import { messageKinds } from "../../domain/errorlog/messages/recognise.ts";
import type { Capture } from "../capture.ts";
import { corpusInputs, withCapture } from "./corpus-files.ts";
import { expectations } from "./expectations/all.ts";

const partNames: ReadonlySet<string> = new Set(["analysis", "redo", "undo"]);
/** Where nothing ends a phase, nobody knows how long it goes on. */
const endOf = ({ endMs }: Phase): number => endMs ?? Number.POSITIVE_INFINITY;
const ofDatabase = (phase: Phase): boolean => phase.snapshot === null;
const isPart = (phase: Phase): boolean =>
  partNames.has(phase.name) && ofDatabase(phase) && phase.figures.ofRoleChange !== true;
/** Whose it is; logs of several servers have databases of the same name. */
const ownerOf = ({ database, figures }: Phase): string => `${figures.server}/${database}`;
const titleOf = (phase: Phase): string =>
  `${phase.name} ${ownerOf(phase)} ${phase.startMs}-${phase.endMs}`;

interface Seen {
  readonly overview: CaptureOverview;
  /** The kinds of its records that have a time, in order. */
  readonly kinds: readonly string[];
}

const see = (capture: Capture): Seen => ({
  overview: capture.overview(),
  kinds: Array.from(
    { length: capture.records.count },
    (_, record) => messageKinds[capture.records.kindId(record)] ?? "?",
  ),
});

const seen = expectations.map(
  ({ open }) => [open.join(", "), withCapture(corpusInputs(open), see)] as const,
);

describe.each(seen)("of %s", (_name, { overview, kinds }) => {
  const { phases, findings } = overview;
  const recoveries = phases.filter(({ name }) => name === "recovery");
  const parts = phases.filter(isPart);
  const wholeOf = (part: Phase): Phase | undefined =>
    recoveries.find(
      (whole) =>
        ownerOf(whole) === ownerOf(part) &&
        whole.startMs <= part.startMs &&
        endOf(part) <= endOf(whole),
    );

  it("no part of a recovery lies outside of it", () => {
    expect(parts.filter((part) => wholeOf(part) === undefined).map(titleOf)).toEqual([]);
  });

  it("no two recoveries of one database are at once", () => {
    const overlapping = recoveries.filter((recovery, index) =>
      recoveries
        .slice(index + 1)
        .some((other) => ownerOf(other) === ownerOf(recovery) && other.startMs < endOf(recovery)),
    );
    expect(overlapping.map(titleOf)).toEqual([]);
  });

  it("nothing is unfinished after an orderly stop", () => {
    const isOver =
      kinds.includes("serverStopping") &&
      kinds.lastIndexOf("serverStopping") > kinds.lastIndexOf("serverBanner");
    const open = isOver ? phases.filter(({ endMs }) => endMs === null) : [];
    expect(open.map(titleOf)).toEqual([]);
    expect(isOver && findings.some(({ title }) => title.includes("is not complete"))).toBe(false);
  });

  it("a figure that is printed goes before a bound", () => {
    const untrue = parts.filter((part) => {
      const { startMs, endMs, startSource, endSource, figures } = part;
      const isBound = startSource === "bound" || endSource === "bound";
      // Cut off where the log or the whole begins, which its figures say.
      const isCut = "beganBeforeLogMs" in figures || startMs === wholeOf(part)?.startMs;
      return isBound && typeof figures.durationMs === "number" && endMs !== null && !isCut;
    });
    expect(untrue.map(titleOf)).toEqual([]);
  });

  it("what contradicts itself is told", () => {
    const silent = recoveries.filter(({ startMs, endMs, figures, startSource }) => {
      const printed = ["analysisMs", "redoMs", "undoMs"].map((key) => Number(figures[key] ?? 0));
      const sum = printed.reduce((total, ms) => total + ms, 0);
      const isShort = endMs !== null && sum > endMs - startMs + 1000;
      return isShort && startSource === "logged" && !("contradiction" in figures);
    });
    expect(silent.map(titleOf)).toEqual([]);
  });

  it("starts of the server follow each other", () => {
    const starts = phases.filter(({ name }) => name === "serverStart");
    const after = starts.filter(
      (start, index) =>
        starts.slice(index + 1).some((next) => next.figures.server === start.figures.server) &&
        endOf(start) === Number.POSITIVE_INFINITY,
    );
    expect(after.map(titleOf)).toEqual([]);
  });
});

describe("over all of the corpus", () => {
  const all = seen.flatMap(([, { overview }]) => overview.phases);

  it("there are recoveries with parts, some of which contradict themselves", () => {
    expect(all.filter(isPart).length).toBeGreaterThan(10);
    expect(all.some(({ figures }) => "contradiction" in figures)).toBe(true);
  });

  it("repeated reports of one condition are one event", () => {
    const titles = seen.flatMap(([, { overview }]) => overview.findings.map(({ title }) => title));
    expect(titles.filter((title) => /paged out|lease of/.test(title))).toEqual(
      expect.arrayContaining([
        expect.stringContaining("paged out twice, for 10 min or longer"),
        expect.stringContaining("expired once (19407, 2 records)"),
      ]),
    );
  });
});
