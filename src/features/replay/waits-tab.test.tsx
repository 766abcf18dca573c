// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RecordingOverview } from "../../../app/contract/rpc/recordings.ts";
import { noSeries } from "../../../app/domain/timeline/recording-timeline.ts";
import { timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../components/testing/render.tsx";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { WaitsTab } from "./WaitsTab.tsx";

it("asks for the waits of a selection at their own resolution", async () => {
  const asked = askedServices({ "recordings.series": { ...noSeries, samplesPerPoint: 20 } });
  const recording = { kind: "run", id: "r1" } as const;
  const timeline = { ...timelineOf([]), endMs: 100_000 };
  const overview = { run: {}, waits: [] } as unknown as RecordingOverview;
  const span = { startMs: 40_000, endMs: 50_000 };
  show(
    <WithAnswers>
      <WaitsTab {...{ recording, timeline, overview, span, atMs: 0 }} />
    </WithAnswers>,
  );
  await waitFor(() => expect(asked.questions("recordings.series")).toHaveLength(2));
  expect(asked.questions("recordings.series")).toMatchObject([
    { fromMs: 0, toMs: 100_000, waits: true },
    { fromMs: 35_000, toMs: 55_000, waits: true },
  ]);
});
