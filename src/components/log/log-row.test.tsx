// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { show } from "../testing/render.tsx";
import { LogRow, type LogRowProps } from "./LogRow.tsx";

const record: TimelineRecord = {
  index: 6,
  atMs: 61_500,
  sinceMs: 250,
  source: "spid51",
  phase: null,
  text: "RECOVERY (s1, 7): Starting",
  cut: false,
  error: null,
  file: 0,
  line: 7,
  kind: "recoveryStarting",
  database: "s1",
};

function showRow(part: Partial<TimelineRecord>, props: Partial<LogRowProps> = {}) {
  const row = (
    <LogRow
      id="row"
      row={6}
      top={0}
      columns="all"
      record={{ ...record, ...part }}
      originMs={Date.UTC(2006, 9, 23, 21, 48)}
      measure={() => undefined}
      isSelected={false}
      isInBand={false}
      isAtPlayhead={false}
      isExpanded={false}
      room={Number.POSITIVE_INFINITY}
      ranges={undefined}
      onToggle={() => undefined}
      {...props}
    />
  );
  show(
    <table>
      <tbody>{row}</tbody>
    </table>,
  );
  return screen.getAllByRole("cell").map(({ textContent }) => textContent);
}

describe("a row of the log", () => {
  it("has its number from 1, its time on the clock and the time since the row before", () => {
    expect(showRow({})).toEqual([
      "7",
      "21:49:01.50",
      "+250 ms",
      "spid51",
      "RECOVERY (s1, 7): Starting",
    ]);
  });

  it("has its phase and who wrote it in one column, and names both", () => {
    expect(showRow({ phase: "analysis" }).at(-2)).toBe("Analysisspid51");
    expect(screen.getByTitle("Analysis, spid51")).toBeDefined();
  });

  it("never cuts its figures, and has all of a long message in its title", () => {
    const text =
      "Recovery of database 'sales' (8) is 41% complete (approximately 707 seconds remain).";
    showRow({ text }, { room: 50 });
    const parts = [...screen.getByTitle(text).querySelectorAll("[data-role]")];
    const shown = parts.map(({ childNodes }) =>
      [...childNodes]
        .map((node) =>
          node instanceof HTMLElement && node.getAttribute("aria-hidden") !== "true"
            ? ""
            : node.textContent,
        )
        .join(""),
    );
    expect(shown.join("")).toBe("Recove… 'sales' (8) is 41% complete … 707 seconds…");
    expect(screen.getByTitle(text).textContent).toContain("(approximately ");
  });

  it("marks a silence of a minute, and has no plus before a step back", () => {
    showRow({ sinceMs: 60_000 });
    expect(screen.getByText(/^\+1 min/).dataset.long).toBe("true");
    expect(showRow({ sinceMs: -1000 }).at(-3)).toBe("−1.00 s");
  });

  it("has no time where its record has none", () => {
    expect(showRow({ atMs: null, sinceMs: null }).slice(1, 3)).toEqual(["", ""]);
  });

  it("names an error by number and severity, and sets the server's own apart", () => {
    showRow({ error: { number: 3456, severity: 21, state: 1 } });
    expect(screen.getByRole("img", { name: "Error 3456, severity 21" }).dataset.severe).toBe(
      "true",
    );
    showRow({ error: { number: 547, severity: 16, state: 0 } });
    expect(screen.getByRole("img", { name: "Error 547, severity 16" }).dataset.severe).toBe(
      "false",
    );
  });

  it("marks what was found, and opens long messages alone", () => {
    const onToggle = vi.fn();
    showRow({}, { ranges: [{ start: 0, end: 8 }], onToggle });
    expect(screen.getByText("RECOVERY").tagName).toBe("MARK");
    expect(screen.queryByRole("button")).toBeNull();
    showRow({ text: "x".repeat(61) }, { onToggle });
    fireEvent.click(screen.getByRole("button", { name: "Show the whole message" }));
    expect(onToggle).toHaveBeenCalledWith(6);
  });

  it("says where an open record was cut", () => {
    showRow({ cut: true }, { isExpanded: true });
    expect(screen.getByText(/an export has all of it/)).toBeDefined();
  });
});
