import { describe, expect, it } from "vitest";
import { RunTimeline } from "../timeline/run-timeline.ts";
import { seriesOf } from "../timeline/testing/pieces.ts";
import { breakCommand, breakText, hitText } from "./breaks.ts";

const armed = { event: "armed" };
const wait = { event: "wait", waitType: "FCB_REPLICA_WRITE" };
const size = { event: "sizeOnDisk", sizeMiB: 1024 };

const given = (command: object) =>
  ({
    kind: "command",
    atNs: 0,
    command: { kind: "breakOn", ...command },
    outcome: "applied",
  }) as const;
const state = (name: "paused" | "running", brokeOn?: typeof armed) =>
  ({ kind: "state", atMs: 1, state: name, ...(brokeOn === undefined ? {} : { brokeOn }) }) as const;

function run() {
  const timeline = new RunTimeline({
    origin: "2006-10-23T21:48:07",
    plannedEndMs: 10_000,
    warmupEndMs: 0,
  });
  const take = (...events: Parameters<RunTimeline["take"]>[0]["events"]) =>
    timeline.take({ series: seriesOf([]), events });
  return { take, breaks: () => timeline.timeline.breaks, timeline };
}

describe("breaks of a run", () => {
  it("are those that were set, until they are hit or taken away", () => {
    const { take, breaks, timeline } = run();
    take(given(armed), given(wait), given(size), given(armed));
    expect(breaks()).toEqual([wait, size, armed]);
    take(given({ ...size, set: false }), state("paused", { ...armed, snapshot: "s1" } as never));
    expect(breaks()).toEqual([wait]);
    expect(timeline.timeline.state?.brokeOn).toMatchObject({ event: "armed", snapshot: "s1" });
  });

  it("stay where they are set again while the run is paused at the same event", () => {
    const { take, breaks } = run();
    take(given(armed), state("paused", armed), given(armed), state("paused", armed));
    expect(breaks()).toEqual([armed]);
    take(state("running"), state("paused", armed));
    expect(breaks()).toEqual([]);
  });

  it("are commands of the contract, or none", () => {
    expect(breakCommand(size, true)).toEqual({ kind: "breakOn", ...size, set: true });
    expect(breakCommand({ event: "wait" }, true)).toBeNull();
    expect(breakCommand({ event: "armed", sizeMiB: 1 }, true)).toBeNull();
    expect(breakCommand({ event: "wait", waitType: "NO_SUCH_WAIT" }, true)).toBeNull();
  });

  it("are told in words", () => {
    expect([armed, wait, size, { event: "sizeOnDisk", sizeMiB: 100 }].map(breakText)).toEqual([
      "when a snapshot is armed",
      "at the first FCB_REPLICA_WRITE",
      "when sparse files pass 1 GiB",
      "when sparse files pass 100 MiB",
    ]);
    expect(hitText({ ...size, snapshot: "s1" })).toBe(
      "Paused where the sparse files of s1 passed 1 GiB",
    );
  });
});
