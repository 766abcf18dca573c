import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingSchema } from "../../../contract/capture.ts";
import { phaseSchema } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { lines } from "../messages/testing/all-lines.ts";
import { maxCreations } from "./creations.ts";
import { maxPhasesOfSubject } from "./follower.ts";
import { Kept } from "./kept.ts";
import { LogAnalysis } from "./log-analysis.ts";
import { maxMarks } from "./marks.ts";
import { RecentMap } from "./recent-map.ts";
import { analyse } from "./testing/written-log.ts";

describe("LogAnalysis", () => {
  const originMs = 0;
  /** What is known and what is not, a second apart. */
  const events = lines.map(({ text, means, error = null }, record): LogEvent => {
    const numbers = error === null ? null : { number: error, severity: 20, state: 1 };
    const place = { fileIndex: 0, record, line: record + 1, atMs: record * 1000, source: "spid51" };
    return { ...place, text, error: numbers, ...means };
  });

  it("never fails on events in any order, of any session and time, and tells only what fits its contract", () => {
    const event = fc.record({
      event: fc.constantFrom(...events),
      atMs: fc.oneof(fc.integer({ min: -1000, max: 100_000 }), fc.constant(Number.NaN)),
      source: fc.constantFrom("spid51", "spid9s", "Backup", "Server"),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (chosen) => {
        const placed = chosen.map(
          ({ event, atMs, source }, record): LogEvent => ({ ...event, record, atMs, source }),
        );
        const result = analyse({ originMs, events: placed });
        for (const phase of result.phases) {
          expect(phaseSchema.safeParse(phase).success).toBe(true);
          expect(phase.endMs === null || phase.endMs >= phase.startMs).toBe(true);
        }
        for (const finding of result.findings) {
          expect(findingSchema.safeParse(finding).success).toBe(true);
          expect(finding.occurrences).toBeGreaterThanOrEqual(finding.evidence.length);
        }
        expect(new Set(result.findings.map(({ id }) => id)).size).toBe(result.findings.length);
      }),
    );
  });

  it("tells the same when it was asked in between", () => {
    const analysis = new LogAnalysis({ originMs });
    for (const event of events) {
      analysis.take(event);
      analysis.result();
    }
    expect(analysis.result()).toEqual(analyse({ originMs, events }));
  });

  it("stays bounded over 300,000 events of ever new databases, sessions and accounts", () => {
    const analysis = new LogAnalysis({ originMs });
    const templates = events.filter(({ kind }) => kind !== "serverBanner");
    for (let record = 0; record < 300_000; record += 1) {
      const template = templates[record % templates.length];
      if (template === undefined) continue;
      const named = "database" in template ? { database: `db${record}` } : {};
      const event = { ...template, ...named, record, atMs: record * 50, source: `spid${record}` };
      analysis.take(event as LogEvent);
    }
    const result = analysis.result();
    // Ten subjects or so, of which a recovery has four phases; a creation has eight.
    const mostPhases = 13 * maxPhasesOfSubject + 8 * maxCreations;
    expect(result.phases.length).toBeLessThan(mostPhases);
    expect(result.phasesLeftOut).toBeGreaterThan(0);
    expect(result.marks.length).toBeLessThanOrEqual(maxMarks + 1);
    expect(result.findings.length).toBeLessThan(1000);
  }, 60_000);
});

describe("Kept", () => {
  it("keeps the highest of any stream and counts the others", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 5 }), (values, limit) => {
        const kept = new Kept<number>(limit, (value) => value);
        for (const value of values) kept.add(value);
        const highest = values.toSorted((a, b) => b - a).slice(0, limit);
        expect([...kept.items()].sort((a, b) => b - a)).toEqual(highest);
        expect(kept.leftOut).toBe(Math.max(0, values.length - limit));
      }),
    );
  });

  it("keeps the order of coming, and the earlier of equals", () => {
    const kept = new Kept<string>(2, ({ length }) => length);
    for (const text of ["a", "b", "c"]) kept.add(text);
    expect(kept.items()).toEqual(["a", "b"]);
    for (const text of ["dd", "e", "ff"]) kept.add(text);
    expect(kept.items()).toEqual(["dd", "ff"]);
  });

  it("says beforehand what it would not keep, and counts it", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.integer({ min: 1, max: 5 }), (values, limit) => {
        const [plain, asked] = [new Kept<number>(limit, Number), new Kept<number>(limit, Number)];
        for (const value of values) {
          plain.add(value);
          if (!asked.drops(value)) asked.add(value);
        }
        expect(asked.items()).toEqual(plain.items());
        expect(asked.leftOut).toBe(plain.leftOut);
      }),
    );
  });

  it("keeps what is endless before everything else", () => {
    const kept = new Kept<number>(1, (value) => value);
    for (const value of [5, Number.POSITIVE_INFINITY, 7, Number.POSITIVE_INFINITY]) kept.add(value);
    expect(kept.items()).toEqual([Number.POSITIVE_INFINITY]);
    expect(kept.leftOut).toBe(3);
  });
});

describe("RecentMap", () => {
  it("forgets old keys, never one of the latest, nor one that was set again", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12)), fc.integer({ min: 1, max: 4 }), (keys, limit) => {
        const map = new RecentMap<number, number>(limit);
        keys.forEach((key, time) => {
          map.set(key, time);
        });
        const latest = [...new Set(keys.toReversed())].slice(0, limit);
        for (const key of latest) expect(map.get(key)).toBe(keys.lastIndexOf(key));
        expect(map.size).toBeLessThanOrEqual(2 * limit);
        for (const [key, time] of map.entries()) expect(keys.lastIndexOf(key)).toBe(time);
        for (const key of keys) map.delete(key);
        expect(map.size).toBe(0);
      }),
    );
  });
});
