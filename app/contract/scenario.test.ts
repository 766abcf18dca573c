import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandSchema } from "./command.ts";
import { parseWith } from "./issues.ts";
import { jsonSchema, schemaNames } from "./json-schemas.ts";
import { hasKey, resolvedKey, resolveScenario, scenarioKey } from "./resolve-scenario.ts";
import { plainScenario, scenarioInput } from "./testing/scenarios.ts";
import sharedTimelines from "./testing/timelines.json" with { type: "json" };

const messageOf = (raw: unknown): string => {
  const resolved = resolveScenario(raw, "file.json");
  return resolved.ok ? "accepted" : resolved.error.message;
};
const timelines: readonly { what: string; refusedAt?: string; timeline: unknown }[] =
  sharedTimelines;
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
    [{ durationSeconds: 5 }, "warmupSeconds: 10 leaves nothing to measure"],
    [{ startTime: "2006-02-30T00:00:00" }, "startTime: "],
    [{ mode: "real" }, 'storage.volumes.0.folder: is missing; mode "real" needs a folder'],
    [
      { storage: realStorage },
      'storage.volumes.0.device: is missing; mode "virtual" needs a device',
    ],
    [
      { server: { indexCreateMemoryKiB: 255 } },
      "server.indexCreateMemoryKiB: 255 is too little to merge what was sorted; allowed: 0 (a share of server.memoryMiB), or at least 256",
    ],
    [
      { mode: "real", storage: { ...realStorage, quotaMiB: 1000 } },
      "storage.quotaMiB: 1000 is too little for the data files (1024 MiB), the log (512 MiB) and tempdb (256 MiB); allowed: at least 1792",
    ],
    [
      { database: { sizeMiB: 1, nonclusteredIndexes: 6 } },
      "database.sizeMiB: 1 is too little for 6 nonclustered indexes in 1 data files that are 85 % full; allowed: at least 2",
    ],
    [
      { database: { sizeMiB: 8, dataFiles: 32 } },
      "database.sizeMiB: 8 is too little for 0 nonclustered indexes in 32 data files that are 85 % full; allowed: at least 22",
    ],
    [
      { database: { dataFiles: 33 } },
      "database.dataFiles: 33 is not allowed; allowed: an integer from 1 to 32",
    ],
    [
      { storage: { ...plainScenario.storage, placement: { data: "Q", log: "Z", snapshot: "Q" } } },
      'storage.placement.log: "Z" is not a volume of this scenario; allowed: "Q"',
    ],
    [
      placed({ data: ["Q", "Z"] }, 2),
      'storage.placement.data.1: "Z" is not a volume of this scenario; allowed: "Q", "X"',
    ],
    [
      placed({ data: ["Q", "X", "Q"] }, 3),
      'storage.placement.data.2: "Q" is named twice; allowed: each volume once',
    ],
    [
      placed({ data: ["Q", "X"] }, 1),
      'storage.placement.data: ["Q","X"] are more volumes than data files; allowed: at most 1, or more in database.dataFiles',
    ],
    [placed({ data: [] }, 2), "storage.placement.data: [] is not allowed; allowed: text"],
    [placed({ data: 7 }, 2), "storage.placement.data: 7 is not allowed; allowed: text"],
    [placed({ tempdb: "T" }, 1), 'storage.placement.tempdb: "T" is not a volume of this scenario'],
    [placed({ backup: "T" }, 1), 'storage.placement.backup: "T" is not a volume of this scenario'],
    [
      placed({ backup: ["Q", "T"] }, 1),
      'storage.placement.backup.1: "T" is not a volume of this scenario',
    ],
    [
      placed({ backup: ["Q", "Q"] }, 1),
      'storage.placement.backup.1: "Q" is named twice; allowed: each volume once',
    ],
    [placed({ log: undefined }, 1), "storage.placement.log: is missing; allowed: text"],
    [
      { storage: { volumes: plainScenario.storage.volumes } },
      "storage.placement: is missing; allowed: an object with data, log, snapshot, tempdb, backup",
    ],
    [
      {
        storage: {
          ...plainScenario.storage,
          volumes: [...plainScenario.storage.volumes, plainScenario.storage.volumes[0]],
        },
      },
      'storage.volumes.1.name: "Q" is used twice; allowed: a name of its own',
    ],
    [
      { server: { engineVersion: 2016 } },
      'server.engineVersion: 2016 is not allowed; allowed: "2005", "2008", "2012", "2016"',
    ],
    [
      { server: { engineVersion: "2008" }, database: { targetRecoveryTimeSeconds: 60 } },
      "database.targetRecoveryTimeSeconds: 60 needs indirect checkpoints, which SQL Server 2008",
    ],
  ])("refuses %j", (change, message) => {
    expect(messageOf({ ...plainScenario, ...change })).toContain(message);
  });

  const create = (atSeconds: number, name: string) => ({
    atSeconds,
    command: { kind: "createSnapshot", name },
  });
  const drop = (atSeconds: number, name: string) => ({
    atSeconds,
    command: { kind: "dropSnapshot", name },
  });
  it.each([
    [[create(121, "a")], "timeline.0.atSeconds: 121 is after the end of the run"],
    [[create(1, "a"), create(2, "A")], 'timeline.1.command.name: "A" is created twice'],
    [[create(1, "Sales")], 'timeline.0.command.name: "Sales" is the database itself'],
    [[create(1, "a"), drop(1, "a")], 'timeline.1.command.name: "a" is not created before 1 s'],
    [[drop(9, "b"), create(5, "a")], 'allowed: "a"'],
    [
      [{ atSeconds: 5, command: { kind: "revertSnapshot", name: "a" } }],
      'timeline.0.command.name: "a" is not created before 5 s',
    ],
    [
      [{ atSeconds: 5, command: { kind: "setReportUsers", name: "a", users: 3 } }],
      'timeline.0.command.name: "a" is not created before 5 s',
    ],
    [
      [{ atSeconds: 1, command: { kind: "pause" } }],
      'timeline.0.command.kind: "pause" is not allowed',
    ],
    [
      [{ atSeconds: 1, command: { kind: "restartServer", mode: "power" } }],
      'timeline.0.command.mode: "power" is not allowed; allowed: "clean", "crash"',
    ],
  ])("refuses the timeline %j", (timeline, message) => {
    expect(messageOf({ ...plainScenario, timeline })).toContain(message);
  });

  it("refuses the creation of an index that the table has", () => {
    const database = { ...plainScenario.database, nonclusteredIndexes: 2 };
    const creating = (index: number) => ({
      ...plainScenario,
      database,
      timeline: [{ atSeconds: 1, command: { kind: "createIndex", index } }],
    });
    expect(messageOf(creating(3))).toContain(
      "timeline.0.command.index: 3 is an index that the table has; allowed: above 3",
    );
    expect(messageOf(creating(4))).toBe("accepted");
  });

  // The engine's reader goes through the same list (native/test/engine/scenario_test.cpp).
  it.each(timelines)("judges at its place a timeline with $what", ({ refusedAt, timeline }) => {
    const message = messageOf({ ...plainScenario, timeline });
    const place = /^file\.json: ([\w.]+): /.exec(message)?.[1];
    expect(place ?? message).toBe(refusedAt ?? "accepted");
  });

  const messageOfTimeline = (what: string): string => {
    const found = timelines.find((each) => each.what === what);
    return messageOf({ ...plainScenario, timeline: found?.timeline });
  };
  it.each([
    ["no trigger", "has no trigger; allowed: exactly one of atSeconds, after, when"],
    ["two triggers", "has atSeconds and after; allowed: exactly one of atSeconds, after, when"],
    ["a step that is not there", '"b" is not the name of an entry; allowed: "a"'],
    [
      "a step after itself",
      '"a" is this entry itself; allowed: the name of an entry that does not wait for this one',
    ],
    [
      "two steps that wait for each other",
      '"b" waits for this entry, so that neither can come; allowed: ',
    ],
    ["a name twice", '"a" is used twice; allowed: a name of its own for each entry'],
    [
      "a phase of what is no creation",
      '"redo" is a phase of a creation, and "a" is setUsers; allowed: "started", "completed", "failed"',
    ],
    [
      "a delay beyond the end",
      "21 makes it due at 121 s or later, after the end of the run; allowed: what leaves it within durationSeconds (120)",
    ],
    [
      "a counter that does not exist",
      '"dirtyPagez" is not allowed; allowed: "transactionsPerSecond", "activeTransactions"',
    ],
    [
      "two backups of one name, which is the same in other letters",
      '"A" names two backups; allowed: a name of its own for each backup',
    ],
    [
      "a backup of a type that does not exist",
      '"file" is not allowed; allowed: "full", "differential", "log"',
    ],
    [
      "a differential backup that is copy-only",
      'true has no meaning for a differential backup, on which nothing is based; allowed: false, or type "full" or "log"',
    ],
    ["two bounds", "has both above and below; allowed: exactly one of above, below"],
    [
      "a drop after its creation failed",
      '"a" is not created before this entry can come; allowed: nothing',
    ],
    [
      "a drop before the earliest time of its creation",
      '"a" is not created before 10 s; allowed: nothing, no snapshot exists by then',
    ],
  ])("says of a timeline with %s what is wrong and what is allowed", (what, message) => {
    expect(messageOfTimeline(what)).toContain(message);
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

  it.each([0, 257, 1.5])("is refused with a BUFFERCOUNT of %d", (bufferCount) => {
    const backup = { kind: "backup", name: "a", type: "full", bufferCount };
    expect(parseWith(commandSchema, backup, "command")).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/bufferCount.*1 to 256/) },
    });
    expect(parseWith(commandSchema, { ...backup, bufferCount: null }, "command").ok).toBe(true);
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
