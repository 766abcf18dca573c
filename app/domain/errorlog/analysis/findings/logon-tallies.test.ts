import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventPlace } from "../../events.ts";
import { LogonStorms, stormPerMinute } from "./logon-storms.ts";
import { LogonTallies, maxTallies } from "./logon-tallies.ts";

const placeOf = (record: number, atMs: number, text: string): EventPlace => ({
  fileIndex: 0,
  record,
  line: record + 1,
  atMs,
  source: "Logon",
  text,
  error: null,
});

describe("LogonTallies", () => {
  const failure = fc.record({
    account: fc.constantFrom("sa", "app", ""),
    client: fc.constantFrom("10.0.0.7", "10.0.0.8", null),
    reason: fc.constantFrom("Wrong password.", null),
    atMs: fc.integer({ min: -1000, max: 100_000 }),
  });

  it("count each failure once by group and by client, asked in between or not", () => {
    fc.assert(
      fc.property(fc.array(failure, { maxLength: 60 }), (failures) => {
        const [tallies, asked] = [new LogonTallies(), new LogonTallies()];
        failures.forEach(({ account, client, reason, atMs }, record) => {
          const place = placeOf(record, atMs, `${account} ${client} ${reason}`);
          for (const one of [tallies, asked]) {
            one.take(place, { kind: "logonFailed", account, client, reason });
          }
          asked.groups();
        });
        for (const { state, occurrences } of tallies.groups()) {
          const own = failures.filter(
            ({ account, client, reason }) =>
              account === state.account &&
              (client ?? "") === state.client &&
              (reason ?? "") === state.words,
          );
          expect(occurrences.count).toBe(own.length);
          expect(occurrences.startMs).toBe(Math.min(...own.map(({ atMs }) => atMs)));
          expect(occurrences.endMs).toBe(Math.max(...own.map(({ atMs }) => atMs)));
          expect(occurrences.evidence).toHaveLength(Math.min(20, own.length));
        }
        const counted = tallies.clients().map(({ key, occurrences, state }) => {
          const tries = [...state.accounts.values()].reduce((sum, { count }) => sum + count, 0);
          expect(tries).toBe(occurrences.count);
          return [key, occurrences.count];
        });
        expect(asked.clients().map(({ key, occurrences }) => [key, occurrences.count])).toEqual(
          counted,
        );
      }),
    );
  });

  it("count also what has no column left, or too long a text", () => {
    const tallies = new LogonTallies();
    const message = { kind: "logonFailed", account: "sa", client: null, reason: null } as const;
    for (let record = 0; record < maxTallies + 10; record++) {
      tallies.take(
        placeOf(record, record, `${record} ${"x".repeat(record % 40)}${record}`),
        message,
      );
    }
    expect(tallies.take(placeOf(0, 0, "y".repeat(100_000)), message)).toBe(-1);
    const [group, ...others] = tallies.groups();
    expect([group?.occurrences.count, others.length]).toEqual([maxTallies + 11, 0]);
    expect(tallies.clients()[0]?.state.accounts.get("sa")?.count).toBe(maxTallies + 11);
  });
});

describe("LogonStorms", () => {
  const names = [
    { account: "sa", client: "10.0.0.7", reason: "password" },
    { account: "app", client: "10.0.0.8", reason: "noLogin" },
  ] as const;
  const nobody = { account: "", client: "", reason: "unknown" } as const;
  const newStorms = () =>
    new LogonStorms({ maxMembers: names.length, namesOf: (member) => names[member] ?? nobody });

  it("count who fails, also those that are no members", () => {
    const storms = newStorms();
    for (let record = 0; record < 3 * stormPerMinute; record++) {
      const place = placeOf(record, record * 1000, "");
      if (record % 3 === 2)
        storms.takeNamed(place, { ...nobody, account: "x", client: "10.0.0.9" });
      else storms.take(place, record % 3);
    }
    const [storm, ...others] = storms.storms();
    expect(others).toEqual([]);
    expect([storm?.occurrences.count, storm?.peak]).toEqual([60, 60]);
    expect([...(storm?.names.accounts ?? [])]).toEqual([
      ["sa", 20],
      ["app", 20],
      ["x", 20],
    ]);
    expect([...(storm?.names.reasons ?? [])]).toEqual([
      ["password", 20],
      ["noLogin", 20],
      ["unknown", 20],
    ]);
  });

  it("never count a failure of a stormy minute twice, or not at all", () => {
    const minute = fc.record({
      number: fc.nat(30),
      failures: fc.integer({ min: 1, max: 2 * stormPerMinute }),
    });
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 12 }), (minutes) => {
        const storms = newStorms();
        let [record, stormy, last] = [0, 0, Number.NaN];
        let failures = 0;
        for (const each of minutes) {
          if (each.number !== last) {
            if (failures >= stormPerMinute) stormy += failures;
            failures = 0;
          }
          last = each.number;
          failures += each.failures;
          for (let index = 0; index < each.failures; index++) {
            storms.take(placeOf(record++, each.number * 60_000 + index, ""), index % 2);
          }
          storms.storms();
        }
        if (failures >= stormPerMinute) stormy += failures;
        const told = storms.storms();
        const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
        expect(sum(told.map(({ occurrences }) => occurrences.count))).toBe(stormy);
        expect(sum(told.flatMap((storm) => [...storm.names.clients.values()]))).toBe(stormy);
      }),
    );
  });
});
