// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RecordingOverview } from "../../../../app/contract/rpc/recordings.ts";
import { creationEvents, timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import type { Timeline, TimelineRecord } from "../../../../app/domain/timeline/timeline.ts";
import { show } from "../../../components/testing/render.tsx";
import { createHere, type Here } from "../../../state/player/here.ts";
import { mapViewOf } from "../../../state/player/map-view.ts";
import { createPlayer } from "../../../state/player/player.ts";
import { writeSetting } from "../../../state/services/settings.ts";
import { askedServices, WithAnswers } from "../../../state/testing/asked-services.tsx";
import { noBookmarking } from "../../../state/testing/no-bookmarking.ts";
import type { RecordingCounters } from "../charts/recording-counters.ts";
import { RecordingRail, tabSchema } from "./RecordingRail.tsx";

const creation = timelineOf(creationEvents("s1", 10_000));

function showRail(
  parts: Partial<RecordingOverview>,
  here: Here = { record: null },
  timeline: Timeline = creation,
) {
  askedServices({});
  const overview = {
    run: null,
    waits: [],
    findings: [],
    effects: [],
    counters: [],
    files: [],
    ...parts,
  };
  const player = createPlayer();
  player.getState().show(timeline);
  const told = createHere();
  told.setState(here);
  show(
    <WithAnswers>
      <RecordingRail
        bookmarking={noBookmarking}
        {...{ timeline, player }}
        recording={{ kind: "capture", id: "c1" }}
        overview={overview as unknown as RecordingOverview}
        counters={{ samples: 0 } as RecordingCounters}
        here={told}
        map={mapViewOf("capture:c1")}
      />
    </WithAnswers>,
  );
  // At the width of the test's window it is a drawer.
  fireEvent.click(screen.getByRole("button", { name: "Show: Details" }));
  return player;
}

const hasTab = (name: string) => screen.queryByRole("tab", { name }) !== null;

describe("the tabs beside a recording", () => {
  it("are those of which it has something", () => {
    writeSetting("replay.rail", "here");
    showRail({});
    expect(["Here", "Findings 0", "Waits", "Data"].map(hasTab)).toEqual([true, true, false, false]);
  });

  it("keep what was chosen while there were nine of them", () => {
    const now = ["selection", "advice", "plan", "waits"].map((kept) => tabSchema.parse(kept));
    expect(now).toEqual(["here", "findings", "data", "waits"]);
    expect(tabSchema.safeParse("nothing known").success).toBe(false);
  });

  it("have the parts of the data one below the other, one of them unfolded", () => {
    writeSetting("replay.rail", "files");
    showRail({ files: [], run: { entry: {}, summary: null } as RecordingOverview["run"] });
    expect(hasTab("Data")).toBe(true);
    const isOpen = (name: string) =>
      screen.getByRole("button", { name }).getAttribute("aria-expanded");
    expect([isOpen("Responses"), isOpen("Plan")]).toEqual(["true", "false"]);
    fireEvent.click(screen.getByRole("button", { name: "Plan" }));
    expect([isOpen("Responses"), isOpen("Plan")]).toEqual(["false", "true"]);
    fireEvent.click(screen.getByRole("button", { name: "Plan" }));
    expect([isOpen("Responses"), isOpen("Plan")]).toEqual(["false", "false"]);
  });
});

describe("what is here", () => {
  const record: TimelineRecord = {
    ...{ index: 8, atMs: 13_500, sinceMs: null, source: "spid7", phase: "analysis", cut: false },
    text: "Analysis of database 's1' (7) is 50% complete (approximately 9 seconds remain).",
    ...{ error: null, file: 0, line: 9, kind: "analysisProgress", database: "s1" },
  };

  it("is the phase at the playhead and the record that it has reached, while nothing is selected", () => {
    writeSetting("replay.rail", "here");
    const player = showRail({}, { record });
    const moment = screen.getByRole("region", { name: "At the playhead" });
    expect(moment.textContent).toContain("No database snapshot yet");
    expect(screen.getByRole("region", { name: "Record 9" }).textContent).toContain("50 %");
    act(() => player.getState().seek(13_500));
    expect(moment.textContent).toContain("Analysis");
  });

  it("is the selection, where there is one", () => {
    writeSetting("replay.rail", "here");
    const player = showRail({}, { record });
    act(() => player.getState().select({ kind: "span", span: { startMs: 1000, endMs: 2000 } }));
    expect(screen.getByRole("button", { name: "Zoom to it" })).toBeDefined();
    expect(screen.queryByRole("region", { name: "Record 9" })).toBeNull();
  });

  it("keeps of a selected phase what its source leaves open of its duration", () => {
    writeSetting("replay.rail", "here");
    const bands = creation.bands.map((band) =>
      band.phase === "redo" ? { ...band, endSource: "bound" as const } : band,
    );
    const player = showRail({}, { record }, { ...creation, bands });
    const redo = bands.find(({ phase }) => phase === "redo");
    act(() => player.getState().select({ kind: "band", id: redo?.id ?? "" }));
    const selection = screen.getByRole("region", { name: "Selection" });
    expect(selection.textContent).toContain("Phase took≤ 1.00 s");
  });
});
