// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { describe, expect, it } from "vitest";
import type { ReportEdits } from "../../../app/contract/report-edits.ts";
import type { ReportSection } from "../../../app/contract/rpc/services.ts";
import { noEdits, withoutChart } from "../../../app/domain/report/report-edits.ts";
import { show } from "../../components/testing/render.tsx";
import { SectionsPanel } from "./SectionsPanel.tsx";
import { placeOfSection } from "./section-order.ts";

const sections: readonly ReportSection[] = [
  { id: "head", title: "Night", kind: "head" },
  { id: "lanes-1", title: "Lanes, 21:48 to 21:50", kind: "chart" },
  { id: "waits", title: "Waits", kind: "section" },
  { id: "files", title: "Files", kind: "section" },
  { id: "origin", title: "About this report", kind: "end" },
];
const chart = { id: "lanes-1", kind: "lanes", fromMs: 0, toMs: 1, lanes: ["p99Ms"] } as const;
const withChart: ReportEdits = { ...noEdits, charts: [{ ...chart, lanes: ["p99Ms"] }] };

let last: ReportEdits;

function Edited({ from }: { readonly from: ReportEdits }): ReactNode {
  const [edits, change] = useState(from);
  const [selected, select] = useState<string | null>(null);
  last = edits;
  return (
    <SectionsPanel
      {...{ sections, edits, selected }}
      add={null}
      onChange={change}
      onSelect={select}
      onRemove={(id) => change(withoutChart(edits, id))}
      onReset={() => change(noEdits)}
    />
  );
}

const titles = () =>
  screen.getAllByRole("listitem").map((item) => item.querySelector("button")?.textContent);
const row = (name: string) => screen.getByRole("button", { name });

describe("the sections of a report", () => {
  it("are listed with the numbers that they have in it", () => {
    show(<Edited from={withChart} />);
    expect(titles()).toEqual([
      ...["Title and conclusion", "1. Lanes, 21:48 to 21:50", "2. Waits", "3. Files"],
      "About this report",
    ]);
    fireEvent.click(screen.getByRole("checkbox", { name: "Show Waits" }));
    expect(last.sections).toEqual([{ id: "waits", leftOut: true }]);
    expect(titles().slice(1, 4)).toEqual(["1. Lanes, 21:48 to 21:50", "Waits", "2. Files"]);
  });

  it("are titled and noted, and the title of the report as well", () => {
    show(<Edited from={noEdits} />);
    for (const [name, title, note] of [
      ["Title and conclusion", "What it costs", "For Monday."],
      ["2. Waits", "Where time went", "The disk of the log."],
    ] as const) {
      fireEvent.click(row(name));
      fireEvent.change(screen.getByRole("textbox", { name: "Title" }), {
        target: { value: title },
      });
      fireEvent.change(screen.getByRole("textbox", { name: "Note above it" }), {
        target: { value: note },
      });
    }
    expect(last.sections).toEqual([
      { id: "head", title: "What it costs", note: "For Monday." },
      { id: "waits", title: "Where time went", note: "The disk of the log." },
    ]);
    expect(screen.getAllByText("noted")).toHaveLength(2);
  });

  it("are moved by buttons and keys, keep the focus, and stop at the ends", () => {
    show(<Edited from={withChart} />);
    fireEvent.click(row("2. Waits"));
    const up = screen.getByRole("button", { name: "Up" });
    up.focus();
    fireEvent.click(up);
    expect(last.order).toEqual(["waits", "lanes-1", "files"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Up" }));
    expect(document.activeElement?.getAttribute("aria-disabled")).toBe("true");
    const waits = row("1. Waits");
    waits.focus();
    fireEvent.keyDown(waits, { key: "ArrowDown", altKey: true });
    fireEvent.keyDown(waits, { key: "ArrowDown", altKey: true });
    expect(last.order).toEqual(["lanes-1", "files", "waits"]);
    expect(document.activeElement).toBe(row("3. Waits"));
    fireEvent.keyDown(row("About this report"), { key: "ArrowUp", altKey: true });
    expect(last.order).toEqual(["lanes-1", "files", "waits"]);
  });

  it("that were added are removed; all edits are taken back at once", () => {
    show(<Edited from={withChart} />);
    fireEvent.click(row("1. Lanes, 21:48 to 21:50"));
    fireEvent.click(screen.getByRole("button", { name: "Remove" }));
    expect(last).toEqual(noEdits);
    expect(screen.getByRole("button", { name: "Reset" })).toHaveProperty("disabled", true);
    fireEvent.click(screen.getByRole("checkbox", { name: "Show Files" }));
    fireEvent.click(screen.getByRole("button", { name: "Reset" }));
    expect(last).toEqual(noEdits);
  });
});

describe("the place of a section in the page", () => {
  it("is the section itself, else what stands before it", () => {
    const leftOut = {
      ...noEdits,
      sections: ["lanes-1", "files"].map((id) => ({ id, leftOut: true })),
    };
    expect(placeOfSection(sections, noEdits, "files")).toBe("files");
    expect(placeOfSection(sections, leftOut, "files")).toBe("waits");
    expect(placeOfSection(sections, leftOut, "lanes-1")).toBe("top");
    expect(placeOfSection(sections, noEdits, "head")).toBe("top");
    expect(placeOfSection(sections, noEdits, "origin")).toBe("origin");
  });
});
