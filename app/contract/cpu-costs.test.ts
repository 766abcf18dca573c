import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { calibrationMachine, cpuCostNs, cpuCosts } from "./cpu-costs.ts";

const page = readFileSync(new URL("../../docs/internals/cpu-costs.md", import.meta.url), "utf8");

it("is the table of the documentation", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([\d,]+) \| (.+) \| (.+) \|$/gm)].map(
    ([, id, ns, covers, measuredAs]) => {
      return { id, ns: Number(ns?.replaceAll(",", "")), covers, measuredAs };
    },
  );
  expect(rows).toEqual(cpuCosts);
  expect(page).toContain(`100 % is ${calibrationMachine}.`);
});

it("has a cost for each kind of work, and says so of none that it does not know", () => {
  expect(cpuCosts.every(({ ns }) => Number.isInteger(ns) && ns > 0)).toBe(true);
  expect(new Set(cpuCosts.map(({ id }) => id)).size).toBe(cpuCosts.length);
  expect(() => cpuCostNs("thinking")).toThrow("thinking is no kind of work");
});
