// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import { timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { useWatchedView } from "./lane-view.ts";
import { usePagesThen } from "./pages-then.ts";
import { createPlayer } from "./player.ts";

const series = {
  ...noSeries,
  timeMs: Float64Array.of(1000, 2000, 3000),
  waits: {
    FCB_REPLICA_WRITE: {
      tasks: Float64Array.of(0, 4, 1),
      waitMs: Float64Array.of(0, 400, 10),
      signalMs: Float64Array.of(0, 0, 0),
    },
  },
};

function playerOfThreeSeconds() {
  const player = createPlayer();
  player.getState().show({ ...timelineOf([]), endMs: 3000 });
  return player;
}

it("leads from a lane of waits to the map, with its peak or with the selected time", () => {
  const player = playerOfThreeSeconds();
  const map = { isShown: false, show: vi.fn(), toggle: vi.fn() };
  const lane = "waiting:FCB_REPLICA_WRITE";
  const { result, rerender } = renderHook(
    ({ selected }) => usePagesThen(player, map, selected, series),
    { initialProps: { selected: null as { startMs: number; endMs: number } | null } },
  );
  expect(result.current?.title).toBe("See the pages pushed at its peak");
  act(() => result.current?.show(lane));
  expect(player.getState().selection).toEqual({
    kind: "span",
    span: { startMs: 1000, endMs: 2000 },
  });
  expect(map.show).toHaveBeenCalledOnce();

  const selected = { startMs: 100, endMs: 300 };
  rerender({ selected });
  expect(result.current?.title).toBe("See the pages pushed in the selected time");
  act(() => result.current?.show(lane));
  expect(player.getState().selection).toEqual({ kind: "span", span: selected });
});

it("is not there where there can be no map", () => {
  const { result } = renderHook(() => usePagesThen(createPlayer(), null, null, series));
  expect(result.current).toBeNull();
});

it("selects nothing of a run under way that is still to come", () => {
  const player = playerOfThreeSeconds();
  const { result } = renderHook(() =>
    useWatchedView(player, { name: "now", atMs: 2000 }, { selects: true }),
  );
  act(() => result.current.selectSpan?.({ startMs: 2000, endMs: 2500 }));
  expect(player.getState().selection).toBeNull();
  act(() => result.current.selectSpan?.({ startMs: 1500, endMs: 2500 }));
  expect(player.getState().selection).toEqual({
    kind: "span",
    span: { startMs: 1500, endMs: 2000 },
  });
});
