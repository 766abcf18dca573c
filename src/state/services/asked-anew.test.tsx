// @vitest-environment happy-dom
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { deviceSchema } from "../../../app/contract/device.ts";
import { devicePreset } from "../../../app/contract/device-presets.ts";
import { noRecordFilter } from "../../../app/contract/rpc/records.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { useBand } from "../comparison/band.ts";
import { useComparison } from "../comparison/comparison.ts";
import { useStudies, useStudyResults } from "../comparison/studies.ts";
import { useVolumeFigures } from "../experiments/device-figures.ts";
import { usePresets } from "../experiments/presets.ts";
import { useFigureHere, useStudyOf } from "../figures/figures.ts";
import { useLibrary } from "../library/library.ts";
import { useRunDetails } from "../library/run-details.ts";
import { useSteadyState } from "../library/steady-state.ts";
import { useAdvice } from "../recordings/advice.ts";
import { useCreationCosts } from "../recordings/creation-costs.ts";
import { useFacets, useHits } from "../recordings/record-queries.ts";
import { useRecordingSeries } from "../recordings/recording-series.ts";
import { useSpanResponses } from "../recordings/span-responses.ts";
import { askedServices, WithAnswers } from "../testing/asked-services.tsx";
import { runEntry } from "../testing/run-entries.ts";

const run = { id: "5f0c3a52-6f0e-4f0a-9b6e-1f1b2c3d4e5f", status: "completed" } as const;
const other = { id: "00000000-0000-4000-8000-000000000009", status: "completed" } as const;
const recording = { kind: "run", id: run.id } as const;
const otherRecording = { kind: "run", id: other.id } as const;

const study = (...statuses: StudyState["runs"][number]["status"][]) =>
  ({ id: "night", runs: statuses.map((status) => ({ status })) }) as unknown as StudyState;
const [one, two] = [study("completed", "running"), study("completed", "completed")];
const otherStudy = { ...one, id: "day" };

const query = (text: string) => ({ text, pattern: false });
const span = (startMs: number, endMs: number) => ({ startMs, endMs });
const series = (change: object) => {
  const all = span(0, 1000);
  const asked = { recording, counters: ["pageReads"], waits: false, extent: all, view: all };
  return { ...asked, samples: 1, ...change };
};
const volume = (device: Parameters<typeof devicePreset>[0]) => [
  { name: "data", device: deviceSchema.parse(devicePreset(device).device) },
];
const sides = (...ids: readonly string[]) => ({
  sides: ids.map((id) => ({ name: id, recordings: [{ kind: "run" as const, id }] })),
});
const severe = { ...noRecordFilter, text: "severe" };

/** A path, a hook, and what it is called with, one after the other: one thing is another each time. */
const questions: readonly (readonly [string, (...input: never[]) => unknown, unknown[][]])[] = [
  ["comparisons.compare", useComparison, [[sides("a", "b")], [sides("b", "a")]]],
  ["devices.figures", useVolumeFigures, [[volume("sata-ssd")], [volume("laptop")]]],
  [
    "figures.here",
    useFigureHere,
    [
      ["f4", one],
      ["f5", one],
      ["f5", two],
      ["f5", otherStudy],
    ],
  ],
  ["figures.studyOf", useStudyOf, [["f4"], ["f5"]]],
  ["library.details", useRunDetails, [[run.id], [other.id]]],
  ["library.steadyState", useSteadyState, [[run.id], [other.id]]],
  ["recordings.creationCosts", useCreationCosts, [[run], [other]]],
  [
    "recordings.advice",
    useAdvice,
    [[run], [other], [{ ...other, status: "failed" }], [other, { startMs: 1, endMs: 2 }]],
  ],
  [
    "recordings.facets",
    useFacets,
    [
      [recording, 7],
      [recording, 8],
      [otherRecording, 8],
    ],
  ],
  [
    "recordings.hits",
    useHits,
    [
      [recording, noRecordFilter, query("error"), 7],
      [recording, severe, query("error"), 7],
      [recording, severe, query("errors"), 7],
      [recording, severe, query("errors"), 8],
      [otherRecording, severe, query("errors"), 8],
    ],
  ],
  [
    "recordings.responses",
    useSpanResponses,
    [
      [recording, span(0, 10)],
      [recording, span(0, 20)],
      [recording, span(5, 20)],
      [otherRecording, span(5, 20)],
    ],
  ],
  [
    "recordings.series",
    useRecordingSeries,
    [
      [series({})],
      [series({ counters: ["pageWrites"] })],
      [series({ counters: ["pageWrites"], waits: true })],
      [series({ counters: ["pageWrites"], waits: true, samples: 2 })],
      [series({ counters: ["pageWrites"], waits: true, samples: 2, recording: otherRecording })],
    ],
  ],
  ["studies.band", useBand, [[one], [two], [otherStudy]]],
  [
    "studies.results",
    useStudyResults,
    [
      [one, null],
      [one, "p99"],
      [one, "p99", 0.1],
      [two, "p99", 0.1],
      [otherStudy, "p99", 0.1],
    ],
  ],
];

const inLibrary = (...entries: readonly Partial<RunEntry>[]): void =>
  useLibrary.setState({ entries: entries.map(runEntry) });

it.each(questions)("%s is asked anew for each other question", async (path, ask, inputs) => {
  const asked = askedServices({});
  inLibrary(run, other);
  onTestFinished(() => inLibrary());
  const { rerender } = renderHook((input: unknown[]) => ask(...(input as never[])), {
    initialProps: inputs[0] ?? [],
    wrapper: WithAnswers,
  });
  for (const [index, input] of inputs.entries()) {
    rerender(input);
    await waitFor(() => expect(asked.questions(path)).toHaveLength(index + 1));
  }
  rerender(inputs.at(-1) ?? []);
  expect(asked.questions(path)).toHaveLength(inputs.length);
});

it.each([
  ["presets.list", usePresets, { ...other, status: "running" }, other],
  ["studies.list", useStudies, other, { ...other, study: { id: "night" } }],
  ["figures.studyOf", () => useStudyOf("f4"), other, { ...other, study: { id: "night" } }],
  ["library.details", () => useRunDetails(other.id), { ...other, status: "running" }, other],
  ["library.steadyState", () => useSteadyState(other.id), other, { ...other, steadyFromMs: 1000 }],
] as const)(
  "%s is asked anew when the library has news of it",
  async (path, ask, before, after) => {
    const asked = askedServices({});
    inLibrary(run, before as Partial<RunEntry>);
    onTestFinished(() => inLibrary());
    renderHook(() => ask(), { wrapper: WithAnswers });
    await waitFor(() => expect(asked.questions(path)).toHaveLength(1));
    act(() => inLibrary(run, before as Partial<RunEntry>));
    act(() => inLibrary(run, after as Partial<RunEntry>));
    await waitFor(() => expect(asked.questions(path)).toHaveLength(2));
  },
);
