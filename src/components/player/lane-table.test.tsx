// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { lanes } from "../../../app/domain/timeline/lanes.ts";
import {
  creationEvents,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../testing/render.tsx";
import { LaneTable } from "./LaneTable.tsx";

const shown = lanes.filter(({ id }) => id === "transactionsPerSecond");
const seconds = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * 1000);

function rowsOf(count: number, view: { startMs: number; endMs: number }): string[][] {
  const timeline = timelineOf(creationEvents("s1", 10_000), seriesOf(seconds(count)));
  show(<LaneTable timeline={timeline} lanes={shown} view={view} />);
  const [, ...rows] = screen.getAllByRole("row");
  return rows.map((row) =>
    [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent ?? ""),
  );
}

describe("the table of lanes", () => {
  it("has every point of a short view, with its phase", () => {
    const rows = rowsOf(30, { startMs: 12_500, endMs: 13_500 });
    expect(screen.getByText(/^All \d points of the visible time$/)).toBeDefined();
    expect(rows.map(([, phase]) => phase)).toContain("Analysis");
  });

  it("leaves points out where there are more than one reads, and says how many", () => {
    const rows = rowsOf(600, { startMs: 0, endMs: 600_000 });
    expect(rows).toHaveLength(60);
    expect(screen.getByText(/^One in 10 of the 600 points/)).toBeDefined();
    expect(rows.at(-1)?.[0]).toBe("21:58:07.00");
  });

  it("has what is laid over a lane beside it, at the same place, and tells times from where it is aligned", () => {
    const timeline = timelineOf(creationEvents("s1", 10_000), seriesOf(seconds(30)));
    const laid = {
      ...timeline,
      zeroMs: 12_000,
      overlay: { name: "Base: one", timeline, shiftMs: 2000 },
    };
    show(<LaneTable timeline={laid} lanes={shown} view={{ startMs: 12_500, endMs: 13_500 }} />);
    expect(screen.getByRole("columnheader", { name: /Base: one/ })).toBeDefined();
    const [, ...rows] = screen.getAllByRole("row");
    const cells = rows.map((row) =>
      [...row.querySelectorAll("th, td")].map((cell) => cell.textContent),
    );
    // A sample's value is its place: two seconds before it stands the one two places before.
    expect(cells).toContainEqual(["+0:01.00", expect.anything(), "12.0", "10.0"]);
  });

  it("names the unit of each lane", () => {
    rowsOf(3, { startMs: 0, endMs: 3000 });
    const [header] = screen.getAllByRole("row");
    expect(header && within(header).getByText("Transactions, /s")).toBeDefined();
  });
});
