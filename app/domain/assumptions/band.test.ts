import { describe, expect, it } from "vitest";
import type { Metric } from "../../contract/metric.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Study } from "../../contract/study.ts";
import { creationCheckText } from "../figures/creation-check.ts";
import { bandOf } from "./band.ts";
import { bandPlan } from "./band-points.ts";
import { movingFigures } from "./band-text.ts";

const document = {
  formatVersion: 1,
  name: "on sata",
  storage: {
    volumes: [{ name: "D", device: { preset: "sata-ssd" } }],
    placement: { data: "D", log: "D", snapshot: "D" },
  },
};

function studyOf(): Study {
  const scenario = resolveScenario(document, "it");
  const plan = scenario.ok ? bandPlan(scenario.value) : scenario;
  if (!plan.ok) throw new Error(plan.error.message);
  const id = "6f1f5e0e-5d0c-4d0e-9f4a-0d6e1f2a3b4c";
  return { ...plan.value.request, formatVersion: 1, id, createdUtc: "2026-01-01T00:00:00Z" };
}

const study = studyOf();
const latency = "storage.volumes.0.device.link.latencyUs";
const channels = "storage.volumes.0.device.member.channels";
const creation: Metric = { name: "creation", unit: "duration", better: "lower" };

/** Each point with 10 s, but for these; null: no creation came about. */
function bandWith(
  values: Readonly<Record<string, number | null>>,
  ran: (place: string) => boolean = () => true,
) {
  const places = study.points.map(({ assumed }) =>
    assumed === undefined ? "given" : `${assumed.figure ?? "all"} ${assumed.end}`,
  );
  const points = places.map((place) => {
    const value = place in values ? (values[place] ?? null) : 10_000;
    return { center: value === null ? null : { value } };
  });
  return bandOf(study, [{ id: "creation", metric: creation, points }], places.map(ran));
}

describe("a band", () => {
  it("reaches from the lowest to the highest of all points, and names what moves it most", () => {
    const band = bandWith({
      [`${latency} slow`]: 12_000,
      [`${channels} slow`]: 40_000,
      [`${channels} fast`]: 9000,
      "all slow": 60_000,
    });
    const [metric] = band.metrics;
    expect(metric).toMatchObject({ given: 10_000, low: 9000, high: 60_000 });
    expect(metric?.sentence).toBe(
      "Creation: 10 s; 9 s to 1 min 0 s over what is assumed, most by D’s channels.",
    );
    expect(metric?.rows.map(({ path }) => path).slice(0, 3)).toEqual([null, channels, latency]);
    expect(metric?.rows[1]).toMatchObject({ slow: { value: 40_000 }, fast: { value: 9000 } });
  });

  it("tells which figures change nothing", () => {
    const band = bandWith({ [`${latency} slow`]: 10_099, [`${channels} slow`]: 10_100 });
    expect(band.figures.map(({ path }) => path)).toContain(latency);
    expect(band.unmoved).toContain(latency);
    expect(band.unmoved).not.toContain(channels);
    expect(bandWith({}).metrics[0]?.sentence).toBe(
      "Creation: 10 s; no figure that was varied moves it by 1 %.",
    );
    expect(bandWith({}, (place) => place !== "all fast").metrics[0]?.sentence).toBe(
      "Creation: 10 s; what has run so far does not move it.",
    );
    expect(bandWith({ "all slow": 20_000 }).metrics[0]?.sentence).toContain(
      "only by several figures together",
    );
  });

  it("says where something no longer came about within the run, and takes that for the most", () => {
    const band = bandWith({ [`${latency} slow`]: null, [`${channels} slow`]: 40_000 });
    expect(band.metrics[0]?.sentence).toBe(
      "Creation: 10 s; 10 s to 40 s over what is assumed, most by D’s latency. " +
        "It did not come about within the run at an end of D’s latency.",
    );
    expect(band.metrics[0]?.rows.find(({ path }) => path === latency)?.slow).toEqual({
      value: null,
    });
  });

  it("has nothing at an end that was not run, and notes that", () => {
    const band = bandWith({}, (place) => place !== `${latency} slow`);
    expect(band.metrics[0]?.rows.find(({ path }) => path === latency)?.slow).toBeNull();
    const alone = bandWith(
      {},
      (place) => place !== `${latency} slow` && place !== `${latency} fast`,
    );
    expect(alone.unmoved).not.toContain(latency);
    expect(movingFigures(alone)).not.toContain(latency);
    expect(band.notes[0]).toMatch(/^1 point of \d+ has no result/);
    expect(bandWith({ given: null }).metrics).toEqual([]);
  });

  it("says what it varies and what not, and how a creation compares with the published one", () => {
    const [varied, ...others] = bandWith({}).notes;
    expect(varied).toMatch(
      /^Varied: \d+ figures of its server .* Not varied: the load, the database,/,
    );
    expect(others).not.toContain(creationCheckText());
    const timeline = [{ atSeconds: 60, command: { kind: "createSnapshot", name: "s1" } }];
    const withSnapshot = { ...study, base: { ...document, timeline } };
    expect(bandOf(withSnapshot, [], []).notes).toContain(creationCheckText());
    const real = { ...study, base: { ...document, mode: "real", timeline } };
    expect(bandOf(real, [], []).notes).not.toContain(creationCheckText());
  });
});
