import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Phase } from "../../app/contract/phase.ts";
import { makeScratch, paperLog, removeScratch, snapscope } from "./testing/snapscope.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

async function stdoutOf(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await snapscope(args, { cwd: scratch });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("import of the SQLCAT paper's log", () => {
  it("yields the paper's phases", async () => {
    const log = JSON.parse(await stdoutOf("import", paperLog, "--json")) as {
      readonly phases: readonly Phase[];
      readonly snapshots: readonly object[];
    };
    const phase = (name: string) => {
      const found = log.phases.find((p) => p.name === name && p.snapshot === "snapshot_test_2");
      if (found === undefined) throw new Error(`no phase ${name}`);
      return found;
    };
    const durationMs = (name: string) => (phase(name).endMs ?? Number.NaN) - phase(name).startMs;
    expect(durationMs("checkpoint")).toBe(80_907);
    expect(durationMs("analysis")).toBe(31_350);
    expect(log.snapshots).toMatchObject([
      { name: "snapshot_test_2", asOf: "2006-10-23T21:56:05.460" },
    ]);
    // 22:16:59.80, from the first line at 21:48:07.22 on.
    expect(phase("complete").endMs).toBe(1_732_580);
    expect(phase("redo").endSource).toBe("bound");
  });

  it("is readable as text", async () => {
    const text = await stdoutOf("import", paperLog);
    expect(text).toContain("Snapshot snapshot_test_2: created in 28 min 52.58 s");
    expect(text).toMatch(/redo .* at most/);
    expect(text).toContain("data as of 2006-10-23 21:56:05.460");
    expect(text).toMatch(/^ *startup +2006-10-23 21:56:05\.46 +2006-10-23 21:56:05\.46 /m);
  });
});

describe("devices", () => {
  it("lists what a volume can be", async () => {
    const text = await stdoutOf("devices");
    expect(text).toMatch(/^sqlcat-q +SQLCAT Q: 80 disks, RAID 10, EMC CX-700$/m);
    expect(text).toMatch(/^aws-gp3 /m);
  });

  it("shows the figures of one, their sources, and what it can do by its model", async () => {
    const text = await stdoutOf("devices", "aws-gp3");
    expect(text).toContain("about 3,000 random 8 KB reads/s, 3,000 writes/s, 130 MiB/s sequential");
    expect(text).toMatch(/^link.limitIosPerSecond +3000 +I\/O\/s +AWS, EBS volume types/m);
  });

  it("refuses a name that there is not, with those it may mean", async () => {
    const { status, stderr } = await snapscope(["devices", "sqlcat"], { cwd: scratch });
    expect(status).toBe(2);
    expect(stderr).toContain('"sqlcat" is not a device preset; did you mean "sqlcat-j"');
  });
});

describe("servers", () => {
  it("lists what a virtual run can have", async () => {
    expect(await stdoutOf("servers")).toMatch(
      /^sqlcat +SQLCAT: HP ProLiant DL585, 8 cores, 32 GB$/m,
    );
  });

  it("shows the figures of one and their sources", async () => {
    const text = await stdoutOf("servers", "dell");
    expect(text).toContain("2 schedulers at 40 %");
    expect(text).toMatch(/^schedulers +2 +CPUs +Dell, Smart Copy snapshots/m);
  });

  it("refuses a name that there is not, with those it may mean", async () => {
    const { status, stderr } = await snapscope(["servers", "sqlcatt"], { cwd: scratch });
    expect(status).toBe(2);
    expect(stderr).toContain('"sqlcatt" is not a server preset; did you mean "sqlcat"');
  });
});

describe("presets", () => {
  it("lists what comes with the program", async () => {
    const text = await stdoutOf("presets");
    for (const name of [
      "creation-idle (virtual)",
      "creation-under-load (virtual)",
      "sqlcat-creation (virtual)",
      "sqlskills-select-into (virtual)",
      "two-snapshots (virtual)",
      "creation-on-this-machine (real)",
      "database-or-array-snapshot (virtual)",
      "restore-after-a-wrong-update (virtual)",
      "restore-on-this-machine (real)",
      "revert-after-a-wrong-update (virtual)",
    ]) {
      expect(text).toContain(name);
    }
  });

  it("prints scenarios that run as files", async () => {
    writeFileSync(join(scratch, "mine.json"), await stdoutOf("presets", "creation-idle", "--json"));
    const { status, stdout } = await snapscope(["run", "mine.json"], { cwd: scratch });
    expect(status).toBe(0);
    expect(stdout).toContain("Status          completed, verified");
  });
});

describe("schema", () => {
  it.each(["scenario", "command", "frame", "summary"])("prints a JSON Schema: %s", async (name) => {
    expect(JSON.parse(await stdoutOf("schema", name))).toMatchObject({
      $schema: expect.stringContaining("json-schema.org"),
    });
  });
});
