import { describe, expect, it } from "vitest";
import { newEntry } from "../run-entry.ts";
import { fakeScenario, messageOf } from "../testing/scratch-services.ts";
import { findRun } from "./find-run.ts";

const scenario = await fakeScenario("");
const entryOf = (id: string, name: string, preset: string | null = null) =>
  newEntry({ id, scenario, preset, name });
const entries = [
  entryOf("aaaa1111-0000-4000-8000-000000000001", "newest"),
  entryOf("aaaa2222-0000-4000-8000-000000000002", "twice"),
  entryOf("bbbb3333-0000-4000-8000-000000000003", "twice"),
  entryOf("cccc4444-0000-4000-8000-000000000004", "dead"),
  entryOf("eeee5555-0000-4000-8000-000000000005", "300 users, 1 snapshot", "two-snapshots"),
];
const nameOf = (text: string) => {
  const found = findRun(entries, text);
  return found.ok ? found.value.id.slice(0, 8) : found.error.message;
};

describe("findRun", () => {
  it.each([
    ["latest", "aaaa1111"],
    ["newest", "aaaa1111"],
    ["bbbb3333-0000-4000-8000-000000000003", "bbbb3333"],
    ["AAAA2", "aaaa2222"],
    ["dead", "cccc4444"],
    ["300 users, 1 snapshot", "eeee5555"],
    ["two-snapshots", "eeee5555"],
  ])("%s means %s", (text, id) => {
    expect(nameOf(text)).toBe(id);
  });

  it("does not guess", () => {
    expect(nameOf("aaaa")).toContain("is meant by 2 runs: aaaa1111");
    expect(nameOf("twice")).toContain("is meant by 2 runs");
    expect(nameOf("bbb")).toContain("no run has this id, name or preset");
    expect(messageOf(findRun([], "latest"))).toContain("the library holds no runs");
    const many = Array.from({ length: 7 }, (_, index) => entryOf(`dddd000${index}`, "same"));
    expect(messageOf(findRun(many, "same"))).toContain("and 2 more; give an id");
  });
});
