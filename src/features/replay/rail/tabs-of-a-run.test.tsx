// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { noAdvice } from "../../../../app/contract/advice.ts";
import type { CapturedCounter, Finding } from "../../../../app/contract/capture.ts";
import { withUnitsKept } from "../../../../app/domain/format/line-breaks.ts";
import { volumesOf } from "../../../../app/domain/perfmon/volumes.ts";
import { timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../../components/testing/render.tsx";
import { createPlayer, type PlayerStore } from "../../../state/player/player.ts";
import { askedServices, WithAnswers } from "../../../state/testing/asked-services.tsx";
import { noBookmarking } from "../../../state/testing/no-bookmarking.ts";
import { FindingsTab, type FindingsTabProps } from "./FindingsTab.tsx";

const timeline = timelineOf([]);
const advice: FindingsTabProps["advice"] = {
  ...{ status: "ready", value: noAdvice, message: null, standsIn: false, isAsked: false },
  again: () => undefined,
};

describe("the findings", () => {
  const evidence = { file: 0, line: 18, record: 17, atMs: 1000, text: "a record" };
  const finding: Finding = {
    ...{ id: "one/1", weight: "information", title: "Found", text: "Why." },
    ...{ startMs: 1000, endMs: 1000, evidence: [evidence], occurrences: 1 },
  };
  const placeIn = (files: readonly string[]) => {
    const player = {} as PlayerStore;
    show(
      <FindingsTab
        bookmarking={noBookmarking}
        {...{ timeline, player, files, advice }}
        isOfSelection={false}
        findings={[finding]}
        effects={[]}
        run={null}
      />,
    );
    return screen.getByRole("button", { name: /a record/ }).textContent;
  };

  it("of a run name a line of its log, which has no name", () => {
    const place = placeIn([]);
    expect(place).toContain("line 18");
    expect(place).not.toContain(", line");
  });

  it("of a capture name the file too", () => {
    expect(placeIn(["ERRORLOG.1"])).toContain("ERRORLOG.1, line 18");
  });
});

it("what happened by the counters stands above the findings", () => {
  const effects = ["backup", "checkpoint"].map((what, index) => ({
    ...{ what, startMs: 1000 * index, endMs: 1000 * index + 500 },
    ...{ changes: [{ counter: "c", from: 2, to: 100 }], sentence: `${what}: writes 2 to 100 ms.` },
  }));
  const player = createPlayer();
  show(
    <FindingsTab
      bookmarking={noBookmarking}
      {...{ timeline, player, files: [], advice, effects }}
      isOfSelection={false}
      findings={[]}
      run={null}
    />,
  );
  const list = within(screen.getByRole("list", { name: "What happened" }));
  expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    withUnitsKept("backup: writes 2 to 100 ms."),
    withUnitsKept("checkpoint: writes 2 to 100 ms."),
  ]);
  fireEvent.click(list.getByText(/^checkpoint/));
  expect(player.getState().selection).toEqual({
    kind: "span",
    span: { startMs: 1000, endMs: 1500 },
  });
});

it("a run that completed has recommendations below the findings of its log", () => {
  const props = {
    timeline,
    player: {} as PlayerStore,
    findings: [],
    effects: [],
    files: [],
    advice,
    isOfSelection: false,
  };
  askedServices({});
  const tab = (status: "cancelled" | "completed") => (
    <WithAnswers>
      <FindingsTab bookmarking={noBookmarking} {...props} run={{ id: "r", status }} />
    </WithAnswers>
  );
  const headings = () =>
    screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  const { rerender } = show(tab("cancelled"));
  expect(headings()).toEqual(["Bookmarks", "In the log", "Where the bottleneck is"]);
  rerender(tab("completed"));
  expect(screen.getByRole("heading", { name: "Recommendations" })).toBeDefined();
  expect(screen.getByText(/^Nothing to recommend/)).toBeDefined();
});

it("what is on the drives is asked of a server’s counters, not of a run’s, which belong to lanes", () => {
  const counter = (lane: string | null): CapturedCounter => ({
    ...{ id: "r", file: 0, path: "LogicalDisk(data)\\Disk Read Bytes/sec", lane, unit: "bytes/s" },
    ...{ object: "LogicalDisk", instance: "data", counter: "Disk Read Bytes/sec" },
    ...{ samples: 9, minimum: null, mean: null, maximum: null },
  });
  expect(volumesOf([counter("dataReadBytesPerSecond")])).toEqual([]);
  expect(volumesOf([counter(null)]).map(({ drive }) => drive)).toEqual(["data"]);
});
