// The addon as JavaScript meets it: misuse, closing while it is busy, garbage collection.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";

interface Run {
  command(json: string): void;
  grant(credits: number): void;
  close(): void;
}
interface Addon {
  readonly Calibration: new (...args: unknown[]) => object;
  version(): { engine?: string; version?: string; compiler: string; build: string };
  start(
    scenario: string,
    onBatch: (bytes: Uint8Array) => void,
    onEnd: (summary: string) => void,
  ): Run;
}

const root = join(import.meta.dirname, "..", "..", "..");
const path = join(root, "build", "release", "snapscope.node");
const addon = createRequire(import.meta.url)(path) as Addon;
const recognisers = pathToFileURL(
  join(root, "app", "domain", "errorlog", "messages", "recognise.ts"),
).href;
/** For a module that is given as text. */
const require = `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(pathToFileURL(path).href)});`;

function scenario(change: Record<string, unknown> = {}): string {
  const device = {
    parallelism: 8,
    readServiceUs: 5000,
    writeServiceUs: 4000,
    spread: "exponential",
    bandwidthMiBPerSecond: 200,
  };
  const resolved = resolveScenario(
    {
      formatVersion: 1,
      name: "addon test",
      mode: "virtual",
      durationSeconds: 5,
      warmupSeconds: 0,
      sampleIntervalMs: 500,
      server: { schedulers: 2, memoryMiB: 8 },
      database: { name: "sales", sizeMiB: 16, logSizeMiB: 16 },
      storage: {
        volumes: [{ name: "Q", device }],
        placement: { data: "Q", log: "Q", snapshot: "Q" },
      },
      workload: { users: 5, thinkTimeMs: 100, rollbackPercent: 1 },
    },
    "the scenario of this test",
  );
  if (!resolved.ok) throw new Error(JSON.stringify(resolved));
  return JSON.stringify({ ...resolved.value, ...change });
}

const ignore = () => undefined;

/** Starts a run; `ended` is its summary. */
function start(text: string, onBatch: (bytes: Uint8Array, run: Run) => void = ignore) {
  let run: Run | undefined;
  const ended = new Promise<{ run: { status: string } }>((resolve) => {
    run = addon.start(
      text,
      (bytes) => run !== undefined && onBatch(bytes, run),
      (summary) => resolve(JSON.parse(summary)),
    );
  });
  return { run: run as unknown as Run, ended };
}

describe("a calibration", () => {
  it("refuses what is no file that it can create", () => {
    expect(() => new addon.Calibration()).toThrow("new Calibration(file: string)");
    expect(() => new addon.Calibration(join(root, "no-such-folder", "file"))).toThrow(
      "no-such-folder",
    );
    expect(() => new addon.Calibration(join(root, "package.json"))).toThrow("package.json");
  });
});

describe("addon", () => {
  it("names its version and build", () => {
    expect(addon.version()).toMatchObject({ compiler: expect.any(String), build: "release" });
  });

  it("refuses what is not a scenario, a command or a number of credits", async () => {
    // @ts-expect-error misuse on purpose
    expect(() => addon.start()).toThrow(TypeError);
    // @ts-expect-error misuse on purpose
    expect(() => addon.start(scenario(), "no function", ignore)).toThrow(TypeError);
    expect(() => addon.start("{}", ignore, ignore)).toThrow(TypeError);
    const { run, ended } = start(scenario({ durationSeconds: 3600, pace: 1 }));
    expect(() => run.command("{")).toThrow(TypeError);
    expect(() => run.command('{"kind":"fly"}')).toThrow(TypeError);
    // @ts-expect-error misuse on purpose
    expect(() => run.grant("many")).toThrow(TypeError);
    run.close();
    expect((await ended).run.status).toBe("cancelled");
  });

  it("delivers every batch before the end, in order, under credits", async () => {
    let batches = 0;
    const { ended } = start(scenario({ sampleIntervalMs: 10 }), (bytes, run) => {
      batches += 1;
      expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)).toBe(0x31465353);
      run.grant(1);
    });
    expect((await ended).run.status).toBe("completed");
    expect(batches).toBeGreaterThan(20);
  });

  it("ends when it is closed while it waits for credits", async () => {
    const { run, ended } = start(scenario({ sampleIntervalMs: 10 }));
    run.close();
    run.close();
    expect(["cancelled", "completed"]).toContain((await ended).run.status);
    run.grant(1);
    run.command('{"kind":"pause"}');
  });

  it("runs side by side", async () => {
    const runs = [1, 2, 3].map((seed) => start(scenario({ seed }), (_bytes, run) => run.grant(1)));
    for (const { ended } of runs) expect((await ended).run.status).toBe("completed");
  });

  it("survives the collection of a run that nobody holds", async () => {
    const program = `
      const addon = require(${JSON.stringify(path)});
      const text = ${JSON.stringify(scenario())};
      let ended = 0;
      for (let i = 0; i < 4; i += 1) addon.start(text, () => {}, () => { ended += 1; }).close();
      const timer = setInterval(() => {
        gc();
        if (ended === 4) { clearInterval(timer); console.log("collected"); }
      }, 1);
    `;
    const child = await promisify(execFile)(process.execPath, ["--expose-gc", "-e", program]);
    expect(child.stdout).toBe("collected\n");
  });
});

describe("a scanner of logs", () => {
  it("is collected with the columns that own it", async () => {
    const program = `
      const { RecordScanner } = require(${JSON.stringify(path)});
      const { leadTable, startsOfLead } = await import(${JSON.stringify(recognisers)});
      const names = ["at", "line", "sourceStart", "sourceEnd", "messageStart", "candidates",
        "textEnd", "strangers", "steps"];
      const owner = () => {
        const columns = Object.fromEntries(names.map((name) => [name, new Uint32Array(9)]));
        const others = { timeMs: new Float64Array(9), sourceId: new Uint16Array(9) };
        Object.assign(columns, others, { recent: new Int32Array(9), found: new Uint32Array(6) });
        columns.scanner = new RecordScanner(leadTable, startsOfLead, columns);
        return new WeakRef(columns);
      };
      const owners = Array.from({ length: 4 }, owner);
      const timer = setInterval(() => {
        gc();
        if (owners.some((one) => one.deref() !== undefined)) return;
        clearInterval(timer);
        console.log("collected");
      }, 1);
    `;
    const child = await promisify(execFile)(
      process.execPath,
      ["--expose-gc", "--input-type=module", "-e", `${require}\n${program}`],
      { timeout: 20_000 },
    );
    expect(child.stdout).toBe("collected\n");
  });
});
