import { describe, expect, it } from "vitest";
import { maxDurationSeconds } from "../../contract/fields.ts";
import { plannedMsAfter, prolongedSeconds } from "./prolong.ts";

const by = (seconds: number) => ({ kind: "prolong", seconds }) as const;
const told = (seconds: number, outcome: "applied" | "refused" = "applied") =>
  ({ kind: "command", atNs: 0, command: by(seconds), outcome }) as const;

describe("the end of a run that is prolonged", () => {
  it("comes later by all that was given, and not by what was refused", () => {
    const commands = [by(0.1), by(maxDurationSeconds), by(0.2)].map((command) => ({
      atNs: 0,
      command,
    }));
    expect(prolongedSeconds({ durationSeconds: 10, commands })).toBe(10.3);
    expect(plannedMsAfter(10_000, [told(0.1), told(5, "refused"), told(0.2)])).toBe(10_300);
  });

  it("is not believed beyond what a run may take", () => {
    expect(plannedMsAfter(10_000, [told(1e12), told(Number.NaN)])).toBe(10_000);
  });
});
