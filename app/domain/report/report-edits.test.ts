import { describe, expect, it } from "vitest";
import type { AddedChart, ReportEdits } from "../../contract/report-edits.ts";
import {
  editOf,
  freeChartId,
  inOrder,
  isEdited,
  moved,
  noEdits,
  withChart,
  withoutChart,
  withSection,
} from "./report-edits.ts";

const chart = (id: string): AddedChart => ({
  ...{ id, kind: "lanes", fromMs: 0, toMs: 1000 },
  lanes: ["transactionsPerSecond"],
});

describe("edits of a section", () => {
  it("are kept as far as they say something", () => {
    const edited = withSection(noEdits, {
      id: "waits",
      leftOut: true,
      title: " ",
      note: "Look. ",
    });
    expect(editOf(edited, "waits")).toEqual({ id: "waits", leftOut: true, note: "Look. " });
    expect(editOf(edited, "files")).toEqual({ id: "files" });
  });

  it("are gone when all of them are taken back", () => {
    const edited = withSection(noEdits, { id: "waits", leftOut: true });
    expect(isEdited(edited)).toBe(true);
    expect(withSection(edited, { id: "waits", leftOut: false })).toEqual(noEdits);
  });
});

describe("the order of sections", () => {
  it("is the usual one, until another is chosen", () => {
    expect(inOrder(["a", "b", "c"], [])).toEqual(["a", "b", "c"]);
    expect(inOrder(["a", "b", "c"], ["c", "a", "b"])).toEqual(["c", "a", "b"]);
  });

  it("has what is new after what it usually follows, and not what is gone", () => {
    expect(inOrder(["new", "a", "b", "more", "c"], ["c", "b", "gone", "a"])).toEqual([
      ...["new", "c", "b", "more", "a"],
    ]);
  });

  it("changes by one place, and not beyond its ends", () => {
    const shown = ["a", "b", "c"];
    expect(moved(noEdits, shown, "b", 1).order).toEqual(["a", "c", "b"]);
    expect(moved(noEdits, shown, "b", -1).order).toEqual(["b", "a", "c"]);
    expect(moved(noEdits, shown, "a", -1)).toBe(noEdits);
    expect(moved(noEdits, shown, "c", 1)).toBe(noEdits);
    expect(moved(noEdits, shown, "gone", 1)).toBe(noEdits);
  });
});

describe("charts that are added", () => {
  it("have ids of their own", () => {
    expect(freeChartId(noEdits, "lanes")).toBe("lanes-1");
    const edits = [chart("lanes-1"), chart("waits-7")].reduce(withChart, noEdits);
    expect(freeChartId(edits, "lanes")).toBe("lanes-8");
  });

  it("take their title, note and place with them when they are removed", () => {
    const edits: ReportEdits = {
      charts: [chart("lanes-1"), chart("lanes-2")],
      sections: [
        { id: "lanes-1", title: "Here" },
        { id: "waits", leftOut: true },
      ],
      order: ["waits", "lanes-1"],
    };
    expect(withoutChart(edits, "lanes-1")).toEqual({
      charts: [chart("lanes-2")],
      sections: [{ id: "waits", leftOut: true }],
      order: ["waits"],
    });
  });
});
