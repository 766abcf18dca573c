import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ComparisonOfSides } from "../contract/comparison.ts";
import { comparisonSchema } from "../contract/comparison.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { RunningServices } from "./services.ts";
import {
  fakeScenario,
  messageOf,
  Scratch,
  unwrap,
  watchToEnd,
} from "./testing/scratch-services.ts";

let scratch: Scratch;
let services: RunningServices;

beforeEach(async () => {
  scratch = new Scratch();
  services = await scratch.open();
});
afterEach(() => scratch.dispose());

async function run(users: number, behaviour = "batches:5"): Promise<RecordingRef> {
  const scenario = await fakeScenario(behaviour);
  const changed = { ...scenario, workload: { ...scenario.workload, users } };
  const started = await services.experiments.start({ scenario: changed, preset: scenario.name });
  const { id } = unwrap(started);
  if (behaviour === "endless") await services.experiments.command(id, { kind: "cancel" });
  await watchToEnd(services, id);
  return { kind: "run", id };
}

async function sampleLog(): Promise<RecordingRef> {
  return { kind: "capture", id: unwrap(await services.captures.openSample()).entry.id };
}

const gone: RecordingRef = { kind: "run", id: "00000000-0000-4000-8000-000000000000" };

const compare = (...sides: readonly (readonly RecordingRef[])[]) =>
  services.comparisons.compare({
    sides: sides.map((recordings, at) => ({
      name: at === 0 ? "Base" : `New ${at}`,
      recordings: [...recordings],
    })),
  });

const phasesOf = ({ sides }: ComparisonOfSides, at: number) =>
  sides[at]?.phases.map(({ name }) => name);

describe("two runs", () => {
  it("are compared by what their summaries have, with the settings that differ", async () => {
    const compared = unwrap(await compare([await run(100)], [await run(250)]));
    expect(comparisonSchema.safeParse(compared).error?.issues).toBeUndefined();
    expect(compared.primary).toBe("throughput");
    expect(compared.settings).toEqual([
      { path: "workload.users", label: "Workload, Users", values: ["100", "250"] },
    ]);
    expect(compared.sameSettings).toBeGreaterThan(50);
    expect(phasesOf(compared, 0)).toEqual(["files", "checkpoint", "undo"]);
    expect(compared.against[0]?.metrics.map(({ id }) => id)).toContain("creation");
  });

  it("are compared from where somebody said that they are steady, in one comparison or for good", async () => {
    const [one, other] = [await run(100), await run(250)];
    unwrap(await services.library.change(one.id, { steadyFromMs: 700 }));
    const sides = [
      { name: "Base", recordings: [one] },
      { name: "New", recordings: [other], steadyFromMs: 800 },
    ];
    const compared = unwrap(await services.comparisons.compare({ sides }));
    expect(compared.against[0]?.notes).toEqual([
      expect.stringMatching(/^Base: the steady state was set by hand, from 700 ms on/),
      expect.stringMatching(/^New: the steady state was set by hand, from 800 ms on/),
    ]);
    // Only the first is kept.
    expect(unwrap(await services.library.steadyState(one.id)).chosenMs).toBe(700);
    expect(unwrap(await services.library.steadyState(other.id)).chosenMs).toBeNull();
  });

  it("that ended early count as far as they came, and are told", async () => {
    const whole = await run(100);
    const compared = unwrap(await compare([whole], [await run(100, "endless")]));
    expect(compared.against[0]?.notes[0]).toMatch(
      /^New 1: it was cancelled after .*as far as it came\.$/,
    );
    const nothing = messageOf(await compare([whole], [await run(100, "crash")]));
    expect(nothing).toBe("Nothing was measured on both sides: there is nothing to compare.");
  });
});

describe("a log", () => {
  it("is compared with a run by what both have: the creation and its phases", async () => {
    const compared = unwrap(await compare([await sampleLog()], [await run(100)]));
    expect(compared.primary).toBe("creation");
    expect(compared.against[0]?.metrics.map(({ id }) => id)).toEqual(["creation"]);
    expect(compared.against[0]?.sentences[0]).toMatch(/with one run that is not proven/);
    expect(phasesOf(compared, 0)).toContain("redo");
    expect(compared.settings).toEqual([]);
  });

  it("is compared with another one", async () => {
    const compared = unwrap(await compare([await sampleLog()], [await sampleLog()]));
    expect(compared.sides[0]?.phases).toEqual(compared.sides[1]?.phases);
  });
});

describe("what is gone", () => {
  it("is left out where its side has others, and refused where it has none", async () => {
    const there = await run(100);
    const compared = unwrap(await compare([there, gone], [there]));
    expect(compared.sides[0]?.recordings).toEqual([there]);
    expect(compared.against[0]?.notes[0]).toMatch(/^Base: 1 of 2 recordings cannot be read/);
    expect(messageOf(await compare([gone], [there]))).toMatch(/^Base: none of 1 recording can be/);
  });
});
