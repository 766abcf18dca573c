// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { ComparedMetric, ComparisonOfSides } from "../../../app/contract/comparison.ts";
import { compareMetrics } from "../../../app/domain/statistics/compare-metrics.ts";
import { show } from "../../components/testing/render.tsx";
import { useLibrary } from "../../state/library/library.ts";
import { type ComparedSidePlace, firstPlace, useNavigation } from "../../state/shell/navigation.ts";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { CompareBar } from "./CompareBar.tsx";
import { questionOf } from "./sides.ts";

// The motion of a menu would outlive its test.
beforeAll(() => {
  Object.defineProperty(Element.prototype, "animate", { value: undefined });
});

const side = (name: string): ComparedSidePlace => ({
  name,
  recordings: [{ kind: "run", id: name }],
  point: null,
});

const metric = (id: string): ComparedMetric[] => {
  const asked = { name: id, unit: "milliseconds", better: "lower" } as const;
  const samples = { kind: "paired", base: [1, 2], variant: [2, 3] } as const;
  return compareMetrics([{ metric: asked, samples }]).map((comparison) => ({ id, comparison }));
};

const comparison = {
  primary: "throughput",
  metric: "throughput",
  sides: [],
  against: [{ metrics: [...metric("throughput"), ...metric("p99")], sentences: [], notes: [] }],
  settings: [],
  sameSettings: 0,
} as ComparisonOfSides;

/** The bar over the comparison that the navigation holds. */
function Bar() {
  const place = useNavigation((state) => state.compare);
  if (place === null) return null;
  return (
    <WithAnswers>
      <CompareBar
        {...{ place, comparison }}
        sides={place.sides}
        isAnswered
        study={null}
        aligned={{ choices: [], used: "start" }}
      />
    </WithAnswers>
  );
}

function compare(...sides: ComparedSidePlace[]) {
  askedServices({ "captures.list": [] });
  onTestFinished(() => useNavigation.getState().restore(firstPlace));
  useNavigation.getState().openCompare({ sides, studyId: null, primary: "p99", align: "analysis" });
  show(<Bar />);
  const place = () => useNavigation.getState().compare ?? expect.fail("nothing is compared");
  const actOn = (role: RegExp, act: string) => {
    fireEvent.click(screen.getByRole("button", { name: role }));
    fireEvent.click(screen.getByRole("menuitem", { name: act }));
  };
  return { names: () => place().sides.map(({ name }) => name), place, actOn };
}

it("changes the metric that is told of first, and from which size on a difference matters", () => {
  const { place } = compare(side("one"), side("two"));
  const choice = screen.getByLabelText<HTMLSelectElement>("Metric");
  expect(choice.value).toBe("p99");
  expect([...choice.options].map(({ text }) => text)).toEqual([
    "Throughput",
    "Response p99 (named beforehand)",
  ]);
  fireEvent.change(choice, { target: { value: "throughput" } });
  fireEvent.change(screen.getByLabelText("Matters from"), { target: { value: "0.05" } });
  // What was named before the runs stays so.
  expect(questionOf(place().sides, place())).toMatchObject({
    primary: "p99",
    metric: "throughput",
    leastEffect: 0.05,
  });
});

it("takes out either of two sides, and leaves the last one", () => {
  const { names, actOn } = compare(side("one"), side("two"));
  actOn(/one/, "Take it out");
  expect(names()).toEqual(["two"]);
  fireEvent.click(screen.getByRole("button", { name: /two/ }));
  expect(screen.queryByRole("menuitem", { name: "Take it out" })).toBeNull();
});

it("replaces any side, the base too, in its place", async () => {
  onTestFinished(() => useLibrary.setState(useLibrary.getInitialState()));
  useLibrary.setState({
    entries: [
      {
        id: "3f2a",
        name: "another run",
        seed: 7,
        status: "completed",
        verified: true,
        preset: null,
        device: "NVMe",
        tags: [],
        createdAt: "2026-01-01T00:00:00Z",
      },
    ] as unknown as ReturnType<typeof useLibrary.getState>["entries"],
  });
  const { names, place, actOn } = compare(side("one"), side("two"));
  actOn(/one/, "Replace it…");
  fireEvent.click(screen.getByRole("combobox", { name: "In place of Base, a run or a log" }));
  fireEvent.click(await screen.findByRole("option", { name: /another run.*seed 7/ }));
  expect(names()).toEqual(["another run", "two"]);
  expect(place().sides[0]?.recordings).toEqual([{ kind: "run", id: "3f2a" }]);
});
