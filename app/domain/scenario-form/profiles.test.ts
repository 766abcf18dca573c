import { describe, expect, it } from "vitest";
import { draftOf, setValue, undo } from "./draft.ts";
import { issuesOf } from "./issues.ts";
import { profileHelp, setProfile } from "./profiles.ts";
import { presetScenario } from "./testing/presets.ts";

const base = presetScenario("creation-under-load");
const { thinkTimeMs } = base.workload;
const sqlcat = draftOf(base);
const scenarioOf = (draft: typeof sqlcat) => draft.present.scenario;

describe("choosing the profile of the workload", () => {
  it("takes the specification's keying and think times, and gives the scenario's own back", () => {
    const tpcc = setProfile(sqlcat, "tpcc");
    expect(scenarioOf(tpcc).workload).toMatchObject({ profile: "tpcc", thinkTimeMs: 20_990 });
    expect(issuesOf(tpcc.present)).toEqual([]);
    expect(scenarioOf(setProfile(tpcc, "sqlcat"))).toEqual(base);
    expect(scenarioOf(undo(tpcc))).toEqual(base);
  });

  it("gives a scenario of warehouses that becomes another the usual think time", () => {
    const opened = draftOf(scenarioOf(setProfile(sqlcat, "tpcc")));
    const other = setProfile(opened, "read-only");
    expect(scenarioOf(other).workload).toMatchObject({ profile: "read-only", thinkTimeMs: 500 });
    expect(scenarioOf(setProfile(other, "tpcc")).workload.thinkTimeMs).toBe(20_990);
  });

  it("leaves a think time alone between the loads of one table", () => {
    const typed = setValue(sqlcat, ["workload", "thinkTimeMs"], thinkTimeMs + 1);
    const reading = setProfile(typed, "read-only");
    expect(scenarioOf(reading).workload.thinkTimeMs).toBe(thinkTimeMs + 1);
    expect(setProfile(reading, "read-only")).toBe(reading);
  });

  it("takes away what only the accounts table has", () => {
    const hot = setValue(sqlcat, ["workload", "hotRows"], 1000);
    const indexed = setValue(hot, ["database", "nonclusteredIndexes"], 2);
    const tpcc = setProfile(indexed, "tpcc");
    expect(issuesOf(tpcc.present)).toEqual([]);
  });

  it("says how many warehouses there are", () => {
    const tpcc = scenarioOf(setProfile(sqlcat, "tpcc"));
    const sized = (sizeMiB: number) =>
      profileHelp({ ...tpcc, database: { ...tpcc.database, sizeMiB } });
    expect(sized(256)).toMatch(/^2 warehouses in data files of this size/);
    expect(sized(130 * 1024)).toMatch(/^about 1,300 warehouses in/);
    expect(profileHelp(base)).not.toContain("warehouse");
  });
});
