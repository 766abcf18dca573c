// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { madeUpPushes } from "../../../app/domain/page-map/testing/made-up-pushes.ts";
import type { PagePicture } from "../../../app/domain/present/step.ts";
import { lanesOf } from "../../../app/domain/timeline/lanes.ts";
import { seriesOf, timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { pretendFonts } from "../testing/fonts.ts";
import { show } from "../testing/render.tsx";
import { StageLanes } from "./StageLanes.tsx";
import { StagePage } from "./StagePage.tsx";
import { stagePlane } from "./stage-plane.ts";

beforeEach(pretendFonts);

const timeline = timelineOf([]);
const view = { startMs: 0, endMs: 10_000 };
const size = { width: 1200, height: 480 };

/** Of a page that is copied at 5 s and written again at 8 s. */
function pageAt(atMs: number): { label: string; texts: (string | null)[] } {
  const log = madeUpPushes({ filePages: 800, pushes: 10, endMs: 10_000 });
  const picture: PagePicture = { kind: "page", view, push: 5, writesMs: [8000] };
  const { container, unmount } = show(
    <StagePage {...{ log, picture, atMs }} clock={timeline} {...size} />,
  );
  const label = container.querySelector("svg")?.getAttribute("aria-label") ?? "";
  const texts = [...container.querySelectorAll("text")].map(({ textContent }) => textContent);
  unmount();
  return { label, texts };
}

it("shows a page before its first write: its bit is clear, and the source alone has it", () => {
  const { label, texts } = pageAt(4999);
  expect(label).toMatch(/^Page \(1:\d+\): as before; bit 0; not copied$/);
  expect(texts).toEqual(
    expect.arrayContaining(["as before", "0", "clear: not copied", "empty: read from the source"]),
  );
});

it("shows it after its first write: changed in the source, as before in the sparse file", () => {
  const { label, texts } = pageAt(5000);
  expect(label).toMatch(/: changed; bit 1; copied at /);
  expect(texts).toEqual(expect.arrayContaining(["changed", "1", "set: copied"]));
  expect(texts.at(-1)).toMatch(/^as before, copied at /);
});

it("shows it after its second write: changed again, and its copy as it was", () => {
  const [first, second] = [pageAt(7999), pageAt(8000)];
  expect(second.label).toMatch(/: changed again; bit 1; copied at /);
  expect(second.texts.at(-1)).toBe(first.texts.at(-1));
});

const lanes = lanesOf(["transactionsPerSecond", "pagesPushedPerSecond"]);

function lanesOver(name: string | null): HTMLElement {
  const plane = stagePlane(view, size.width, timeline.originMs, 240);
  const series = seriesOf([1000, 5000, 10_000], () => 80);
  const under = name === null ? null : { name, series: seriesOf([1000, 10_000], () => 800) };
  return show(
    <StageLanes
      label="Counters"
      {...{ timeline, lanes, series, plane, under }}
      height={size.height}
      atMs={10_000}
      isNow={false}
      isPicture
    />,
  ).container;
}

const ticksOf = (container: HTMLElement): (string | null)[] =>
  [...container.querySelectorAll("[data-lane-of] text")].map(({ textContent }) => textContent);

it("lays the lanes of another run under those that are shown, and says what they are", () => {
  const container = lanesOver("before");
  expect(container.querySelectorAll("[data-overlay-lane]")).toHaveLength(lanes.length);
  expect(ticksOf(container).filter((text) => text === "dashed: before")).toHaveLength(2);
  // The axis has room for both lines.
  expect(ticksOf(container)).toContain("800");
});

it("shows its own lanes alone where there is no other run", () => {
  const container = lanesOver(null);
  expect(container.querySelectorAll("[data-overlay-lane]")).toHaveLength(0);
  expect(ticksOf(container)).not.toContain("800");
});
