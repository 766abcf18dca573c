import { describe, expect, it } from "vitest";
import { waitTypes } from "../../contract/telemetry-catalog.ts";
import { isIdleWait } from "./idle-waits.ts";
import { ofWaitStats, rankWaits } from "./wait-ranking.ts";

const wait = (waitType: string, waitMs: number, tasks = 1) => ({ waitType, waitMs, tasks });
const ranked = (...waits: ReturnType<typeof wait>[]) => rankWaits(waits, (one) => one);
const types = (waits: readonly { readonly waitType: string }[]) =>
  waits.map(({ waitType }) => waitType);

describe("idle waits", () => {
  it("are those that the engine's catalogue calls idle", () => {
    for (const { id, idle } of waitTypes) expect(isIdleWait(id), id).toBe(idle);
    expect(isIdleWait("CHECKPOINT_QUEUE")).toBe(true);
  });

  it("are those of the product's background tasks too", () => {
    for (const type of [
      "SQLTRACE_BUFFER_FLUSH",
      "XE_TIMER_EVENT",
      "BROKER_TO_FLUSH",
      "HADR_FABRIC_CALLBACK",
      "PREEMPTIVE_XE_DISPATCHER",
      "PREEMPTIVE_XE_GETTARGETSTATE",
      "VDI_CLIENT_OTHER",
      "CXCONSUMER",
      "AZURE_IMDS_VERSIONS",
    ]) {
      expect(isIdleWait(type), type).toBe(true);
    }
    for (const type of [
      "WRITELOG",
      "SLEEP_BPOOL_FLUSH",
      "PREEMPTIVE_OS_WRITEFILE",
      "CXPACKET",
      "BACKUPIO",
      "XEON",
    ]) {
      expect(isIdleWait(type), type).toBe(false);
    }
  });
});

describe("the ranking of waits", () => {
  it("has no idle wait among those that cost something, however long it was", () => {
    const { costs, idle, totalMs } = ranked(
      wait("CHECKPOINT_QUEUE", 90_000),
      wait("LCK_M_X", 10),
      wait("SLEEP_TASK", 70),
      wait("WRITELOG", 30),
    );
    expect(types(costs)).toEqual(["WRITELOG", "LCK_M_X"]);
    expect(totalMs).toBe(40);
    expect(types(idle)).toEqual(["CHECKPOINT_QUEUE", "SLEEP_TASK"]);
  });

  it("is by time, then by name, of those that occurred", () => {
    const { costs } = ranked(
      wait("WRITELOG", 5),
      wait("LCK_M_X", 0, 0),
      wait("LCK_M_U", 0, 3),
      wait("LATCH_EX", 5),
    );
    expect(types(costs)).toEqual(["LATCH_EX", "WRITELOG", "LCK_M_U"]);
  });

  it("takes rows as the engine's summary has them", () => {
    const rows = [
      { wait_type: "LAZYWRITER_SLEEP", wait_time_ms: 9, waiting_tasks_count: 1 },
      { wait_type: "WRITELOG", wait_time_ms: 3, waiting_tasks_count: 1 },
    ];
    expect(rankWaits(rows, ofWaitStats).costs).toEqual([rows[1]]);
  });
});
