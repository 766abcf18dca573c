// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { writeSetting } from "../../state/services/settings.ts";
import { everyRun } from "./run-filter.ts";
import { useRunFilter } from "./use-run-filter.ts";

const counts = [{ tag: "disks", runs: 2 }];
const filter = () => renderHook(() => useRunFilter(counts)).result;

describe("the filter of the run list", () => {
  afterEach(() => {
    cleanup();
    writeSetting("runs.filter", everyRun);
  });

  it("is found again when the list is left and opened, without tags that no run has", () => {
    const first = filter();
    act(() => first.current[1]({ query: "month end", tags: ["disks", "gone"], ofStudies: true }));
    cleanup();
    expect(filter().current[0]).toEqual({ query: "month end", tags: ["disks"], ofStudies: true });
  });

  it("shows every run where what was kept cannot be understood", () => {
    writeSetting("runs.filter", { query: 7 });
    expect(filter().current[0]).toEqual(everyRun);
  });
});
