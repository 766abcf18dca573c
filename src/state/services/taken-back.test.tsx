// @vitest-environment happy-dom

import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { deviceSchema } from "../../../app/contract/device.ts";
import { devicePreset } from "../../../app/contract/device-presets.ts";
import { noRecordFilter } from "../../../app/contract/rpc/records.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { useBand } from "../comparison/band.ts";
import { useComparison } from "../comparison/comparison.ts";
import { useStudies, useStudy, useStudyResults } from "../comparison/studies.ts";
import { useVolumeFigures } from "../experiments/device-figures.ts";
import { usePresets } from "../experiments/presets.ts";
import { useFigureHere, useFigures, useStudyOf } from "../figures/figures.ts";
import { useLibrary } from "../library/library.ts";
import { useRunDetails } from "../library/run-details.ts";
import { useRemovedRuns } from "../library/runs.ts";
import { useSteadyState } from "../library/steady-state.ts";
import { useLiveRun } from "../live/live-run.ts";
import { useAdvice } from "../recordings/advice.ts";
import { useCaptures } from "../recordings/captures.ts";
import { useCreationCosts } from "../recordings/creation-costs.ts";
import { useFacets, useHits } from "../recordings/record-queries.ts";
import { useRecording } from "../recordings/recording.ts";
import { useRecordingSeries } from "../recordings/recording-series.ts";
import { useSpanResponses } from "../recordings/span-responses.ts";
import { askedServices, WithAnswers } from "../testing/asked-services.tsx";
import { runEntry } from "../testing/run-entries.ts";
import { useSystemInfo } from "./system.ts";

const run = { id: "5f0c3a52-6f0e-4f0a-9b6e-1f1b2c3d4e5f", status: "completed" } as const;
const recording = { kind: "run", id: run.id } as const;
const study = { id: "night", runs: [{ status: "completed" }] } as unknown as StudyState;
const query = { text: "error", pattern: false };
const span = { startMs: 0, endMs: 1000 };
const series = { recording, counters: ["pageReads"], extent: span, view: span, samples: 1 };
const volumes = [{ name: "data", device: deviceSchema.parse(devicePreset("sata-ssd").device) }];

const questions: readonly (readonly [string, () => unknown])[] = [
  ["captures.list", useCaptures],
  ["comparisons.compare", () => useComparison({ sides: [] })],
  ["devices.figures", () => useVolumeFigures(volumes)],
  ["experiments.watch", () => useLiveRun(run.id)],
  ["figures.here", () => useFigureHere("figure-4", study)],
  ["figures.list", useFigures],
  ["figures.studyOf", () => useStudyOf("figure-4")],
  ["library.details", () => useRunDetails(run.id)],
  ["library.removed", useRemovedRuns],
  ["library.steadyState", () => useSteadyState(run.id)],
  ["presets.list", usePresets],
  ["recordings.advice", () => useAdvice(run)],
  ["recordings.creationCosts", () => useCreationCosts(run)],
  ["recordings.facets", () => useFacets(recording, 7)],
  ["recordings.hits", () => useHits(recording, noRecordFilter, query, 7)],
  ["recordings.responses", () => useSpanResponses(recording, span)],
  ["recordings.series", () => useRecordingSeries(series)],
  ["recordings.watch", () => useRecording(recording)],
  ["studies.band", () => useBand(study)],
  ["studies.list", useStudies],
  ["studies.results", () => useStudyResults(study, null)],
  ["studies.watch", () => useStudy("night")],
  ["system.info", useSystemInfo],
];

it.each(questions)(
  "%s is taken back when nobody looks at its answer any more",
  async (path, ask) => {
    const asked = askedServices(path === "experiments.watch" ? { "library.details": {} } : {});
    useLibrary.setState({ entries: [runEntry(run)] });
    onTestFinished(() => useLibrary.setState({ entries: [] }));
    const { unmount } = renderHook(() => ask(), { wrapper: WithAnswers });
    await waitFor(() => expect(asked.awaited(path)).toEqual([true]));
    unmount();
    await waitFor(() => expect(asked.awaited(path)).toEqual([false]));
  },
);
