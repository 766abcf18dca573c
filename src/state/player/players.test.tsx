// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { playerOf, usePlayer } from "./player.ts";

const shown = (key: string) => renderHook(() => usePlayer(key, null)).result.current;

it("players are kept by what they play, those that were not shown for the longest time giving way", () => {
  const [first, second] = [shown("run:1"), shown("run:2")];
  first.getState().select({ kind: "record", index: 3 });
  shown("run:1");
  for (let other = 0; other < 15; ++other) shown(`log:${other}`);
  expect(playerOf("run:1")).toBe(first);
  expect(playerOf("run:2")).not.toBe(second);
});

it("players pause no other while a screen is drawn, which may be drawn for nothing", () => {
  const playing = shown("run:3");
  const pause = vi.spyOn(playing.getState(), "pause");
  for (let other = 0; other < 20; ++other) playerOf(`drawn:${other}`);
  expect(playerOf("run:3")).toBe(playing);
  expect(pause).not.toHaveBeenCalled();
});
