import { describe, expect, it } from "vitest";
import { durationSign } from "../../duration-bound.ts";
import { analyseLines } from "./testing/written-log.ts";

const flush =
  "2024-03-05 10:00:02.00 spid12s FlushCache: cleaned up 192890 bufs with 14531 writes in 97600 ms (avoided 0 new dirty bufs) for db 5:0";

describe("a phase that began before the log", () => {
  it("begins with the log, at the latest, and says how much lies before it", () => {
    const { phases } = analyseLines([
      "2024-03-05 10:00:00.00 spid9s Starting up database 'Sales'.",
      flush,
    ]);
    const checkpoint = phases.find(({ name }) => name === "checkpoint");
    expect(checkpoint).toMatchObject({
      startMs: 0,
      endMs: 2000,
      startSource: "bound",
      figures: { durationMs: 97_600, beganBeforeLogMs: 95_600 },
    });
    expect(checkpoint && durationSign(checkpoint)).toBe("≥");
  });

  it("that ended before it as well is no longer than a moment of the log", () => {
    const { phases } = analyseLines([
      "2024-03-05 10:00:00.00 spid9s Recovery completed for database Sales (database ID 5) in 34 second(s) (analysis 4000 ms, redo 25000 ms, undo 4000 ms.) This is an informational message only. No user action is required.",
    ]);
    const redo = phases.find(({ name }) => name === "redo");
    expect(redo).toMatchObject({
      startMs: 0,
      endMs: 0,
      startSource: "bound",
      endSource: "bound",
      figures: { beganBeforeLogMs: expect.any(Number) },
    });
    for (const { startMs, endMs } of phases) expect(endMs).toBeGreaterThanOrEqual(startMs);
  });

  it("is found with all of its duration, at a moment of the log", () => {
    const [finding] = analyseLines([flush]).findings;
    expect(finding).toMatchObject({
      title: expect.stringContaining("1 min 38 s"),
      startMs: 0,
      endMs: 0,
    });
  });
});
