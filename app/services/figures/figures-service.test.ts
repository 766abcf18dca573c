import { describe, expect, it } from "vitest";
import { failure, success } from "../../contract/result.ts";
import type { StudyState } from "../../contract/rpc/studies.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { figureAnswer } from "../../domain/figures/figure-answer.ts";
import { figureById, figures } from "../../domain/figures/figures.ts";
import { pointScenarios } from "../../domain/studies/study-scenarios.ts";
import { unwrap } from "../testing/scratch-services.ts";
import { readFigureResults } from "./figure-files.ts";
import { createFigures } from "./figures-service.ts";

const hash = "0123456789abcdef";
const id = "sqlskills-1";
const studyId = "00000000-0000-4000-8000-000000000001";

const definition = unwrap(figureById(id));
/** The revision of the figure's results, which may be older than the engine. */
const [shippedRevision = 0] =
  figureAnswer(definition, unwrap(await readFigureResults(definition))).provenance
    ?.engineRevisions ?? [];

/** A study of whose plan so many runs are completed, each with a telemetry of its own making. */
function withStudy(completed: number) {
  let state: StudyState | null = null;
  let others: readonly StudyState[] = [];
  const service = createFigures({
    studies: {
      list: async () => [...others, ...(state === null ? [] : [state])],
      state: async () => (state === null ? failure("notFound", "no such study") : success(state)),
    },
    summaryOf: (runId) => {
      const place = Number(runId);
      const scenarios = state === null ? [] : unwrap(pointScenarios(state));
      const scenario = scenarios[place];
      if (scenario === undefined) return null;
      const summary = fakeSummary(scenario, "completed");
      const engine = { ...summary.run.engine, revision: shippedRevision };
      return { ...summary, run: { ...summary.run, engine }, telemetryHash: hash };
    },
    timelineOf: async () => failure("notFound", "no timeline"),
    now: () => new Date("2026-11-26T08:00:00Z"),
  });
  const start = async () => {
    const plan = unwrap(await service.plan(id));
    state = {
      ...plan,
      name: plan.name ?? "",
      formatVersion: 1,
      id: studyId,
      createdUtc: "2026-11-26T07:00:00.000Z",
      status: "running",
      notes: [],
      runs: plan.points.map((_, point) => ({
        point,
        repeat: 0,
        seed: 1,
        // What failed has a run as well, which counts for nothing.
        status: point < completed ? "completed" : "failed",
        runId: `${point}`,
      })),
    };
    return service;
  };
  /** Newer ones that are not of the figure, or are. */
  const also = (change: (own: StudyState) => StudyState) => {
    if (state !== null) others = [change(state), ...others];
  };
  return { service, start, also };
}

describe("the figures of a UI", () => {
  it("are all there, with what came with the program", async () => {
    const answers = unwrap(await withStudy(0).service.list());
    expect(answers.map(({ figure }) => figure.id)).toEqual(figures.map((figure) => figure.id));
    const known = answers.find(({ figure }) => figure.id === id);
    expect(known?.provenance?.seeds).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("are planned as they were computed for the program", async () => {
    const plan = unwrap(await withStudy(0).service.plan(id));
    expect(plan).toMatchObject({ repeats: 6, base: { seed: 1, name: "sqlskills-select-into" } });
    expect(plan.name).toBe("SQLskills 2013, Figure 1: SELECT INTO with 0, 1 and 2 snapshots");
    expect(unwrap(pointScenarios(plan))).toHaveLength(5);
  });

  it("give the scenario of a point, under a name that tells where it is from", async () => {
    const { service } = withStudy(0);
    const scenario = unwrap(await service.scenario({ id, point: "pcie-2" }));
    expect(scenario.name).toBe("SQLskills 2013, Figure 1: PCIe SSD, 2 snapshots");
    expect(scenario.storage.placement.snapshot).toBe("R");
    const missing = await service.scenario({ id, point: "pcie-3" });
    expect(!missing.ok && missing.error.message).toContain(
      '"pcie-3" is no point of sqlskills-1; allowed: none,',
    );
  });

  it("tell of the runs of a study as far as they are, and which are not what was shipped", async () => {
    const service = await withStudy(2).start();
    const { answer, hashes } = unwrap(await service.here(id, studyId));
    expect(answer.points.map(({ runs }) => runs)).toEqual([1, 1, 0, 0, 0]);
    expect(hashes).toMatchObject({
      compared: 2,
      different: [
        { point: "none", seed: 1, here: hash },
        { point: "raid5-1", seed: 1, here: hash },
      ],
    });
  });

  it("of a study without a completed run have no results yet", async () => {
    const service = await withStudy(0).start();
    const { answer, hashes } = unwrap(await service.here(id, studyId));
    expect([answer.provenance, hashes]).toEqual([null, null]);
  });

  it("refuse a study of other points", async () => {
    const service = await withStudy(1).start();
    const other = await service.here("sqlskills-2", studyId);
    expect(!other.ok && other.error.message).toContain("is no study of the points of sqlskills-2");
  });

  it("find the newest study of the plan by its scenarios, whatever it is called", async () => {
    const { service, start, also } = withStudy(1);
    expect(unwrap(await service.studyOf(id))).toBeNull();
    await start();
    also(({ points, ...own }) => ({ ...own, id: "other-points", points: points.toReversed() }));
    also((own) => ({ ...own, id: "other-base", base: { ...own.base, durationSeconds: 50 } }));
    expect(unwrap(await service.studyOf(id))).toBe(studyId);
    expect(unwrap(await service.studyOf("sqlskills-2"))).toBeNull();
    also((own) => ({ ...own, id: "renamed", name: "mine", base: { ...own.base, seed: 99 } }));
    expect(unwrap(await service.studyOf(id))).toBe("renamed");
  });

  it("go out as one HTML file with the verdicts and every median", async () => {
    const file = unwrap(await withStudy(0).service.export(id));
    expect([file.fileName, file.mediaType]).toEqual(["sqlskills-1-report.html", "text/html"]);
    const html = new TextDecoder().decode(file.bytes);
    expect(html).toContain("With one snapshot it takes at least twice as long on the disks");
    expect(html).toContain("snapscope figures run sqlskills-1");
    const answers = unwrap(await withStudy(0).service.list());
    const medians = answers
      .find(({ figure }) => figure.id === id)
      ?.points.map(({ values }) => values.selectInto?.value);
    expect(medians).toHaveLength(5);
    for (const median of medians ?? []) expect(html).toContain(`<data value="${median}">`);
  });
});
