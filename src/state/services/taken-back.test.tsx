// @vitest-environment happy-dom

import { renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { noRecordFilter } from "../../../app/contract/rpc/records.ts";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { useBand } from "../comparison/band.ts";
import { useStudyResults } from "../comparison/studies.ts";
import { useFigureHere } from "../figures/figures.ts";
import { useFacets, useHits } from "../recordings/record-queries.ts";
import { askedServices, WithAnswers } from "../testing/asked-services.tsx";

const recording = { kind: "run", id: "5f0c3a52-6f0e-4f0a-9b6e-1f1b2c3d4e5f" } as const;
const study = { id: "night", runs: [{ status: "completed" }] } as unknown as StudyState;
const query = { text: "error", pattern: false };

const questions: readonly (readonly [string, () => unknown])[] = [
  ["recordings.hits", () => useHits(recording, noRecordFilter, query, 7)],
  ["recordings.facets", () => useFacets(recording, 7)],
  ["studies.results", () => useStudyResults(study, null)],
  ["studies.band", () => useBand(study)],
  ["figures.here", () => useFigureHere("figure-4", study)],
];

it.each(questions)(
  "%s is taken back when nobody looks at its answer any more",
  async (path, ask) => {
    const asked = askedServices({});
    const { unmount } = renderHook(() => ask(), { wrapper: WithAnswers });
    await waitFor(() => expect(asked.awaited(path)).toEqual([true]));
    unmount();
    expect(asked.awaited(path)).toEqual([false]);
  },
);
