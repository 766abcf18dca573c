// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { show } from "../../components/testing/render.tsx";
import { LiveLog } from "./LiveLog.tsx";

const record = (index: number): TimelineRecord => ({
  ...{ index, file: null, line: index + 1, atMs: index * 1000, sinceMs: 1000, source: "spid51" },
  ...{ text: `record ${index}`, kind: "other", phase: null, database: null, error: null },
  cut: false,
});
const records = [0, 1, 2].map(record);

it("no longer says that it follows once an older record is chosen, and does so again when asked", () => {
  const onSelect = vi.fn();
  show(
    <LiveLog
      log={{ records, count: 3 }}
      originMs={0}
      traceFlags={[]}
      goesOn
      connected
      selected={2}
      onSelect={onSelect}
      onReplay={() => undefined}
    />,
  );
  const grid = screen.getByRole("grid");
  expect(screen.getByText("Following live")).toBeDefined();
  fireEvent.keyDown(grid, { key: "ArrowUp" });
  expect(onSelect).toHaveBeenLastCalledWith(records[1]);
  expect(screen.queryByText("Following live")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "To the newest record" }));
  expect(screen.getByText("Following live")).toBeDefined();
});
