// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  creationEvents,
  phaseEvent,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import type { WaitShare } from "../../../app/domain/waits/waits-in-span.ts";
import { show } from "../testing/render.tsx";
import { creationStateAt } from "./creation-steps.ts";
import { PhaseChecklist } from "./PhaseChecklist.tsx";
import { SnapshotForecast } from "./SnapshotForecast.tsx";
import { SnapshotSizes } from "./SnapshotSizes.tsx";
import { TopWaits } from "./TopWaits.tsx";

const mebibyte = 2 ** 20;
const size = {
  name: "s1",
  sizeOnDiskBytes: 256 * mebibyte,
  regions: 4096,
  pagesPushed: 32_768,
  pagesPulled: null,
};

function showChecklist(events: Parameters<typeof timelineOf>[0], atMs: number, goesOn: boolean) {
  const creation = creationStateAt(timelineOf(events), atMs, goesOn);
  if (creation === null) throw new Error("no creation at that time");
  show(<PhaseChecklist creation={creation} />);
}

const step = (name: string) => {
  const item = screen
    .getAllByRole("listitem")
    .find(({ textContent }) => textContent?.includes(name));
  if (item === undefined) throw new Error(`no step ${name}`);
  return item;
};

describe("the phases of a creation", () => {
  it("are done, under way and not started at a moment within", () => {
    showChecklist(creationEvents("s1", 10_000), 13_500, false);
    expect(screen.getByText("Creating ‘s1’")).toBeDefined();
    expect(within(step("Checkpoint")).getByRole("img", { name: "done" })).toBeDefined();
    expect(step("Checkpoint").textContent).toContain("1.00 s");
    expect(step("Analysis").textContent).toContain("500 ms so far");
    expect(step("Redo").textContent).toContain("not started");
  });

  it("have all been when it is over", () => {
    showChecklist(creationEvents("s1", 10_000), 60_000, false);
    expect(screen.getByText("‘s1’ created")).toBeDefined();
    expect(screen.getByText("Took")).toBeDefined();
    expect(screen.queryByText("not started")).toBeNull();
  });

  it("are not logged where a log tells of the creation from its start-up on, which took at least so long", () => {
    showChecklist(
      [phaseEvent("startup", 1000, 2000), phaseEvent("complete", 4000, 4000)],
      5000,
      false,
    );
    expect(step("Checkpoint").textContent).toContain("not logged");
    expect(screen.getByText("Took").parentElement?.textContent).toContain("≥ 3.00 s");
  });

  it("are not logged before one that has begun, and not started after it", () => {
    showChecklist([phaseEvent("startup", 1000, 2000)], 1500, false);
    expect(step("Checkpoint").textContent).toContain("not logged");
    expect(step("Redo").textContent).toContain("not started");
    expect(screen.getByText("Since its start-up").nextElementSibling?.textContent).toBe("500 ms");
  });

  it("say what their source leaves open, and which of them took no time", () => {
    const timeline = timelineOf([
      phaseEvent("files", 0, 1000),
      phaseEvent("startup", 1000, 1000),
      phaseEvent("redo", 1000, 3000),
      phaseEvent("complete", 4000, 4000),
    ]);
    const bands = timeline.bands.map((band) =>
      band.phase === "redo" ? { ...band, endSource: "bound" as const } : band,
    );
    const creation = creationStateAt({ ...timeline, bands }, 5000, false);
    if (creation === null) throw new Error("there is no creation");
    show(<PhaseChecklist creation={creation} />);
    expect(step("Redo").textContent).toContain("≤ 2.00 s");
    expect(step("Start-up").textContent).toContain("instant");
  });

  it("are not finished where the timeline ends without their end", () => {
    showChecklist(
      [phaseEvent("files", 0, 1000), phaseEvent("checkpoint", 1000, null)],
      5000,
      false,
    );
    expect(screen.getByText("‘s1’ not completed")).toBeDefined();
    expect(step("Checkpoint").textContent).toContain("not finished");
  });
});

describe("sizes of snapshots", () => {
  it("are a share of the source, which no snapshot outgrows", () => {
    const sizes = [{ ...size, bytesPerMinute: 60 * mebibyte }];
    show(<SnapshotSizes sizes={sizes} sourceBytes={1024 * mebibyte} />);
    expect(screen.getByText("25.0 % of 1.0 GiB")).toBeDefined();
    expect(screen.getByText(/^\+60(\.0)? MiB\/min$/)).toBeDefined();
    expect(screen.getByText("32,768 pages")).toBeDefined();
  });

  it("are no share where the source's size is not known", () => {
    show(<SnapshotSizes sizes={[{ ...size, bytesPerMinute: null }]} sourceBytes={null} />);
    expect(screen.getByText("32,768 pages")).toBeDefined();
    expect(screen.queryByText(/%/)).toBeNull();
    expect(screen.queryByText(/min$/)).toBeNull();
  });

  it("tell regions, pages pushed, and pages pulled once redo is over", () => {
    const shown = (pagesPulled: number | null) => (
      <SnapshotSizes sizes={[{ ...size, pagesPulled, bytesPerMinute: null }]} sourceBytes={null} />
    );
    const { rerender } = show(shown(null));
    expect(screen.getByRole("listitem").textContent).toContain("Regions of 64 KiB4,096");
    expect(screen.queryByText(/Pulled/)).toBeNull();
    rerender(shown(21_666));
    // 32,768 pushed and these: a reader can add them up.
    expect(screen.getByText("+ 21,666 pages")).toBeDefined();
    expect(screen.getByText("= 54,434 pages")).toBeDefined();
  });

  it("say that there is none", () => {
    show(<SnapshotSizes sizes={[]} sourceBytes={mebibyte} />);
    expect(screen.getByText("There is no database snapshot at this time.")).toBeDefined();
  });
});

describe("sessions waiting", () => {
  const wait = (waitType: string, msPerSecond: number): WaitShare => ({
    ...{ waitType, msPerSecond, waitMs: 10 * msPerSecond, tasks: 200, signalMs: 0 },
    ofSnapshots: false,
  });

  it("are as many as wait at once on average, and their time a second is there too", () => {
    const waits = [wait("PREEMPTIVE_OS_WRITEFILE", 19_021), wait("WRITELOG", 450)];
    const { rerender } = show(<TopWaits span="last 10 s" waits={waits} />);
    expect(screen.getByText("19.0")).toBeDefined();
    expect(screen.getByText("0.45")).toBeDefined();
    expect(screen.getByTitle("19,021 ms/s · 200 waits · 951 ms each")).toBeDefined();
    rerender(<TopWaits span="last 10 s" waits={waits} isDetailed />);
    expect(screen.getByText(/^19,021.ms\/s · 200.waits · 951.ms each$/)).toBeDefined();
  });

  it("are coloured by what they wait for, which is said", () => {
    show(<TopWaits span="last 10 s" waits={[wait("LCK_M_X", 9), wait("FCB_REPLICA_WRITE", 5)]} />);
    const names = within(screen.getByRole("list", { name: "Colours of the bars" }));
    expect(names.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "snapshot files",
      "locks and latches",
    ]);
  });

  it("say of what time, where there are none", () => {
    show(<TopWaits span="last 10 s" waits={[]} />);
    expect(screen.getByText("No waits in the last 10 s.")).toBeDefined();
  });
});

const measured = {
  ...{ basis: "run", setup: "10 users", atMs: 300_000 },
  ...{ transactionsPerSecond: 10, measuredOverMs: 150_000 },
} as const;
const rowsOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("term")
    .map((term) => term.parentElement?.textContent);

it("a forecast tells sizes, a full volume and a revert to come, and on what it stands", () => {
  const point = { pagesPushed: 1000, commitsLost: 500 };
  show(
    <SnapshotForecast
      forecast={{
        ...measured,
        snapshots: [
          {
            snapshot: "s1",
            files: 1,
            asOfMs: 0,
            points: [
              { ...point, afterMs: 0, sizeOnDiskBytes: 256 * mebibyte, revertMs: 18_000 },
              { ...point, afterMs: 3_600_000, sizeOnDiskBytes: 900 * mebibyte, revertMs: 40_000 },
            ],
            full: { limit: "volume", volume: "P", bytes: 1024 * mebibyte, afterMs: 7_200_000 },
            room: { limit: "volume", volume: "P", bytes: 1024 * mebibyte },
            noRevert: null,
          },
        ],
        arraySnapshots: null,
        notForecast: [{ snapshot: "s2", why: "A forecast begins when the creation has ended." }],
      }}
    />,
  );
  expect(rowsOf("Forecast of s1")).toEqual([
    "On disk now256.0 MiB",
    "On disk in 1 h900.0 MiB",
    "Full: volume Pin about 2 h",
    "Revert now18 s, 500 commits lost",
    "Revert in 1 h40 s, 500 commits lost",
  ]);
  expect(
    screen.getByText("‘s2’ is not forecast. A forecast begins when the creation has ended."),
  ).toBeDefined();
  expect(
    screen.getByText(/^Forecast if the load stays as measured, 10\.0 transactions/),
  ).toBeDefined();
});

it("a forecast tells what reserves hold, what a deletion frees and whether a restore has room", () => {
  const gibibyte = 1024 * mebibyte;
  show(
    <SnapshotForecast
      forecast={{
        ...measured,
        snapshots: [],
        arraySnapshots: {
          reserves: [
            {
              volume: "Q",
              reserveBytes: 8 * gibibyte,
              pageBytes: mebibyte,
              points: [
                { afterMs: 0, usedBytes: 2 * gibibyte },
                { afterMs: 3_600_000, usedBytes: 5 * gibibyte },
              ],
              warningMs: 5_400_000,
              full: {
                afterMs: 7_200_000,
                whenFull: "deleteOldest",
                deletes: "hourly_1",
                freesBytes: 3 * gibibyte,
                poolFullMs: null,
              },
              newest: { dayBytes: 4 * gibibyte, halfMs: 60_000 },
            },
          ],
          snapshots: [
            {
              snapshot: "hourly_1",
              volumes: ["Q"],
              takenMs: 0,
              points: [
                { afterMs: 0, ownBytes: gibibyte, sharedBytes: gibibyte, restoreFits: false },
              ],
            },
          ],
        },
        notForecast: [],
      }}
    />,
  );
  expect(rowsOf("Forecast of the reserve of Q")).toEqual([
    "Reserve8.0 GiB",
    "In use now2.0 GiB",
    "In use in 1 h5.0 GiB",
    "Warningin about 1 h 30 min",
    "Fullin about 2 h",
    "Then‘hourly_1’ is deleted, which frees 3.0 GiB",
  ]);
  expect(rowsOf("Forecast of array snapshots")).toEqual([
    "hourly_1deleting it frees 1.0 GiB now; restoring it takes 2.0 GiB more now, for which there is no room beside the others",
  ]);
});
