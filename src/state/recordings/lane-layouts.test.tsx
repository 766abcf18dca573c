// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as z from "zod";
import {
  arrangement,
  type LaneArrangement,
  withMoved,
  withPinned,
} from "../../../app/domain/timeline/lane-layout.ts";
import { readSetting, useSetting, writeSetting } from "../services/settings.ts";
import { takeNotifications } from "../shell/notifications.ts";
import { askedServices } from "../testing/asked-services.tsx";
import { useLaneArrangement, useLaneLayouts } from "./lane-layouts.ts";

const kept = (key: string): unknown => readSetting(key, z.unknown(), null);

beforeEach(() => {
  // Settings are saved some time later.
  askedServices({ "settings.put": null });
  for (const key of ["lanes.layouts", "live.pinnedLanes", "live.lanes"]) {
    writeSetting(key, undefined);
  }
  takeNotifications();
});

const layouts = () => renderHook(useLaneLayouts).result;

it("keeps layouts by name, with the order of their lanes and what is pinned", () => {
  const shown = layouts();
  act(() => shown.current.save(" Night ", arrangement(["a", "b", "wait:WRITELOG"], ["b"])));
  act(() => shown.current.save("Morning", arrangement(["a"])));
  act(() => shown.current.save("Night", arrangement(["c", "a"], ["c"])));
  expect(layouts().current.own).toEqual([
    { name: "Morning", lanes: ["a"], pinned: [] },
    { name: "Night", lanes: ["c", "a"], pinned: ["c"] },
  ]);
});

it("says why none can be kept under a name", () => {
  const shown = layouts();
  const problems = ["  ", "n".repeat(61), shown.current.given[0]?.name ?? "", "Mine"].map((name) =>
    shown.current.problemOf(name),
  );
  expect(problems).toEqual([
    "Give the layout a name.",
    "The name has 61 characters; at most 60 are possible.",
    "“Usual lanes” comes with Snapscope. Choose another name.",
    null,
  ]);
  const many = Array.from({ length: 50 }, (_, index) => ({ name: `${index}`, lanes: ["a"] }));
  act(() => writeSetting("lanes.layouts", many));
  expect(shown.current.problemOf("One more")).toContain("at most 50 are kept");
  // It takes the place of another.
  expect(shown.current.problemOf("7")).toBeNull();
});

it("brings back a layout whose deletion is undone", () => {
  const shown = layouts();
  act(() => shown.current.save("Night", arrangement(["a"])));
  act(() => shown.current.remove("Night"));
  expect(shown.current.own).toEqual([]);
  act(() => takeNotifications()[0]?.action?.run());
  expect(shown.current.own.map(({ name }) => name)).toEqual(["Night"]);
});

it("keeps those that can be read where one cannot", () => {
  writeSetting("lanes.layouts", [
    { name: "", lanes: [] },
    { name: "Night", lanes: ["b", "b", "a"] },
  ]);
  expect(layouts().current.own).toEqual([{ name: "Night", lanes: ["b", "a"], pinned: [] }]);
});

it("arranges the lanes of a screen in the setting that they always had", () => {
  writeSetting("live.lanes", ["a", "b", "c"]);
  const { result } = renderHook(() => {
    const [ids, choose] = useSetting("live.lanes", z.array(z.string()), []);
    return useLaneArrangement("live", { ids, choose: (next) => choose([...next]) });
  });
  const change = (next: (shown: LaneArrangement) => LaneArrangement): void =>
    act(() => result.current[1](next(result.current[0])));
  change((shown) => withPinned(shown, "b", true));
  change((shown) => withMoved(shown, "c", 1));
  expect(result.current[0]).toEqual({ lanes: ["b", "c", "a"], pinned: ["b"] });
  expect([kept("live.lanes"), kept("live.pinnedLanes")]).toEqual([["b", "c", "a"], ["b"]]);
  // An earlier version, or another screen, chooses lanes without a word on pins.
  act(() => writeSetting("live.lanes", ["a", "c"]));
  expect(result.current[0]).toEqual({ lanes: ["a", "c"], pinned: [] });
});
