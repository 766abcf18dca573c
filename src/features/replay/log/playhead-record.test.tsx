// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { creationEvents, timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import type { TimelineRecord } from "../../../../app/domain/timeline/timeline.ts";
import { show } from "../../../components/testing/render.tsx";
import { PlayheadRecord } from "./PlayheadRecord.tsx";

const record: TimelineRecord = {
  ...{ index: 8, atMs: 3000, sinceMs: null, source: "spid7", phase: "analysis", cut: false },
  text: "Analysis of database 's1' (7) is 0% complete (approximately 87 seconds remain).",
  ...{ error: null, file: 0, line: 9, kind: "analysisProgress", database: "s1" },
};

it("below the list stands what the record at the playhead means, what was wrong with it first", () => {
  const timeline = timelineOf(creationEvents("s1", 0));
  const { container, rerender } = show(<PlayheadRecord timeline={timeline} record={record} />);
  expect(screen.getByText(/^Analysis under way/)).toBeDefined();
  expect(container.textContent).toMatch(
    /Record 9Analysis under way\. The server’s estimate was 87 times too long\. How much/,
  );
  rerender(<PlayheadRecord timeline={timeline} record={null} />);
  expect(container.textContent).toBe("");
});
