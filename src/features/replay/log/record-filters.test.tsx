// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { noRecordFilter } from "../../../../app/contract/rpc/records.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import { timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../../components/testing/render.tsx";
import { RecordFilters } from "./RecordFilters.tsx";

// The motion of a menu would outlive its test.
beforeAll(() => {
  Object.defineProperty(Element.prototype, "animate", { value: undefined });
});

const timeline = { ...timelineOf([]), endMs: 60_000 };

function showFilters(selection: Span | null, onChange = vi.fn()) {
  show(
    <RecordFilters
      {...{ timeline, selection, onChange }}
      filter={noRecordFilter}
      facets={null}
      files={[]}
    />,
  );
  return onChange;
}
const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

describe("the filters of the log", () => {
  it("are the same whether something is selected or not: rows must not move as one selects", () => {
    showFilters(null);
    expect(names()).toEqual(["Source", "Kind", "Phase", "Severity", "Time"]);
    const before = names();
    showFilters({ startMs: 1000, endMs: 2000 });
    expect(names().slice(before.length)).toEqual(before);
  });

  it("keep the records of the selected time", () => {
    const onChange = showFilters({ startMs: 1000, endMs: 2000 });
    fireEvent.click(screen.getByRole("button", { name: "Time" }));
    fireEvent.click(screen.getByRole("menuitemradio", { name: /^The selection, 21:48:08/ }));
    expect(onChange).toHaveBeenCalledWith({
      ...noRecordFilter,
      span: { fromMs: 1000, toMs: 2000 },
    });
  });

  it("offer no time where nothing is selected", () => {
    showFilters(null);
    fireEvent.click(screen.getByRole("button", { name: "Time" }));
    const item = screen.getByRole("menuitemradio", { name: /nothing is selected/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
  });
});
