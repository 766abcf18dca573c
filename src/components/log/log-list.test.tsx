// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { show } from "../testing/render.tsx";
import { LogList } from "./LogList.tsx";
import { rowsInMemory } from "./log-rows.ts";

let height = 240;
let observers: (() => void)[] = [];

beforeEach(() => {
  observers = [];
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => height);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly observe = vi.fn();
      readonly disconnect = vi.fn();
      constructor(told: () => void) {
        observers.push(told);
      }
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const record = (index: number): TimelineRecord => ({
  ...{ index, file: null, line: index + 1, atMs: index * 1000, sinceMs: 1000, source: "spid51" },
  ...{
    text: `record ${index}`,
    kind: "other",
    phase: null,
    database: null,
    error: null,
    cut: false,
  },
});

it("a list that follows its newest record keeps it in view when it gets lower", () => {
  const records = Array.from({ length: 100 }, (_, index) => record(index));
  show(
    <LogList
      label="ERRORLOG"
      rows={rowsInMemory(records)}
      originMs={0}
      columns="tail"
      selected={null}
      onSelect={() => undefined}
      follow
      onFollowChange={() => undefined}
      empty="Nothing"
    />,
  );
  const endOf = () => screen.getByRole("grid", { name: "ERRORLOG" }).scrollTop + height;
  const end = endOf();
  height = 72;
  act(() => {
    for (const measure of observers) measure();
  });
  expect(endOf()).toBe(end);
});
