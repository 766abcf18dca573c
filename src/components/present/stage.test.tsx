// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import type { PhasesPicture } from "../../../app/domain/present/step.ts";
import {
  creationEvents,
  phaseEvent,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import { pretendFonts } from "../testing/fonts.ts";
import { show } from "../testing/render.tsx";
import { StagePhases } from "./StagePhases.tsx";
import { stagePlane } from "./stage-plane.ts";
import { cutToWidth, linesOf, stageTextWidth } from "./stage-text.ts";

beforeEach(pretendFonts);

const timeline = timelineOf(creationEvents("s1", 1000));
const picture: PhasesPicture = {
  kind: "phases",
  view: { startMs: 0, endMs: 200_000 },
  rows: ["files", "open", "redo", "flush"],
  bands: timeline.bands
    .filter(({ phase }) => phase !== null)
    .map((band) => (band.phase === "redo" ? { ...band, endMs: 150_000 } : band)),
  ...{ gaps: [], asOf: { id: "as-of", atMs: 4000 } },
};

function textsAt(atMs: number, { bands = picture.bands, isNow = false } = {}): string[] {
  const plane = stagePlane(picture.view, 1200, timeline.originMs, 120);
  const { container, unmount } = show(
    <StagePhases
      {...{ plane, atMs, isNow }}
      picture={{ ...picture, bands }}
      label="Phases"
      clock={timeline}
      height={480}
      told={new Set(["s1/files/1", "s1/open/1"])}
    />,
  );
  const texts = [...container.querySelectorAll("[data-row] text")].map(
    ({ textContent }) => textContent ?? "",
  );
  unmount();
  return texts;
}

it("names what is too short for a bar beside its lozenge, and says how long a bar took", () => {
  const texts = textsAt(200_000);
  expect(texts).toEqual([
    ...["Files", "Files, 1.00 s", "Open", "Open, instant"],
    ...["Redo", "2 min 25.00 s", "Final flush"],
  ]);
});

it("says how far the phase under way has come, at the newest moment alone", () => {
  const { bands } = timelineOf([phaseEvent("redo", 10_000, null, { progress: 0.41 })]);
  expect(textsAt(90_000, { bands, isNow: true })).toContain("41 %");
  expect(textsAt(90_000, { bands, isNow: false })).not.toContain("41 %");
});

it("writes nothing on the hatching of undo, and nothing on bars that share a row", () => {
  const insideOf = (events: Parameters<typeof timelineOf>[0]) => {
    const { bands } = timelineOf(events);
    const plane = stagePlane(picture.view, 1200, timeline.originMs, 120);
    const { container, unmount } = show(
      <StagePhases
        {...{ plane, clock: timeline, atMs: 200_000, isNow: false, told: new Set<string>() }}
        picture={{ ...picture, rows: ["undo", "recovery"], bands, asOf: null }}
        label="Phases"
        height={480}
      />,
    );
    const texts = [...container.querySelectorAll("[class*=inBar], [class*=beside]")].map(
      (text) => `${text.getAttribute("class")?.includes("inBar")}: ${text.textContent}`,
    );
    unmount();
    return texts;
  };
  const recovery = { snapshot: null };
  expect(insideOf([phaseEvent("undo", 10_000, 90_000)])).toEqual(["false: 1 min 20.00 s"]);
  expect(
    insideOf([
      phaseEvent("recovery", 10_000, 90_000, recovery),
      phaseEvent("recovery", 20_000, 80_000, recovery),
    ]),
  ).toEqual([]);
});

it("shows nothing of what is yet to come", () => {
  expect(textsAt(2500)).toEqual(["Files", "Files, 1.00 s", "Open", "Redo", "Final flush"]);
});

it("cuts what has no room, and knows how many lines a sentence takes", () => {
  const width = stageTextWidth("Start-up");
  expect(cutToWidth("Start-up", width)).toBe("Start-up");
  expect(cutToWidth("Start-up of the snapshot", width)).toMatch(/^Start.*…$/);
  expect(linesOf("one two three", stageTextWidth("one two "), 22)).toBe(2);
  expect(linesOf("one two three", stageTextWidth("one two three "), 22)).toBe(1);
});
