import { expect, it } from "vitest";
import { titleOfPreset } from "./preset-title.ts";

it.each([
  ["creation-under-load", "Creation under load"],
  ["sqlskills-select-into", "SQLskills SELECT INTO"],
  ["faster-scans-step-by-step", "Faster scans, step by step"],
  ["database-or-array-snapshot", "Database or array snapshot?"],
])("%s is %s", (name, title) => {
  expect(titleOfPreset(name)).toBe(title);
});
