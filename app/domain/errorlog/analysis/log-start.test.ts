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

  it("is found with all of its duration, at a moment of the log", () => {
    const [finding] = analyseLines([flush]).findings;
    expect(finding).toMatchObject({
      title: expect.stringContaining("97.6 s"),
      startMs: 0,
      endMs: 0,
    });
  });
});
