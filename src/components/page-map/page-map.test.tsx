// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type MapPlace, wholeFile } from "../../../app/domain/page-map/map-place.ts";
import { PlacedPushes } from "../../../app/domain/page-map/placed-pushes.ts";
import type { PushLog } from "../../../app/domain/page-map/push-log.ts";
import { PushLogBuilder } from "../../../app/domain/page-map/push-log-builder.ts";
import { whole } from "../../../app/domain/page-map/slices.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { show } from "../testing/render.tsx";
import { PageDetails } from "./PageDetails.tsx";
import { PageMap } from "./PageMap.tsx";
import { PageMiniature } from "./PageMiniature.tsx";

const clock = { originMs: 0, endMs: 10_000 };

/** Pages 8 and 9 by the workload at 1 s and 2 s, page 17 by redo at 3 s; page 8 into another snapshot at 4 s. */
function someLog(): PushLog {
  const builder = new PushLogBuilder();
  builder.describe(
    [{ id: 1, name: "sales.mdf", pages: 8192 }],
    ["first", "second"].map((name) => ({ name, createdMs: 0, droppedMs: null, hidden: false })),
  );
  const push = (atMs: number, page: number, cause: "workload" | "redo", snapshot = 0) =>
    builder.push({ atMs, page, cause, snapshot, file: 0 });
  push(1000, 8, "workload");
  push(2000, 9, "workload");
  push(3000, 17, "redo");
  push(4000, 8, "workload", 1);
  builder.own({
    owners: [
      { name: "dbo.accounts", kind: "table" },
      { name: "IX_accounts_1", kind: "index" },
    ],
    changes: [
      { atMs: 0, anew: true, spans: [{ file: 0, first: 0, end: 2, owner: 1 }] },
      { atMs: 3500, anew: false, spans: [{ file: 0, first: 1, end: 2, owner: 2 }] },
    ],
    endsMs: null,
  });
  return builder.log;
}

interface HeldProps {
  readonly atMs: number;
  readonly brush?: Span;
}

function Held({ atMs, brush }: HeldProps) {
  const [place, setPlace] = useState<MapPlace>({ ...wholeFile, level: 7 });
  return (
    <PageMap
      label="Map"
      log={log}
      target={0}
      brush={brush ?? null}
      {...{ atMs, place, onPlace: setPlace }}
    />
  );
}

let log: PushLog;

/** Until what was wished is counted and shown. */
const counted = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)));

describe("the page map", () => {
  beforeEach(() => {
    log = someLog();
    for (const side of ["clientWidth", "clientHeight"] as const) {
      vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(320);
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const cursor = () => screen.getByRole("slider").getAttribute("aria-valuetext");
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(screen.getByRole("slider"), { key, ...more });

  it("says what is under the cursor, at the moment that is shown", async () => {
    const { rerender } = show(<Held atMs={1500} />);
    await counted();
    expect(cursor()).toBe("nowhere");
    press("ArrowRight");
    press("ArrowRight");
    expect(cursor()).toContain("Pages (1:8) to (1:15), extent 1: 1 of 8 pages copied");
    rerender(<Held atMs={5000} />);
    await counted();
    expect(cursor()).toContain("2 of 8 pages copied: 2 by the workload; 64.0 KiB on disk");
    rerender(<Held atMs={5000} brush={{ startMs: 1500, endMs: 2500 }} />);
    await counted();
    expect(cursor()).toContain("1 in the selected time");
  });

  it("has the shares of the causes, and the space on disk", async () => {
    show(<Held atMs={5000} />);
    await counted();
    const legend = screen.getByRole("list", { name: /^Causes/ });
    expect(legend.textContent).toBe(" untouched 100.0 % workload < 0.1 % redo < 0.1 %");
    expect(screen.getByText("128.0 KiB")).toBeTruthy();
    expect(
      screen.getByText("1 cell = 1 extent = 8 pages = 64.0 KiB; 1 row = 2.0 MiB"),
    ).toBeTruthy();
  });

  it("goes to a page whose number is typed", async () => {
    show(<Held atMs={5000} />);
    await counted();
    press("g");
    const field = screen.getByRole("textbox", { name: "Go to page" });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: "(1:17)" } });
    fireEvent.submit(field);
    await counted();
    expect(cursor()).toContain("extent 2: 1 of 8 pages copied: 1 by redo");
  });

  it("is a table for who reads it", async () => {
    show(<Held atMs={5000} />);
    await counted();
    fireEvent.click(screen.getByRole("button", { name: "Show the map as a table" }));
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "Pages (1:8) to (1:15), extent 1",
      "Pages (1:16) to (1:23), extent 2",
    ]);
  });

  it("names whose an extent is, under the cursor, in the table and by letters that O shows", async () => {
    show(<Held atMs={3000} />);
    await counted();
    press("ArrowRight");
    press("ArrowRight");
    expect(cursor()).toMatch(/; table dbo.accounts$/);
    const owners = () => screen.queryByRole("list", { name: "Owners of the extents shown" });
    expect(owners()).toBeNull();
    press("o");
    expect(owners()?.textContent).toBe("A table dbo.accounts");
    const toggle = screen.getByRole("button", { name: "Show the owners of extents" });
    expect(toggle.getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Show the map as a table" }));
    expect(screen.getByRole("row", { name: /extent 1 .*table dbo.accounts/ })).toBeTruthy();
    fireEvent.click(toggle);
    expect(owners()).toBeNull();
  });

  it("follows an extent that gets another owner", async () => {
    const { rerender } = show(<Held atMs={5000} />);
    await counted();
    press("o");
    const owners = () => screen.getByRole("list", { name: "Owners of the extents shown" });
    expect(owners().textContent).toBe("A table dbo.accountsB index IX_accounts_1");
    rerender(<Held atMs={1000} />);
    await counted();
    expect(owners().textContent).toBe("A table dbo.accounts");
  });

  it("has nothing of owners for a run that does not tell them", async () => {
    log = { ...log, owners: { owners: [], changes: [], endsMs: null } };
    show(<Held atMs={5000} />);
    await counted();
    press("ArrowRight");
    press("o");
    expect(cursor()).not.toContain(";  ");
    expect(screen.queryByRole("button", { name: "Show the owners of extents" })).toBeNull();
    expect(screen.queryByRole("list", { name: "Owners of the extents shown" })).toBeNull();
  });

  it("says where pages were recorded by extents only, and where no more", async () => {
    log = { ...log, byExtentsFrom: 2, endsMs: 4500 };
    const { rerender } = show(<Held atMs={1000} />);
    expect(screen.queryByText(/first page of each extent/)).toBeNull();
    rerender(<Held atMs={4000} />);
    expect(screen.getByText(/first page of each extent/)).toBeTruthy();
    expect(screen.queryByText(/not recorded as far/)).toBeNull();
    rerender(<Held atMs={5000} />);
    expect(screen.getByText(/not recorded as far/)).toBeTruthy();
  });

  it("tells of one page its extent and its history", () => {
    const pushes = new PlacedPushes(log, 0);
    whole(pushes.take(log));
    const onMoment = vi.fn();
    const onPage = vi.fn();
    show(<PageDetails {...{ pushes, clock, onMoment, onPage }} page={8} made={1} />);
    expect(screen.getByText("1 of 8 pages copied")).toBeTruthy();
    expect(screen.getByText("2 pushes")).toBeTruthy();
    const history = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(history.filter((text) => text?.includes("into first"))[0]).toContain(
      "table dbo.accounts",
    );
    expect(history.filter((text) => text?.includes("into second"))[0]).toContain(
      "index IX_accounts_1",
    );
    expect(
      screen.getByText(/^Copied into ‘first’ at .*; later changes copy nothing\.$/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Page (1:9), not copied" }));
    expect(onPage).toHaveBeenCalledWith(9);
    fireEvent.click(screen.getByRole("button", { name: "00:00:04.00" }));
    expect(onMoment.mock.calls[0]?.[0]).toBeCloseTo(4000, 2);
  });

  it("has a miniature", async () => {
    show(<PageMiniature name="first" log={log} target={0} atMs={5000} />);
    await counted();
    expect(
      screen.getByRole("img", {
        name: "Sparse file of first: 3 pages copied, 128.0 KiB on disk",
      }),
    ).toBeTruthy();
  });
});
