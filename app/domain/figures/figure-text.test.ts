import { describe, expect, it } from "vitest";
import { engineRevision } from "../../contract/engine-revision.ts";
import { figureAnswer } from "./figure-answer.ts";
import { hashesText, pointText, revisionText, standText } from "./figure-text.ts";
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
