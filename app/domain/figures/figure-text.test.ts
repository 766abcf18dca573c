import { describe, expect, it } from "vitest";
import { engineRevision } from "../../contract/engine-revision.ts";
import type { FigureCheckResult } from "../../contract/figure.ts";
import { creationCheckText } from "./creation-check.ts";
import { figureAnswer } from "./figure-answer.ts";
import {
  computedText,
  explained,
  hashesText,
  measuredText,
  paperName,
  paperNames,
  pointText,
  revisionText,
  standMeaning,
  standText,
} from "./figure-text.ts";
import { figureById } from "./figures.ts";
import { fakeFigureResults } from "./testing/fake-figure-results.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

const found = figureById("sqlcat-5");
if (!found.ok) throw new Error(found.error.message);
const figure = found.value;

/** Whose first point has a run of that revision, the others of the present one. */
const answerOf = (revision: number | null) =>
  figureAnswer(
    figure,
    fakeFigureResults(figure, (place) => [
      fakeFigureRun(place === 0 ? { engineRevision: revision } : {}),
    ]),
  );

describe("of which engine results are", () => {
  it("is told with that which the engine is at", () => {
    expect(revisionText([3], 5)).toBe("engine revision 3; the present one is 5");
    expect(revisionText([1, 3, 5], 5)).toBe("engine revisions 1, 3 and 5; the present one is 5");
    expect(revisionText([5], 5)).toBe("engine revision 5, the present one");
    expect(revisionText([], 5)).toBe("an engine from before revisions were counted");
  });

  it("stands in lists where it is not the present one, and in tables where points have several", () => {
    const [present, other] = [answerOf(engineRevision), answerOf(engineRevision + 1)];
    const name = figure.points[0]?.name ?? "";
    expect(pointText(present, 0)).toBe(name);
    expect(pointText(other, 0)).toBe(`${name} (revision ${engineRevision + 1})`);
    expect(pointText(other, 1)).toBe(`${figure.points[1]?.name} (revision ${engineRevision})`);
    expect(standText(present)).not.toContain("engine");
    expect(standText(other)).toMatch(/; by an earlier engine$/);
    expect(standText(figureAnswer(figure, null))).toBe("not computed");
    expect(pointText(figureAnswer(figure, null), 0)).toBe(name);
  });

  it("says why hashes were not compared", () => {
    const none = { compared: 0, otherRevisions: [], different: [] };
    expect(hashesText({ ...none, otherRevisions: [7] })).toBe(
      `What came with the program is of engine revision 7; the present one is ${engineRevision}, so its telemetry differs.`,
    );
    expect(hashesText(none)).toContain("other seeds, or other settings");
  });
});

describe("what is said of a figure", () => {
  const found = figureById("sqlcat-creation");
  if (!found.ok) throw new Error(found.error.message);
  const errorlog = found.value;
  const answer = figureAnswer(
    errorlog,
    fakeFigureResults(errorlog, (place) =>
      (place === 2 ? [1] : [1, 2]).map((seed) => fakeFigureRun({ seed })),
    ),
  );

  it("has the points with fewer runs, and what is compared with the paper", () => {
    expect(computedText(answer)).toContain(
      "2 runs of each point (of “Silent spans given” 1 run), seeds 1, 2, by engine revision",
    );
    expect(standMeaning(answer)).toMatch(
      /from half to twice of it passes\. What does not come out stands below, with the reason\.$/,
    );
    expect(standMeaning(figureAnswer(figure, null))).toMatch(
      /We compare trends with the paper’s, not absolute times\.$/,
    );
  });

  it("says how its creations compare with the published one where they are what it is about", () => {
    const told = (id: string) => {
      const one = figureById(id);
      if (!one.ok) throw new Error(one.error.message);
      return computedText(figureAnswer(one.value, null));
    };
    expect(told("sqlcat-1")).toBe(`Not computed yet. ${creationCheckText()}`);
    expect(told("sqlcat-5")).toBe("Not computed yet.");
  });

  it("names the paper by the one year that it has in lists and charts", () => {
    expect([paperNames.sqlcat, paperName("sqlcat")]).toEqual(["SQLCAT 2007", "The paper, 2007"]);
  });
});

it("what was measured for a check says once what all of it shares", () => {
  const value = (point: string, measure: string, text: string) => ({
    ...{ point, measure, text, what: `${point}: ${measure}` },
  });
  const told = (...measured: FigureCheckResult["measured"]) =>
    measuredText({ id: "", statement: "", says: "", verdict: "pass", reason: "", measured });
  const [one, two, three] = [
    value("100 users", "redo", "1 s"),
    value("500 users", "redo", "2 s"),
    value("500 users", "undo", "3 s"),
  ];
  expect(told(one)).toBe("100 users: redo: 1 s");
  expect(told(one, two)).toBe("redo: 1 s (100 users), 2 s (500 users)");
  expect(told(two, three)).toBe("500 users: redo 2 s, undo 3 s");
  expect(told(one, three)).toBe("100 users: redo: 1 s; 500 users: undo: 3 s");
});

describe("what does not come out", () => {
  const check = (id: string, verdict: FigureCheckResult["verdict"]): FigureCheckResult => ({
    ...{ id, verdict, statement: id, says: "", measured: [], reason: "" },
  });
  const mechanism = { checks: ["one", "two"], because: "It is so.", detail: "" };
  const answer = {
    ...answerOf(1),
    checks: [check("three", "fail"), check("two", "fail"), check("one", "notProven")],
  };
  const groupsOf = (checks: readonly FigureCheckResult[], computed = true) =>
    explained({
      ...answer,
      ...{ checks, provenance: computed ? answer.provenance : null },
      figure: { ...answer.figure, mechanisms: [mechanism] },
    }).map((group) => [group.mechanism?.because ?? null, group.checks.map(({ id }) => id)]);

  it("stands below the mechanism that explains it, also where it is not proven", () => {
    expect(groupsOf(answer.checks)).toEqual([
      ["It is so.", ["two", "one"]],
      [null, ["three"]],
    ]);
  });

  it("has no mechanism where it comes out after all, or was not computed", () => {
    expect(groupsOf([check("one", "pass"), check("two", "pass")])).toEqual([]);
    expect(groupsOf([check("one", "notProven")], false)).toEqual([[null, ["one"]]]);
  });
});
