import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ComparisonOfSides } from "../contract/comparison.ts";
import { comparisonSchema } from "../contract/comparison.ts";
import { failure } from "../contract/result.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { RunningServices } from "./services.ts";
import {
  fakeScenario,
  messageOf,
  Scratch,
  unwrap,
  upload,
  watchToEnd,
} from "./testing/scratch-services.ts";

const scratch = new Scratch();
let services: RunningServices;

beforeAll(async () => {
  services = await scratch.open();
});
afterAll(() => scratch.dispose());

/** By what was asked for. To compare runs leaves them as they are: tests share those that are alike. */
const runs = new Map<string, Promise<RecordingRef>>();

function run(users: number, behaviour = "batches:5"): Promise<RecordingRef> {
  const key = `${users} ${behaviour}`;
  const known = runs.get(key) ?? record(users, behaviour);
  runs.set(key, known);
  return known;
}

async function record(users: number, behaviour: string): Promise<RecordingRef> {
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

  it("are not compared when nobody waits for the answer any more", async () => {
    const sides = [await run(100), await run(250)].map((ref, at) => ({
      name: `Side ${at}`,
      recordings: [ref],
    }));
    const abort = new AbortController();
    const takenBack = services.comparisons.compare({ sides }, abort.signal);
    abort.abort();
    await expect(takenBack).rejects.toThrow("aborted");
  });

  it("are read without what their ERRORLOGs say", async () => {
    const ends = [await run(100), await run(250)];
    const wholly = vi.spyOn(services.library, "timeline");
    onTestFinished(() => wholly.mockRestore());
    unwrap(await compare(...ends.map((end) => [end])));
    expect(wholly).not.toHaveBeenCalled();
  });

  it("are compared from where somebody said that they are steady, in one comparison or for good", async () => {
    const [one, other] = [await run(100, "batches:15"), await run(250, "batches:15")];
    unwrap(await services.library.change(one.id, { steadyFromMs: 11_000 }));
    const sides = [
      { name: "Base", recordings: [one] },
      { name: "New", recordings: [other], steadyFromMs: 12_000 },
    ];
    const compared = unwrap(await services.comparisons.compare({ sides }));
    expect(compared.against[0]?.notes.slice(1)).toEqual([
      "Base: the steady state was set by hand, from 11 s on: 4 samples.",
      "New: the steady state was set by hand, from 12 s on: 3 samples.",
    ]);
    // Only the first is kept.
    expect(unwrap(await services.library.steadyState(one.id)).chosenMs).toBe(11_000);
    expect(unwrap(await services.library.steadyState(other.id)).chosenMs).toBeNull();
  });

  it("that ended early count as far as they came, and are told", async () => {
    const whole = await run(100);
    const compared = unwrap(await compare([whole], [await run(100, "endless")]));
    expect(compared.against[0]?.notes[0]).toMatch(
      /^New 1: it was cancelled after .*as far as it came\.$/,
    );
    const nothing = messageOf(await compare([whole], [await run(100, "crash")]));
    expect(nothing).toBe(
      "Base against New 1: Nothing was measured on both sides: there is nothing to compare.",
    );
  });
});

describe("a log", () => {
  it("is compared with a run by what both have: the creation and its phases", async () => {
    const compared = unwrap(await compare([await sampleLog()], [await run(100)]));
    expect(compared.primary).toBe("creation");
    expect(compared.against[0]?.metrics.map(({ id }) => id)).toEqual(["creation"]);
    expect(compared.against[0]?.sentences[0]).toMatch(/with one of each that is not proven/);
    expect(phasesOf(compared, 0)).toContain("redo");
    expect(compared.settings).toEqual([]);
  });

  it("is compared with a run by what both have where the metric that was named is only the run's", async () => {
    const sides = [
      { name: "Run", recordings: [await run(100)] },
      { name: "Log", recordings: [await sampleLog()] },
    ];
    const compared = unwrap(await services.comparisons.compare({ sides, primary: "p99" }));
    expect([compared.primary, compared.metric]).toEqual(["p99", "creation"]);
    expect(compared.against[0]?.notes[0]).toBe(
      "p99 was not measured on both sides: creation of the first snapshot, which was, is told of in its place.",
    );
    expect(compared.sides[1]?.values).toEqual([expect.any(Number)]);
  });

  it("is compared with another one", async () => {
    const compared = unwrap(await compare([await sampleLog()], [await sampleLog()]));
    expect(compared.sides[0]?.phases).toEqual(compared.sides[1]?.phases);
  });
});

describe("a comparison that is exported as PDF", () => {
  it("ends its printing when nobody waits for it any more", async () => {
    const elsewhere = new Scratch();
    onTestFinished(() => elsewhere.dispose());
    const abort = new AbortController();
    const there = await elsewhere.open({
      printPdf: async (_, signal) => {
        abort.abort();
        return failure("ioError", signal?.aborted === true ? "cancelled" : "went on");
      },
    });
    const { id } = unwrap(await there.captures.openSample()).entry;
    const recordings: RecordingRef[] = [{ kind: "capture", id }];
    const sides = ["Before", "After"].map((name) => ({ name, recordings }));
    const exported = await there.comparisons.export({ sides }, "pdf", abort.signal);
    expect(messageOf(exported)).toBe("cancelled");
    await expect(there.comparisons.export({ sides }, "pdf", abort.signal)).rejects.toThrow(
      "aborted",
    );
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

describe("a shared comparison", () => {
  const elsewhere = new Scratch();
  afterEach(() => elsewhere.dispose());

  let shared: RecordingRef[];
  let fileName: string;
  let bytes: Uint8Array;
  beforeAll(async () => {
    shared = [await run(100), await run(250)];
    const sides = [
      { name: "Runs", recordings: shared },
      { name: "Log", recordings: [await sampleLog()] },
    ];
    const asked = { align: "end", metric: "creation", leastEffect: 0.05 } as const;
    ({ fileName, bytes } = unwrap(await services.comparisons.share({ sides, ...asked })));
  });
  const opened = async (there: RunningServices, file: Uint8Array) =>
    there.comparisons.open({ name: "x.snapscope-comparison", upload: await upload(there, file) });

  it("opens elsewhere with its runs and logs, and is answered there as here; twice it brings nothing more", async () => {
    expect(fileName).toBe("runs-against-log.snapscope-comparison");
    const there = await elsewhere.open();
    const { sides, primary, align, ...asked } = unwrap(await opened(there, bytes));
    expect(asked).toEqual({ metric: "creation", leastEffect: 0.05 });
    expect([sides.map(({ name }) => name), primary, align]).toEqual([["Runs", "Log"], null, "end"]);
    const answer = unwrap(await there.comparisons.compare({ sides }));
    expect(answer.against[0]?.metrics.map(({ id }) => id)).toEqual(["creation"]);
    const here = await services.library.list();
    expect(await there.library.list()).toEqual(
      here.filter(({ id }) => shared.some((each) => each.id === id)),
    );
    expect(unwrap(await opened(there, bytes)).sides).toEqual(sides);
    expect(await there.library.list()).toHaveLength(2);
    expect(await there.captures.list()).toHaveLength(1);
  });

  it("that is damaged, foreign or newer is refused with what to do, and leaves nothing", async () => {
    const there = await elsewhere.open();
    const refusal = async (wrong: Uint8Array) => messageOf(await opened(there, wrong));
    const changed = (change: (document: Record<string, unknown>) => unknown) =>
      gzipSync(JSON.stringify(change(JSON.parse(gunzipSync(bytes).toString()))));
    expect(await refusal(bytes.subarray(0, 900))).toMatch(/is no shared comparison, or is damaged/);
    expect(await refusal(new TextEncoder().encode("dear all"))).toContain("expected a .snapscope-");
    const newer = changed((document) => ({ ...document, formatVersion: 2 }));
    expect(await refusal(newer)).toMatch(/has format 2 .* update Snapscope to open it/);
    const { bytes: runFile } = unwrap(await services.library.exportRun(shared[0]?.id ?? ""));
    expect(await refusal(runFile)).toMatch(/^x\.snapscope-comparison: entry: is not known; /);
    const lacking = changed(({ recordings, ...document }) => ({
      ...document,
      recordings: (recordings as unknown[]).slice(0, 1),
    }));
    expect(await refusal(lacking)).toContain("and the file has 1: it is damaged");
    const broken = changed(({ recordings, ...document }) => ({
      ...document,
      recordings: (recordings as unknown[]).toSpliced(1, 1, { kind: "run", file: "AAAA" }),
    }));
    expect(await refusal(broken)).toMatch(/recordings\[1\]: is no exported run, or is damaged/);
    expect(await there.library.list()).toEqual([]);
  });
});
