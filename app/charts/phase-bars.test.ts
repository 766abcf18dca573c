import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Band } from "../domain/timeline/timeline.ts";
import { placeBars } from "./bar-layout.ts";
import { MarkSigns } from "./MarkSigns.tsx";
import { placeMarks } from "./mark-layout.ts";
import { crossHatch, hatch, stack } from "./Patterns.tsx";
import { PhaseBars } from "./PhaseBars.tsx";

const view = { startMs: 0, endMs: 1000 };

const band = (phase: Band["phase"], startMs: number, endMs: number | null, more = {}): Band => ({
  id: `${phase ?? "command"}/${startMs}`,
  row: phase === "backup" ? "backup" : "redo",
  phase,
  snapshot: "s1",
  startMs,
  endMs,
  startSource: "logged",
  endSource: endMs === null ? null : "logged",
  instant: false,
  progress: null,
  figures: {},
  ...more,
});

function draw(bands: readonly Band[], look: Partial<Parameters<typeof PhaseBars>[0]> = {}) {
  const row = bands[0]?.row ?? "redo";
  const bars = placeBars({ row, bands, view, width: 1000, knownEndMs: 1000 });
  return renderToStaticMarkup(
    createElement(PhaseBars, { bars, left: 0, top: 6, height: 16, ...look }),
  );
}

describe("bars of phases", () => {
  it("cross undo by its pattern, and redo only where phases of a creation share a row", () => {
    const bands = [band("redo", 0, 400), band("undo", 400, 800)];
    expect(draw(bands)).toContain(`url(#${crossHatch})`);
    expect(draw(bands)).not.toContain(`url(#${hatch})`);
    expect(draw(bands, { phasesShareRow: true })).toContain(`url(#${hatch})`);
  });

  it("are ruled where one stands for several, and say when they failed", () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      band("backup", 100 + index / 10, 100 + index / 10 + 0.05),
    );
    expect(draw(many)).toContain(`url(#${stack})`);
    expect(draw(many).match(/data-band/g)).toHaveLength(1);
    const failed = draw([band("backup", 0, 500, { figures: { failed: true } })]);
    expect(failed).toContain('y="19" width="500" height="3"');
  });

  it("share the height of the row where they overlap in time", () => {
    const markup = draw([band("backup", 0, 500), band("backup", 100, 600)]);
    expect([...markup.matchAll(/ y="([\d.]+)"/g)].map(([, y]) => y)).toEqual(["6", "14.5"]);
  });

  it("show the command as an outline that stays open while the creation goes on", () => {
    expect(draw([band(null, 100, 300)])).toContain("<rect");
    expect(draw([band(null, 100, null)])).toMatch(/<path[^>]* d="M999.5,6.5H100.5V21.5H999.5"/);
  });

  it("are framed where selected", () => {
    const bands = [band("redo", 100, 400)];
    expect(draw(bands, { selectedBandId: "redo/100" })).toContain('class="selected"');
    expect(draw(bands, { selectedBandId: "redo/1" })).not.toContain('class="selected"');
  });
});

describe("marks", () => {
  it("are one sign with the worst of those that would lie over one another, and their number", () => {
    const marks = [
      { atMs: 100, severity: null },
      { atMs: 500, severity: 17 },
      { atMs: 505, severity: 20 },
    ];
    const placed = placeMarks(marks, view, 1000);
    const titleOf = ({ mark }: (typeof placed)[number]) => `severity ${mark.severity}`;
    const markup = renderToStaticMarkup(
      createElement(MarkSigns<(typeof placed)[number]>, {
        placed,
        left: 10,
        top: 4,
        titleOf,
      }),
    );
    expect(markup.match(/class="mark \w+"/g)).toEqual([
      'class="mark event"',
      'class="mark severe"',
    ]);
    expect(markup).toContain("<title>severity 20</title>");
    expect(markup).toContain(">2</text>");
    expect(markup).toContain("translate(103.5 4)");
  });
});
