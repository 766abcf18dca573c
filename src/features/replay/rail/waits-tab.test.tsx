// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { RecordingOverview } from "../../../../app/contract/rpc/recordings.ts";
import { arrangement } from "../../../../app/domain/timeline/lane-layout.ts";
import { noSeries } from "../../../../app/domain/timeline/recording-timeline.ts";
import { timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { waitLanes } from "../../../../app/domain/timeline/wait-lanes.ts";
import { show } from "../../../components/testing/render.tsx";
import { askedServices, WithAnswers } from "../../../state/testing/asked-services.tsx";
import { WaitsTab, type WaitsTabProps } from "./WaitsTab.tsx";

const noLanes: WaitsTabProps["counters"] = {
  possible: [],
  arrangement: arrangement([]),
  show: () => undefined,
};

it("asks for the waits of a selection at their own resolution", async () => {
  const asked = askedServices({ "recordings.series": { ...noSeries, samplesPerPoint: 20 } });
  const recording = { kind: "run", id: "r1" } as const;
  const timeline = { ...timelineOf([]), endMs: 100_000 };
  const overview = { run: {}, waits: [] } as unknown as RecordingOverview;
  const span = { startMs: 40_000, endMs: 50_000 };
  show(
    <WithAnswers>
      <WaitsTab {...{ recording, timeline, overview, span, atMs: 0 }} counters={noLanes} />
    </WithAnswers>,
  );
  await waitFor(() => expect(asked.questions("recordings.series")).toHaveLength(2));
  expect(asked.questions("recordings.series")).toMatchObject([
    { fromMs: 0, toMs: 100_000, waits: true },
    { fromMs: 35_000, toMs: 55_000, waits: true },
  ]);
});

it("draws a line for each type of wait, by which it is found, until its name switches it off, and makes it a lane", async () => {
  const size = vi
    .spyOn(HTMLElement.prototype, "getBoundingClientRect")
    .mockReturnValue(new DOMRect(0, 0, 300, 150));
  onTestFinished(() => size.mockRestore());
  const series = {
    ...noSeries,
    timeMs: Float64Array.of(50_000, 100_000),
    waits: Object.fromEntries(
      ["WRITELOG", "PAGEIOLATCH_SH"].map((type) => [
        type,
        {
          tasks: Float64Array.of(1, 1),
          waitMs: Float64Array.of(300, 200),
          signalMs: Float64Array.of(0, 0),
        },
      ]),
    ),
  };
  askedServices({ "recordings.series": series });
  const timeline = { ...timelineOf([]), endMs: 100_000 };
  const overview = { run: {}, waits: [] } as unknown as RecordingOverview;
  const arrange = vi.fn();
  const { container } = show(
    <WithAnswers>
      <WaitsTab
        {...{ recording: { kind: "run", id: "r1" }, timeline, overview, span: null, atMs: 100_000 }}
        counters={{
          possible: waitLanes("sessions"),
          arrangement: arrangement(["a"]),
          show: arrange,
        }}
      />
    </WithAnswers>,
  );
  await waitFor(() => {
    const lines = [...container.querySelectorAll("path[data-wait]")];
    expect(lines.map((line) => line.getAttribute("data-wait")).sort()).toEqual([
      "PAGEIOLATCH_SH",
      "WRITELOG",
    ]);
  });
  fireEvent.click(screen.getByRole("button", { name: "WRITELOG", pressed: true }));
  expect(container.querySelector('path[data-wait="WRITELOG"]')).toBeNull();
  expect(container.querySelector('path[data-wait="PAGEIOLATCH_SH"]')).not.toBeNull();

  const lane = screen.getByRole("button", { name: "Lane of WRITELOG", pressed: false });
  fireEvent.click(lane);
  expect(arrange).toHaveBeenCalledWith(arrangement(["a", "waiting:WRITELOG"]));
});
