import { describe, expect, it } from "vitest";
import { engineRevision } from "../../contract/engine-revision.ts";
import { figureAnswer } from "./figure-answer.ts";
import {
  cellText,
  comparedText,
  hashesText,
  pointText,
  printedText,
  provenanceText,
  revisionText,
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
    expect(revisionText([3], 5)).toBe("of revision 3; the engine is at 5");
    expect(revisionText([1, 3, 5], 5)).toBe("of revisions 1, 3 and 5; the engine is at 5");
    expect(revisionText([5], 5)).toBe("of revision 5, as the engine is");
    expect(revisionText([], 5)).toBe("of an engine that counted no revisions yet");
  });

  it("stands in lists where it is not the present one, and in tables where points have several", () => {
    const [present, other] = [answerOf(engineRevision), answerOf(engineRevision + 1)];
    const name = figure.points[0]?.name ?? "";
    expect(pointText(present, 0)).toBe(name);
    expect(pointText(other, 0)).toBe(`${name} (revision ${engineRevision + 1})`);
    expect(pointText(other, 1)).toBe(`${figure.points[1]?.name} (revision ${engineRevision})`);
    expect(standText(present)).not.toContain("revision");
    expect(standText(other)).toContain(`revisions ${engineRevision} and ${engineRevision + 1}`);
    expect(standText(figureAnswer(figure, null))).toBe("not computed");
    expect(pointText(figureAnswer(figure, null), 0)).toBe(name);
  });

  it("says why hashes were not compared", () => {
    const none = { compared: 0, otherRevisions: [], different: [] };
    expect(hashesText({ ...none, otherRevisions: [7] })).toBe(
      `What came with the program is of revision 7; the engine is at ${engineRevision}, so its telemetry is another.`,
    );
    expect(hashesText(none)).toContain("other seeds, or other settings");
  });
});

describe("a figure with numbers of its paper", () => {
  const errorlog = figureById("sqlcat-creation");
  if (!errorlog.ok) throw new Error(errorlog.error.message);
  const definition = errorlog.value;
  const phases = [
    { name: "openWait" as const, startMs: 0, endMs: 58_550 },
    { name: "redo" as const, startMs: 58_550, endMs: 60_550 },
  ];
  const creation = {
    ...{ snapshot: "s1", startMs: 0, endMs: 60_550, asOfMs: 0, newestRowMs: null },
    ...{ sizeOnDiskBytes: 0, phases },
  };
  const answer = figureAnswer(
    definition,
    fakeFigureResults(definition, (place) =>
      (place === 2 ? [1] : [1, 2]).map((seed) => fakeFigureRun({ seed, creations: [creation] })),
    ),
  );
  const measureOf = (id: string) => {
    const measure = answer.figure.measures.find((one) => one.id === id);
    if (measure === undefined) throw new Error(`${id} is gone`);
    return measure;
  };

  it("says of a cell that its scenario gave it, and what the paper prints beside it", () => {
    expect(cellText(answer, 2, measureOf("toOpening"))).toBe("58.55 s, given");
    expect(cellText(answer, 0, measureOf("toOpening"))).not.toContain("given");
    expect(cellText(answer, 2, measureOf("redo"))).toBe("2 s");
    expect(printedText(answer.figure, measureOf("redo"))).toBe("19 min 56.85 s");
    expect(printedText(figureAnswer(figure, null).figure, measureOf("redo"))).toBe("");
  });

  it("says where its points have fewer repeats, and whether sizes are compared", () => {
    expect(provenanceText(answer.provenance)).toContain(
      "2 repeats of each point (of “Silent spans given” 1 repeat), seeds 1, 2;",
    );
    expect(comparedText(definition)).toContain("from half to twice what the paper prints");
    expect(comparedText(figure)).toContain("Shape, not hardware");
  });
});
