// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { encodePushes } from "../../../app/contract/push-records.ts";
import type { PushBatch, PushPiece } from "../../../app/contract/rpc/recordings.ts";
import { pushAt } from "../../../app/domain/page-map/push-log.ts";
import { askedServices } from "../testing/asked-services.tsx";
import { usePushLog } from "./push-log.ts";

const target: PushBatch["events"][number] = {
  kind: "pushTarget",
  atMs: 1000,
  number: 1,
  snapshot: "night",
  hidden: false,
  files: [{ id: 1, name: "sales.mdf", pages: 100 }],
};

const batch = (events: PushBatch["events"], ...pages: readonly number[]): PushBatch => ({
  seq: 0,
  events,
  pushes: encodePushes({
    detail: "pages",
    firstUs: 2_000_000,
    timeUs: Float64Array.from(pages, () => 2_000_000),
    pages: Float64Array.from(pages),
    causes: Uint8Array.from(pages, () => 0),
    targets: Uint16Array.from(pages, () => 1),
  }),
});

const path = "recordings.pushes";

function looked(id: string) {
  const asked = askedServices({});
  const hook = renderHook(() => usePushLog({ kind: "run", id }));
  const tell = (piece: PushPiece) =>
    act(async () => {
      asked.tell(path, piece);
      await new Promise(requestAnimationFrame);
    });
  return { asked, tell, hook, reading: () => hook.result.current };
}

describe("the push log of a recording", () => {
  it("grows with the pieces that come, until it has ended", async () => {
    const { tell, reading } = looked("grows");
    expect(reading()).toMatchObject({ ended: false, message: null, log: { count: 0 } });
    await tell({ batches: [batch([target], 5, 6)], ended: false });
    expect(reading()).toMatchObject({ ended: false, log: { count: 2 } });
    await tell({ batches: [batch([], 7)], ended: true });
    expect(reading()).toMatchObject({ ended: true, log: { count: 3 } });
    const { log } = reading();
    expect([0, 1, 2].map((at) => pushAt(log, at)?.page)).toEqual([5, 6, 7]);
  });

  it("says why there is no more of it, and keeps what fitted", async () => {
    const { tell, reading } = looked("refused");
    await tell({ batches: [batch([target], 5), batch([], 100)], ended: false });
    expect(reading().log.count).toBe(1);
    expect(reading().message).toContain("page 100 of files with 100 pages");
  });

  it("is read once for all who look, and not again once it has ended", async () => {
    const { asked, tell, hook, reading } = looked("shared");
    const other = renderHook(() => usePushLog({ kind: "run", id: "shared" }));
    await tell({ batches: [batch([target], 5)], ended: true });
    expect(other.result.current).toBe(reading());
    other.unmount();
    expect(asked.awaited(path)).toEqual([true]);
    hook.unmount();
    expect(asked.awaited(path)).toEqual([false]);
    const again = renderHook(() => usePushLog({ kind: "run", id: "shared" }));
    expect(again.result.current.log.count).toBe(1);
    expect(asked.questions(path)).toHaveLength(1);
  });

  it("begins anew where it was left before its end, with what was there until as much has come", async () => {
    const { asked, tell, hook } = looked("left");
    await tell({ batches: [batch([target], 5, 6)], ended: false });
    hook.unmount();
    const again = renderHook(() => usePushLog({ kind: "run", id: "left" }));
    expect(asked.questions(path)).toHaveLength(2);
    await tell({ batches: [batch([target], 5)], ended: false });
    expect(again.result.current.log.count).toBe(2);
    await tell({ batches: [batch([], 6, 7)], ended: false });
    expect(again.result.current.log.count).toBe(3);
  });

  it("is not read where nobody wants it", () => {
    const asked = askedServices({});
    const { result } = renderHook(() => usePushLog(null));
    expect(result.current.log.count).toBe(0);
    expect(asked.questions(path)).toEqual([]);
  });
});
