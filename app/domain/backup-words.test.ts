import { expect, it } from "vitest";
import { fakeRestore } from "../contract/testing/fake-backups.ts";
import { restoredFrom } from "./backup-words.ts";

it.each([
  [0, "nothing"],
  [1, "b1"],
  [4, "b1, then b2, then b3, then b4"],
  [5, "b1, then b2, then b3, … b5 (5 in all)"],
])("names of %i backups of a restore are few enough to be read", (count, text) => {
  const from = Array.from({ length: count }, (_, index) => `b${index + 1}`);
  expect(restoredFrom({ ...fakeRestore, from })).toBe(text);
});
