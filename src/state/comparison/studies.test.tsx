// @vitest-environment happy-dom
import { renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { askedServices, WithAnswers } from "../testing/asked-services.tsx";
import { useStudyResults } from "./studies.ts";

const study = (...statuses: StudyState["runs"][number]["status"][]) =>
  ({ id: "night", runs: statuses.map((status) => ({ status })) }) as unknown as StudyState;

it("asks anew for the results of a study when a run of it is completed, and not before", async () => {
  const asked = askedServices({ "studies.results": "so far" });
  const { result, rerender } = renderHook((state: StudyState) => useStudyResults(state, "p99"), {
    initialProps: study("running", "waiting"),
    wrapper: WithAnswers,
  });
  await waitFor(() => expect(result.current.value).toBe("so far"));
  rerender(study("running", "running"));
  expect(asked.questions("studies.results")).toHaveLength(1);
  rerender(study("completed", "running"));
  expect(asked.questions("studies.results")).toEqual([
    { studyId: "night", metric: "p99" },
    { studyId: "night", metric: "p99" },
  ]);
});
