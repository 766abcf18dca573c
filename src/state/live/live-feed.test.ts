import { describe, expect, it, vi } from "vitest";
import type { LiveUpdate } from "../../../app/contract/rpc/timeline-data.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import { runEntry } from "../testing/run-entries.ts";
import { type FeedListener, LiveFeed, noLiveRun } from "./live-feed.ts";

function source() {
  let listener: FeedListener | null = null;
  let frame: (() => void) | null = null;
  const close = vi.fn(() => {
    listener = null;
  });
  const open = vi.fn((next: FeedListener) => {
    listener = next;
    return close;
  });
  return {
    open,
    close,
    beforeNextFrame: (task: () => void) => {
      frame = task;
    },
    give: (update: LiveUpdate) => listener?.onUpdate(update),
    say: (scenario: Scenario) => listener?.onScenario(scenario),
    fail: (message: string) => listener?.onProblem(message),
    draw: () => {
      const task = frame;
      frame = null;
      task?.();
    },
  };
}

const piece = (change: Partial<LiveUpdate> & { line?: string } = {}): LiveUpdate => {
  const { line, ...rest } = change;
  return {
    entry: runEntry({ status: "running" }),
    restart: false,
    origin: "2006-10-23T21:48:07.000",
    series: noSeries,
    recordsLeftOut: 0,
    events: line === undefined ? [] : [{ kind: "errorlog", atMs: 0, line }],
    summary: null,
    ended: false,
    ...rest,
  };
};
const line = (text: string) => `2006-10-23 21:48:07.00 spid51 ${text}`;

describe("a live run", () => {
  it("tells its readers once a frame, with all that came", () => {
    const from = source();
    const feed = new LiveFeed(from);
    const reader = vi.fn();
    feed.subscribe(reader);
    from.give(piece({ restart: true, line: line("one") }));
    from.give(piece({ line: line("two") }));
    expect(reader).not.toHaveBeenCalled();
    expect(feed.current).toBe(noLiveRun);
    from.draw();
    expect(reader).toHaveBeenCalledOnce();
    expect(feed.current.log.records.map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("starts anew when the services say so, as after a reconnection", () => {
    const from = source();
    const feed = new LiveFeed(from);
    feed.subscribe(() => undefined);
    from.give(piece({ restart: true, line: line("one") }));
    from.give(piece({ restart: true, line: line("one") }));
    from.give(piece({ line: line("two") }));
    from.draw();
    expect(feed.current.log.records).toHaveLength(2);
  });

  it("knows the warm-up from the scenario", () => {
    const from = source();
    const feed = new LiveFeed(from);
    feed.subscribe(() => undefined);
    from.say({ warmupSeconds: 15 } as Scenario);
    from.give(piece({ restart: true }));
    from.draw();
    expect(feed.current.timeline?.warmupEndMs).toBe(15_000);
    expect(feed.current.timeline?.plannedEndMs).toBe(120_000);
  });

  it("opens its source for the first reader and closes it after the last", () => {
    const from = source();
    const feed = new LiveFeed(from);
    const [first, second] = [feed.subscribe(() => undefined), feed.subscribe(() => undefined)];
    expect(from.open).toHaveBeenCalledOnce();
    first();
    expect(from.close).not.toHaveBeenCalled();
    second();
    expect(from.close).toHaveBeenCalledOnce();
    expect(feed.hasReaders).toBe(false);
  });

  it("keeps what is shown when something goes wrong, and says what", () => {
    const from = source();
    const feed = new LiveFeed(from);
    feed.subscribe(() => undefined);
    from.give(piece({ restart: true, line: line("one") }));
    from.fail("the connection was lost");
    from.draw();
    expect(feed.current.problem).toBe("the connection was lost");
    expect(feed.current.log.records).toHaveLength(1);
    from.give(piece({ restart: true }));
    from.draw();
    expect(feed.current.problem).toBeNull();
  });
});
