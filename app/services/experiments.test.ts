import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../contract/scenario.ts";
import { type ExperimentObserver, startExperiment } from "./experiments.ts";
import { presetNames, readPreset } from "./presets.ts";

const environment = {
  ...process.env,
  SNAPSCOPE_ADDON: fileURLToPath(new URL("../engine/testing/fake-addon.ts", import.meta.url)),
};

async function preset(name: string, description: string): Promise<Scenario> {
  const scenario = await readPreset(name);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return { ...scenario.value, description };
}

/** `description` tells the fake engine what to do. */
async function start(description: string, observer: ExperimentObserver = {}) {
  const scenario = await preset("creation-under-load", description);
  const started = await startExperiment(scenario, observer, environment);
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

describe("presets", () => {
  it("all resolve", async () => {
    const names = await presetNames();
    expect(names).toContain("creation-under-load");
    for (const name of names)
      expect(await readPreset(name)).toMatchObject({ ok: true, value: { name } });
  });
});

describe("startExperiment", () => {
  it("delivers every batch in order, then the summary", async () => {
    const times: number[] = [];
    const experiment = await start("batches:100", {
      onFrame: (frame) => {
        times.push(...frame.timeMs);
      },
    });
    expect(await experiment.finished).toMatchObject({
      ok: true,
      value: { run: { status: "completed" } },
    });
    expect(times).toEqual(Array.from({ length: 100 }, (_, index) => (index + 1) * 1000));
  });

  it("makes the engine wait for a slow reader, and drops nothing", async () => {
    let [open, most, seen] = [0, 0, 0];
    const experiment = await start("batches:40", {
      onFrame: async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        seen += 1;
      },
    });
    await experiment.finished;
    expect([most, seen]).toEqual([1, 40]);
  });

  it("obeys cancel", async () => {
    const experiment = await start("endless", {
      onFrame: () => experiment.command({ kind: "cancel" }),
    });
    expect(await experiment.finished).toMatchObject({
      ok: true,
      value: { run: { status: "cancelled" } },
    });
  });

  it("survives the death of the engine process, and says how it died", async () => {
    const experiment = await start("crash");
    expect(await experiment.finished).toMatchObject({
      ok: false,
      error: { code: "engineDied", message: expect.stringContaining("SIGKILL") },
    });
  });

  it.each(["overrun", "garbage"])(
    "ends a run whose engine breaks the protocol: %s",
    async (kind) => {
      const experiment = await start(kind, {
        onFrame: () => new Promise((resolve) => setImmediate(resolve)),
      });
      expect(await experiment.finished).toMatchObject({ ok: false, error: { code: "protocol" } });
    },
  );

  it("ends a run whose observer fails", async () => {
    const experiment = await start("endless", {
      onFrame: () => {
        throw new Error("disk full");
      },
    });
    expect(await experiment.finished).toMatchObject({ ok: false, error: { message: "disk full" } });
  });

  it("kills an engine that obeys nothing", async () => {
    const experiment = await start("ignore", { onFrame: () => experiment.kill() });
    expect(await experiment.finished).toMatchObject({ ok: false, error: { code: "engineDied" } });
  });

  it("says what to do when there is no engine", async () => {
    const scenario = await preset("creation-idle", "");
    const started = await startExperiment(
      scenario,
      {},
      { ...environment, SNAPSCOPE_ADDON: "/none.node" },
    );
    expect(started.ok).toBe(true);
    if (started.ok) {
      expect(await started.value.finished).toMatchObject({
        ok: false,
        error: { code: "engineUnavailable", message: expect.stringContaining("npm run build") },
      });
    }
  });

  it.each(["batches:1", "crash", "garbage"])("leaves no file of a real run: %s", async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), "snapscope-experiment-"));
    const scenario = await preset("creation-on-this-machine", kind);
    const storage = {
      ...scenario.storage,
      volumes: [{ name: "local", folder }],
      freeSpaceFloorMiB: 0,
    };
    const started = await startExperiment({ ...scenario, storage }, {}, environment);
    if (!started.ok) throw new Error(started.error.message);
    const result = await started.value.finished;
    if (result.ok) expect(result.value.scenario).toMatchObject({ startTime: null, storage });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
