// @vitest-environment happy-dom
import { renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import { timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { askedServices, WithAnswers } from "../testing/asked-services.tsx";
import { useDetailedOverlay } from "./overlay.ts";
import { useGrowingSeries } from "./recording-series.ts";
import { useSpanResponses } from "./span-responses.ts";

const recording = { kind: "run", id: "5f0c3a52-6f0e-4f0a-9b6e-1f1b2c3d4e5f" } as const;

it("asks for the responses of another span where only its end is another", async () => {
  const asked = askedServices({ "recordings.responses": { count: 1 } });
  const { result, rerender } = renderHook(
    ({ endMs }) => useSpanResponses(recording, { startMs: 10_000, endMs }),
    { initialProps: { endMs: 20_000 }, wrapper: WithAnswers },
  );
  await waitFor(() => expect(result.current.status).toBe("ready"));
  rerender({ endMs: 30_000 });
  expect(asked.questions("recordings.responses")).toEqual([
    { recording, fromMs: 10_000, toMs: 20_000 },
    { recording, fromMs: 10_000, toMs: 30_000 },
  ]);
});

it("asks for samples of a run that is laid over another at its own times", async () => {
  const asked = askedServices({ "recordings.series": { ...noSeries, samplesPerPoint: 20 } });
  const overlay = {
    name: "run",
    timeline: { ...timelineOf([]), endMs: 100_000 },
    // What is at 0 s of the run stands at 400 s of the recording.
    shiftMs: 400_000,
  };
  const view = { startMs: 440_000, endMs: 450_000 };
  renderHook(() => useDetailedOverlay(recording, overlay, lanes, view), { wrapper: WithAnswers });
  await waitFor(() => expect(asked.questions("recordings.series")).toHaveLength(2));
  const lanesOfRun = { counters: ["transactionsPerSecond"], waits: true };
  expect(asked.questions("recordings.series")).toMatchObject([
    { ...lanesOfRun, fromMs: 0, toMs: 100_000 },
    { ...lanesOfRun, fromMs: 35_000, toMs: 55_000 },
  ]);
});

it("asks a run under way for the waits of a lane in its past", async () => {
  const asked = askedServices({});
  const extent = { startMs: 0, endMs: 100_000 };
  const view = { startMs: 10_000, endMs: 12_000 };
  // A point has many samples of all that came so far.
  const came = { ...noSeries, samplesPerPoint: 20 };
  const request = { recording, counters: [], waits: true, extent, view, came };
  renderHook(() => useGrowingSeries(request), { wrapper: WithAnswers });
  await waitFor(() => expect(asked.questions("recordings.series")).toHaveLength(1));
  expect(asked.questions("recordings.series")).toMatchObject([{ waits: true, fromMs: 9000 }]);
});

const lanes = ["transactionsPerSecond", "wait:WRITELOG"];
