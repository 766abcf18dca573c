import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandSchema } from "./command.ts";
import { parseWith } from "./issues.ts";
import { jsonSchema, schemaNames } from "./json-schemas.ts";
import { hasKey, resolvedKey, resolveScenario, scenarioKey } from "./resolve-scenario.ts";
import { plainScenario, scenarioInput } from "./testing/scenarios.ts";
import timelines from "./testing/timelines.json" with { type: "json" };

const messageOf = (raw: unknown): string => {
  const resolved = resolveScenario(raw, "file.json");
  return resolved.ok ? "accepted" : resolved.error.message;
};
const realStorage = {
  volumes: [{ name: "local", folder: null }],
  placement: { data: "local", log: "local", snapshot: "local" },
};

const [volumeQ] = plainScenario.storage.volumes;
const placed = (placement: object, dataFiles: number) => ({
  database: { dataFiles },
  storage: {
    volumes: [volumeQ, { ...volumeQ, name: "X" }],
    placement: { ...plainScenario.storage.placement, ...placement },
  },
});

describe("resolveScenario", () => {
  it("gives what is left out its default", () => {
    const resolved = resolveScenario(plainScenario, "file.json");
    expect(resolved).toMatchObject({
      ok: true,
      value: {
        mode: "virtual",
        startTime: "2006-10-23T21:48:07",
        server: { schedulers: 8 },
        pace: 0,
      },
    });
  });

  it("leaves the start of a real run to the machine's clock", () => {
    const resolved = resolveScenario({ ...plainScenario, mode: "real", storage: realStorage }, "f");
    expect(resolved).toMatchObject({ ok: true, value: { startTime: null } });
  });

  it("says how many volumes there may be", () => {
    const withVolumes = (volumes: unknown[]) =>
      messageOf({ ...plainScenario, storage: { ...plainScenario.storage, volumes } });
    const many = Array.from({ length: 17 }, (_, i) => ({ ...volumeQ, name: `V${i}` }));
    expect(withVolumes([])).toContain("storage.volumes: [] is not allowed; allowed: a list of 1");
    expect(withVolumes(many)).toContain("allowed: a list of 1 to 16, each an object");
  });

  it("keeps memory for the users that its timeline brings, not for those of live commands", () => {
    const command = { kind: "setUsers", users: 5000 };
    const server = { memoryMiB: 78 };
    expect(
      messageOf({ ...plainScenario, server, timeline: [{ atSeconds: 1, command }] }),
    ).toContain("server.memoryMiB: 78 is too little for 5000 users");
    expect(messageOf({ ...plainScenario, server, commands: [{ atNs: 1, command }] })).toBe(
      "accepted",
    );
    const absurd = messageOf({ ...plainScenario, workload: { users: 1e20 } });
    expect(absurd).toContain("workload.users: ");
    expect(absurd).not.toContain("server.memoryMiB");
  });

  it("lets a volume be without files", () => {
    expect(messageOf({ ...plainScenario, ...placed({}, 1) })).toBe("accepted");
  });

  it("keeps the volumes of data files as they were said", () => {
    const said = (data: unknown) => {
      const resolved = resolveScenario({ ...plainScenario, ...placed({ data }, 2) }, "file.json");
      return resolved.ok ? resolved.value.storage.placement.data : resolved.error.message;
    };
    expect(said("Q")).toBe("Q");
    expect(said(["X"])).toEqual(["X"]);
    expect(said(["X", "Q"])).toEqual(["X", "Q"]);
  });

  it("resolves what it resolved to the same, through JSON", () => {
    fc.assert(
      fc.property(scenarioInput, (input) => {
        const first = resolveScenario(input, "file.json");
        expect(first.ok).toBe(true);
        if (!first.ok) return;
        const again = resolveScenario(JSON.parse(JSON.stringify(first.value)), "file.json");
        expect(again).toEqual(first);
      }),
    );
  });

  it("answers garbage with one message and never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (garbage) => {
        expect(messageOf(garbage)).toMatch(/^file\.json: .+: .+allowed: /);
      }),
    );
  });

  it("answers garbage in any one place with a message that names it", () => {
    const keys = [
      "server",
      "database",
      "storage",
      "workload",
      "timeline",
      "traceFlags",
      "commands",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, garbage) => {
        const message = messageOf({ ...plainScenario, [key]: garbage });
        expect(message === "accepted" || message.startsWith(`file.json: ${key}`)).toBe(true);
      }),
    );
  });

  it.each([
    [{ name: undefined }, "file.json: name: is missing; allowed: text of 1 to 100 characters"],
    [{ nmae: "x" }, 'file.json: nmae: is not known; did you mean "name"?'],
    [
      { seed: 2 ** 53 },
      "file.json: seed: 9007199254740992 is not allowed; allowed: an integer from 0",
    ],
    [{ traceFlags: [1222] }, "file.json: traceFlags.0: 1222 is not allowed; allowed: 1810, 3004"],
    [
      { workload: { users: "ten" } },
      'workload.users: "ten" is not allowed; allowed: an integer from 0',
    ],
    [{ workload: { users: -1 } }, "workload.users: -1 is not allowed; allowed: an integer from 0"],
    [
      { database: { dataFiles: 33 } },
      "database.dataFiles: 33 is not allowed; allowed: an integer from 1 to 32",
    ],
    [placed({ data: [] }, 2), "storage.placement.data: [] is not allowed; allowed: text"],
    [placed({ data: 7 }, 2), "storage.placement.data: 7 is not allowed; allowed: text"],
    [placed({ log: undefined }, 1), "storage.placement.log: is missing; allowed: text"],
    [
      { storage: { volumes: plainScenario.storage.volumes } },
      "storage.placement: is missing; allowed: an object with data, log, snapshot, tempdb, backup",
    ],
    [
      { server: { engineVersion: 2016 } },
      'server.engineVersion: 2016 is not allowed; allowed: "2005", "2008", "2012", "2016"',
    ],
  ])("refuses %j", (change, message) => {
    expect(messageOf({ ...plainScenario, ...change })).toContain(message);
  });

  it.each(timelines)("accepts a timeline with $what", ({ timeline }) => {
    expect(messageOf({ ...plainScenario, timeline })).toBe("accepted");
  });
});

describe("the format of a scenario", () => {
  it("is kept, since it says what later settings mean", () => {
    for (const formatVersion of [1, 2]) {
      const resolved = resolveScenario({ ...plainScenario, formatVersion }, "it");
      expect(resolved).toMatchObject({ value: { formatVersion } });
    }
  });

  it("that is newer is refused with what to do, not with what is new in it", () => {
    const newer = { ...plainScenario, formatVersion: 3, whatIsNew: true };
    expect(resolveScenario(newer, "new.json")).toMatchObject({
      error: {
        code: "badInput",
        message:
          "new.json: has format 3 of scenarios, and this version of Snapscope knows up to format 2; update Snapscope to open it",
      },
    });
    for (const formatVersion of [0, 1.5, "2", undefined]) {
      const refused = resolveScenario({ ...plainScenario, formatVersion }, "it");
      expect(refused.ok ? "" : refused.error.message).toContain(
        "allowed: an integer from 1 to 2 (version of this format)",
      );
    }
  });
});

describe("the key of a scenario", () => {
  const resolved = resolveScenario(plainScenario, "it");
  if (!resolved.ok) throw new Error(resolved.error.message);
  const key = resolvedKey(resolved.value);

  it("is that of the document it came from, and of what an earlier version wrote of it", () => {
    expect(scenarioKey(plainScenario)).toBe(key);
    const { restoreHistoryMiB, server, ...others } = resolved.value;
    const { statementUs, ...less } = server;
    const earlier = { server: less, ...others };
    expect(scenarioKey(earlier)).toBe(key);
    expect([earlier, resolved.value].map((stored) => hasKey(stored, key))).toEqual([true, true]);
  });

  it("tells no format from another where they mean the same", () => {
    const server = { preset: "laptop" };
    const told = {
      ...plainScenario,
      server,
      storage: { ...plainScenario.storage, sparseFileLimitMiB: 93_696 },
    };
    const meant = { ...plainScenario, formatVersion: 2, server };
    expect(scenarioKey(told)).toBe(scenarioKey(meant));
    expect(scenarioKey({ ...plainScenario, server })).not.toBe(scenarioKey(meant));
    const stored = [told, meant].map((document) => resolveScenario(document, "it"));
    for (const one of stored) {
      expect(one.ok && hasKey(one.value, scenarioKey(meant) ?? "")).toBe(true);
    }
  });

  it("is another one of another scenario, and none of one that is not allowed", () => {
    const other = { ...plainScenario, durationSeconds: 99 };
    expect(scenarioKey(other)).not.toBe(key);
    expect(hasKey(other, key)).toBe(false);
    expect(scenarioKey({ ...plainScenario, users: 400 })).toBeNull();
    expect(hasKey({ ...resolved.value, users: 400 }, key)).toBe(false);
  });
});

describe("a live command", () => {
  it("is refused as on the timeline where its parts do not go together", () => {
    const backup = { kind: "backup", name: "a", type: "differential", copyOnly: true };
    const parsed = parseWith(commandSchema, backup, "command");
    expect(parsed).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("command: copyOnly: true has no meaning") },
    });
    expect(parseWith(commandSchema, { ...backup, type: "log" }, "command").ok).toBe(true);
  });

  it.each([0, 16_385, 1.5])("is refused with a BUFFERCOUNT of %d", (bufferCount) => {
    const backup = { kind: "backup", name: "a", type: "full", bufferCount };
    expect(parseWith(commandSchema, backup, "command")).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/bufferCount.*1 to 16384/) },
    });
    expect(parseWith(commandSchema, { ...backup, bufferCount: null }, "command").ok).toBe(true);
  });
});

describe("the shape of a backup", () => {
  const messageOf = (options: object): string => {
    const parsed = parseWith(
      commandSchema,
      { kind: "backup", name: "a", type: "full", ...options },
      "command",
    );
    return parsed.ok ? "" : parsed.error.message;
  };

  it.each([
    [
      { maxTransferSizeKiB: 2048, blockSizeBytes: 65_536, bufferCount: 2200, compression: true },
      "",
    ],
    [{ maxTransferSizeKiB: 100 }, "3250"],
    [{ maxTransferSizeKiB: 8192 }, "64 to 4096"],
    [{ blockSizeBytes: 1000 }, "3253"],
    [{ toNul: true, files: 2 }, "NUL is one device"],
    [{ type: "log", filegroups: ["Q"] }, "full backup of the database only"],
    [{ filegroups: ["Q"], init: true, format: true }, ""],
  ])("%j is judged by the product's numbers", (options, message) => {
    expect(messageOf(options)).toContain(message);
    if (message === "") expect(messageOf(options)).toBe("");
  });
});

describe("the target recovery time", () => {
  it.each([
    ["2005", 0],
    ["2012", 0],
    ["2016", 60],
  ])("of a database that SQL Server %s created is %i s", (engineVersion, seconds) => {
    const resolved = resolveScenario({ ...plainScenario, server: { engineVersion } }, "it");
    if (!resolved.ok) throw new Error(resolved.error.message);
    expect(resolved.value.database.targetRecoveryTimeSeconds).toBe(seconds);
    expect(resolveScenario(resolved.value, "it")).toEqual(resolved);
  });
});

describe("jsonSchema", () => {
  it.each(schemaNames)("derives %s", (name) => {
    expect(jsonSchema(name)).toMatchObject({ $schema: expect.stringContaining("json-schema.org") });
  });
});
